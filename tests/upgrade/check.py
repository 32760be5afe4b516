#!/usr/bin/env python3
"""Whether a program serves the data that an older one wrote, as that did: check.py OLD NEW

OLD and NEW are programs (`pintle`, with `pintle-etcd.so` beside it if it was built). OLD fills a store by a replay of recorded
scenarios, on the embedded store and on etcd; both then list every resource of it, and try to replace every object by
itself with one more annotation (as a dry run). The answers must be the same but for what a start changes. After that NEW replaces an
object of every resource, which must be seen by a watch that begins at a revision of OLD's. By hand: it needs two builds.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path.insert(0, TESTS)
from harness import reference  # noqa: E402
from harness.etcd import Etcd  # noqa: E402
from harness.server import TOKEN, Server  # noqa: E402

AREAS = ["builtin", "builtin2", "cbor", "cel", "patch", "rest"]
FLAGS = ["--controllers=none", "--pruning=kubernetes"]
# Of these a server writes some itself while it runs.
WRITTEN_BY_SERVERS = {"/api/v1/endpoints", "/apis/discovery.k8s.io/v1/endpointslices", "/apis/coordination.k8s.io/v1/leases"}
OWN_SERVICE = "/api/v1/namespaces/default/services/kubernetes"  # has the port of the start
ANNOTATION = "upgrade.example/tried"


def fill(address, work):
    folder = reference.folder("conformance")
    for area in AREAS:
        path = os.path.join(work, f"{area}.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(reference.read(os.path.join(folder, "corpus", f"{area}.jsonl")))
        subprocess.run(
            [sys.executable, os.path.join(folder, "replay.py"), "--server", address, "--token", TOKEN, "--show", "0", path],
            stdout=subprocess.DEVNULL, check=False,
        )


def collections(client):
    """The paths of all collections that can be listed and whose objects can be replaced, in each version."""
    paths = [("/api/v1", client.get("/api/v1").json())]
    for group in client.get("/apis").json()["groups"]:
        for version in group["versions"]:
            path = f"/apis/{version['groupVersion']}"
            paths.append((path, client.get(path).json()))
    found = [
        f"{path}/{resource['name']}"
        for path, document in paths
        for resource in document["resources"]
        if "/" not in resource["name"] and {"list", "update"} <= set(resource["verbs"])
    ]
    return [path for path in found if path not in WRITTEN_BY_SERVERS]


def path_of(collection, item):
    base, _, resource = collection.rpartition("/")
    namespace = item["metadata"].get("namespace")
    within = f"{base}/namespaces/{namespace}/{resource}" if namespace else collection
    return f"{within}/{item['metadata']['name']}"


def annotated(item, document):
    kind = document["kind"][: -len("List")]
    metadata = {**item["metadata"], "annotations": {**item["metadata"].get("annotations", {}), ANNOTATION: "1"}}
    return {"apiVersion": document["apiVersion"], "kind": kind, **item, "metadata": metadata}


def seen(client):
    """({collection: its list}, {path of an object: what replacing it answers, as a dry run})"""
    lists, answers = {}, {}
    for collection in collections(client):
        document = client.get(collection).json()
        lists[collection] = document
        for item in document["items"]:
            path = path_of(collection, item)
            answer = client.request("PUT", f"{path}?dryRun=All", annotated(item, document))
            # Names only: messages may tell revisions and times.
            answers[path] = answer.status, answer.json().get("reason", "")
    return lists, answers


def differences(before, after):
    old_lists, old_answers = before
    new_lists, new_answers = after
    for collection in sorted(old_lists.keys() | new_lists.keys()):
        items = [
            {path_of(collection, item): item for item in lists.get(collection, {"items": []})["items"]}
            for lists in (old_lists, new_lists)
        ]
        for path in sorted(items[0].keys() | items[1].keys()):
            if path != OWN_SERVICE and items[0].get(path) != items[1].get(path):
                yield f"{path}: was {json.dumps(items[0].get(path))[:300]}, is {json.dumps(items[1].get(path))[:300]}"
    for path in sorted(old_answers.keys() & new_answers.keys()):
        if old_answers[path] != new_answers[path]:
            yield f"PUT {path}: answered {old_answers[path]}, answers {new_answers[path]}"


def replaced_and_watched(client, before):
    """Replaces an object of every collection that can be; yields collections whose watch does not show it."""
    lists, answers = before
    replaced = set()  # one object may be in several collections, of other versions
    for collection, document in lists.items():
        candidates = [i for i in document["items"] if i["metadata"]["uid"] not in replaced]
        item = next((i for i in candidates if answers[path_of(collection, i)][0] == 200), None)
        if not item:
            continue
        replaced.add(item["metadata"]["uid"])
        watch = client.watch(collection, resourceVersion=document["metadata"]["resourceVersion"])
        client.put(path_of(collection, item), annotated(item, document))
        uid = item["metadata"]["uid"]
        try:
            event = watch.until(lambda e: e["object"]["metadata"]["uid"] == uid, "the replaced object")[-1]
            if ANNOTATION not in event["object"]["metadata"].get("annotations", {}):
                yield f"{collection}: the event is of another object: {event}"
        except AssertionError as error:
            yield f"{collection}: {error}"
        finally:
            watch.close()


def check(old, new, work, *flags):
    server = Server(work, *FLAGS, *flags, user="admin", program=old)
    try:
        fill(server.address, work)
        before = seen(server.client())
        server.stop()
        server.command[0] = new
        server.start()
        client = server.client()
        found = list(differences(before, seen(client)))
        found += replaced_and_watched(client, before)
        server.stop()
    finally:
        server.kill()
    objects = sum(len(document["items"]) for document in before[0].values())
    for line in found:
        print(line)
    print(f"{len(before[0])} resources, {objects} objects, {len(before[1])} replacements tried: {len(found)} differences")
    return not found and objects > 0


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    old, new = map(os.path.abspath, arguments)
    work = tempfile.mkdtemp(prefix="pintle-upgrade-")
    etcd = None
    try:
        print("embedded")
        good = check(old, new, os.path.join(work, "embedded"))
        print("etcd")
        etcd = Etcd(os.path.join(work, "etcd"))
        good = check(old, new, os.path.join(work, "on-etcd"), f"--etcd-servers={etcd.url}") and good
    finally:
        if etcd:
            etcd.kill()
    if good:
        shutil.rmtree(work, ignore_errors=True)
    else:
        print(f"kept in {work}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
