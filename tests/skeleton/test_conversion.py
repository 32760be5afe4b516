"""Custom resources that a webhook converts between their versions."""
import base64
import itertools
import os
import threading

from conversion_webhook import GROUP, Webhook, answer
from harness.client import EVENT_TIMEOUT_SECONDS

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
NUMBERS = itertools.count(1)


def schema(spec, status):
    def plain(properties):
        return {"type": "object", "properties": properties}

    return {"openAPIV3Schema": plain({"spec": plain(spec), "status": plain(status)})}


def definition(plural, webhook, storage="v1", review_versions=("v1",), config=None):
    text, number = {"type": "string"}, {"type": "integer"}
    config = config or {"url": webhook.url}
    versions = [
        {
            "name": "v1",
            "served": True,
            "storage": storage == "v1",
            "schema": schema(
                {"address": text, "replicas": number, "glow": {**text, "default": "warm"}},
                {"state": text},
            ),
            "subresources": {
                "status": {},
                "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.n"},
            },
        },
        {
            "name": "v2",
            "served": True,
            "storage": storage == "v2",
            "schema": schema(
                {
                    "host": {**text, "maxLength": 20},
                    "port": number,
                    "size": {"type": "object", "properties": {"count": number}},
                    "glow": text,
                    "shade": {**text, "default": "none"},
                },
                {"phase": text},
            ),
            "subresources": {
                "status": {},
                "scale": {
                    "specReplicasPath": ".spec.size.count",
                    "statusReplicasPath": ".status.n",
                },
            },
            "selectableFields": [{"jsonPath": ".spec.host"}],
            "additionalPrinterColumns": [
                {"name": "Host", "type": "string", "jsonPath": ".spec.host"}
            ],
        },
    ]
    authority = base64.b64encode(webhook.authority.encode()).decode()
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{GROUP}"},
        "spec": {
            "group": GROUP,
            "scope": "Namespaced",
            "names": {"plural": plural, "kind": plural.capitalize()},
            "versions": versions,
            "conversion": {
                "strategy": "Webhook",
                "webhook": {
                    "clientConfig": {**config, "caBundle": authority},
                    "conversionReviewVersions": list(review_versions),
                },
            },
        },
    }


class Lamps:
    """A definition of its own, a webhook and a namespace for one test."""

    def __init__(self, t, client=None, webhook=None, **options):
        number = next(NUMBERS)
        self.plural = f"lamps{number}"
        self.client = client or t.client
        self.webhook = webhook or Webhook(os.path.join(t.folder, f"webhook-{number}"))
        self.namespace = t.namespace(self.client)
        self.definition = definition(self.plural, self.webhook, **options)
        self.client.post(DEFINITIONS, self.definition)

    def path(self, version, name="", rest=""):
        path = f"/apis/{GROUP}/{version}/namespaces/{self.namespace}/{self.plural}"
        return path + (f"/{name}" if name else "") + rest

    def lamp(self, version, name, spec, **metadata):
        return {
            "apiVersion": f"{GROUP}/{version}",
            "kind": self.plural.capitalize(),
            "metadata": {"name": name, **metadata},
            "spec": spec,
        }

    def create(self, version, name, spec, **metadata):
        lamp = self.lamp(version, name, spec, **metadata)
        return self.client.post(self.path(version), lamp).json()

    def get(self, version, name="a", rest=""):
        return self.client.get(self.path(version, name, rest)).json()

    def store_in(self, version):
        """Makes it the storage version."""
        path = f"{DEFINITIONS}/{self.definition['metadata']['name']}"
        current = self.client.get(path).json()
        for each in current["spec"]["versions"]:
            each["storage"] = each["name"] == version
        self.client.put(path, current)

    def refusal(self, method="GET", version="v2", name="a", body=None):
        """The message of a 500."""
        options = {"content_type": "application/merge-patch+json"} if method == "PATCH" else {}
        path = self.path(version, name)
        status = self.client.request(method, path, body, expect=500, **options).json()
        assert status["status"] == "Failure" and "reason" not in status, status
        return status["message"]


