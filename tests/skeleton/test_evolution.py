"""Versions and rules: conversion through the hub, declarative validation, and the gates that say
who answers."""
import re

BOTH_VERSIONS = "--runtime-config=frobber.example/v6=true,frobber.example/v7beta1=true"
FROBBER_FLAGS = (BOTH_VERSIONS, "--feature-gates=Frobber2D=true")
MISMATCHES = "apiserver_validation_declarative_validation_mismatch_total"

_servers = {}


def client_of(t, *flags):
    """A client of a server with these flags; tests of this file share it."""
    if flags not in _servers:
        _servers[flags] = t.start_server(*flags)
    return _servers[flags].client()


def path(version, namespace):
    return f"/apis/frobber.example/{version}/namespaces/{namespace}/frobbers"


def frobber(version, name, **spec):
    if version == "v6":
        size = {"height": 20, "width": 30}
    else:
        size = {"size": {"heightMillimetres": 20, "widthMillimetres": 30}}
    return {
        "apiVersion": f"frobber.example/{version}",
        "kind": "Frobber",
        "metadata": {"name": name},
        "spec": {**size, **spec},
    }


FULL_V6 = {
    "height": 20,
    "width": 30,
    "param": "fast",
    "params": ["fast", "deep"],
    "mode": "Thorough",
    "replicas": 0,
    "notes": ["first", "", "third"],
    "owner": "team-a",
    "restartPolicy": "Never",
    "heightMillimetres": 20,
}


def test_versions_are_served(t):
    client = client_of(t, *FROBBER_FLAGS)
    group = client.get("/apis/frobber.example").json()
    assert {v["version"] for v in group["versions"]} == {"v6", "v7beta1"}, group
    assert group["preferredVersion"]["version"] == "v6", "a stable version comes before a beta one"
    t.client.get("/apis/frobber.example", expect=404)  # not without the flag


def test_conversion_there_and_back(t):
    client = client_of(t, *FROBBER_FLAGS)
    namespace = t.namespace(client)
    old, new = f"{path('v6', namespace)}/f", f"{path('v7beta1', namespace)}/f"
    created = client.post(path("v6", namespace), frobber("v6", "f", **FULL_V6)).json()
    assert created["apiVersion"] == "frobber.example/v6" and created["spec"] == FULL_V6, created

    seen = client.get(new).json()
    expected = {
        key: value
        for key, value in FULL_V6.items()
        if key not in ("height", "heightMillimetres", "width", "param")
    }
    size = {"heightMillimetres": 20, "widthMillimetres": 30}
    assert seen["spec"] == {**expected, "size": size}, seen
    assert (
        seen["apiVersion"] == "frobber.example/v7beta1" and seen["metadata"] == created["metadata"]
    ), seen

    # Written back in the new version without a change: no write, and nothing lost in the old one.
    assert client.put(new, seen).json() == seen
    assert client.get(old).json() == created

    # Changed in the new version, read in the old one.
    changed = {
        **seen,
        "spec": {
            **seen["spec"],
            "size": {"heightMillimetres": 21, "widthMillimetres": 30},
            "params": ["slow", "deep"],
        },
    }
    client.put(new, changed)
    spec = client.get(old).json()["spec"]
    assert spec == {
        **FULL_V6,
        "height": 21,
        "heightMillimetres": 21,
        "param": "slow",
        "params": ["slow", "deep"],
    }, spec
    listed = client.get(path("v7beta1", namespace)).json()
    assert (
        listed["kind"] == "FrobberList"
        and listed["items"][0]["spec"]["size"]["heightMillimetres"] == 21
    ), listed


def test_conversion_of_watch_events(t):
    client = client_of(t, *FROBBER_FLAGS)
    namespace = t.namespace(client)
    since = client.get(path("v6", namespace)).json()["metadata"]["resourceVersion"]
    watch = client.watch(path("v7beta1", namespace), resourceVersion=since)
    client.post(path("v6", namespace), frobber("v6", "f", param="only"))
    event = watch.next()
    assert event["object"]["apiVersion"] == "frobber.example/v7beta1", event
    spec = event["object"]["spec"]
    assert spec["size"] == {"heightMillimetres": 20, "widthMillimetres": 30}, spec
    assert spec["params"] == ["only"], spec
    defaults = (spec["mode"], spec["replicas"], spec["restartPolicy"])
    assert defaults == ("Gentle", 1, "Always"), defaults
    watch.close()


