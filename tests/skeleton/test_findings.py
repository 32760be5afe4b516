"""What clients are told of fields that nobody knows, that come twice, or that are lost otherwise."""
import base64
import json

import widgets
from harness import protobuf
from harness.client import MERGE_PATCH, STRATEGIC_MERGE_PATCH
from harness.protobuf import bytes_field

JSON_PATCH = "application/json-patch+json"
YAML = "application/yaml"
PROTOBUF = "application/vnd.kubernetes.protobuf"
STRICT = "fieldValidation=Strict"


def config_maps(namespace):
    return f"/api/v1/namespaces/{namespace}/configmaps"


def findings(response):
    """(reason, field, message) of the causes that are about findings."""
    causes = response.json()["details"]["causes"]
    return [
        (cause["reason"], cause.get("field", ""), cause["message"])
        for cause in causes
        if cause["reason"] in ("FieldUnknown", "FieldDuplicate")
    ]


def test_refused_patches_show_no_secrets(t):
    path = f"/api/v1/namespaces/{t.namespace()}/secrets"
    stored, sent = base64.b64encode(b"stored-secret").decode(), "sent-secret"
    t.client.post(path, {"metadata": {"name": "s"}, "data": {"a": stored}})
    for content_type, patch in [
        (JSON_PATCH, [{"op": "add", "path": "/zeta", "value": sent}]),
        (MERGE_PATCH, {"stringData": {"b": sent}, "zeta": 1}),
        (STRATEGIC_MERGE_PATCH, {"stringData": {"b": sent}, "zeta": 1}),
        (MERGE_PATCH, {"stringData": {"b": sent, "c": 5}}),
        (STRATEGIC_MERGE_PATCH, {"data": {"$patch": "frob", "b": sent}}),
    ]:
        refused = t.client.patch(
            f"{path}/s?{STRICT}", json.dumps(patch), content_type=content_type, expect=422
        )
        answer = refused.body.decode()
        assert stored not in answer and sent not in answer, answer
        assert refused.json()["message"], answer
    refused = t.client.patch(f"{path}/s?{STRICT}", {"zeta": 1}, expect=422).json()
    assert refused["message"] == (
        ' "" is invalid: patch: Invalid value: strict decoding error: unknown field "zeta"'
    ), refused
    assert refused["details"]["causes"][0]["field"] == "patch", refused


def test_causes_of_strict_refusals(t):
    path = f"{config_maps(t.namespace())}?{STRICT}"
    refused = t.client.post(
        path,
        '{"metadata": {"name": "a", "lables": {}},\n "data": {"a": "1", "a": "2"}}',
        expect=400,
    )
    assert refused.json()["message"] == (
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: '
        'unknown field "metadata.lables", duplicate field "data.a"'
    ), refused.body
    assert findings(refused) == [
        (
            "FieldUnknown",
            "metadata.lables",
            'unknown field "metadata.lables" at line 1, column 28; did you mean "labels"?',
        ),
        ("FieldDuplicate", "data.a", 'duplicate field "data.a" at line 2, column 21'),
    ], refused.body
    body = "kind: ConfigMap\nmetadata:\n  name: a\n  nmespace: b\n"
    refused = t.client.post(path, body, content_type=YAML, expect=400)
    assert findings(refused) == [
        (
            "FieldUnknown",
            "metadata.nmespace",
            'unknown field "metadata.nmespace" at line 4, column 3; did you mean "namespace"?',
        )
    ], refused.body


def test_causes_for_custom_resources(t):
    path = t.widgets()(t.namespace())
    refused = t.client.post(
        f"{path}?{STRICT}", widgets.widget("a", parts=[{"cuont": 1}]), expect=400
    )
    [(reason, field, message)] = findings(refused)
    assert (reason, field) == ("FieldUnknown", "spec.parts[0].cuont"), refused.body
    assert message.startswith('unknown field "spec.parts[0].cuont" at line 1, column '), message
    assert message.endswith('; did you mean "count"?'), message
    t.client.post(path, widgets.widget("a"))
    refused = t.client.patch(f"{path}/a?{STRICT}", {"spec": {"colour": "red"}}, expect=422)
    assert findings(refused) == [
        (
            "FieldUnknown",
            "spec.colour",
            'unknown field "spec.colour" at line 1, column 11; did you mean "color"?',
        )
    ], refused.body