def test_both_versions_show_one_object(t):
    lamps = Lamps(t)
    created = lamps.create("v1", "a", {"address": "here:80", "replicas": 2})
    assert created["spec"] == {"address": "here:80", "replicas": 2, "glow": "warm"}
    assert lamps.get("v1") == created
    assert lamps.webhook.taken() == [], "nobody is asked about the version that is stored"

    seen = lamps.get("v2")
    assert seen["apiVersion"] == f"{GROUP}/v2"
    # The default of v2 comes with requests in v2 only.
    assert seen["spec"] == {"host": "here", "port": 80, "size": {"count": 2}, "glow": "warm"}
    assert seen["metadata"] == created["metadata"]
    (review,) = lamps.webhook.taken()
    assert lamps.webhook.paths[-1] == "/convert?timeout=30s"
    assert (review["apiVersion"], review["kind"]) == ("apiextensions.k8s.io/v1", "ConversionReview")
    assert review["request"]["desiredAPIVersion"] == f"{GROUP}/v2" and review["request"]["uid"]
    (sent,) = review["request"]["objects"]
    assert sent["apiVersion"] == f"{GROUP}/v1" and sent["spec"] == created["spec"]

    made = lamps.create("v2", "b", {"host": "there", "port": 1})
    assert made["spec"] == {"host": "there", "port": 1, "glow": "warm"}, made
    assert lamps.get("v1", "b")["spec"] == {"address": "there:1", "glow": "warm"}


def test_lists_take_one_call(t):
    lamps = Lamps(t)
    for name in "abc":
        lamps.create("v1", name, {"address": f"{name}:1"})
    lamps.store_in("v2")
    lamps.create("v2", "d", {"host": "d", "port": 1})
    lamps.webhook.taken()
    items = lamps.client.get(lamps.path("v2")).json()["items"]
    assert [lamp["spec"]["host"] for lamp in items] == ["a", "b", "c", "d"]
    assert {lamp["apiVersion"] for lamp in items} == {f"{GROUP}/v2"}
    (review,) = lamps.webhook.taken()
    names = [lamp["metadata"]["name"] for lamp in review["request"]["objects"]]
    assert names == ["a", "b", "c"], "what is stored in the version is not sent"
    items = lamps.client.get(lamps.path("v1")).json()["items"]
    assert [lamp["spec"]["address"] for lamp in items] == ["a:1", "b:1", "c:1", "d:1"]
    (review,) = lamps.webhook.taken()
    assert [lamp["metadata"]["name"] for lamp in review["request"]["objects"]] == ["d"]

    accept = "application/json;as=Table;g=meta.k8s.io;v=v1"
    table = lamps.client.get(lamps.path("v2"), accept=accept).json()
    assert [row["cells"] for row in table["rows"]] == [[name, name] for name in "abcd"]
    page = lamps.client.get(lamps.path("v2") + "?limit=2").json()
    assert [lamp["spec"]["host"] for lamp in page["items"]] == ["a", "b"]


def test_every_form_is_converted(t):
    lamps = Lamps(t)
    for number in range(3):
        lamps.create("v1", f"l{number}", {"address": f"h{number}:1"})
    for accept in ("application/json", "application/yaml", "application/cbor"):
        for path in (lamps.path("v2"), lamps.path("v2", "l0"), lamps.path("v2") + "?pretty=1"):
            body = lamps.client.get(path, accept=accept).body
            assert b"h0" in body and b"address" not in body, (accept, path, body)
    accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
    found = lamps.client.get(lamps.path("v2"), accept=accept).json()["items"]
    assert [lamp["metadata"]["name"] for lamp in found] == ["l0", "l1", "l2"]
    accept = "application/json;as=Table;g=meta.k8s.io;v=v1"
    table = lamps.client.get(lamps.path("v2", "l1"), accept=accept).json()
    assert table["rows"][0]["cells"] == ["l1", "h1"], table["rows"]
    watch = lamps.client.watch(lamps.path("v2"), accept="application/cbor-seq")
    lamps.client.patch(lamps.path("v1", "l2"), {"spec": {"address": "other:1"}})
    watch.until(lambda event: event["object"]["spec"].get("host") == "other", "the change")
    watch.close()


def test_long_lists(t):
    """More than is sent at once."""
    server = t.start_server("--storage=memory")
    lamps = Lamps(t, client=server.client())
    count = 1100
    for number in range(count):
        lamps.create("v1", f"l{number:04}", {"address": f"h{number}:1"})
    for accept in ("application/json", "application/cbor"):
        assert lamps.client.get(lamps.path("v2"), accept=accept).body.count(b"host") == count
    assert len(lamps.webhook.taken()) == 2
    initial = {"sendInitialEvents": "true", "resourceVersionMatch": "NotOlderThan"}
    watch = lamps.client.watch(lamps.path("v2"), allowWatchBookmarks="true", **initial)
    events = watch.until(lambda event: event["type"] == "BOOKMARK", "the end of what is there")
    assert [event["object"]["spec"]["host"] for event in events[:-1]] == [
        f"h{number}" for number in range(count)
    ]
    watch.close()
    server.stop()


