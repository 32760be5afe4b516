"""CustomResourceDefinitions that change, go and come while clients are at work."""
import threading

import widgets
from harness.client import summary, wait_for

OPENAPI = "/openapi/v3/apis"


def define(client, group, plural="widgets", kind="Widget"):
    """The Widget definition under another group and name."""
    text = (
        widgets.definition_yaml(group)
        .replace("widgets", plural)
        .replace("WidgetList", kind + "List")
    )
    text = text.replace("kind: Widget", f"kind: {kind}").replace(
        "singular: widget", f"singular: {plural}-one"
    )
    text = text.replace("- wd", f"- {plural}-s")
    return client.post(widgets.DEFINITIONS, text, content_type="application/yaml").json()


def definition(group, plural="widgets"):
    return f"{widgets.DEFINITIONS}/{plural}.{group}"


def conditions(crd):
    return {c["type"]: (c["status"], c["reason"]) for c in crd["status"].get("conditions") or []}


def initial(path, client):
    """A watch that has seen all there is."""
    watch = client.watch(
        path,
        sendInitialEvents="true",
        resourceVersionMatch="NotOlderThan",
        allowWatchBookmarks="true",
    )
    watch.until(lambda event: event["type"] == "BOOKMARK", "the end of the initial events")
    return watch


def at_once(t, count, work):
    """Runs work(number, client) for all numbers at once; raises the first failure."""
    failures, server = [], t.server

    def run(number):
        client = server.client()
        try:
            work(number, client)
        except BaseException as failure:  # pylint: disable=broad-except
            failures.append(failure)
        finally:
            client.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def test_watch_through_an_update(t):
    group, namespace = "update.example", t.namespace()
    define(t.client, group)
    objects = widgets.path(namespace, group)
    watches = [initial(objects, t.client), initial(f"/apis/{group}/v1/widgets", t.client)]
    # What is not of the resource leaves the watches alone.
    t.client.patch(definition(group), {"metadata": {"labels": {"a": "b"}}})
    t.client.patch(f"{definition(group)}/status", {"status": {"storedVersions": ["v1"]}})
    t.client.post(objects, widgets.widget("one", group))
    for watch in watches:
        assert summary(watch.next())[:2] == ("ADDED", "one")
    t.client.patch(definition(group), {"spec": {"names": {"shortNames": ["upd"]}}})
    for watch in watches:
        assert watch.remaining() == []
    # A new watch goes on from where the old one ended.
    since = t.client.get(objects).json()["metadata"]["resourceVersion"]
    again = t.client.watch(objects, resourceVersion=since)
    t.client.post(objects, widgets.widget("two", group))
    assert summary(again.next())[:2] == ("ADDED", "two")
    again.close()


def test_watch_through_a_deletion(t):
    group, namespace = "deletion.example", t.namespace()
    define(t.client, group)
    objects = widgets.path(namespace, group)
    for name in ("one", "two"):
        t.client.post(objects, widgets.widget(name, group))
    watch = initial(objects, t.client)
    definitions = t.client.watch(
        widgets.DEFINITIONS, fieldSelector=f"metadata.name=widgets.{group}", resourceVersion=0
    )
    deleted = t.client.delete(definition(group)).json()
    assert conditions(deleted)["Terminating"] == ("True", "InstanceDeletionPending"), deleted
    # The objects go first, then the watch ends without an error.
    events = watch.remaining()
    assert sorted(summary(event)[:2] for event in events) == [
        ("DELETED", "one"),
        ("DELETED", "two"),
    ], events
    told = definitions.until(lambda event: event["type"] == "DELETED", "the end of the definition")
    reasons = [conditions(event["object"]).get("Terminating") for event in told]
    assert ("True", "InstanceDeletionInProgress") in reasons, reasons
    definitions.close()
    wait_for(lambda: t.client.request("GET", objects).status == 404, "404 for the objects")
    t.client.get(f"/apis/{group}", expect=404)
    t.client.get(f"{OPENAPI}/{group}/v1", expect=404)
    # Defined anew it is another resource, with nothing of the old.
    define(t.client, group)
    assert t.client.get(objects).json()["items"] == []
    watch = initial(objects, t.client)
    t.client.post(objects, widgets.widget("three", group))
    assert summary(watch.next())[:2] == ("ADDED", "three")
    watch.close()


