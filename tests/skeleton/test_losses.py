"""Nothing that a client wrote is lost without a word, also where Kubernetes drops it silently."""
import copy

DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
TELLING = ("?fieldValidation=Strict", "?fieldValidation=Warn", "")
SILENT = "?fieldValidation=Ignore"


def text(**more):
    return {"type": "string", **more}


def of(**properties):
    return {"type": "object", "properties": properties}


def definition(group, plural, versions):
    """Versions with their schemas; the first one is stored."""
    served = [
        {
            "name": name,
            "served": True,
            "storage": number == 0,
            "schema": {"openAPIV3Schema": schema},
            "subresources": {"status": {}},
        }
        for number, (name, schema) in enumerate(versions.items())
    ]
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{group}"},
        "spec": {
            "group": group,
            "scope": "Namespaced",
            "names": {"plural": plural, "kind": plural.capitalize()},
            "versions": served,
        },
    }


def not_stored(path):
    return f'pintle: field "{path}" of v2 is not stored: v1, in which objects are stored, does not have it'


def test_fields_that_the_storage_version_lacks(t):
    group = "losses.example"
    parts = {"type": "array", "items": of(name=text(), size=text(default="small"))}
    stored_parts = {"type": "array", "items": of(name=text())}
    t.client.post(
        DEFINITIONS,
        definition(
            group,
            "vases",
            {
                "v1": of(spec=of(color=text(), parts=stored_parts), status=of()),
                "v2": of(
                    spec=of(color=text(), glaze=text(), shine=text(default="matt"), parts=parts),
                    status=of(phase=text()),
                ),
            },
        ),
    )
    namespace = t.namespace()

    def path(version, name=""):
        return f"/apis/{group}/{version}/namespaces/{namespace}/vases{name}"

    def vase(version, **spec):
        return {
            "apiVersion": f"{group}/{version}",
            "kind": "Vases",
            "metadata": {"generateName": "vase-"},
            "spec": spec,
        }

    for mode in TELLING:
        said = t.client.post(path("v2") + mode, vase("v2", color="red", glaze="blue"))
        assert said.warnings() == [not_stored("spec.glaze")], (mode, said.headers)
        assert said.json()["spec"] == {"color": "red"}, said.body
    # Not what the server filled in, unless the client wants something else there.
    two = [{"name": "a"}, {"name": "b", "size": "large"}]
    said = t.client.post(path("v2"), vase("v2", parts=two))
    assert said.warnings() == [not_stored("spec.parts[1].size")], said.headers
    # Not what is dropped for being where it does not belong.
    said = t.client.post(path("v2"), {**vase("v2"), "status": {"phase": "dry"}})
    assert said.warnings() == [], said.headers
    assert t.client.post(path("v2") + SILENT, vase("v2", glaze="blue")).warnings() == []
    assert t.client.post(path("v1"), vase("v1", color="red")).warnings() == []

    name = "/" + said.json()["metadata"]["name"]
    for mode in TELLING:
        said = t.client.patch(path("v2", name) + mode, {"spec": {"glaze": "red"}})
        assert said.warnings() == [not_stored("spec.glaze")], (mode, said.headers)
        said = t.client.patch(path("v2", name + "/status") + mode, {"status": {"phase": "dry"}})
        assert said.warnings() == [not_stored("status.phase")], (mode, said.headers)
    found = t.client.get(path("v2", name)).json()
    said = t.client.put(path("v2", name), found)
    assert said.warnings() == [], said.headers
    said = t.client.put(path("v2", name), {**said.json(), "spec": {"glaze": "green"}})
    assert said.warnings() == [not_stored("spec.glaze")], said.headers


def test_misspelt_keywords_of_schemas(t):
    group = "keywords.example"
    misspelt = of(
        list={"type": "array", "items": text(maxLenght=3)},
        map={"type": "object", "additionalProperties": of(a=text(patern="x"))},
    )
    body = definition(group, "bowls", {"v1": of(spec=misspelt)})
    root = "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties"
    expected = [
        f'pintle: unknown field "{root}.list.items.maxLenght"',
        f'pintle: unknown field "{root}.map.additionalProperties.properties.a.patern"',
    ]
    for mode in TELLING:
        dry = (mode + "&" if mode else "?") + "dryRun=All"
        said = t.client.post(DEFINITIONS + dry, body)
        assert sorted(said.warnings()) == expected, (mode, said.headers)
    assert t.client.post(DEFINITIONS + SILENT, body).warnings() == []
    change = [
        {
            "op": "add",
            "path": "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/list/items/maxLenght",
            "value": 3,
        }
    ]
    for mode in TELLING:
        said = t.client.patch(
            f"{DEFINITIONS}/bowls.{group}{mode}", change, "application/json-patch+json"
        )
        assert said.warnings() == expected[:1], (mode, said.headers)
    # Elsewhere they are findings, as ever.
    outside = copy.deepcopy(body)
    outside["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["tytle"] = "x"
    t.client.post(DEFINITIONS + "?fieldValidation=Strict", outside, expect=400)


def test_misspelt_members_of_delete_options(t):
    namespace = t.namespace()
    maps = f"/api/v1/namespaces/{namespace}/configmaps"
    options = {"kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSecond": 0, "preconditions": {"uuid": "x"}}
    expected = [
        'pintle: delete options: unknown field "gracePeriodSecond"',
        'pintle: delete options: unknown field "preconditions.uuid"',
    ]
    for mode in TELLING:
        for target in (maps + "/a", maps):
            t.client.post(maps, {"metadata": {"name": "a"}})
            said = t.client.delete(target + mode, options)
            assert sorted(said.warnings()) == expected, (target, mode, said.headers)
            t.client.get(maps + "/a", expect=404)
    t.client.post(maps, {"metadata": {"name": "a"}})
    assert t.client.delete(maps + "/a" + SILENT, options).warnings() == []
    t.client.post(maps, {"metadata": {"name": "a"}})
    good = {"kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": 0}
    assert t.client.delete(maps + "/a", good).warnings() == []
