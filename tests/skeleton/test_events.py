"""Events are not kept for ever."""


def event(name, message):
    return {
        "metadata": {"name": name},
        "involvedObject": {"kind": "Namespace", "namespace": "default", "name": "default"},
        "reason": "Tested",
        "message": message,
        "type": "Normal",
    }


def test_both_groups_show_an_event(t):
    namespace = t.namespace()
    body = event("seen", "I am in two places")
    body["involvedObject"]["namespace"] = namespace
    t.client.post(f"/api/v1/namespaces/{namespace}/events", body)
    shown = t.client.get(f"/apis/events.k8s.io/v1/namespaces/{namespace}/events").json()["items"]
    assert [item["note"] for item in shown] == ["I am in two places"], shown


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
        assert watch.next()["type"] == "ADDED"
        gone = watch.next()
        assert gone["type"] == "DELETED" and gone["object"]["message"] == "I do not last", gone
        client.get(f"{path}/short", expect=404)
        client.get("/api/v1/namespaces/default/configmaps/stays")
        server.stop()