def test_finalizers_hold_the_definition(t):
    group, namespace = "held.example", t.namespace()
    define(t.client, group)
    objects = widgets.path(namespace, group)
    held = widgets.widget("held", group)
    held["metadata"]["finalizers"] = ["skeleton.example/hold"]
    t.client.post(objects, held)
    watch = initial(objects, t.client)
    t.client.delete(definition(group))
    assert summary(watch.next())[:2] == ("MODIFIED", "held")
    refused = t.client.post(objects, widgets.widget("late", group), expect=403).json()
    assert (
        "create not allowed while custom resource definition is terminating" in refused["message"]
    )
    verbs = t.client.get(f"/apis/{group}/v1").json()["resources"][0]["verbs"]
    assert sorted(verbs) == ["delete", "deletecollection", "get", "list", "watch"], verbs
    t.client.patch(f"{objects}/held", {"metadata": {"finalizers": None}})
    events = watch.remaining()
    assert summary(events[-1])[:2] == ("DELETED", "held"), events
    wait_for(
        lambda: t.client.request("GET", definition(group)).status == 404, "the definition's end"
    )


def test_clashing_definitions_at_once(t):
    group = "clash.example"
    plurals = [f"clash{number}" for number in range(8)]
    at_once(t, len(plurals), lambda number, client: define(client, group, plurals[number], "Clash"))
    while plurals:
        states = {
            plural: conditions(t.client.get(definition(group, plural)).json()) for plural in plurals
        }
        accepted = [p for p, s in states.items() if s["NamesAccepted"] == ("True", "NoConflicts")]
        assert len(accepted) == 1, states
        served = [
            p for p in plurals if t.client.request("GET", f"/apis/{group}/v1/{p}").status == 200
        ]
        assert served == accepted, (served, states)
        for plural in plurals:
            if plural not in accepted:
                assert states[plural]["Established"] == ("False", "NotAccepted"), states
        t.client.delete(definition(group, accepted[0]))
        gone = definition(group, accepted[0])
        wait_for(lambda: t.client.request("GET", gone).status == 404, f"{gone} to go")
        plurals.remove(accepted[0])
        if plurals:
            wait_for(
                lambda: any(
                    t.client.request("GET", f"/apis/{group}/v1/{p}").status == 200 for p in plurals
                ),
                "another one to get the name",
            )


def test_served_when_the_post_returns(t):
    def work(number, client):
        for i in range(10):
            plural = f"many{number}x{i}"
            group = "many.example" if i % 2 else f"{plural}.example"
            define(client, group, plural, f"Many{number}x{i}")
            client.get(f"/apis/{group}/v1/{plural}")
            names = [r["name"] for r in client.get(f"/apis/{group}/v1").json()["resources"]]
            assert plural in names, names
            groups = [g["name"] for g in client.get("/apis").json()["groups"]]
            assert group in groups, groups
            paths = client.get(f"{OPENAPI}/{group}/v1").json()["paths"]
            assert f"/apis/{group}/v1/{plural}" in paths, list(paths)
            assert f"apis/{group}/v1" in client.get("/openapi/v3").json()["paths"]

    at_once(t, 6, work)


def test_an_update_counts_for_the_next_request(t):
    namespace = t.namespace()

    def work(number, client):
        group = f"next{number}.example"
        crd = define(client, group)
        versions = crd["spec"]["versions"]
        size = versions[0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["size"]
        objects = widgets.path(namespace, group)
        for most in range(2, 12):
            size["maximum"] = most
            client.patch(definition(group), {"spec": {"versions": versions}})
            client.post(objects, widgets.widget(f"n{most}", group, size=most + 1), expect=422)
            client.post(objects, widgets.widget(f"n{most}", group, size=most))

    at_once(t, 6, work)