def check_refused(client, method, url, body, group_kind, *expected):
    """`expected` are (field, type, message) of all causes."""
    status = client.request(method, url, body, expect=422).json()
    name = body["metadata"]["name"]
    assert status["reason"] == "Invalid" and status["message"].startswith(
        f'{group_kind} "{name}" is invalid: '
    ), status
    causes = [(c["field"], c["reason"], c["message"]) for c in status["details"]["causes"]]
    assert sorted(causes) == sorted(expected), causes
    texts = [f"{field}: {message}" for field, _, message in expected]
    assert all(text in status["message"] for text in texts), status["message"]


def test_declarative_rules(t):
    client = client_of(t, *FROBBER_FLAGS)
    namespace = t.namespace(client)
    cases = [
        (
            {"width": 1001},
            (
                "spec.width",
                "FieldValueInvalid",
                "Invalid value: 1001: must be less than or equal to 1000",
            ),
        ),
        (
            {"height": -1},
            (
                "spec.height",
                "FieldValueInvalid",
                "Invalid value: -1: must be greater than or equal to 1",
            ),
        ),
        ({"height": None}, ("spec.height", "FieldValueRequired", "Required value")),
        (
            {"mode": "Rough"},
            (
                "spec.mode",
                "FieldValueNotSupported",
                'Unsupported value: "Rough": supported values: "Gentle", "Thorough"',
            ),
        ),
        (
            {"param": "x" * 65, "params": ["x" * 65]},
            ("spec.param", "FieldValueTooLong", "Too long: may not be more than 64 characters"),
            ("spec.params[0]", "FieldValueTooLong", "Too long: may not be more than 64 characters"),
        ),
        (
            {"notes": ["n"] * 17},
            ("spec.notes", "FieldValueTooMany", "Too many: 17: must have at most 16 items"),
        ),
        (
            {"replicas": -4},
            (
                "spec.replicas",
                "FieldValueInvalid",
                "Invalid value: -4: must be greater than or equal to 0",
            ),
        ),
        (
            {"owner": "team.a"},
            ("spec.owner", "FieldValueInvalid", 'Invalid value: "team.a": must not contain dots'),
        ),
        (
            {"height": None, "replicas": -1},
            ("spec.height", "FieldValueRequired", "Required value"),
            (
                "spec.replicas",
                "FieldValueInvalid",
                "Invalid value: -1: must be greater than or equal to 0",
            ),
        ),
    ]
    for spec, *expected in cases:
        check_refused(
            client,
            "POST",
            path("v6", namespace),
            frobber("v6", "bad", **spec),
            "Frobber.frobber.example",
            *expected,
        )
    # The rules are those of the version that is asked: the field has another path there.
    check_refused(
        client,
        "POST",
        path("v7beta1", namespace),
        frobber("v7beta1", "bad", size={"heightMillimetres": 5, "widthMillimetres": 1001}),
        "Frobber.frobber.example",
        (
            "spec.size.widthMillimetres",
            "FieldValueInvalid",
            "Invalid value: 1001: must be less than or equal to 1000",
        ),
    )
    stored = client.post(path("v6", namespace), frobber("v6", "good", owner="team-a")).json()
    check_refused(
        client,
        "PUT",
        f"{path('v6', namespace)}/good",
        {**stored, "spec": {**stored["spec"], "owner": "team-b"}},
        "Frobber.frobber.example",
        ("spec.owner", "FieldValueInvalid", "Invalid value: null: field is immutable"),
    )
    client.put(
        f"{path('v6', namespace)}/good", {**stored, "spec": {**stored["spec"], "height": 22}}
    )
    client.post(
        path("v7beta1", namespace),
        frobber("v7beta1", "bad", params=["", "x"]),
        expect=422,
    )