def test_changes_in_the_other_version(t):
    lamps = Lamps(t)
    lamps.create("v1", "a", {"address": "here:80", "replicas": 2})
    patched = lamps.client.patch(lamps.path("v2", "a"), {"spec": {"port": 81}}).json()
    assert patched["spec"]["port"] == 81 and patched["metadata"]["generation"] == 2, patched
    assert lamps.get("v1")["spec"]["address"] == "here:81"
    same = lamps.client.patch(lamps.path("v2", "a"), {"spec": {"port": 81}}).json()
    assert same["metadata"]["resourceVersion"] == patched["metadata"]["resourceVersion"]
    lamps.client.patch(lamps.path("v2", "a"), {})

    changed = lamps.get("v2")
    changed["spec"]["host"] = "there"
    replaced = lamps.client.put(lamps.path("v2", "a"), changed).json()
    assert replaced["spec"]["host"] == "there"
    assert lamps.get("v1")["spec"]["address"] == "there:81"
    conflict = lamps.client.put(lamps.path("v2", "a"), changed, expect=409).json()
    assert conflict["reason"] == "Conflict"

    # Rules are those of the version of the request.
    changed = lamps.client.patch(
        lamps.path("v2", "a"), {"spec": {"host": "a" * 21}}, expect=422
    ).json()
    assert "spec.host: Too long" in changed["message"], changed["message"]
    lamps.client.patch(lamps.path("v1", "a"), {"spec": {"address": "a" * 21 + ":1"}})


def test_status_and_scale(t):
    lamps = Lamps(t)
    lamps.create("v1", "a", {"address": "here:80", "replicas": 2})
    path = lamps.path("v2", "a", "/status")
    lit = lamps.client.patch(path, {"status": {"phase": "on"}, "spec": {"port": 5}}).json()
    assert lit["status"] == {"phase": "on"} and lit["spec"]["port"] == 80
    assert lamps.get("v1")["status"] == {"state": "on"}
    assert lamps.get("v2", rest="/status")["status"] == {"phase": "on"}
    for version in ("v1", "v2"):
        assert lamps.get(version, rest="/scale")["spec"] == {"replicas": 2}
    scale = lamps.get("v2", rest="/scale")
    scale["spec"]["replicas"] = 7
    lamps.webhook.taken()
    assert lamps.client.put(lamps.path("v2", "a", "/scale"), scale).json()["spec"]["replicas"] == 7
    kinds = {lamp["kind"] for r in lamps.webhook.taken() for lamp in r["request"]["objects"]}
    assert kinds == {lamps.plural.capitalize()}, "a Scale is nothing for the webhook"
    assert lamps.get("v1")["spec"]["replicas"] == 7
    assert lamps.get("v2")["spec"]["size"] == {"count": 7}


def test_watches(t):
    lamps = Lamps(t)
    lamps.create("v1", "a", {"address": "here:80"})
    initial = {
        "sendInitialEvents": "true",
        "resourceVersionMatch": "NotOlderThan",
        "allowWatchBookmarks": "true",
    }
    watches = [lamps.client.watch(lamps.path("v2"), **initial) for _ in range(3)]
    for watch in watches:
        event = watch.next()
        assert event["type"] == "ADDED" and event["object"]["spec"]["host"] == "here", event
        assert watch.next()["type"] == "BOOKMARK"
    lamps.client.patch(lamps.path("v1", "a"), {"spec": {"address": "there:80"}})
    lamps.client.delete(lamps.path("v1", "a"))
    for watch in watches:
        for kind in ("MODIFIED", "DELETED"):
            event = watch.next()
            assert event["type"] == kind and event["object"]["spec"]["host"] == "there", event
            assert event["object"]["apiVersion"] == f"{GROUP}/v2"

    # A watch that cannot go on says why and ends.
    lamps.webhook.behave = lambda review: (500, b"no")
    lamps.create("v1", "b", {"address": "here:80"})
    for watch in watches:
        event = watch.next()
        assert event["type"] == "ERROR" and event["object"]["code"] == 500, event
        assert "the webhook answered 500: no" in event["object"]["message"], event
        assert watch.remaining() == []
    lamps.webhook.behave = answer
    since = lamps.client.get(lamps.path("v1")).json()["metadata"]["resourceVersion"]
    watch = lamps.client.watch(lamps.path("v2"), labelSelector="room=hall", resourceVersion=since)
    lamps.client.patch(lamps.path("v1", "b"), {"metadata": {"labels": {"room": "hall"}}})
    assert watch.next()["type"] == "ADDED"
    moved = {"metadata": {"labels": {"room": "attic"}}, "spec": {"address": "x:1"}}
    lamps.client.patch(lamps.path("v1", "b"), moved)
    event = watch.next()
    assert event["type"] == "DELETED" and event["object"]["spec"]["host"] == "here", event
    watch.close()


