"""CBOR in service: bodies, answers, watch streams, for built-in kinds and custom resources."""
import json

import widgets
from harness import cbor

CBOR = "application/cbor"


def config_maps(namespace):
    return f"/api/v1/namespaces/{namespace}/configmaps"


def config_map(name, **data):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data}


def check_same(t, path):
    """The CBOR answer of a GET says what the JSON one says."""
    response = t.client.get(path, accept=CBOR)
    assert response.header("Content-Type") == CBOR, response.headers
    assert response.body[:3] == cbor.SELF_DESCRIBED, response.body[:8].hex()
    value, plain = cbor.loads(response.body), t.client.get(path).json()
    assert response.body == cbor.dumps(value), "not the deterministic encoding"
    for answer in (value, plain):
        if answer["kind"].endswith(
            "List"
        ):  # the store's revision may have moved between the two requests
            answer["metadata"].pop("resourceVersion")
    assert value == plain, (value, plain)
    return plain


def test_get(t):
    t.widgets()
    namespace = t.namespace()
    t.client.post(config_maps(namespace), config_map("m", a="1", b="ünïcode", c=""))
    check_same(t, f"{config_maps(namespace)}/m")
    check_same(t, config_maps(namespace))
    check_same(t, f"/api/v1/namespaces/{namespace}")
    t.client.post(
        widgets.path(namespace),
        widgets.widget("w", ratio=2.5, parts=[{"name": "p", "count": -4611686018427387904}]),
    )
    check_same(t, f"{widgets.path(namespace)}/w")
    check_same(t, widgets.path(namespace))
    check_same(t, f"{widgets.DEFINITIONS}/{widgets.NAME}")


def test_negotiation(t):
    namespace = t.namespace()
    t.client.post(config_maps(namespace), config_map("m"))
    path = f"{config_maps(namespace)}/m"
    for accept, expected in (
        ("application/cbor,application/json;q=0.5", CBOR),
        ("application/json,application/cbor;q=0.5", "application/json"),
        ("application/json;q=0.9,application/cbor;q=1", CBOR),
        ("*/*", "application/json"),
    ):
        answer = t.client.get(path, accept=accept)
        assert answer.header("Content-Type") == expected, (accept, answer.header("Content-Type"))
    t.client.get(path, accept="application/cbor-seq", expect=406)
    error = t.client.get(f"{config_maps(namespace)}/none", accept=CBOR, expect=404)
    assert (
        error.header("Content-Type") == CBOR and cbor.loads(error.body)["reason"] == "NotFound"
    ), error.body


def test_post(t):
    t.widgets()
    namespace = t.namespace()
    for name, text in (("bytes", False), ("text", True)):  # both kinds of string are read
        answer = t.client.post(
            config_maps(namespace), cbor.dumps(config_map(name, a="1"), text), content_type=CBOR
        )
        assert answer.header("Content-Type") == "application/json" and answer.json()["data"] == {
            "a": "1"
        }, answer.body
        body = cbor.dumps(widgets.widget(name, size=3, ratio=1.5), text)
        answer = t.client.post(widgets.path(namespace), body, content_type=CBOR, accept=CBOR)
        assert cbor.loads(answer.body)["spec"] == {
            "size": 3,
            "ratio": 1.5,
            "color": "grey",
        }, answer.body
        assert check_same(t, f"{widgets.path(namespace)}/{name}")["spec"]["size"] == 3
    plain = cbor.dumps(config_map("plain"))[3:]  # the prefix may be absent in a request
    t.client.post(config_maps(namespace), plain, content_type=CBOR)


def test_put(t):
    t.widgets()
    namespace = t.namespace()
    for path, body, change in (
        (config_maps(namespace), config_map("o", a="1"), {"data": {"b": "2"}}),
        (widgets.path(namespace), widgets.widget("o"), {"spec": {"size": 2, "color": "red"}}),
    ):
        stored = t.client.post(path, body).json()
        answer = t.client.put(
            f"{path}/o", cbor.dumps({**stored, **change}), content_type=CBOR
        ).json()
        assert {key: answer[key] for key in change} == change, answer


