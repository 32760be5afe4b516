"""The worked example of docs/changing-the-api.md over the wire: gates, fields with two names, versions that are off."""
import subprocess

from harness.client import MERGE_PATCH, STRATEGIC_MERGE_PATCH
from harness.server import binary

V6 = "--runtime-config=frobber.example/v6=true"
BOTH = "--runtime-config=frobber.example/v6=true,frobber.example/v7beta1=true"
ALL_GATES = "--feature-gates=Frobber2D=true,FrobberRestartPolicyOnTuesday=true"

_shared = {}


def both_versions(t):
    """A client of a server with both versions and gates as they are by default, and a namespace."""
    if "server" not in _shared:
        _shared["server"] = t.start_server(BOTH)
    client = _shared["server"].client()
    return client, t.namespace(client)


def path(version, namespace, name=""):
    suffix = f"/{name}" if name else ""
    return f"/apis/frobber.example/{version}/namespaces/{namespace}/frobbers{suffix}"


def frobber(name="f", **spec):
    return {
        "apiVersion": "frobber.example/v6",
        "kind": "Frobber",
        "metadata": {"name": name},
        "spec": {"height": 20, **spec},
    }


def put(client, namespace, expect=200, **spec):
    return client.put(path("v6", namespace, "f"), frobber(**spec), expect=expect).json()


def spec_of(client, namespace, version="v6"):
    return client.get(path(version, namespace, "f")).json()["spec"]


# Gates ---------------------------------------------------------------------------------------------------------------


def test_a_gated_field_is_dropped(t):
    client, namespace = both_versions(t)
    created = client.post(path("v6", namespace), frobber(width=30)).json()
    assert "width" not in created["spec"], created
    changed = put(client, namespace, width=30)
    assert "width" not in changed["spec"], changed
    assert changed["metadata"]["generation"] == 1, "nothing changed"
    # What is dropped is not validated either, in any version.
    put(client, namespace, width=-5)
    seen = client.get(path("v7beta1", namespace, "f")).json()
    seen["spec"]["size"]["widthMillimetres"] = 30
    seen = client.put(path("v7beta1", namespace, "f"), seen).json()
    assert seen["spec"]["size"] == {"heightMillimetres": 20}, seen


def test_a_gated_value_is_refused(t):
    client, namespace = both_versions(t)
    text = 'spec.restartPolicy: Unsupported value: "OnTuesday": supported values: "Always", "Never"'
    status = client.post(
        path("v6", namespace), frobber(restartPolicy="OnTuesday"), expect=422
    ).json()
    assert status["message"] == f'Frobber.frobber.example "f" is invalid: {text}', status
    client.post(path("v6", namespace), frobber(restartPolicy="Never"))
    assert text in put(client, namespace, expect=422, restartPolicy="OnTuesday")["message"]


def test_what_was_written_while_a_gate_was_on_survives(t):
    """The two releases of the enumeration rule, with one data folder: the gate on, then off."""
    server = t.start_server(BOTH, ALL_GATES)
    client = server.client()
    namespace = t.namespace(client)
    created = client.post(
        path("v6", namespace), frobber(width=30, restartPolicy="OnTuesday")
    ).json()
    assert created["spec"]["width"] == 30, created
    status = put(client, namespace, expect=422, width=3000, restartPolicy="OnTuesday")
    assert "spec.width: Invalid value: 3000: must be less than or equal to 1000" in str(status)
    server.stop()

    server.command.remove(ALL_GATES)
    server.start()
    client = server.client()
    spec = spec_of(client, namespace)
    assert (spec["width"], spec["restartPolicy"]) == (30, "OnTuesday"), spec
    # The object holds both, so it may keep them, and the field may be changed.
    put(client, namespace, height=21, width=30, restartPolicy="OnTuesday")
    changed = put(client, namespace, height=21, width=31, restartPolicy="OnTuesday")
    assert changed["spec"]["width"] == 31, changed
    put(client, namespace, expect=422, height=21, width=3000, restartPolicy="OnTuesday")
    # Given up, they are gone.
    put(client, namespace, height=21, restartPolicy="Never")
    again = put(client, namespace, height=21, width=31, restartPolicy="Never")
    assert "width" not in again["spec"], again
    put(client, namespace, expect=422, height=21, restartPolicy="OnTuesday")


def test_gates_are_shown_in_metrics(t):
    client, _ = both_versions(t)
    metrics = client.get("/metrics", accept="*/*").body.decode()
    assert 'kubernetes_feature_enabled{name="Frobber2D",stage="ALPHA"} 0' in metrics