def test_field_selectors(t):
    """They look at objects in the version of the request."""
    lamps = Lamps(t)
    for name, host in (("a", "here"), ("b", "there"), ("c", "here"), ("d", "here")):
        lamps.create("v1", name, {"address": f"{host}:80"})

    def listed(query):
        found = lamps.client.get(lamps.path("v2") + "?fieldSelector=spec.host" + query).json()
        return [lamp["metadata"]["name"] for lamp in found["items"]], found["metadata"]

    assert listed("=here")[0] == ["a", "c", "d"]
    assert listed("!=here")[0] == ["b"]
    names, metadata = listed("=here&limit=2")
    assert names == ["a", "c"] and metadata["continue"], metadata
    names, metadata = listed(f"=here&limit=2&continue={metadata['continue']}")
    assert names == ["d"] and not metadata["continue"], metadata

    watch = lamps.client.watch(
        lamps.path("v2"),
        fieldSelector="spec.host=here",
        sendInitialEvents="true",
        resourceVersionMatch="NotOlderThan",
        allowWatchBookmarks="true",
    )
    events = watch.until(lambda event: event["type"] == "BOOKMARK", "all that is there")
    assert [event["object"]["metadata"]["name"] for event in events[:-1]] == ["a", "c", "d"]
    lamps.client.patch(lamps.path("v1", "b"), {"spec": {"address": "here:1"}})
    lamps.client.patch(lamps.path("v1", "b"), {"spec": {"address": "here:2"}})
    lamps.client.patch(lamps.path("v1", "b"), {"spec": {"address": "there:3"}})
    lamps.client.patch(lamps.path("v1", "b"), {"spec": {"address": "there:4"}})
    lamps.client.patch(lamps.path("v1", "b"), {"spec": {"address": "here:5"}})
    for kind, port in (("ADDED", 1), ("MODIFIED", 2), ("DELETED", 2), ("ADDED", 5)):
        event = watch.next()
        assert (event["type"], event["object"]["spec"]["port"]) == (kind, port), event
        assert event["object"]["spec"]["host"] == "here"
    watch.close()
    query = "?fieldSelector=spec.host=here"
    gone = lamps.client.delete(lamps.path("v2") + query).json()["items"]
    assert [lamp["metadata"]["name"] for lamp in gone] == ["a", "b", "c", "d"]
    assert lamps.client.get(lamps.path("v1")).json()["items"] == []


def test_what_a_webhook_may_change(t):
    lamps = Lamps(t)
    created = lamps.create("v1", "a", {"address": "here:80"}, labels={"old": "x"})

    def meddle(review):
        said = answer(review)
        lamp = said["response"]["convertedObjects"][0]
        lamp["metadata"].update(
            labels={"new": "y"}, annotations={"note": "z"}, generation=99, finalizers=["a/b"]
        )
        lamp["spec"]["unknown"] = 1
        return said

    lamps.webhook.behave = meddle
    seen = lamps.get("v2")
    wanted = dict(created["metadata"], labels={"new": "y"}, annotations={"note": "z"})
    assert seen["metadata"] == wanted, seen["metadata"]
    assert "unknown" not in seen["spec"], "what the schema does not know is pruned"
    assert lamps.get("v1") == created


