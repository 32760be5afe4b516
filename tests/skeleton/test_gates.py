"""Feature gates that change what clients see."""
from harness.client import MERGE_PATCH

JSON = "application/json"
JSON_PATCH = "application/json-patch+json"

TYPO = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: typo
data:
  color: blue
dta:
  shape: round
"""


def parameter_names(document):
    """Those that the operations of an OpenAPI document have."""
    for item in document["paths"].values():
        for operation in item.values():
            for parameter in operation.get("parameters", []) if isinstance(operation, dict) else []:
                yield parameter["name"]


def test_without_field_validation_every_mode_is_ignore(t):
    server = t.start_server("--storage=memory", "--feature-gates=ServerSideFieldValidation=false")
    client = server.client()
    maps = "/api/v1/namespaces/default/configmaps"
    for number, mode in enumerate(("Strict", "Warn", "Ignore", "")):
        body = f'{{"metadata":{{"name":"map-{number}"}},"dta":{{}},"data":{{"a":"1","a":"2"}}}}'
        query = f"?fieldValidation={mode}"
        path = f"{maps}/map-{number}{query}"
        for said in (
            client.post(maps + query, body, content_type=JSON),
            client.put(path, body, content_type=JSON),
            client.patch(path, {"dta": 1}, MERGE_PATCH),
            client.patch(path, [{"op": "add", "path": "/dta", "value": 1}], JSON_PATCH),
            client.delete(path, {"gracePeriodSecond": 1}),
        ):
            assert said.warnings() == [], (mode, said.headers)
    # What is no mode is none without the gate either.
    client.post(f"{maps}?fieldValidation=Foo", {"metadata": {"name": "a"}}, expect=422)
    for path in ("/openapi/v2", "/openapi/v3/api/v1"):
        names = set(parameter_names(client.get(path).json()))
        assert "fieldManager" in names and "fieldValidation" not in names, (path, names)


def test_kubectl_checks_fields_itself_without_field_validation(t):
    server = t.start_server("--storage=memory", "--feature-gates=ServerSideFieldValidation=false")
    kubectl = t.kubectl_of(server)
    file = t.write("typo.yaml", TYPO)
    error = kubectl.fails("create", "-f", file)
    assert "error validating data" in error and '"dta"' in error, error
    kubectl("create", "--validate=ignore", "-f", file)
