"""Custom resources: everything that is done with built-in ones."""
import json

from manifests import rows

DEFINITION = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: plants.garden.example
spec:
  group: garden.example
  scope: Namespaced
  names:
    plural: plants
    kind: Plant
    shortNames: [pl]
    categories: [green]
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale:
        specReplicasPath: .spec.pots
        statusReplicasPath: .status.pots
        labelSelectorPath: .status.selector
    additionalPrinterColumns:
    - {name: Color, type: string, jsonPath: .spec.color}
    - {name: Pots, type: integer, jsonPath: .spec.pots}
    - {name: Ready, type: string, jsonPath: '.status.conditions[?(@.type=="Ready")].status'}
    - {name: Water, type: string, priority: 1, jsonPath: .spec.care.water}
    - {name: Age, type: date, jsonPath: .metadata.creationTimestamp}
    schema:
      openAPIV3Schema:
        description: A plant stands in pots and wants water.
        type: object
        properties:
          spec:
            description: What the gardener wants.
            type: object
            required: [color]
            properties:
              color:
                description: The color of its flowers.
                type: string
                enum: [red, white, blue]
              pots:
                description: How many there are.
                type: integer
                default: 1
              care:
                type: object
                properties:
                  water: {type: string, default: daily}
                default: {}
              friends:
                type: array
                items: {type: string}
          status:
            type: object
            properties:
              pots: {type: integer}
              selector: {type: string}
              conditions:
                type: array
                items:
                  type: object
                  properties:
                    type: {type: string}
                    status: {type: string}
"""

PLANT = """\
apiVersion: garden.example/v1
kind: Plant
metadata:
  name: rose
spec:
  color: red
  friends: [ivy]