def test_duplicate_key(t):
    t.widgets()
    namespace = t.namespace()
    twice = cbor.Pairs([("a", "1"), ("a", "2")])
    for mode in ("Ignore", "Warn", "Strict"):  # never a mere finding
        for path, body in (
            (config_maps(namespace), {**config_map("d"), "data": twice}),
            (
                widgets.path(namespace),
                {**widgets.widget("d"), "spec": cbor.Pairs([("size", 1), ("size", 2)])},
            ),
        ):
            status = t.client.post(
                f"{path}?fieldValidation={mode}", cbor.dumps(body), content_type=CBOR, expect=400
            ).json()
            assert status["reason"] == "BadRequest" and "duplicate" in status["message"], status
            t.client.get(f"{path}/d", expect=404)


def test_unknown_field(t):
    t.widgets()
    namespace = t.namespace()
    cases = [
        ("ConfigMap", config_maps(namespace), {**config_map("u"), "dta": {"x": 1}}, "dta"),
        ("Widget", widgets.path(namespace), widgets.widget("u", colour="red"), "spec.colour"),
    ]
    for kind, path, body, field in cases:
        status = t.client.post(
            f"{path}?fieldValidation=Strict", cbor.dumps(body), content_type=CBOR, expect=400
        ).json()
        assert status["message"] == (
            f'{kind} in version "v1" cannot be handled as a {kind}: strict decoding error: '
            f'unknown field "{field}"'
        ), status
        answer = t.client.post(f"{path}?fieldValidation=Warn", cbor.dumps(body), content_type=CBOR)
        assert answer.warnings() == [f'unknown field "{field}"'], answer.warnings()
        assert field.split(".")[-1] not in json.dumps(answer.json()), answer.body
        t.client.delete(f"{path}/u")
        answer = t.client.post(
            f"{path}?fieldValidation=Ignore", cbor.dumps(body), content_type=CBOR
        )
        assert answer.warnings() == [], answer.warnings()


def test_broken_body(t):
    namespace = t.namespace()
    whole = cbor.dumps(config_map("b"))
    for body in (
        b"",
        whole[:-1],
        whole + b"\x00",
        cbor.encode(5),
        cbor.encode([]),
        b"\xff",
        b"\x9f" * 20000,
    ):
        status = t.client.post(config_maps(namespace), body, content_type=CBOR, expect=400).json()
        assert status["reason"] == "BadRequest" and status["message"], status


def test_watch(t):
    t.widgets()
    namespace = t.namespace()
    for path, body, patch in (
        (config_maps(namespace), config_map("w", a="1"), {"data": {"a": "2"}}),
        (widgets.path(namespace), widgets.widget("w"), {"spec": {"size": 2}}),
    ):
        since = t.client.get(path).json()["metadata"]["resourceVersion"]
        watches = [
            t.client.watch(path, accept=accept, resourceVersion=since)
            for accept in (CBOR, "application/cbor-seq", "application/json")
        ]
        assert [w.content_type for w in watches] == ["application/cbor-seq"] * 2 + [
            "application/json"
        ]
        t.client.post(path, body)
        t.client.patch(f"{path}/w", patch)
        t.client.delete(f"{path}/w")
        for kind in ("ADDED", "MODIFIED", "DELETED"):
            first, *others = [w.next() for w in watches]
            assert first["type"] == kind and set(first) == {"type", "object"}, first
            for other in others:
                assert other == first, (first, other)
        for watch in watches:
            watch.close()