def test_strict_decoding_of_a_version(t):
    client = client_of(t, *FROBBER_FLAGS)
    namespace = t.namespace(client)
    body = frobber("v7beta1", "f", height=5)
    status = client.post(
        f"{path('v7beta1', namespace)}?fieldValidation=Strict", body, expect=400
    ).json()
    assert status["message"].endswith('strict decoding error: unknown field "spec.height"'), status


def lease(name, seconds):
    return {
        "apiVersion": "coordination.k8s.io/v1",
        "kind": "Lease",
        "metadata": {"name": name},
        "spec": {"holderIdentity": "me", "leaseDurationSeconds": seconds},
    }


def check_lease(t, client, detail):
    """A Lease of no duration is refused with these words, and the two kinds of rules were of one
    mind."""
    namespace = t.namespace(client)
    leases = f"/apis/coordination.k8s.io/v1/namespaces/{namespace}/leases"
    check_refused(
        client,
        "POST",
        leases,
        lease("l", 0),
        "Lease.coordination.k8s.io",
        ("spec.leaseDurationSeconds", "FieldValueInvalid", f"Invalid value: 0: {detail}"),
    )
    stored = client.post(leases, lease("l", 15)).json()
    check_refused(
        client,
        "PUT",
        f"{leases}/l",
        {**stored, "spec": {**stored["spec"], "leaseDurationSeconds": -1}},
        "Lease.coordination.k8s.io",
        ("spec.leaseDurationSeconds", "FieldValueInvalid", f"Invalid value: -1: {detail}"),
    )
    assert mismatches(client) == 0, "the rules disagree"


def mismatches(client):
    """The value of the unlabelled counter; it is there before anything was counted."""
    text = client.get("/metrics", accept="*/*").body.decode()
    values = re.findall(rf"^{MISMATCHES} (\S+)$", text, re.M)
    assert len(values) == 1, f"{MISMATCHES}: {values}"
    return float(values[0])


HAND_WRITTEN = "must be greater than 0"
DECLARATIVE = "must be greater than or equal to 1"


def test_gates_by_default_the_hand_written_rule_answers(t):
    check_lease(t, t.client, HAND_WRITTEN)


def test_gates_takeover_lets_the_declarative_rule_answer(t):
    check_lease(t, client_of(t, "--feature-gates=DeclarativeValidationTakeover=true"), DECLARATIVE)


def test_gates_without_declarative_validation(t):
    check_lease(t, client_of(t, "--feature-gates=DeclarativeValidation=false"), HAND_WRITTEN)


def check_address(t, client):
    """An IPAddress of nothing is refused, a moved one too, and no rules were compared: its types
    have no declarative ones."""
    addresses = "/apis/networking.k8s.io/v1/ipaddresses"
    address = {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "IPAddress",
        "metadata": {"name": "203.0.113.7"},
        "spec": {},
    }
    parent = ("spec.parentRef", "FieldValueRequired", "Required value")
    kind = "IPAddress.networking.k8s.io"
    check_refused(client, "POST", addresses, address, kind, parent)
    status = client.post(
        addresses, {**address, "spec": {"parentRef": {"resource": "services"}}}, expect=422
    ).json()
    causes = [cause["field"] for cause in status["details"]["causes"]]
    assert causes == ["spec.parentRef.name"], status
    stored = client.post(
        addresses,
        {**address, "spec": {"parentRef": {"resource": "services", "name": "a"}}},
        expect=201,
    ).json()
    stored["spec"]["parentRef"]["name"] = "b"
    status = client.put(f"{addresses}/203.0.113.7", stored, expect=422).json()
    assert status["details"]["causes"][0]["field"] == "spec.parentRef", status
    client.delete(f"{addresses}/203.0.113.7")
    assert mismatches(client) == 0, "rules that are not there disagree"


def test_gates_by_default_a_kind_without_declarative_rules_is_not_compared(t):
    check_address(t, client_of(t))


def test_gates_takeover_keeps_out_what_only_hand_written_rules_know(t):
    check_address(t, client_of(t, "--feature-gates=DeclarativeValidationTakeover=true"))
