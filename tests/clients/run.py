#!/usr/bin/env python3
"""Real clients against a real server: an informer of @kubernetes/client-node, Debian's
python3-kubernetes and Debian's kubectl 1.20. What they need is installed by `./setup --test`.

  run.py [TEXT ...]     all tests, or those whose name contains one of the texts

Prints `ok NAME` or `FAIL NAME: ...` a line, then `N passed, N failed, N skipped`.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from harness.children import die_with_parent  # noqa: E402
from harness.client import wait_for  # noqa: E402
from harness.kubectl import Kubectl  # noqa: E402
from harness.ports import free_port  # noqa: E402
from harness.server import ROOT, Server  # noqa: E402

# Where ./setup --test puts what it fetches.
FETCHED = os.path.join(ROOT, "build", "clients")
OLD_KUBECTL = os.path.join(FETCHED, "kubernetes-client", "usr", "bin", "kubectl")
DEBIAN_PYTHON = "/usr/bin/python3"
OBJECTS = 20
# For a client to find its server again; libraries wait a second or more between attempts.
PATIENCE_SECONDS = 60


class Follower:
    """A client program that prints what it is told; `seen` is the list of its records."""

    def __init__(self, command, folder):
        self.seen = []
        self.errors = open(os.path.join(folder, "follower.log"), "ab")
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env={**os.environ, "CLIENT_MODULES": FETCHED, "NODE_NO_WARNINGS": "1"},
            preexec_fn=die_with_parent,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.seen.append(json.loads(line))

    def of(self, *types):
        return [(r["type"], r["name"], r["revision"]) for r in list(self.seen) if r["type"] in types]

    def connected(self):
        return any(r["type"] == "connect" for r in list(self.seen))

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.kill()
        self.process.wait()
        self.errors.close()


class World:
    """A server on a port that it keeps when it starts again, and one namespace."""

    def __init__(self, server):
        self.server = server
        self.client = self.server.client()
        self.path = "/api/v1/namespaces/follow/configmaps"
        self.client.post("/api/v1/namespaces", {"metadata": {"name": "follow"}})

    def restart(self, how):
        how()
        self.server.start()
        self.client = self.server.client()

    def create(self, name):
        made = self.client.post(self.path, {"metadata": {"name": name}, "data": {"step": "0"}})
        return made.json()["metadata"]["resourceVersion"]

    def change(self, name, step):
        changed = self.client.patch(f"{self.path}/{name}", {"data": {"step": str(step)}})
        return changed.json()["metadata"]["resourceVersion"]

    def delete(self, name):
        self.client.delete(f"{self.path}/{name}")

    def names(self):
        return {item["metadata"]["name"] for item in self.client.get(self.path).json()["items"]}


def follow_restarts(world, follower, created, changed, deleted, exact):
    """Objects come, change and go before, right after and long after two restarts. The follower
    must be told of all of it; where it resumes by itself (`exact`), of every revision, in order and
    once."""
    expected = []
    for round_number in range(3):
        names = [f"m-{round_number}-{i}" for i in range(OBJECTS)]
        for name in names:
            expected.append((created, name, world.create(name)))
        for name in names:
            expected.append((changed, name, world.change(name, round_number + 1)))
        last = names[-1]
        wait_for(
            lambda: any(t == changed and n == last for t, n, _ in follower.of(changed))
            or any(t == created and n == last for t, n, _ in follower.of(created)),
            f"told of {last}; it was told {follower.of(created, changed)[-3:]}",
            PATIENCE_SECONDS,
        )
        if round_number < 2:
            world.restart(world.server.stop if round_number == 0 else world.server.kill)
    gone = [f"m-{r}-{i}" for r in range(3) for i in range(0, OBJECTS, 2)]
    for name in gone:
        world.delete(name)
    wait_for(
        lambda: {n for _, n, _ in follower.of(deleted)} >= set(gone),
        f"told of deletions; it was told {len(follower.of(deleted))} of {len(gone)}",
        PATIENCE_SECONDS,
    )
    told = follower.of(created, changed)
    if exact:
        differing = [(a, b) for a, b in zip(told, expected) if a != b]
        assert told == expected, (len(told), len(expected), differing[:1])
    missed = {n for _, n, _ in expected} - {n for _, n, _ in told}
    assert not missed, f"never told of {sorted(missed)}"
    alive = {n for _, n, _ in told} - {n for _, n, _ in follower.of(deleted)}
    assert alive == world.names(), alive ^ world.names()
    newest = {}
    for record in list(follower.seen):
        if record["type"] in (created, changed):
            newest[record["name"]] = record["data"]["step"]
    for name in alive:
        assert newest[name] == str(int(name.split("-")[1]) + 1), (name, newest[name])


def test_python_watch_resumes(server):
    world, folder = World(server), server.folder
    with Follower(
        [DEBIAN_PYTHON, os.path.join(HERE, "follow.py"), world.server.kubeconfig, "follow"], folder
    ) as follower:
        wait_for(follower.connected, "a list", PATIENCE_SECONDS)
        follow_restarts(world, follower, "ADDED", "MODIFIED", "DELETED", exact=True)


def test_javascript_informer(server):
    world, folder = World(server), server.folder
    with Follower(
        ["node", os.path.join(HERE, "informer.mjs"), world.server.kubeconfig, "follow"], folder
    ) as follower:
        wait_for(follower.connected, "a connection", PATIENCE_SECONDS)
        follow_restarts(world, follower, "add", "update", "delete", exact=False)


def test_old_kubectl(server):
    """Debian's kubectl knows nothing of OpenAPI v3 or aggregated discovery."""
    folder = server.folder
    kubectl = Kubectl(OLD_KUBECTL, server.kubeconfig)
    manifest = os.path.join(folder, "manifest.yaml")

    def write(replicas):
        with open(manifest, "w", encoding="utf-8") as file:
            file.write(DEPLOYMENT_YAML.replace("REPLICAS", str(replicas)))

    assert "default" in kubectl("get", "namespaces")
    assert kubectl("create", "namespace", "old") == "namespace/old created\n"
    write(2)
    assert "deployment.apps/web created" in kubectl("apply", "-n", "old", "-f", manifest)
    write(3)
    output = kubectl("apply", "-n", "old", "-f", manifest)
    assert "deployment.apps/web configured" in output and "settings unchanged" in output, output
    assert kubectl("get", "deployment", "web", "-n", "old", "-o", "jsonpath={.spec.replicas}") == "3"
    # It validates by the OpenAPI v2 document in Protobuf.
    refused = kubectl.fails(
        "apply", "-n", "old", "-f", "-", stdin="apiVersion: v1\nkind: ConfigMap\nnonsense: 1\n"
    )
    assert 'unknown field "nonsense"' in refused, refused
    assert "replicas" in kubectl("explain", "deployment.spec")
    assert "deployments" in kubectl("api-resources")
    kubectl("label", "configmap", "settings", "-n", "old", "a=b")
    kubectl("annotate", "configmap", "settings", "-n", "old", "c=d")
    kubectl("patch", "configmap", "settings", "-n", "old", "-p", '{"data":{"shape":"round"}}')
    text = kubectl("get", "configmap", "settings", "-n", "old", "-o", "yaml")
    assert "a: b" in text and "c: d" in text and "shape: round" in text, text
    assert "settings" in kubectl("describe", "configmap", "settings", "-n", "old")
    assert "web" in kubectl("get", "deployments", "-n", "old", "-o", "wide")
    assert 'configmap "settings" deleted' in kubectl("delete", "-n", "old", "cm", "settings")
    assert 'namespace "old" deleted' in kubectl("delete", "namespace", "old")


DEPLOYMENT_YAML = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {color: blue}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: REPLICAS
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: "web:1"}
"""


def main():
    wanted = [text for text in sys.argv[1:] if text]
    tests = [test_python_watch_resumes, test_javascript_informer, test_old_kubectl]
    passed = failed = 0
    for test in tests:
        name = test.__name__[5:]
        if wanted and not any(text in name for text in wanted):
            continue
        folder = tempfile.mkdtemp(prefix=f"pintle-clients-{name}-")
        began = time.monotonic()
        server = None
        try:
            server = Server(folder, port=free_port())
            test(server)
        except Exception as error:
            failed += 1
            frame = traceback.extract_tb(error.__traceback__)[-1]
            print(f"FAIL {name}: {error} (line {frame.lineno}; kept in {folder})", flush=True)
        else:
            passed += 1
            shutil.rmtree(folder, ignore_errors=True)
            print(f"ok {name} ({time.monotonic() - began:.2f} s)", flush=True)
        finally:
            if server:
                server.kill()
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