"""


def garden(t):
    """kubectl where plants are known."""
    shell = t.shell()
    shell("apply", "-f", t.write("plants.yaml", DEFINITION))
    shell("wait", "--for=condition=Established", "crd/plants.garden.example")
    return shell


def with_rose(t):
    shell = garden(t)
    shell("create", "-f", t.write("rose.yaml", PLANT))
    return shell


def test_explain(t):
    shell = garden(t)
    text = shell("explain", "plants")
    for part in ("KIND:", "Plant", "A plant stands in pots", "What the gardener wants.", "spec"):
        assert part in text, text
    text = shell("explain", "pl.spec.color")
    assert "The color of its flowers." in text and "string" in text, text
    text = shell("explain", "plants.spec", "--recursive")
    for part in ("care", "water", "friends", "pots"):
        assert part in text, text
    error = shell.fails("explain", "plants.spec.smell")
    assert 'field "smell" does not exist' in error, error


def test_get(t):
    shell = with_rose(t)
    header, row = rows(shell("get", "plants"))
    assert header == ["NAME", "COLOR", "POTS", "READY", "AGE"], header
    assert row[:3] == ["rose", "red", "1"], row
    header, row = rows(shell("get", "pl", "-o", "wide"))
    assert header == ["NAME", "COLOR", "POTS", "READY", "WATER", "AGE"], header
    assert row[3] == "daily", row  # the column before it is empty
    for name in ("plant/rose", "plants.garden.example/rose", "plants.v1.garden.example/rose"):
        assert shell("get", name, "-o", "name") == "plant.garden.example/rose\n"
    assert "plant.garden.example/rose" in shell("get", "green", "-o", "name")
    assert "rose" in shell("get", "plants", "--all-namespaces")
    assert shell("get", "plants", "-l", "a=b") == ""
    assert "Color:" in shell("describe", "plant", "rose")
    listed = json.loads(shell("get", "plants", "-o", "json"))
    assert [plant["kind"] for plant in listed["items"]] == ["Plant"]


def test_apply(t):
    shell = garden(t)
    before = t.write("rose.yaml", PLANT)
    after = t.write("white.yaml", PLANT.replace("red", "white").replace("[ivy]", "[ivy, fern]"))
    for file, word in (
        (before, "created"),
        (before, "unchanged"),
        (after, "configured"),
        (after, "unchanged"),
    ):
        assert shell("apply", "-f", file) == f"plant.garden.example/rose {word}\n"
    assert shell.value("plant/rose", ".spec.friends") == '["ivy","fern"]'
    assert shell.value("plant/rose", ".metadata.generation") == "2"
    shell("apply", "-f", t.write("bare.yaml", PLANT.replace("  friends: [ivy]\n", "")))
    assert shell.value("plant/rose", ".spec.friends") == "", "a field has left"
    shell("apply", "-f", before, "--dry-run=server")
    assert "friends" in shell.run("diff", "-f", before).stdout


def test_apply_refuses_mistakes(t):
    shell = garden(t)
    for text, part in (
        (PLANT.replace("color: red", "color: red\n  smell: good"), 'unknown field "spec.smell"'),
        (PLANT.replace("red", "grey"), 'spec.color: Unsupported value: "grey"'),
        (PLANT.replace("  color: red\n", ""), "spec.color: Required value"),
    ):
        error = shell.fails("apply", "-f", t.write("bad.yaml", text))
        assert part in error, error


def test_edit(t):
    shell = with_rose(t)
    output = shell.edit("s/color: red/color: blue/", "plant/rose")
    assert output == "plant.garden.example/rose edited\n", output
    assert shell.value("plant/rose", ".spec.color") == "blue"
    shell.edit("s/nothing/else/", "plant/rose")
    assert shell.value("plant/rose", ".metadata.generation") == "2"
    shell.edit("$ a status: {pots: 4}", "plant/rose", "--subresource=status")
    assert shell.value("plant/rose", ".status.pots") == "4"


def test_scale(t):
    shell = with_rose(t)
    output = shell("scale", "plant/rose", "--replicas=3")
    assert output == "plant.garden.example/rose scaled\n", output
    assert shell.value("plant/rose", ".spec.pots") == "3"
    assert shell.value("plant/rose", ".metadata.generation") == "2"
    error = shell.fails("scale", "plant/rose", "--current-replicas=9", "--replicas=4")
    assert "Expected replicas to be 9, was 3" in error, error
    shell("scale", "plant/rose", "--current-replicas=3", "--replicas=4")
    scale = ("plant/rose", "--subresource=scale")
    assert shell("get", *scale, "-o", "jsonpath={.spec.replicas}") == "4"
    header, row = rows(shell("get", *scale))
    assert (header, row[:3]) == (["NAME", "DESIRED", "AVAILABLE", "AGE"], ["rose", "4", "0"])
    shell("patch", *scale, "--type=merge", "-p", '{"spec":{"replicas":2}}')
    assert shell.value("plant/rose", ".spec.pots") == "2"


def test_patch(t):
    shell = with_rose(t)
    for kind, patch in (
        ("merge", {"spec": {"color": "white"}}),
        ("json", [{"op": "add", "path": "/spec/friends/-", "value": "moss"}]),
    ):
        output = shell("patch", "plant", "rose", f"--type={kind}", "-p", json.dumps(patch))
        assert output == "plant.garden.example/rose patched\n", output
    assert shell.value("plant/rose", ".spec.color") == "white"
    assert shell.value("plant/rose", ".spec.friends") == '["ivy","moss"]'
    output = shell("patch", "plant", "rose", "--type=merge", "-p", '{"spec":{"color":"white"}}')
    assert output == "plant.garden.example/rose patched (no change)\n", output
    error = shell.fails("patch", "plant", "rose", "-p", '{"spec":{"color":"blue"}}')
    assert "application/strategic-merge-patch+json" in error, error


def test_label_and_annotate(t):
    shell = with_rose(t)
    shell("label", "plant", "rose", "bed=north")
    assert shell("get", "plants", "-l", "bed=north", "-o", "name") == "plant.garden.example/rose\n"
    error = shell.fails("label", "plant", "rose", "bed=south")
    assert "already has a value (north)" in error, error
    shell("label", "plant", "rose", "bed=south", "--overwrite")
    shell("annotate", "plant", "rose", "note=thorns")
    assert shell.value("plant/rose", ".metadata.annotations.note") == "thorns"
    shell("label", "plant", "rose", "bed-")
    assert shell.value("plant/rose", ".metadata.labels") == ""
    assert shell.value("plant/rose", ".metadata.generation") == "1"


def test_wait_for_condition(t):
    shell = with_rose(t)
    error = shell.fails("wait", "--for=condition=Ready", "--timeout=1s", "plant/rose")
    assert "timed out waiting for the condition" in error, error
    ready = {"status": {"conditions": [{"type": "Ready", "status": "True"}]}}
    with shell.stream("wait", "--for=condition=Ready", "--timeout=120s", "plant/rose") as waiting:
        status = ("--subresource=status", "--type=merge")
        shell("patch", "plant/rose", *status, "-p", json.dumps(ready))
        waiting.line("plant.garden.example/rose condition met")
        assert waiting.wait() == 0
    assert rows(shell("get", "plants"))[1][3] == "True"
    with shell.stream(
        "wait", "--for=jsonpath={.spec.pots}=5", "--timeout=120s", "plant/rose"
    ) as waiting:
        shell("scale", "plant/rose", "--replicas=5")
        assert waiting.wait() == 0


def test_delete(t):
    shell = with_rose(t)
    shell("create", "-f", t.write("lily.yaml", PLANT.replace("rose", "lily")))
    with shell.stream("get", "plants", "--watch", "--output-watch-events") as watch:
        watch.line("^ADDED +rose +red ")
        output = shell("delete", "plant", "rose")
        assert output.startswith('plant.garden.example "rose" deleted'), output
        watch.line("^DELETED +rose +red ")
    with shell.stream("wait", "--for=delete", "--timeout=120s", "plant/lily") as waiting:
        shell("delete", "plants", "--all")
        assert waiting.wait() == 0
    assert "NotFound" in shell.fails("get", "plant", "lily")
