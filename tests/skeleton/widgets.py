"""The custom resource of the tests: Widget, with a schema, a default, and columns of its own."""

GROUP = "skeleton.example"
NAME = "widgets.skeleton.example"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

# What the tests of everyday work begin with.
CONFIG_MAP_YAML = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  color: blue
"""
WIDGET_YAML = """\
apiVersion: skeleton.example/v1
kind: Widget
metadata:
  name: one
spec:
  size: 5
"""

DEFINITION_YAML = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.skeleton.example
spec:
  group: skeleton.example
  scope: Namespaced
  names:
    plural: widgets
    singular: widget
    kind: Widget
    listKind: WidgetList
    shortNames:
    - wd
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - name: Size
      type: integer
      jsonPath: .spec.size
    - name: Color
      type: string
      jsonPath: .spec.color
    - name: Age
      type: date
      jsonPath: .metadata.creationTimestamp
    schema:
      openAPIV3Schema:
        description: A widget exists so that tests have something to define.
        type: object
        properties:
          spec:
            description: What the widget should be.
            type: object
            required:
            - size
            properties:
              size:
                description: How wide it is in millimetres.
                type: integer
                minimum: 1
              color:
                description: Its color.
                type: string
                default: grey
              ratio:
                type: number
              parts:
                type: array
                items:
                  type: object
                  properties:
                    name:
                      type: string
                    count:
                      type: integer
"""


def definition_yaml(group):
    """The same definition under another group, for tests that delete it."""
    return DEFINITION_YAML.replace(GROUP, group)


def path(namespace, group=GROUP):
    return f"/apis/{group}/v1/namespaces/{namespace}/widgets"


def widget(name, group=GROUP, **spec):
    return {
        "apiVersion": f"{group}/v1",
        "kind": "Widget",
        "metadata": {"name": name},
        "spec": {"size": 1, **spec},
    }


def ensure_defined(client):
    """Served when its POST returns, so nothing is waited for."""
    if client.request("GET", f"{DEFINITIONS}/{NAME}").status == 404:
        client.post(DEFINITIONS, DEFINITION_YAML, content_type="application/yaml")
