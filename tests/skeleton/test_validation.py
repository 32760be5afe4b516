"""Field validation: what becomes of unknown and repeated fields, by kubectl and by plain
requests."""
import json

import widgets
from harness.client import MERGE_PATCH

MODES = ("Strict", "Warn", "Ignore", None)  # None: not given, which means Warn

MAP_TYPO = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: typo
data:
  color: blue
dta:
  shape: round
"""

WIDGET_TYPO = """\
apiVersion: skeleton.example/v1
kind: Widget
metadata:
  name: typo
spec:
  size: 5
  colour: red
"""


def check_kubectl_typo(t, text, kind, collection, field, keep):
    file = t.write("typo.yaml", text)
    namespace = t.namespace()
    item = f"{collection(namespace)}/typo"

    error = t.kubectl.fails("apply", "-n", namespace, "-f", file)
    assert (
        f'{kind} in version "v1" cannot be handled as a {kind}: strict decoding error: unknown field "{field}"'
        in error
    ), error
    assert error.startswith("Error from server (BadRequest): error when creating"), error
    t.client.get(item, expect=404)

    done = t.kubectl.run("apply", "--validate=warn", "-n", namespace, "-f", file)
    assert done.returncode == 0 and done.stderr == f'Warning: unknown field "{field}"\n', done
    stored = t.client.get(item).json()
    assert keep(stored), stored
    t.client.delete(item)

    done = t.kubectl.run("apply", "--validate=ignore", "-n", namespace, "-f", file)
    assert done.returncode == 0 and done.stderr == "", done
    stored = t.client.get(item).json()
    assert keep(stored), stored


def config_maps(namespace):
    return f"/api/v1/namespaces/{namespace}/configmaps"


def test_kubectl_typo_in_config_map(t):
    check_kubectl_typo(
        t,
        MAP_TYPO,
        "ConfigMap",
        config_maps,
        "dta",
        lambda stored: "dta" not in stored and stored["data"] == {"color": "blue"},
    )


def test_kubectl_typo_in_custom_resource(t):
    t.widgets()
    check_kubectl_typo(
        t,
        WIDGET_TYPO,
        "Widget",
        widgets.path,
        "spec.colour",
        lambda stored: stored["spec"] == {"size": 5, "color": "grey"},
    )


def test_kubectl_typo_in_a_second_apply(t):
    t.widgets()
    namespace = t.namespace()
    t.kubectl(
        "apply", "-n", namespace, "-f", t.write("good.yaml", WIDGET_TYPO.replace("colour", "color"))
    )
    file = t.write("typo.yaml", WIDGET_TYPO)
    error = t.kubectl.fails("apply", "-n", namespace, "-f", file)
    assert 'strict decoding error: unknown field "spec.colour"' in error, error
    done = t.kubectl.run("apply", "--validate=warn", "-n", namespace, "-f", file)
    assert done.returncode == 0 and 'Warning: unknown field "spec.colour"' in done.stderr, done
    assert "colour" not in t.client.get(f"{widgets.path(namespace)}/typo").json()["spec"]


def check_kubectl_duplicate(t, collection, kind, body, field, keep):
    """kubectl drops repeats when it reads a manifest, so the file is sent as it is, with `create
    --raw`."""
    file = t.write("twice.json", body)
    namespace = t.namespace()
    item = f"{collection(namespace)}/twice"

    def create(mode):
        return t.kubectl.run(
            "create", "--raw", f"{collection(namespace)}?fieldValidation={mode}", "-f", file
        )

    done = create("Strict")
    assert done.returncode != 0, done
    assert (
        f'{kind} in version "v1" cannot be handled as a {kind}: strict decoding error: duplicate field "{field}"'
        in done.stderr
    ), done
    t.client.get(item, expect=404)

    done = create("Warn")
    assert done.returncode == 0 and done.stderr == f'Warning: duplicate field "{field}"\n', done
    stored = t.client.get(item).json()
    assert keep(stored), stored
    t.client.delete(item)

    done = create("Ignore")
    assert done.returncode == 0 and done.stderr == "", done
    stored = t.client.get(item).json()
    assert keep(stored), stored


def test_kubectl_duplicate_in_config_map(t):
    check_kubectl_duplicate(
        t,
        config_maps,
        "ConfigMap",
        '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"twice"},"data":{"color":"blue","color":"red"}}',
        "data.color",
        lambda stored: stored["data"] == {"color": "red"},
    )


def test_kubectl_duplicate_in_custom_resource(t):
    t.widgets()
    check_kubectl_duplicate(
        t,
        widgets.path,
        "Widget",
        '{"apiVersion":"skeleton.example/v1","kind":"Widget","metadata":{"name":"twice"},"spec":{"size":5,"size":6}}',
        "spec.size",
        lambda stored: stored["spec"] == {"size": 6, "color": "grey"},
    )


def test_kubectl_duplicate_in_patch(t):
    namespace = t.namespace()
    t.client.post(config_maps(namespace), {"metadata": {"name": "m"}})
    done = t.kubectl.run(
        "patch",
        "configmap",
        "m",
        "-n",
        namespace,
        "--type=merge",
        "-p",
        '{"data":{"a":"1","a":"2"}}',
    )
    assert done.returncode == 0 and done.stderr == 'Warning: duplicate field "data.a"\n', done
    assert t.client.get(f"{config_maps(namespace)}/m").json()["data"] == {"a": "2"}


# kind, URL of the collection, media type, body with NAME, findings, and what must be stored of it.
BODIES = [
    (
        "ConfigMap",
        config_maps,
        "application/json",
        '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"NAME","labls":{}},"data":{"a":"1","a":"2"},"dta":{"x":1}}',
        ['unknown field "metadata.labls"', 'duplicate field "data.a"', 'unknown field "dta"'],
        {"data": {"a": "2"}},
    ),
    (
        "ConfigMap",
        config_maps,
        "application/yaml",
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: NAME\ndata:\n  a: '1'\n  a: '2'\ndta:\n  x: 1\n",
        ['duplicate field "data.a"', 'unknown field "dta"'],
        {"data": {"a": "2"}},
    ),
    (
        "Widget",
        widgets.path,
        "application/json",
        '{"apiVersion":"skeleton.example/v1","kind":"Widget","metadata":{"name":"NAME"},'
        '"spec":{"size":1,"size":2,"colour":"red","parts":[{"name":"p","cuont":1}]}}',
        [
            'duplicate field "spec.size"',
            'unknown field "spec.colour"',
            'unknown field "spec.parts[0].cuont"',
        ],
        {"spec": {"size": 2, "color": "grey", "parts": [{"name": "p"}]}},
    ),
    (
        "Widget",
        widgets.path,
        "application/yaml",
        "apiVersion: skeleton.example/v1\nkind: Widget\nmetadata:\n  name: NAME\nspec:\n  size: 1\n  size: 2\n  colour: red\n",
        ['duplicate field "spec.size"', 'unknown field "spec.colour"'],
        {"spec": {"size": 2, "color": "grey"}},
    ),
]


def with_mode(path, mode):
    return f"{path}?fieldValidation={mode}" if mode else path


def check_answer(response, mode, kind, findings, expected, success):
    if mode == "Strict":
        assert response.status == 400, (response.status, response.body)
        status = response.json()
        assert status["reason"] == "BadRequest" and response.warnings() == [], (
            status,
            response.warnings(),
        )
        start = f'{kind} in version "v1" cannot be handled as a {kind}: strict decoding error: '
        assert status["message"].startswith(start), status["message"]
        assert sorted(status["message"][len(start) :].split(", ")) == sorted(findings), status[
            "message"
        ]
        return
    assert response.status == success, (response.status, response.body)
    assert sorted(response.warnings()) == (
        [] if mode == "Ignore" else sorted(findings)
    ), response.warnings()
    answer = response.json()
    assert {key: answer.get(key) for key in expected} == expected and "dta" not in answer, answer


def test_post(t):
    t.widgets()
    namespace = t.namespace()
    for number, (kind, collection, media_type, body, findings, expected) in enumerate(BODIES):
        for mode in MODES:
            name = f"b{number}-{mode}".lower()
            response = t.client.request(
                "POST",
                with_mode(collection(namespace), mode),
                body.replace("NAME", name),
                media_type,
            )
            check_answer(response, mode, kind, findings, expected, 201)
            t.client.get(f"{collection(namespace)}/{name}", expect=404 if mode == "Strict" else 200)


def test_put(t):
    t.widgets()
    namespace = t.namespace()
    for number, (kind, collection, media_type, body, findings, expected) in enumerate(BODIES):
        for mode in MODES:
            name = f"b{number}-{mode}".lower()
            item = f"{collection(namespace)}/{name}"
            clean = (
                {"metadata": {"name": name}}
                if kind == "ConfigMap"
                else widgets.widget(name, size=9)
            )
            revision = t.client.post(collection(namespace), clean).json()["metadata"][
                "resourceVersion"
            ]
            if media_type == "application/json":
                sent = body.replace('"NAME"', f'"{name}","resourceVersion":"{revision}"')
            else:
                sent = body.replace("NAME", f'{name}\n  resourceVersion: "{revision}"')
            response = t.client.request("PUT", with_mode(item, mode), sent, media_type)
            check_answer(response, mode, kind, findings, expected, 200)
            if mode == "Strict":
                assert t.client.get(item).json()["metadata"]["resourceVersion"] == revision


def test_merge_patch(t):
    t.widgets()
    namespace = t.namespace()
    cases = [
        (
            config_maps,
            {"metadata": {"name": "m"}, "data": {"a": "0"}},
            '{"data":{"a":"1","a":"2"},"dta":{"x":1}}',
            ['duplicate field "data.a"', 'unknown field "dta"'],
            {"data": {"a": "2"}},
        ),
        (
            widgets.path,
            widgets.widget("m"),
            '{"spec":{"size":3,"size":4,"colour":"red"}}',
            ['duplicate field "spec.size"', 'unknown field "spec.colour"'],
            {"spec": {"size": 4, "color": "grey"}},
        ),
    ]
    for collection, clean, patch, findings, expected in cases:
        item = f"{collection(namespace)}/m"
        for mode in MODES:
            t.client.post(collection(namespace), clean)
            response = t.client.request("PATCH", with_mode(item, mode), patch, MERGE_PATCH)
            if mode == "Strict":
                assert response.status == 422, (response.status, response.body)
                status = response.json()
                assert status["reason"] == "Invalid" and response.warnings() == [], status
                assert status["message"] == (
                    ' "" is invalid: patch: Invalid value: strict decoding error: '
                    + ", ".join(findings)
                ), status
                cause = status["details"]["causes"][0]
                assert (cause["field"], cause["reason"]) == ("patch", "FieldValueInvalid"), cause
            else:
                assert response.status == 200, (response.status, response.body)
                assert response.warnings() == (
                    [] if mode == "Ignore" else findings
                ), response.warnings()
                answer = response.json()
                assert {
                    key: answer.get(key) for key in expected
                } == expected and "dta" not in answer, answer
            t.client.delete(item)


def test_mode_is_checked(t):
    namespace = t.namespace()
    body = {"metadata": {"name": "m"}}
    status = t.client.post(
        f"{config_maps(namespace)}?fieldValidation=strict", body, expect=422
    ).json()
    assert status["message"] == (
        'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "strict": '
        'supported values: "", "Ignore", "Strict", "Warn"'
    ), status
    (cause,) = status["details"]["causes"]
    assert (cause["reason"], cause["field"]) == ("FieldValueNotSupported", "fieldValidation"), cause


def test_schema_rules_are_422(t):
    t.widgets()
    namespace = t.namespace()
    status = t.client.post(widgets.path(namespace), widgets.widget("w", size=0), expect=422).json()
    assert status["message"].startswith(
        'Widget.skeleton.example "w" is invalid: spec.size: Invalid value: 0: '
    ), status
    (cause,) = status["details"]["causes"]
    assert (cause["reason"], cause["field"]) == ("FieldValueInvalid", "spec.size"), cause
    assert (
        cause["message"]
        == "Invalid value: 0: spec.size in body should be greater than or equal to 1"
    ), cause
    status = t.client.post(
        widgets.path(namespace), widgets.widget("w", size="big"), expect=422
    ).json()
    cause = status["details"]["causes"][0]
    assert (cause["reason"], cause["field"]) == ("FieldValueTypeInvalid", "spec.size"), json.dumps(
        status
    )
