"""Input that is meant to hurt: it is answered, and the server goes on."""
import json

import widgets
from harness.client import MERGE_PATCH, STRATEGIC_MERGE_PATCH

# Just inside the limit of nesting.
DEPTH = 9990
NESTED_LISTS = "[" * DEPTH + "]" * DEPTH
NESTED_OBJECTS = '{"a":' * DEPTH + "1" + "}" * DEPTH


def open_definition(plural, kind):
    """A custom resource that keeps whatever is in it."""
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.robust.example"},
        "spec": {
            "group": "robust.example",
            "scope": "Namespaced",
            "names": {"plural": plural, "kind": kind},
            "versions": [
                {
                    "name": "v1",
                    "served": True,
                    "storage": True,
                    "schema": {
                        "openAPIV3Schema": {
                            "type": "object",
                            "x-kubernetes-preserve-unknown-fields": True,
                        }
                    },
                }
            ],
        },
    }


def test_deep_nesting(t):
    """Objects nested to the limit pass through every verb; beyond it they are refused."""
    t.client.post(widgets.DEFINITIONS, open_definition("things", "Thing"))
    path = f"/apis/robust.example/v1/namespaces/{t.namespace()}/things"
    for name, deep in (("lists", NESTED_LISTS), ("objects", NESTED_OBJECTS)):
        body = (
            '{"apiVersion":"robust.example/v1","kind":"Thing","metadata":{"name":"%s"},"spec":%s}'
            % (name, deep)
        )
        created = t.client.request("POST", path, body.encode(), "application/json")
        assert created.status == 201, (name, created.status, created.body[:200])
        stored = t.client.request("GET", f"{path}/{name}")
        assert stored.status == 200 and deep.encode() in stored.body, name
        put = t.client.request("PUT", f"{path}/{name}", stored.body, "application/json")
        assert put.status == 200, (name, put.status, put.body[:200])
        patch = ('{"other":%s}' % deep).encode()
        patched = t.client.request("PATCH", f"{path}/{name}", patch, MERGE_PATCH)
        assert patched.status == 200, (name, patched.status, patched.body[:200])
    too_deep = b'{"spec":' + b"[" * 10001 + b"]" * 10001 + b"}"
    refused = t.client.request("POST", path, too_deep, "application/json")
    assert refused.status == 400 and "exceeded max depth" in refused.json()["message"]


def test_deep_strategic_patch(t):
    path = f"/api/v1/namespaces/{t.namespace()}/configmaps"
    t.client.post(path, {"metadata": {"name": "m"}})
    patch = ('{"metadata":%s}' % NESTED_OBJECTS).encode()
    answer = t.client.request("PATCH", f"{path}/m", patch, STRATEGIC_MERGE_PATCH)
    assert answer.status == 200 and answer.warnings(), (answer.status, answer.body[:200])


def test_deep_schema(t):
    """A schema nested beyond what is supported is refused with a reason."""
    levels = 300
    schema = '{"type":"object","properties":{"a":' * levels + '{"type":"string"}' + "}}" * levels
    definition = open_definition("deeps", "Deep")
    definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"] = json.loads(schema)
    answer = t.client.request(
        "POST", widgets.DEFINITIONS, json.dumps(definition).encode(), "application/json"
    )
    assert answer.status == 422, (answer.status, answer.body[:200])
    assert "must not nest deeper" in answer.json()["message"], answer.json()["message"][:300]


def test_body_limit(t):
    """Three MiB are taken, one byte more is refused, and the server answers the next request."""
    path = f"/api/v1/namespaces/{t.namespace()}/configmaps?dryRun=All"
    limit = 3 * 1024 * 1024
    body = b'{"metadata":{"name":"m"}}'
    fits = body + b" " * (limit - len(body))
    assert t.client.request("POST", path, fits, "application/json").status == 201
    answer = t.client.request("POST", path, fits + b" ", "application/json")
    assert answer.status == 413, answer.status
    assert answer.json()["message"] == f"Request entity too large: limit is {limit}"
    assert t.client.request("GET", "/readyz").status == 200


def test_garbage_bodies(t):
    """Whatever the bytes, the answer is a 4xx with a message."""
    path = f"/api/v1/namespaces/{t.namespace()}/configmaps"
    bodies = [b"", b"{", b"[]", b"null x", b"\xff\xfe", b'{"kind":5}', b"\x00" * 64, b"\xd9\xd9\xf7"]
    for content_type in ("application/json", "application/yaml", "application/cbor"):
        for body in bodies:
            answer = t.client.request("POST", path, body, content_type)
            assert 400 <= answer.status < 500, (content_type, body, answer.status)
            assert answer.json()["message"], (content_type, body)