# Fields with two names ---------------------------------------------------------------------------------------------------


def pair(spec):
    return spec.get("param"), spec.get("params")


def test_params_on_creation(t):
    client, namespace = both_versions(t)
    cases = [
        ({}, (None, None)),
        ({"param": "a"}, ("a", ["a"])),  # an old client
        ({"param": "a", "params": ["a", "b"]}, ("a", ["a", "b"])),  # a new one
        (
            {"param": "a", "params": ["b", "a"]},
            'spec.params[0]: Invalid value: "b": must be the same as `param`',
        ),
        (
            {"params": ["a"]},
            'spec.params: Invalid value: "a": must not be set without `param`',
        ),
    ]
    for number, (spec, becomes) in enumerate(cases):
        expect = 422 if isinstance(becomes, str) else 201
        answer = client.post(
            path("v6", namespace), frobber(f"f{number}", **spec), expect=expect
        ).json()
        if expect == 422:
            assert becomes in answer["message"], (spec, answer)
        else:
            assert pair(answer["spec"]) == becomes, (spec, answer)


def check_params(t, change, cases):
    """`change(client, namespace, sent)` writes `sent` to an object that had (param, params)."""
    client, namespace = both_versions(t)
    for old, sent, becomes in cases:
        start = {"param": old[0], "params": old[1]} if old[0] else {}
        client.post(path("v6", namespace), frobber(**start))
        expect = 422 if becomes is None else 200
        change(client, namespace, sent, expect)
        seen = pair(spec_of(client, namespace))
        assert seen == (old if becomes is None else becomes), (old, sent, seen)
        plural = spec_of(client, namespace, "v7beta1").get("params")
        assert plural == seen[1], (old, sent, plural)
        client.delete(path("v6", namespace, "f"))


AB = ("a", ["a", "b"])
NONE = (None, None)


def test_params_on_replacement(t):
    def replace(client, namespace, sent, expect):
        put(client, namespace, expect=expect, **sent)

    check_params(
        t,
        replace,
        [
            (AB, {"param": "a"}, AB),  # an old client cannot send params
            (AB, {"param": "c"}, ("c", ["c"])),  # an old client changes the one it knows
            (AB, {}, NONE),  # an old client clears it
            (AB, {"param": "c", "params": ["a", "b"]}, ("c", ["c"])),  # the same, from what it read
            (AB, {"params": ["a", "b"]}, NONE),
            (AB, {"param": "c", "params": ["c", "d"]}, ("c", ["c", "d"])),  # a new client
            (AB, {"param": "a", "params": ["a"]}, ("a", ["a"])),
            (AB, {"param": "a", "params": ["b"]}, None),  # they disagree
            (AB, {"param": "c", "params": ["b"]}, None),
            (AB, {"params": ["b"]}, None),
            (NONE, {"param": "c"}, ("c", ["c"])),
            (NONE, {"params": ["c"]}, None),
        ],
    )


PATCHES = [
    (AB, {"param": "c"}, ("c", ["c"])),  # an old client changes the one it knows
    (AB, {"param": None}, NONE),  # an old client clears it
    (AB, {"params": None}, AB),  # without the singular nothing is cleared
    (AB, {"param": "c", "params": ["c", "d"]}, ("c", ["c", "d"])),
    (AB, {"params": ["a", "b", "c"]}, ("a", ["a", "b", "c"])),
    (AB, {"params": ["c"]}, None),
    (AB, {"height": 30}, AB),
    (NONE, {"param": "c"}, ("c", ["c"])),
]


def check_patches(t, content_type):
    def patch(client, namespace, sent, expect):
        client.patch(path("v6", namespace, "f"), {"spec": sent}, content_type, expect=expect)

    check_params(t, patch, PATCHES)


def test_params_on_merge_patch(t):
    check_patches(t, MERGE_PATCH)


def test_params_on_strategic_merge_patch(t):
    check_patches(t, STRATEGIC_MERGE_PATCH)


def test_params_of_the_new_version(t):
    """It has the plural alone; what it says is what the old version shows."""
    client, namespace = both_versions(t)
    client.post(path("v6", namespace), frobber(param="a"))
    url = path("v7beta1", namespace, "f")
    for params, becomes in [
        (["c", "d"], ("c", ["c", "d"])),
        (["d"], ("d", ["d"])),
        (None, NONE),
        (["e"], ("e", ["e"])),
    ]:
        client.patch(url, {"spec": {"params": params}})
        assert pair(spec_of(client, namespace)) == becomes, params


