"""The server on etcd: what kubectl users do, keys as Kubernetes lays them out, several servers on one
etcd, an etcd that goes away for a while."""
import json
import subprocess
import threading

import widgets
from harness.client import summary, wait_for
from harness.server import binary

RECOVERY_SECONDS = 120
CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"
WIDGET = {
    "apiVersion": "skeleton.example/v1",
    "kind": "Widget",
    "metadata": {"name": "one"},
    "spec": {"size": 5},
}


def config_map(name, **data):
    return {"metadata": {"name": name}, "data": data}


def maps_grpc(server):
    with open(f"/proc/{server.process.pid}/maps", encoding="utf-8") as file:
        return "libgrpc" in file.read()


def test_grpc_is_loaded_for_etcd_only(t):
    etcd = t.start_etcd()
    on_etcd = t.start_server(f"--etcd-servers={etcd.url}")
    assert maps_grpc(on_etcd)
    assert not maps_grpc(t.server), "the program links gRPC"
    on_etcd.stop()
    etcd.kill()


def test_kubectl_and_restart(t):
    """Definition, custom resource, ConfigMap and watch through kubectl; everything is there after a
    restart, under the keys of Kubernetes."""
    etcd = t.start_etcd()
    server = t.start_server("--storage=etcd", f"--etcd-servers={etcd.url}")
    kubectl = t.kubectl_of(server)
    assert "default" in kubectl("get", "ns")
    kubectl("apply", "-f", "-", stdin=widgets.DEFINITION_YAML)
    kubectl("apply", "-f", "-", stdin=widgets.WIDGET_YAML)
    watch = server.client().watch(CONFIG_MAPS)
    kubectl("apply", "-f", "-", stdin=widgets.CONFIG_MAP_YAML)
    watch.until(lambda e: e["object"]["metadata"]["name"] == "settings", "the ConfigMap")
    kubectl("patch", "configmap", "settings", "--type=merge", "-p", '{"data":{"color":"red"}}')
    event = watch.next()
    assert event["type"] == "MODIFIED" and event["object"]["data"] == {"color": "red"}, event
    keys = etcd.keys("/registry/")
    for key in (
        "/registry/namespaces/default",
        "/registry/configmaps/default/settings",
        "/registry/apiextensions.k8s.io/customresourcedefinitions/widgets.skeleton.example",
        "/registry/skeleton.example/widgets/default/one",
    ):
        assert key in keys, (key, keys)
    revision = server.client().get(f"{CONFIG_MAPS}/settings").json()["metadata"]["resourceVersion"]
    server.stop()
    assert server.process.returncode == 0, server.log_tail()
    server.start()
    assert "red" in kubectl("get", "configmap", "settings", "-o", "yaml")
    assert "one" in kubectl("get", "widgets")
    # A watch from before the restart goes on.
    watch = server.client().watch(CONFIG_MAPS, resourceVersion=revision)
    kubectl("delete", "configmap", "settings")
    assert summary(watch.next())[:2] == ("DELETED", "settings")
    assert "/registry/configmaps/default/settings" not in etcd.keys("/registry/")
    server.stop()
    etcd.kill()


def test_prefix(t):
    etcd = t.start_etcd()
    first = t.start_server(f"--etcd-servers={etcd.url}", "--etcd-prefix=/one")
    second = t.start_server(f"--etcd-servers={etcd.url}", "--etcd-prefix=/two/")
    first.client().post(CONFIG_MAPS, config_map("a"))
    second.client().get(f"{CONFIG_MAPS}/a", expect=404)
    assert "/one/configmaps/default/a" in etcd.keys("/one/")
    assert "/two/namespaces/default" in etcd.keys("/two/")
    assert not etcd.keys("/registry")
    for server in (first, second):
        server.stop()
    etcd.kill()


def test_several_servers_are_consistent(t):
    """A read after a write through another server sees it, in whatever way it reads."""
    etcd = t.start_etcd()
    servers = [t.start_server(f"--etcd-servers={etcd.url}") for _ in range(3)]
    clients = [server.client() for server in servers]
    since = clients[0].get(CONFIG_MAPS).json()["metadata"]["resourceVersion"]
    watches = [client.watch(CONFIG_MAPS, resourceVersion=since) for client in clients]
    for number in range(30):
        writer = clients[number % 3]
        reader = clients[(number + 1) % 3]
        lister = clients[(number + 2) % 3]
        name = f"map-{number}"
        made = writer.post(CONFIG_MAPS, config_map(name, number=str(number))).json()
        assert reader.get(f"{CONFIG_MAPS}/{name}").json() == made
        listed = lister.get(CONFIG_MAPS).json()
        names = [item["metadata"]["name"] for item in listed["items"]]
        assert name in names, f"{name} is not listed by another server"
        assert int(listed["metadata"]["resourceVersion"]) >= int(
            made["metadata"]["resourceVersion"]
        )
        # Not older than a revision another server gave.
        newer = lister.get(f"{CONFIG_MAPS}?resourceVersion={made['metadata']['resourceVersion']}")
        assert name in [item["metadata"]["name"] for item in newer.json()["items"]]
        changed = reader.patch(f"{CONFIG_MAPS}/{name}", {"data": {"seen": "yes"}}).json()
        # The writer's knowledge is old now, and the conflict is found.
        writer.put(f"{CONFIG_MAPS}/{name}", {**made, "data": {}}, expect=409)
        lister.delete(f"{CONFIG_MAPS}/{name}")
        writer.get(f"{CONFIG_MAPS}/{name}", expect=404)
        assert int(changed["metadata"]["resourceVersion"]) > int(
            made["metadata"]["resourceVersion"]
        )
    seen = [
        [
            summary(e)
            for e in watch.until(
                lambda e: summary(e)[:2] == ("DELETED", "map-29"), "the last deletion"
            )
        ]
        for watch in watches
    ]
    assert seen[0] == seen[1] == seen[2], "the servers' watches differ"
    revisions = [revision for _, _, revision in seen[0]]
    assert len(revisions) == 90 and revisions == sorted(set(revisions)), seen[0]
    for server in servers:
        server.stop()
    etcd.kill()