def test_refused_answers(t):
    lamps = Lamps(t)
    created = lamps.create("v1", "a", {"address": "here:80"}, labels={"old": "x"})
    kind = lamps.plural.capitalize()
    asked = f"conversion webhook for {GROUP}/v1, Kind={kind}"

    def changed(change):
        def behave(review):
            said = answer(review)
            change(said, said["response"], said["response"]["convertedObjects"])
            return said

        return behave

    def in_metadata(**values):
        return changed(lambda said, response, objects: objects[0]["metadata"].update(values))

    bad_object = f"{asked} returned invalid object at index 0: "
    wanted = {
        f"{asked} returned 0 objects, expected 1": changed(lambda s, r, o: o.clear()),
        f"{asked} returned 2 objects, expected 1": changed(lambda s, r, o: o.append(o[0])),
        f"{asked} failed: it is broken": changed(
            lambda s, r, o: r.update(result={"status": "Failure", "message": "it is broken"})
        ),
        f"{asked} failed: response.result.status was 'Maybe', not 'Success'": changed(
            lambda s, r, o: r.update(result={"status": "Maybe"})
        ),
        f"{asked} failed: no response provided": changed(lambda s, r, o: s.pop("response")),
        f"{asked} failed: expected webhook response of apiextensions.k8s.io/v1, "
        "Kind=ConversionReview, got v1, Kind=Pod": changed(
            lambda s, r, o: s.update(apiVersion="v1", kind="Pod")
        ),
        bad_object
        + f"invalid groupVersion (expected {GROUP}/v2, received {GROUP}/v1)": changed(
            lambda s, r, o: o[0].update(apiVersion=f"{GROUP}/v1")
        ),
        bad_object
        + f"invalid kind (expected {kind}, received Pod)": changed(
            lambda s, r, o: o[0].update(kind="Pod")
        ),
        bad_object + "must have the same name: a != b": in_metadata(name="b"),
        bad_object
        + f"must have the same namespace: {lamps.namespace} != x": in_metadata(namespace="x"),
        bad_object
        + f"must have the same UID: {created['metadata']['uid']} != x": in_metadata(uid="x"),
        bad_object
        + "missing metadata in converted object": changed(lambda s, r, o: o[0].pop("metadata")),
        bad_object
        + "metadata.labels[k] must be a string, but is int64 in converted object": in_metadata(
            labels={"k": 1}
        ),
    }
    for message, behave in wanted.items():
        lamps.webhook.behave = behave
        assert lamps.refusal() == message, (lamps.refusal(), message)
        assert lamps.refusal(name="") == message, "lists fail as a whole"
    said = {
        'expected response.uid="': changed(lambda s, r, o: r.update(uid="x")),
        "metadata.labels: Invalid value": in_metadata(labels={"k": "not a value"}),
        "the answer is not JSON": lambda review: b"<html>",
        "the answer is not a JSON object": lambda review: b"[]",
        "the webhook answered 503: later": lambda review: (503, b"later"),
        f'Post "{lamps.webhook.url}?timeout=30s": ': lambda review: None,
    }
    for part, behave in said.items():
        lamps.webhook.behave = behave
        assert part in lamps.refusal(), lamps.refusal()

    # Writes fail too, and nothing is stored.
    for method, body in (("PATCH", {"spec": {"port": 1}}), ("DELETE", None)):
        assert "failed: Post" in lamps.refusal(method, body=body)
    lamp = lamps.lamp("v2", "b", {"host": "x", "port": 1})
    message = lamps.client.post(lamps.path("v2"), lamp, expect=500).json()["message"]
    assert message.startswith(f"conversion webhook for {GROUP}/v2, Kind={kind} failed: Post")
    lamps.client.get(lamps.path("v1", "b"), expect=404)
    assert lamps.get("v1") == created

    # No failure is remembered.
    lamps.webhook.behave = answer
    assert lamps.get("v2")["spec"]["host"] == "here"
    lamps.client.delete(lamps.path("v2", "a"))


def test_old_review_version(t):
    lamps = Lamps(t, review_versions=["v2", "v1beta1", "v1"])
    lamps.create("v1", "a", {"address": "here:80"})

    def careless(review):
        said = answer(review)
        del said["kind"], said["apiVersion"], said["response"]["uid"]
        return said

    lamps.webhook.behave = careless
    assert lamps.get("v2")["spec"]["host"] == "here"
    assert lamps.webhook.taken()[0]["apiVersion"] == "apiextensions.k8s.io/v1beta1"


