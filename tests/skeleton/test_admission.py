"""What admission plugins do to pods."""
import subprocess

from harness.server import binary

CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses"
PODS = "/api/v1/namespaces/default/pods"
ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts"


def pod(name, **spec):
    containers = [{"name": "c", "image": "i"}]
    return {"metadata": {"name": name}, "spec": {"containers": containers, **spec}}


def test_priority(t):
    client = t.start_server().client()
    names = [item["metadata"]["name"] for item in client.get(CLASSES).json()["items"]]
    assert names == ["system-cluster-critical", "system-node-critical"], names
    spec = client.post(PODS, pod("plain")).json()["spec"]
    assert spec["priority"] == 0 and spec["preemptionPolicy"] == "PreemptLowerPriority", spec
    assert "serviceAccountName" not in spec and "volumes" not in spec, spec
    keys = [toleration["key"] for toleration in spec["tolerations"]]
    assert keys == ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"], keys
    critical = client.post(PODS, pod("a", priorityClassName="system-node-critical")).json()["spec"]
    assert critical["priority"] == 2000001000, critical
    usual = {"metadata": {"name": "usual"}, "value": 5, "globalDefault": True}
    client.post(CLASSES, usual)
    assert client.post(PODS, pod("b")).json()["spec"]["priorityClassName"] == "usual"
    again = {**usual, "metadata": {"name": "again"}}
    refused = client.post(CLASSES, again, expect=403).json()
    assert refused["message"].endswith(
        "PriorityClass usual is already marked as default. Only one default can exist"
    ), refused
    refused = client.post(PODS, pod("c", priorityClassName="none"), expect=403).json()
    assert "no PriorityClass with name none was found" in refused["message"], refused
    # A change of something else leaves all of it alone.
    changed = client.patch(f"{PODS}/plain", {"metadata": {"labels": {"a": "b"}}}).json()
    assert changed["spec"] == spec, changed


def test_service_accounts(t):
    client = t.start_server("--enable-admission-plugins=ServiceAccount").client()
    refused = client.post(PODS, pod("a"), expect=403).json()
    assert 'serviceaccount "default" not found' in refused["message"], refused
    client.post(ACCOUNTS, {"metadata": {"name": "default"}})
    spec = client.post(PODS, pod("a")).json()["spec"]
    assert spec["serviceAccountName"] == spec["serviceAccount"] == "default", spec
    volume = spec["volumes"][0]
    assert volume["name"].startswith("kube-api-access-"), volume
    assert spec["containers"][0]["volumeMounts"][0]["name"] == volume["name"], spec
    reference = {"kind": "Pod", "apiVersion": "v1", "name": "a"}
    path = f"{ACCOUNTS}/default/token"
    made = client.post(path, {"spec": {"boundObjectRef": reference}}).json()
    assert made["status"]["token"], made


def test_plugin_names_are_checked(t):
    done = subprocess.run(
        [binary(), "serve", "--storage=memory", "--enable-admission-plugins=Prioriti"],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=t.folder,
    )
    assert done.returncode == 2, done
    assert 'plugin "Prioriti" is unknown; did you mean Priority?' in done.stderr, done.stderr
