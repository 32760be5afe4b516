"""Everyday work with kubectl, over TLS with the kubeconfig that the server wrote."""
import re

import widgets
from harness.client import wait_for


def rows(output):
    """Header and rows of a table, split into words."""
    header, *lines = output.strip("\n").split("\n")
    return header.split(), [line.split() for line in lines]


def test_get_namespaces(t):
    header, lines = rows(t.kubectl("get", "ns"))
    assert header == ["NAME", "STATUS", "AGE"], header
    status = {line[0]: line[1] for line in lines}
    for name in ("default", "kube-system", "kube-public", "kube-node-lease"):
        assert status.get(name) == "Active", status
    for line in lines:
        assert re.fullmatch(r"(\d+[smhdy])+", line[2]), line


def test_apply_definition(t):
    file = t.write("crd.yaml", widgets.DEFINITION_YAML)
    first = t.kubectl("apply", "-f", file)
    assert re.fullmatch(
        r"customresourcedefinition\.apiextensions\.k8s\.io/widgets\.skeleton\.example (created|configured)\n",
        first,
    ), first
    again = t.kubectl("apply", "-f", file)
    assert (
        again
        == "customresourcedefinition.apiextensions.k8s.io/widgets.skeleton.example unchanged\n"
    ), again
    waited = t.kubectl(
        "wait", "--for=condition=Established", "--timeout=120s", f"crd/{widgets.NAME}"
    )
    assert "condition met" in waited, waited
    named = t.kubectl("get", "crd", widgets.NAME, "-o", "jsonpath={.status.acceptedNames.kind}")
    assert named == "Widget", named


def apply_three_times(t, name, text, before, after):
    """Created, then changed, then unchanged; returns the namespace."""
    namespace = t.namespace()
    first = t.write("first.yaml", text)
    second = t.write("second.yaml", text.replace(before, after))
    for file, word in ((first, "created"), (second, "configured"), (second, "unchanged")):
        output = t.kubectl("apply", "-n", namespace, "-f", file)
        assert output == f"{name} {word}\n", output
    return namespace


def test_apply_config_map(t):
    namespace = apply_three_times(
        t, "configmap/settings", widgets.CONFIG_MAP_YAML, "color: blue", "color: red\n  shape: round"
    )
    data = t.client.get(f"/api/v1/namespaces/{namespace}/configmaps/settings").json()["data"]
    assert data == {"color": "red", "shape": "round"}, data
    # A key that leaves the file leaves the object.
    output = t.kubectl("apply", "-n", namespace, "-f", t.write("third.yaml", widgets.CONFIG_MAP_YAML))
    assert output == "configmap/settings configured\n", output
    data = t.client.get(f"/api/v1/namespaces/{namespace}/configmaps/settings").json()["data"]
    assert data == {"color": "blue"}, data


def test_apply_custom_resource(t):
    t.widgets()
    namespace = apply_three_times(
        t, "widget.skeleton.example/one", widgets.WIDGET_YAML, "size: 5", "size: 6\n  ratio: 2.5"
    )
    spec = t.client.get(f"{widgets.path(namespace)}/one").json()["spec"]
    assert spec == {"size": 6, "ratio": 2.5, "color": "grey"}, spec


def test_get_yaml(t):
    t.widgets()
    namespace = t.namespace()
    t.kubectl("apply", "-n", namespace, "-f", t.write("m.yaml", widgets.CONFIG_MAP_YAML))
    t.kubectl("apply", "-n", namespace, "-f", t.write("w.yaml", widgets.WIDGET_YAML))
    text = t.kubectl("get", "configmap", "settings", "-n", namespace, "-o", "yaml")
    assert text.startswith(
        "apiVersion: v1\ndata:\n  color: blue\nkind: ConfigMap\nmetadata:\n"
    ), text
    for line in (
        r"  name: settings",
        rf"  namespace: {namespace}",
        r'  resourceVersion: "\d+"',
        r"  uid: [0-9a-f-]{36}",
        r'  creationTimestamp: "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"',
    ):
        assert re.search(f"^{line}$", text, re.M), (line, text)
    text = t.kubectl("get", "widget", "one", "-n", namespace, "-o", "yaml")
    assert text.startswith("apiVersion: skeleton.example/v1\nkind: Widget\nmetadata:\n"), text
    assert re.search(r"^spec:\n  color: grey\n  size: 5$", text, re.M), text
    assert re.search(r"^  generation: 1$", text, re.M), text


def test_get_watch(t):
    namespace = t.namespace()
    configmaps = f"/api/v1/namespaces/{namespace}/configmaps"
    t.client.post(configmaps, {"metadata": {"name": "seen"}, "data": {"a": "1"}})
    with t.kubectl.stream("get", "configmaps", "-n", namespace, "--watch") as stream:
        stream.line(r"^NAME +DATA +AGE$")
        stream.line(r"^seen +1 ")
        t.client.patch(f"{configmaps}/seen", {"data": {"b": "2"}})
        stream.line(r"^seen +2 ")
        t.client.post(configmaps, {"metadata": {"name": "late"}})
        stream.line(r"^late +0 ")
        assert stream.running()


