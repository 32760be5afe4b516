"""Protobuf in service: what typed clients and `kubectl create` send and ask for."""
import widgets
from harness import protobuf
from harness.protobuf import bytes_field, field, fields

PROTOBUF = "application/vnd.kubernetes.protobuf"
# Field numbers of the API.
METADATA, DATA = 1, 2
NAME, RESOURCE_VERSION, LABELS = 1, 6, 11


def config_maps(namespace):
    return f"/api/v1/namespaces/{namespace}/configmaps"


def text_map(number, entries):
    return b"".join(
        bytes_field(number, bytes_field(1, key) + bytes_field(2, value))
        for key, value in sorted(entries.items())
    )


def config_map(name, **data):
    metadata = bytes_field(NAME, name) + text_map(LABELS, {"of": "protobuf"})
    message = bytes_field(METADATA, metadata) + text_map(DATA, data)
    return protobuf.envelope("v1", "ConfigMap", message)


def entries(message, number):
    return {
        field(value, 1).decode(): field(value, 2).decode()
        for at, value in fields(message)
        if at == number
    }


def test_post_and_get(t):
    namespace = t.namespace()
    path = config_maps(namespace)
    created = t.client.post(
        path, config_map("a", x="1", y="2"), content_type=PROTOBUF, accept=PROTOBUF
    )
    assert created.header("Content-Type") == PROTOBUF, created.headers
    got = t.client.get(f"{path}/a", accept=f"{PROTOBUF},application/json")
    assert got.body == created.body
    api_version, kind, message = protobuf.open_envelope(got.body)
    assert (api_version, kind) == ("v1", "ConfigMap")
    assert entries(message, DATA) == {"x": "1", "y": "2"}
    plain = t.client.get(f"{path}/a").json()
    assert plain["data"] == {"x": "1", "y": "2"} and plain["metadata"]["labels"] == {
        "of": "protobuf"
    }
    assert (
        field(message, METADATA, RESOURCE_VERSION).decode() == plain["metadata"]["resourceVersion"]
    )
    # What was read can be written back: nothing changes.
    same = t.client.put(f"{path}/a", got.body, content_type=PROTOBUF, accept=PROTOBUF)
    assert same.body == got.body


def test_list(t):
    namespace = t.namespace()
    path = config_maps(namespace)
    for i in range(3):
        t.client.post(path, config_map(f"m{i}", i=str(i)), content_type=PROTOBUF)
    answer = t.client.get(f"{path}?labelSelector=of%3Dprotobuf", accept=PROTOBUF)
    assert answer.header("Content-Type") == PROTOBUF
    api_version, kind, message = protobuf.open_envelope(answer.body)
    assert (api_version, kind) == ("v1", "ConfigMapList")
    (meta, *items) = fields(message)
    assert meta[0] == 1 and int(field(meta[1], 2)) > 0, meta
    assert [number for number, _ in items] == [2] * 3
    assert [field(item, METADATA, NAME) for _, item in items] == [b"m0", b"m1", b"m2"]
    # The same objects whichever way they were asked for.
    one = protobuf.open_envelope(t.client.get(f"{path}/m1", accept=PROTOBUF).body)[2]
    assert items[1][1] == one
    metadata_only = f"{PROTOBUF};as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"
    api_version, kind, message = protobuf.open_envelope(
        t.client.get(path, accept=metadata_only).body
    )
    assert (api_version, kind) == ("meta.k8s.io/v1", "PartialObjectMetadataList")
    assert field(message, 2, METADATA, NAME) == b"m2"


def test_field_selector(t):
    namespace = t.namespace()
    for name, kind in (("a", "Opaque"), ("b", "example.com/other")):
        secret = {"metadata": {"name": name}, "type": kind, "stringData": {"k": "v"}}
        t.client.post(f"/api/v1/namespaces/{namespace}/secrets", secret)
    found = t.client.get(
        f"/api/v1/namespaces/{namespace}/secrets?fieldSelector=type%3DOpaque"
    ).json()
    assert [item["metadata"]["name"] for item in found["items"]] == ["a"], found
    phase = t.client.get("/api/v1/namespaces?fieldSelector=status.phase%3DActive").json()
    assert namespace in [item["metadata"]["name"] for item in phase["items"]]