def test_warnings_are_not_more_than_clients_take(t):
    namespace = t.namespace()
    for path, body in [
        (config_maps(namespace), {"metadata": {"name": "many"}}),
        (t.widgets()(namespace), widgets.widget("many")),
    ]:
        body.update({f"unknown{i}": 1 for i in range(200)})
        warnings = t.client.post(path, body).warnings()
        assert len(warnings) == 64, len(warnings)
        assert warnings[0] == 'unknown field "unknown0"', warnings[0]
        # Also of what decoding does not keep.
        assert warnings[-1] == "and 137 more", warnings[-1]


def test_names_in_warnings_are_escaped(t):
    namespace = t.namespace()
    created = t.client.post(config_maps(namespace), {"metadata": {"name": "a"}, "new\nline": 1})
    assert created.warnings() == [r'unknown field "new\nline"'], created.headers
    path = t.widgets()(namespace)
    created = t.client.post(path, widgets.widget("a", **{"new\nline": 1, 'quo"te': 1}))
    assert created.warnings() == [
        r'unknown field "spec.new\nline"',
        r'unknown field "spec.quo\"te"',
    ], created.headers


def test_later_yaml_documents_are_not_lost_silently(t):
    path = config_maps(t.namespace())
    first, second = ("metadata: {name: %s}\n" % name for name in ("a", "b"))
    refused = t.client.post(
        f"{path}?{STRICT}", f"{first}---\n{second}", content_type=YAML, expect=400
    )
    assert "more than one YAML document" in refused.json()["message"], refused.body
    t.client.get(f"{path}/a", expect=404)
    for query in ("", "?fieldValidation=Ignore"):
        body = f"---\n{first}---\n# nothing\n---\n{second}"
        created = t.client.post(path + query, body, content_type=YAML)
        assert created.warnings() == [
            "pintle: the body has more than one YAML document; only the first is read"
        ], created.headers
        t.client.delete(f"{path}/a")
    body = f"# a comment\n---\n{first}\n---\n# nothing\n---\nnull\n...\n"
    created = t.client.post(f"{path}?{STRICT}", body, content_type=YAML)
    assert created.warnings() == [], created.headers
    t.client.get(f"{path}/b", expect=404)


def test_a_body_of_another_version_is_told_the_version(t):
    path = t.widgets()(t.namespace())
    body = {**widgets.widget("a"), "apiVersion": f"{widgets.GROUP}/v9"}
    refused = t.client.post(f"{path}?{STRICT}", body, expect=400).json()
    assert refused["message"] == (
        f"the API version in the data ({widgets.GROUP}/v9) does not match the expected API version "
        f"({widgets.GROUP}/v1)"
    ), refused


def test_misspelt_members_of_json_patches_are_named(t):
    path = config_maps(t.namespace())
    t.client.post(path, {"metadata": {"name": "a"}, "data": {"a": "1"}})
    patch = json.dumps([{"op": "move", "form": "/data/a", "path": "/data/b"}])
    refused = t.client.patch(f"{path}/a?{STRICT}", patch, content_type=JSON_PATCH, expect=422)
    [(reason, field, message)] = findings(refused)
    assert (reason, field) == ("FieldUnknown", "[0].form"), refused.body
    assert message == (
        'json patch unknown field "[0].form" at line 1, column 17; did you mean "from"?'
    ), message
    refused = t.client.patch(f"{path}/a", patch, content_type=JSON_PATCH, expect=422)
    assert refused.warnings() == ['json patch unknown field "[0].form"'], refused.headers
    # Where nothing is missing it is as before: what fails is not the unknown member's fault.
    patch = json.dumps([{"op": "remove", "path": "/data/none", "why": "x"}])
    refused = t.client.patch(f"{path}/a", patch, content_type=JSON_PATCH, expect=422)
    assert refused.warnings() == [], refused.headers


def test_unknown_numbers_of_protobuf_are_findings(t):
    path = config_maps(t.namespace())
    metadata = bytes_field(1, "a") + bytes_field(99, "x")
    body = protobuf.envelope("v1", "ConfigMap", bytes_field(1, metadata) + bytes_field(98, "y"))
    refused = t.client.post(f"{path}?{STRICT}", body, content_type=PROTOBUF, expect=400)
    assert refused.json()["message"] == (
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: '
        'unknown field number 99 in "metadata", unknown field number 98'
    ), refused.body
    assert findings(refused)[0] == (
        "FieldUnknown",
        "metadata",
        'unknown field number 99 in "metadata"',
    ), refused.body
    created = t.client.post(path, body, content_type=PROTOBUF)
    assert created.warnings() == [
        'unknown field number 99 in "metadata"',
        "unknown field number 98",
    ], created.headers
    t.client.delete(f"{path}/a")
    created = t.client.post(f"{path}?fieldValidation=Ignore", body, content_type=PROTOBUF)
    assert created.warnings() == [], created.headers
