"""Events are not kept for ever."""


def event(name, message):
    return {
        "metadata": {"name": name},
        "involvedObject": {"kind": "Namespace", "namespace": "default", "name": "default"},
        "reason": "Tested",
        "message": message,
        "type": "Normal",
    }


def test_events_expire(t):
    """An event goes when it has not been written for --event-ttl, and watchers are told; other
    objects stay."""
    path = "/api/v1/namespaces/default/events"
    for flags in (("--storage=memory",), ()):
        server = t.start_server("--event-ttl=2s", *flags)
        client = server.client()
        watch = client.watch(path)
        client.post("/api/v1/namespaces/default/configmaps", {"metadata": {"name": "stays"}})
        client.post(path, event("short", "I do not last"))
        assert client.get("/apis/events.k8s.io/v1/namespaces/default/events").json()["items"]
        assert watch.next()["type"] == "ADDED"
        gone = watch.next()
        assert gone["type"] == "DELETED" and gone["object"]["message"] == "I do not last", gone
        client.get(f"{path}/short", expect=404)
        client.get("/api/v1/namespaces/default/configmaps/stays")
        server.stop()
