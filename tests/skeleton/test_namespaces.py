"""Terminating namespaces are emptied and removed by the server itself."""
import widgets
from harness.client import wait_for

HELD_YAML = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: held
  finalizers: [skeleton.example/hold]
"""


def conditions(t, name):
    """(status, reason) by type."""
    status = t.client.get(f"/api/v1/namespaces/{name}").json()["status"]
    return {c["type"]: (c["status"], c["reason"]) for c in status.get("conditions", [])}


def test_delete_ends(t):
    """`kubectl delete ns` returns, and takes built-in and custom resources along."""
    t.widgets()
    name, other = t.namespace(), t.namespace()
    for namespace in (name, other):
        t.kubectl("create", "configmap", "-n", namespace, "settings", "--from-literal=a=b")
        t.kubectl("create", "serviceaccount", "-n", namespace, "robot")
        t.client.post(widgets.path(namespace), widgets.widget("one"))
    assert f'namespace "{name}" deleted' in t.kubectl("delete", "ns", name, "--timeout=120s")
    t.client.get(f"/api/v1/namespaces/{name}", expect=404)
    for collection in ("/api/v1/configmaps", "/api/v1/serviceaccounts"):
        places = {i["metadata"]["namespace"] for i in t.client.get(collection).json()["items"]}
        assert name not in places and other in places, (collection, places)
    assert t.client.get(widgets.path(name)).json()["items"] == []
    assert len(t.client.get(widgets.path(other)).json()["items"]) == 1


def test_finalizer_holds_it(t):
    name = t.namespace()
    t.kubectl("apply", "-n", name, "-f", t.write("held.yaml", HELD_YAML))
    t.kubectl("create", "configmap", "-n", name, "free")
    t.kubectl("delete", "ns", name, "--wait=false")
    wait_for(
        lambda: conditions(t, name).get("NamespaceFinalizersRemaining")
        == ("True", "SomeFinalizersRemain"),
        "a condition that tells of the finalizer",
    )
    assert conditions(t, name)["NamespaceContentRemaining"] == ("True", "SomeResourcesRemain")
    items = t.client.get(f"/api/v1/namespaces/{name}/configmaps").json()["items"]
    assert [item["metadata"]["name"] for item in items] == ["held"], items
    refused = t.kubectl.fails("create", "configmap", "-n", name, "late")
    assert "because it is being terminated" in refused, refused
    patch = '{"metadata":{"finalizers":null}}'
    t.kubectl("patch", "configmap", "held", "-n", name, "--type=merge", "-p", patch)
    t.kubectl("wait", "--for=delete", f"ns/{name}", "--timeout=120s")
    t.client.get(f"/api/v1/namespaces/{name}", expect=404)


def test_goes_on_after_a_restart(t):
    """A server that is killed while a namespace ends finishes it when it is back."""
    server = t.start_server()
    client = server.client()
    name = t.namespace(client)
    path = f"/api/v1/namespaces/{name}/configmaps"
    for number in range(50):
        client.post(path, {"metadata": {"name": f"m{number}"}})
    client.post(path, {"metadata": {"name": "held", "finalizers": ["skeleton.example/hold"]}})
    client.delete(f"/api/v1/namespaces/{name}")
    server.kill()
    server.start()
    client = server.client()
    wait_for(lambda: len(client.get(path).json()["items"]) == 1, "all but the held one gone")
    client.patch(f"{path}/held", {"metadata": {"finalizers": None}})
    wait_for(
        lambda: client.request("GET", f"/api/v1/namespaces/{name}").status == 404, "its removal"
    )
    server.stop()


def test_without_the_controller(t):
    server = t.start_server("--controllers=none", "--storage=memory")
    client = server.client()
    name = t.namespace(client)
    client.delete(f"/api/v1/namespaces/{name}")
    path = f"/api/v1/namespaces/{name}"
    terminating = client.get(path).json()
    assert terminating["status"]["phase"] == "Terminating"
    terminating["spec"]["finalizers"] = []
    client.put(f"{path}/finalize", terminating)
    client.get(path, expect=404)
    server.stop()


def test_two_servers_of_one_store(t):
    """Both run the controller; each namespace goes once and for both."""
    etcd = t.start_etcd()
    servers = [t.start_server(f"--etcd-servers={etcd.url}") for _ in range(2)]
    one, two = [server.client() for server in servers]
    names = [f"shared-{number}" for number in range(5)]
    for name in names:
        one.post("/api/v1/namespaces", {"metadata": {"name": name}})
        for number in range(5):
            path = f"/api/v1/namespaces/{name}/configmaps"
            two.post(path, {"metadata": {"name": f"m{number}"}})
    for name in names:
        two.delete(f"/api/v1/namespaces/{name}")
    for client in (one, two):
        for name in names:
            path = f"/api/v1/namespaces/{name}"
            wait_for(lambda: client.request("GET", path).status == 404, f"the end of {name}")
        left = client.get("/api/v1/configmaps").json()["items"]
        assert not [i for i in left if i["metadata"]["namespace"] in names], left
    for server in servers:
        server.stop()
    etcd.kill()