def test_namespaces_and_definitions_of_another_server(t):
    etcd = t.start_etcd()
    servers = [t.start_server(f"--etcd-servers={etcd.url}") for _ in range(2)]
    one, two = [server.client() for server in servers]
    for number in range(20):
        name = f"space-{number}"
        one.post("/api/v1/namespaces", {"metadata": {"name": name}})
        two.post(f"/api/v1/namespaces/{name}/configmaps", config_map("a"))
    widgets.ensure_defined(one)
    path = widgets.path("default")
    wait_for(lambda: two.request("GET", path).status == 200, "the definition on the other server")
    one.post(path, WIDGET)
    assert two.get(f"{path}/one").json()["spec"]["size"] == 5
    watch = one.watch(path)
    watch.next()
    two.delete(f"{path}/one")
    assert watch.next()["type"] == "DELETED"
    two.delete(f"{widgets.DEFINITIONS}/{widgets.NAME}")
    wait_for(lambda: one.request("GET", path).status == 404, "the end of the definition")
    for server in servers:
        server.stop()
    etcd.kill()


def test_etcd_goes_away_and_comes_back(t):
    """While etcd is away requests fail with 5xx and /readyz says so; then everything goes on, and no
    watch has missed or repeated anything."""
    etcd = t.start_etcd()
    server = t.start_server(f"--etcd-servers={etcd.url}")
    watch = server.client().watch(CONFIG_MAPS)
    acknowledged = {}
    stop = threading.Event()

    def status_of(path):
        return server.client().request("GET", path).status

    def write():
        writer, number = server.client(), 0
        while not stop.is_set():
            number += 1
            name = f"load-{number}"
            answer = writer.request("POST", CONFIG_MAPS, config_map(name))
            if answer.status == 201:
                acknowledged[name] = int(answer.json()["metadata"]["resourceVersion"])
            else:
                assert answer.status >= 500, answer.body

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    for _ in range(3):
        count = len(acknowledged) + 20
        wait_for(lambda: len(acknowledged) >= count, "writes", RECOVERY_SECONDS)
        etcd.kill()
        assert status_of("/readyz") == 500
        assert status_of("/livez/etcd") == 500
        etcd.start()
        wait_for(lambda: status_of("/readyz") == 200, "readiness", RECOVERY_SECONDS)
    count = len(acknowledged) + 20
    wait_for(lambda: len(acknowledged) >= count, "writes", RECOVERY_SECONDS)
    stop.set()
    thread.join(RECOVERY_SECONDS)
    assert not thread.is_alive(), "the last write is not answered"
    last = server.client().post(CONFIG_MAPS, config_map("last")).json()
    events = [
        summary(e)
        for e in watch.until(lambda e: summary(e)[1] == "last", "the last event", RECOVERY_SECONDS)
    ]
    revisions = [revision for _, _, revision in events]
    assert revisions == sorted(set(revisions)), "repeated or out of order"
    assert revisions[-1] == int(last["metadata"]["resourceVersion"])
    seen = {name: revision for kind, name, revision in events if kind == "ADDED"}
    for name, revision in acknowledged.items():
        assert seen.get(name) == revision, (name, revision, seen.get(name))
    stored = {key.rsplit("/", 1)[1] for key in etcd.keys("/registry/configmaps/default/load-")} | {
        "last"
    }
    assert stored == set(seen), "the watch and the store differ"
    server.stop()
    etcd.kill()


def test_stops_while_etcd_is_away(t):
    """Calls that nobody answers do not hold it up, and it does not crash when they are given up."""
    etcd = t.start_etcd()
    server = t.start_server(f"--etcd-servers={etcd.url}")
    client = server.client()
    etcd.kill()
    # Never answered; the server's own calls are under way too.
    stuck = client.connect()
    body = json.dumps(config_map("late"))
    stuck.request("POST", CONFIG_MAPS, body, client.request_headers("application/json"))
    assert server.client().request("GET", "/readyz").status == 500
    server.stop()
    assert server.process.returncode == 0, (server.process.returncode, server.log_tail())
    stuck.close()


def test_faults_of_the_options(t):
    for flags, message in (
        (["--storage=etcd"], "--storage=etcd needs --etcd-servers"),
        (["--etcd-servers=127.0.0.1:2379"], "is not of the form"),
        (["--etcd-servers=https://127.0.0.1:1", "--etcd-cafile=/none"], 'cannot read "/none"'),
    ):
        done = subprocess.run(
            [binary(), "serve", "--secure-port=0", f"--data-dir={t.folder}/refused", *flags],
            capture_output=True,
            text=True,
            timeout=60,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode != 0 and message in done.stderr, done.stderr