def test_untrusted_webhook(t):
    lamps = Lamps(t)
    lamps.create("v1", "a", {"address": "here:80"})
    other = Webhook(os.path.join(t.folder, "webhook-other"))
    path = f"{DEFINITIONS}/{lamps.definition['metadata']['name']}"
    authority = base64.b64encode(other.authority.encode()).decode()
    change = {"spec": {"conversion": {"webhook": {"clientConfig": {"caBundle": authority}}}}}
    lamps.client.patch(path, change)
    assert "certificate" in lamps.refusal(), lamps.refusal()
    change["spec"]["conversion"]["webhook"]["clientConfig"]["caBundle"] = "cnViYmlzaA=="
    refused = lamps.client.patch(path, change, expect=422).json()["message"]
    assert "spec.conversion.webhookClientConfig.caBundle: Invalid value" in refused, refused
    assert lamps.webhook.taken() == []
    other.close()
    lamps.webhook.close()
    assert "connect to 127.0.0.1" in lamps.refusal(), lamps.refusal()


def test_webhook_known_by_its_own_certificate(t):
    lamps = Lamps(t)
    lamps.create("v1", "a", {"address": "here:80"})
    with open(lamps.webhook.certificate, "rb") as file:
        own = base64.b64encode(file.read()).decode()
    change = {"spec": {"conversion": {"webhook": {"clientConfig": {"caBundle": own}}}}}
    lamps.client.patch(f"{DEFINITIONS}/{lamps.definition['metadata']['name']}", change)
    assert lamps.get("v2")["spec"]["host"] == "here"


def test_slow_webhook_holds_up_nobody_else(t):
    server = t.start_server("--storage=memory")
    lamps = Lamps(t, client=server.client())
    lamps.create("v1", "a", {"address": "here:80"})
    # More than there are threads in the server.
    count = 2 * (os.cpu_count() or 1)
    asked, go_on, read = threading.Semaphore(0), threading.Event(), []

    def hang(review):
        asked.release()
        go_on.wait()
        return answer(review)

    def reader():
        read.append(server.client().request("GET", lamps.path("v2", "a")))

    lamps.webhook.behave = hang
    readers = [threading.Thread(target=reader) for _ in range(count)]
    for thread in readers:
        thread.start()
    for _ in readers:
        assert asked.acquire(timeout=EVENT_TIMEOUT_SECONDS)
    assert lamps.get("v1")["spec"]["address"] == "here:80"
    # Whose time is over does not wait either.
    lamps.client.get(lamps.path("v2", "a", "?timeout=100ms"), expect=504)
    assert not read, "nobody but the webhook lets them go on"
    go_on.set()
    for thread in readers:
        thread.join()
    assert [response.status for response in read] == [200] * count, read
    lamps.webhook.behave = answer
    assert lamps.get("v2")["spec"]["host"] == "here"
    server.stop()


def test_service_reference(t):
    """A service is called at its cluster address, and has to prove its name."""
    server = t.start_server("--storage=memory", "--service-cluster-ip-range=127.7.7.0/24")
    client = server.client()
    folder = os.path.join(t.folder, "webhook-service")
    webhook = Webhook(folder, "DNS:hook.default.svc", "127.7.7.7")
    config = {"service": {"namespace": "default", "name": "hook", "port": webhook.port}}
    lamps = Lamps(t, client=client, webhook=webhook, config=config)
    lamps.create("v1", "a", {"address": "here:80"})
    url = f'Post "https://hook.default.svc:{webhook.port}/?timeout=30s": '
    assert lamps.refusal().endswith(f' failed: {url}service "hook" not found'), lamps.refusal()
    services = "/api/v1/namespaces/default/services"
    service = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "hook"},
        "spec": {"clusterIP": "127.7.7.7", "ports": [{"port": 1}]},
    }
    client.post(services, service)
    wanted = f'no service port {webhook.port} found for service "hook"'
    assert lamps.refusal().endswith(wanted), lamps.refusal()
    change = {"spec": {"ports": [{"port": webhook.port}]}}
    client.patch(f"{services}/hook", change)
    assert lamps.get("v2")["spec"]["host"] == "here"
    assert webhook.paths[-1] == "/?timeout=30s"
    server.stop()


def test_deletion_needs_no_webhook(t):
    """In the version objects are stored in, and when the definition goes."""
    lamps = Lamps(t)
    for name in "ab":
        lamps.create("v1", name, {"address": "here:80"})
    lamps.webhook.close()
    lamps.client.delete(lamps.path("v1", "a"))
    path = f"{DEFINITIONS}/{lamps.definition['metadata']['name']}"
    watch = lamps.client.watch(
        DEFINITIONS, fieldSelector=f"metadata.name={lamps.definition['metadata']['name']}"
    )
    lamps.client.delete(path)
    watch.until(lambda event: event["type"] == "DELETED", "the definition is gone")
    watch.close()