def test_height_by_either_name(t):
    client, namespace = both_versions(t)
    url = path("v6", namespace, "f")

    def heights():
        spec = spec_of(client, namespace)
        new = spec_of(client, namespace, "v7beta1")["size"]["heightMillimetres"]
        assert spec["height"] == spec["heightMillimetres"] == new, (spec, new)
        return new

    client.post(path("v6", namespace), frobber())
    assert heights() == 20
    client.patch(url, {"spec": {"height": 21}})
    assert heights() == 21
    client.patch(url, {"spec": {"heightMillimetres": 22}})
    assert heights() == 22
    # A client that knows only the old name sends back what it read, with that changed.
    read = client.get(url).json()
    read["spec"]["height"] = 23
    client.put(url, read)
    assert heights() == 23
    status = client.patch(
        url, {"spec": {"height": None, "heightMillimetres": None}}, expect=422
    ).json()
    assert status["details"]["causes"][0]["field"] == "spec.height", status
    body = frobber("g")
    body["spec"] = {"heightMillimetres": 7}
    created = client.post(path("v6", namespace), body).json()
    assert created["spec"]["height"] == 7, created


# Versions ----------------------------------------------------------------------------------------------------------------


def test_the_beta_version_is_off_until_it_is_asked_for(t):
    server = t.start_server(V6)
    client = server.client()
    namespace = t.namespace(client)
    group = client.get("/apis/frobber.example").json()
    assert [v["version"] for v in group["versions"]] == ["v6"], group
    client.get("/apis/frobber.example/v7beta1", expect=404)
    client.get(path("v7beta1", namespace), expect=404)
    client.post(path("v6", namespace), frobber(param="a", params=["a", "b"]))
    server.stop()

    # Switched on, it shows what was written before; stored is the stable version still.
    server.command = [BOTH if flag == V6 else flag for flag in server.command]
    server.start()
    client = server.client()
    assert spec_of(client, namespace, "v7beta1")["params"] == ["a", "b"]
    group = client.get("/apis/frobber.example").json()
    assert group["preferredVersion"]["version"] == "v6", group


def test_one_resource_of_a_version(t):
    client = t.start_server("--runtime-config=frobber.example/v7beta1/frobbers").client()
    group = client.get("/apis/frobber.example").json()
    assert [v["version"] for v in group["versions"]] == ["v7beta1"], group


def test_flags_that_make_no_sense(t):
    cases = [
        ("--runtime-config=frobber.exmaple/v6", "unknown api groups frobber.exmaple"),
        (
            "--runtime-config=frobber.example/v8",
            "group version frobber.example/v8 that has not been registered",
        ),
        ("--runtime-config=api/all=false", "invalid runtime-config with only api/all=false"),
        ("--runtime-config=frobber", "runtime-config invalid key frobber"),
        ("--feature-gates=Frobber3D=true", "unrecognized feature gate: Frobber3D"),
        ("--feature-gates=Frobber2D", "missing bool value for Frobber2D"),
        (
            "--feature-gates=APIServerTracing=false",
            "cannot set feature gate APIServerTracing to false, feature is locked to true",
        ),
    ]
    for flag, text in cases:
        run = subprocess.run(
            [binary(), "serve", "--storage=memory", "--secure-port=0", flag],
            cwd=t.folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert run.returncode != 0 and text in run.stderr, (flag, run.stderr)


def test_kubectl_sees_the_preferred_version(t):
    _, namespace = both_versions(t)
    kubectl = t.kubectl_of(_shared["server"])
    out = kubectl("api-resources", "--api-group=frobber.example", "--no-headers")
    assert out.split()[:2] == ["frobbers", "frobber.example/v6"], out
    file = t.write(
        "frobber.yaml",
        "apiVersion: frobber.example/v6\nkind: Frobber\nmetadata:\n  name: f\n"
        "spec:\n  height: 20\n  param: a\n",
    )
    kubectl("create", "-n", namespace, "--validate=false", "-f", file)
    kubectl("patch", "-n", namespace, "frobber", "f", "--type=merge", "-p", '{"spec":{"param":"b"}}')
    new = kubectl(
        "get", "-n", namespace, "frobbers.v7beta1.frobber.example", "f", "-o", "jsonpath={.spec.params}"
    )
    assert new == '["b"]', new
