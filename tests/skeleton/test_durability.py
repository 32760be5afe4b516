"""What was acknowledged survives SIGKILL, and a watch goes on from where it was."""
import http.client
import threading

from harness.client import summary, wait_for

WRITERS = 4
# Enough for several commits of several writes each before and after the remembered revision.
ACKNOWLEDGED_BEFORE_KILL = 200
LOAD_TIMEOUT_SECONDS = 60


class Writer(threading.Thread):
    """Creates ConfigMaps, and deletes every fifth again, until its server is gone. Remembers what
    was acknowledged, and the one write whose answer never came."""

    def __init__(self, client, path, prefix):
        super().__init__(daemon=True)
        self.client, self.path, self.prefix = client, path, prefix
        self.created = {}  # name -> revision
        self.deleted = set()  # names, subset of created
        self.unanswered = None
        self.fault = None

    def run(self):
        number = 0
        try:
            while True:
                name = f"{self.prefix}-{number:05}"
                self.unanswered = ("ADDED", name)
                answer = self.client.post(
                    self.path, {"metadata": {"name": name}, "data": {"writer": self.prefix}}
                )
                self.created[name] = int(answer.json()["metadata"]["resourceVersion"])
                if number % 5 == 4:
                    self.unanswered = ("DELETED", name)
                    self.client.delete(f"{self.path}/{name}")
                    self.deleted.add(name)
                self.unanswered = None
                number += 1
        except (http.client.HTTPException, OSError):
            pass  # the kill
        except Exception as error:  # an answer that should not have come
            self.fault = error
        finally:
            self.client.close()


def write_until_killed(server, path, prefix):
    """Loads the server with writers and kills it in the middle. Returns the writers and an
    acknowledged revision with about half of the acknowledged writes after it."""
    writers = [Writer(server.client(), path, f"{prefix}{i}") for i in range(WRITERS)]
    for writer in writers:
        writer.start()

    def acknowledged(count):
        assert not any(w.fault for w in writers), [w.fault for w in writers]
        return sum(len(w.created) for w in writers) >= count

    wait_for(
        lambda: acknowledged(ACKNOWLEDGED_BEFORE_KILL // 2),
        "half of the load",
        LOAD_TIMEOUT_SECONDS,
    )
    middle = max(revision for w in writers for revision in list(w.created.values()))
    wait_for(lambda: acknowledged(ACKNOWLEDGED_BEFORE_KILL), "the whole load", LOAD_TIMEOUT_SECONDS)
    server.kill()
    for writer in writers:
        writer.join(LOAD_TIMEOUT_SECONDS)
        assert not writer.is_alive() and not writer.fault, writer.fault
    return writers, middle


def check_objects(client, path, writers):
    items = {item["metadata"]["name"]: item for item in client.get(path).json()["items"]}
    for writer in writers:
        for name, revision in writer.created.items():
            if name in writer.deleted:
                assert name not in items, f"{name} was deleted and is back"
            elif writer.unanswered != ("DELETED", name):
                assert name in items, f"{name} was acknowledged and is lost"
                assert int(items[name]["metadata"]["resourceVersion"]) == revision, (
                    items[name],
                    revision,
                )
                assert items[name]["data"] == {"writer": writer.prefix}, items[name]


def check_watch(client, path, writers, since, marker):
    """The watch from `since` delivers the acknowledged writes after it, at most the unanswered ones
    besides, once each and in order, then the write made after the restart."""
    watch = client.watch(path, resourceVersion=since)
    events = [
        summary(e)
        for e in watch.until(
            lambda e: e["object"].get("metadata", {}).get("name") == marker or e["type"] == "ERROR",
            "the write after the restart",
        )
    ]
    assert not any(kind == "ERROR" for kind, _, _ in events), events[-1]
    revisions = [revision for _, _, revision in events]
    assert all(
        a < b for a, b in zip([since, *revisions], revisions)
    ), "revisions are not increasing"
    seen = [(kind, name) for kind, name, _ in events]
    assert len(seen) == len(set(seen)), "an event came twice"
    for writer in writers:
        for name, revision in writer.created.items():
            if revision > since:
                assert (
                    "ADDED",
                    name,
                    revision,
                ) in events, f"no event for the creation of {name} at {revision}"
            else:
                assert ("ADDED", name) not in seen, f"{name} at {revision} is not after {since}"
    expected = {
        ("ADDED", name) for w in writers for name, revision in w.created.items() if revision > since
    }
    possible = {("DELETED", name) for w in writers for name in w.deleted} | {
        w.unanswered for w in writers if w.unanswered
    }
    extra = set(seen) - expected - possible - {("ADDED", marker)}
    assert not extra, f"events of nobody's writes: {sorted(extra)}"
    deleted_late = {name for w in writers for name in w.deleted if w.created[name] > since}
    assert deleted_late <= {
        name for kind, name in seen if kind == "DELETED"
    }, "a deletion is missing"
    watch.close()


def test_killed_under_load(t):
    server = t.start_server()
    client = server.client()
    namespace = t.namespace(client)
    path = f"/api/v1/namespaces/{namespace}/configmaps"
    client.close()
    for life in range(2):  # the second kill finds a store that was recovered
        writers, middle = write_until_killed(server, path, f"life{life}-")
        server.start()
        client = server.client()
        check_objects(client, path, writers)
        marker = f"after-{life}"
        answer = client.post(path, {"metadata": {"name": marker}}).json()
        latest = max(revision for w in writers for revision in w.created.values())
        assert int(answer["metadata"]["resourceVersion"]) > latest, "a revision was used twice"
        check_watch(client, path, writers, middle, marker)
        client.close()
    server.stop()


def test_custom_resources_survive_a_restart(t):
    server = t.start_server()
    client = server.client()
    path = t.widgets(client)(t.namespace(client))
    created = client.post(
        path,
        {
            "apiVersion": "skeleton.example/v1",
            "kind": "Widget",
            "metadata": {"name": "w"},
            "spec": {"size": 3, "ratio": 2.0, "parts": [{"name": "p", "count": 9007199254740993}]},
        },
    ).json()
    revision = created["metadata"]["resourceVersion"]
    client.close()
    server.kill()
    server.start()
    client = server.client()
    assert client.get(f"{path}/w").json() == created
    watch = client.watch(path, resourceVersion=revision)
    client.patch(f"{path}/w", {"spec": {"size": 4}})
    event = watch.next()
    assert event["type"] == "MODIFIED" and event["object"]["spec"]["size"] == 4, event
    watch.close()
    server.stop()