def test_explain(t):
    t.widgets()
    text = t.kubectl("explain", "configmap")
    for line in (
        r"KIND: +ConfigMap",
        r"VERSION: +v1",
        r"FIELDS:",
        r"\s+data\s+<map\[string\]string>",
        r"\s+immutable\s+<boolean>",
        r"\s+metadata\s+<ObjectMeta>",
    ):
        assert re.search(f"^{line}$", text, re.M), (line, text)
    assert re.search(r"DESCRIPTION:\s+\S", text), text
    # Other tests define widgets too, in groups of their own.
    text = t.kubectl("explain", "--api-version=skeleton.example/v1", "widgets")
    # As Kubernetes' own end-to-end test has it.
    assert re.search(r"(?s)FIELDS:.*apiVersion.*<string>.*APIVersion defines", text), text
    text = t.kubectl("explain", "--api-version=skeleton.example/v1", "widgets.metadata")
    assert re.search(r"(?s)DESCRIPTION:.*Standard object's metadata.*FIELDS:", text), text
    text = t.kubectl("explain", "--api-version=skeleton.example/v1", "widgets.spec")
    for line in (
        r"GROUP: +skeleton\.example",
        r"KIND: +Widget",
        r"VERSION: +v1",
        r"\s+size\s+<integer> -required-",
        r"\s+color\s+<string>",
        r"\s+ratio\s+<number>",
    ):
        assert re.search(f"^{line}$", text, re.M), (line, text)
    assert "What the widget should be." in text and "How wide it is in millimetres." in text, text


def test_tables(t):
    t.widgets()
    namespace = t.namespace()
    t.client.post(
        f"/api/v1/namespaces/{namespace}/configmaps",
        {"metadata": {"name": "m"}, "data": {"a": "1", "b": "2"}},
    )
    t.client.post(widgets.path(namespace), widgets.widget("w", size=7, color="red"))
    header, lines = rows(t.kubectl("get", "configmaps", "-n", namespace))
    assert header == ["NAME", "DATA", "AGE"] and lines[0][:2] == ["m", "2"], (header, lines)
    header, lines = rows(t.kubectl("get", "wd", "-n", namespace))
    assert header == ["NAME", "SIZE", "COLOR", "AGE"] and lines[0][:3] == ["w", "7", "red"], (
        header,
        lines,
    )
    header, lines = rows(t.kubectl("get", "widgets.skeleton.example", "-A"))
    assert header == ["NAMESPACE", "NAME", "SIZE", "COLOR", "AGE"], header
    assert [namespace, "w", "7", "red"] in [line[:4] for line in lines], lines
    header, lines = rows(t.kubectl("get", "crd"))
    assert header == ["NAME", "CREATED", "AT"] and widgets.NAME in [line[0] for line in lines], (
        header,
        lines,
    )
    nothing = t.kubectl.run("get", "secrets", "-n", namespace)
    assert (
        nothing.returncode == 0
        and f"No resources found in {namespace} namespace." in nothing.stderr
    ), nothing


def test_delete(t):
    t.widgets()
    namespace = t.namespace()
    t.kubectl("apply", "-n", namespace, "-f", t.write("m.yaml", widgets.CONFIG_MAP_YAML))
    t.kubectl("apply", "-n", namespace, "-f", t.write("w.yaml", widgets.WIDGET_YAML))
    output = t.kubectl("delete", "configmap", "settings", "-n", namespace)
    assert output.startswith('configmap "settings" deleted'), output
    output = t.kubectl("delete", "widget", "one", "-n", namespace)
    assert output.startswith('widget.skeleton.example "one" deleted'), output
    for kind, plural, name in (
        ("configmap", "configmaps", "settings"),
        ("widget", "widgets.skeleton.example", "one"),
    ):
        error = t.kubectl.fails("get", kind, name, "-n", namespace)
        assert error == f'Error from server (NotFound): {plural} "{name}" not found\n', error


def test_delete_waits_until_gone(t):
    namespace = t.namespace()
    path = f"/api/v1/namespaces/{namespace}/configmaps/held"
    t.client.post(
        path.rsplit("/", 1)[0],
        {"metadata": {"name": "held", "finalizers": ["skeleton.example/hold"]}},
    )
    with t.kubectl.stream(
        "delete", "configmap", "held", "-n", namespace, "--timeout=120s"
    ) as stream:
        wait_for(
            lambda: t.client.get(path).json()["metadata"].get("deletionTimestamp"),
            "deletionTimestamp",
        )
        stream.line(r'^configmap "held" deleted')
        assert stream.running(), "kubectl ended while the object was still there"
        t.client.patch(path, {"metadata": {"finalizers": None}})
        assert stream.wait() == 0
    t.client.get(path, expect=404)


def test_delete_definition_takes_its_objects_along(t):
    group = "gone.example"
    namespace = t.namespace()
    t.kubectl("apply", "-f", t.write("crd.yaml", widgets.definition_yaml(group)))
    objects = widgets.path(namespace, group)
    t.client.post(objects, widgets.widget("one", group))
    t.kubectl("delete", "crd", f"widgets.{group}", "--timeout=120s")
    t.client.get(f"{widgets.DEFINITIONS}/widgets.{group}", expect=404)
    # The definition goes from the store first.
    wait_for(lambda: t.client.request("GET", objects).status == 404, "404 for the objects")
    # Defined anew, nothing of the old objects comes back.
    t.kubectl("apply", "-f", t.write("crd.yaml", widgets.definition_yaml(group)))
    assert t.client.get(objects).json()["items"] == []