def test_watch(t):
    namespace = t.namespace()
    path = config_maps(namespace)
    watch = t.client.watch(path, accept=f"{PROTOBUF};stream=watch", allowWatchBookmarks="true")
    assert watch.content_type == f"{PROTOBUF};stream=watch", watch.content_type
    first = watch.next()
    assert first["type"] == "BOOKMARK" and first["object"][1] == "ConfigMap", first
    t.client.post(path, config_map("w", a="1"), content_type=PROTOBUF)
    t.client.patch(f"{path}/w", {"data": {"a": "2"}})
    t.client.delete(f"{path}/w")
    for kind, value in (("ADDED", "1"), ("MODIFIED", "2"), ("DELETED", "2")):
        event = watch.next()
        api_version, object_kind, message = event["object"]
        assert (event["type"], api_version, object_kind) == (kind, "v1", "ConfigMap"), event
        assert entries(message, DATA) == {"a": value}, event
    watch.close()
    old = t.client.watch(path, accept=PROTOBUF, resourceVersion="99999999999")
    error = old.next()
    assert error["type"] == "ERROR" and error["object"][:2] == ("v1", "Status"), error
    old.close()


def test_deletion(t):
    namespace = t.namespace()
    path = config_maps(namespace)
    t.client.post(path, config_map("d"), content_type=PROTOBUF)
    # DeleteOptions{preconditions: {uid}} that does not fit, and then none.
    wrong = protobuf.envelope("v1", "DeleteOptions", bytes_field(2, bytes_field(1, "other")))
    status = t.client.delete(f"{path}/d", wrong, content_type=PROTOBUF, accept=PROTOBUF, expect=409)
    assert protobuf.open_envelope(status.body)[:2] == ("v1", "Status"), status.body
    none = protobuf.envelope("v1", "DeleteOptions", b"")
    gone = t.client.delete(f"{path}/d", none, content_type=PROTOBUF, accept=PROTOBUF)
    message = protobuf.open_envelope(gone.body)[2]
    assert field(message, 2) == b"Success" and field(message, 5, 1) == b"d", gone.body


def test_errors(t):
    namespace = t.namespace()
    path = config_maps(namespace)
    missing = t.client.get(f"{path}/none", accept=PROTOBUF, expect=404)
    assert missing.header("Content-Type") == PROTOBUF
    _, kind, message = protobuf.open_envelope(missing.body)
    assert kind == "Status" and field(message, 4) == b"NotFound" and field(message, 6) == 404
    for body, cause in (
        (b"", "empty data (<empty>)"),
        (protobuf.PREFIX, "empty body (6b387300)"),
        (
            b'{"kind":"ConfigMap"}',
            "provided data does not appear to be a protobuf message, expected prefix "
            '[107 56 115 0] ({"kind":"ConfigMap"})',
        ),
    ):
        status = t.client.post(path, body, content_type=PROTOBUF, expect=400).json()
        lead = "the object provided is unrecognized (must be of type ConfigMap): "
        assert status["message"] == lead + cause, status
    t.client.get(path, accept=f"{PROTOBUF};as=Table;v=v1;g=meta.k8s.io", expect=406)


def test_custom_resources_have_no_protobuf(t):
    path = t.widgets()(t.namespace())
    refused = t.client.get(path, accept=PROTOBUF, expect=406)
    assert protobuf.open_envelope(refused.body)[1] == "Status", refused.body
    assert t.client.get(path, accept=f"{PROTOBUF},application/json").json()["kind"] == "WidgetList"
    t.client.post(path, widgets.widget("w"))
    metadata_only = f"{PROTOBUF};as=PartialObjectMetadata;v=v1;g=meta.k8s.io"
    _, kind, message = protobuf.open_envelope(t.client.get(f"{path}/w", accept=metadata_only).body)
    assert kind == "PartialObjectMetadata" and field(message, METADATA, NAME) == b"w"
    status = t.client.post(path, config_map("w"), content_type=PROTOBUF, expect=415).json()
    assert PROTOBUF not in status["message"] and "application/json" in status["message"], status


def test_kubectl_create_from_flags(t):
    namespace = t.namespace()
    made = t.kubectl("create", "configmap", "x", "-n", namespace, "--from-literal=a=b")
    assert made == "configmap/x created\n", made
    value = t.kubectl("get", "cm", "x", "-n", namespace, "-o", "jsonpath={.data.a}")
    assert value == "b", value
    made = t.kubectl("create", "secret", "generic", "s", "-n", namespace, "--from-literal=k=v")
    assert made == "secret/s created\n", made
    made = t.kubectl("create", "namespace", f"{namespace}-more")
    assert made == f"namespace/{namespace}-more created\n", made
    phase = t.kubectl("get", "ns", f"{namespace}-more", "-o", "jsonpath={.status.phase}")
    assert phase == "Active", phase