def test_whole_floats_sent_back_as_json_are_no_change(t):
    t.widgets()
    namespace = t.namespace()
    path = f"{widgets.path(namespace)}/f"
    t.client.post(
        widgets.path(namespace), cbor.dumps(widgets.widget("f", size=1.0)), content_type=CBOR
    )
    stored = t.client.get(path, accept=CBOR).body
    assert isinstance(cbor.loads(stored)["spec"]["size"], float), stored
    shown = t.client.get(path)
    assert b'"size":1}' in shown.body, shown.body
    answer = t.client.put(path, shown.body, content_type="application/json")
    assert answer.body == shown.body, answer.body
    assert t.client.get(path, accept=CBOR).body == stored
    patched = t.client.patch(
        path, {"spec": {"color": "red"}}, content_type="application/merge-patch+json"
    ).json()
    assert patched["metadata"]["generation"] == 2, patched
    spec = cbor.loads(t.client.get(path, accept=CBOR).body)["spec"]
    assert spec["color"] == "red" and isinstance(spec["size"], float), spec


def test_what_json_takes_is_taken(t):
    """Numbers for quantities, base64 in text strings for binary fields."""
    namespace = t.namespace()
    quota = {
        "apiVersion": "v1",
        "kind": "ResourceQuota",
        "metadata": {"name": "q"},
        "spec": {"hard": {"pods": 5, "cpu": 1.5, "memory": 1e3, "services": "7"}},
    }
    quotas = f"/api/v1/namespaces/{namespace}/resourcequotas"
    stored = t.client.post(quotas, cbor.dumps(quota), content_type=CBOR).json()
    other = t.client.post(quotas, {**quota, "metadata": {"name": "json"}}).json()
    assert stored["spec"] == other["spec"] and stored["spec"]["hard"]["cpu"] == "1500m", stored
    secret = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "s"},
        "data": {"a": "/wA="},
    }
    secrets = f"/api/v1/namespaces/{namespace}/secrets"
    for name, text in (("bytes", False), ("text", True)):
        body = cbor.dumps({**secret, "metadata": {"name": name}}, text)
        answer = t.client.post(secrets, body, content_type=CBOR).json()
        assert answer["data"] == {"a": "/wA="}, answer
    bad = cbor.dumps({**secret, "data": {"a": "-"}}, True)
    t.client.post(secrets, bad, content_type=CBOR, expect=400)


def test_text_that_is_no_utf8(t):
    """Keys are refused: JSON would show two of them as one. Values are repaired as in JSON bodies,
    and answers in all formats show what is stored."""
    t.widgets()
    namespace = t.namespace()
    keys = cbor.Pairs([(b"\xff", "1"), (b"\xfe", "2")])
    for path, body in (
        (config_maps(namespace), {**config_map("k"), "data": keys}),
        (config_maps(namespace), {**config_map("k"), "metadata": {"name": "k", "labels": keys}}),
        (widgets.path(namespace), widgets.widget("k", parts=[keys])),
        (widgets.path(namespace), {**widgets.widget("k"), b"\xff": 1}),
    ):
        status = t.client.post(path, cbor.dumps(body), content_type=CBOR, expect=400).json()
        assert "invalid UTF-8" in status["message"], status
        t.client.get(f"{path}/k", expect=404)
    for path, body, find in (
        (config_maps(namespace), config_map("v", a=b"a\xff\xfeb"), lambda o: o["data"]["a"]),
        (
            widgets.path(namespace),
            widgets.widget("v", color=b"a\xff\xfeb"),
            lambda o: o["spec"]["color"],
        ),
    ):
        answer = t.client.post(path, cbor.dumps(body), content_type=CBOR, accept=CBOR)
        assert find(cbor.loads(answer.body)) == "a\ufffd\ufffdb", answer.body
        assert find(check_same(t, f"{path}/v")) == "a\ufffd\ufffdb"
    patch = cbor.dumps({"data": {"a": b"\xff"}})
    strategic = "application/strategic-merge-patch+cbor"
    patched = t.client.patch(f"{config_maps(namespace)}/v", patch, content_type=strategic).json()
    assert patched["data"] == {"a": "\ufffd"}, patched
    patch = cbor.dumps({"data": cbor.Pairs([(b"\xff", "x")])})
    t.client.patch(f"{config_maps(namespace)}/v", patch, content_type=strategic, expect=400)
