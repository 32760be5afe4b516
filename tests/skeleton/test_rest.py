"""The REST conventions: lists, selectors, watches, refusals, discovery, OpenAPI, health."""
import urllib.parse

import widgets
from harness.client import STRATEGIC_MERGE_PATCH, summary

AGGREGATED = (
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
    "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json"
)


def config_maps(namespace):
    return f"/api/v1/namespaces/{namespace}/configmaps"


def create(t, path, *names, **labels):
    for name in names:
        t.client.post(path, {"metadata": {"name": name, "labels": labels}})


def names(response):
    return [item["metadata"]["name"] for item in response.json()["items"]]


def refused(response, reason, message):
    status = response.json()
    assert (status["kind"], status["apiVersion"], status["status"], status["metadata"]) == (
        "Status",
        "v1",
        "Failure",
        {},
    ), status
    assert (status["reason"], status["code"]) == (reason, response.status), status
    assert status["message"] == message, status["message"]
    return status


def test_list_shape(t):
    t.widgets()
    namespace = t.namespace()
    create(t, config_maps(namespace), "b", "a")
    answer = t.client.get(config_maps(namespace)).json()
    assert (answer["kind"], answer["apiVersion"]) == ("ConfigMapList", "v1") and int(
        answer["metadata"]["resourceVersion"]
    ) > 0
    assert [item["metadata"]["name"] for item in answer["items"]] == [
        "a",
        "b",
    ], "lists are in the order of keys"
    assert not any(
        "kind" in item for item in answer["items"]
    ), "items of built-in lists carry no kind"
    t.client.post(widgets.path(namespace), widgets.widget("w"))
    answer = t.client.get(widgets.path(namespace)).json()
    assert (answer["kind"], answer["apiVersion"]) == ("WidgetList", "skeleton.example/v1"), answer
    assert answer["items"][0]["kind"] == "Widget", answer
    empty = t.client.get(f"/api/v1/namespaces/{namespace}/secrets").json()
    assert empty["items"] == [], empty
    everywhere = t.client.get("/api/v1/configmaps").json()["items"]
    assert {(namespace, "a"), (namespace, "b")} <= {
        (i["metadata"]["namespace"], i["metadata"]["name"]) for i in everywhere
    }


def test_list_in_pages(t):
    namespace = t.namespace()
    path = config_maps(namespace)
    create(t, path, *(f"m{i}" for i in range(5)))
    first = t.client.get(f"{path}?limit=2")
    assert names(first) == ["m0", "m1"], names(first)
    metadata = first.json()["metadata"]
    assert metadata["remainingItemCount"] == 3 and metadata["continue"], metadata
    create(t, path, "m2-late")  # not in the snapshot that the pages show
    second = t.client.get(f"{path}?limit=2&continue={urllib.parse.quote(metadata['continue'])}")
    assert names(second) == ["m2", "m3"], names(second)
    third = t.client.get(
        f"{path}?limit=2&continue={urllib.parse.quote(second.json()['metadata']['continue'])}"
    )
    assert names(third) == ["m4"] and "continue" not in third.json()["metadata"], third.body
    for page in (second, third):
        assert page.json()["metadata"]["resourceVersion"] == metadata["resourceVersion"]
    status = t.client.get(f"{path}?limit=2&continue=nonsense", expect=400).json()
    assert status["reason"] == "BadRequest", status


def test_selectors(t):
    namespace = t.namespace()
    path = config_maps(namespace)
    create(t, path, "x1", "x2", a="x")
    create(t, path, "y1", a="y", b="1")
    create(t, path, "none")
    for selector, expected in (
        ("a=x", ["x1", "x2"]),
        ("a!=x", ["none", "y1"]),
        ("a in (x,y)", ["x1", "x2", "y1"]),
        ("a notin (x)", ["none", "y1"]),
        ("b", ["y1"]),
        ("!a", ["none"]),
        ("a==y,b=1", ["y1"]),
    ):
        answer = t.client.get(f"{path}?labelSelector={urllib.parse.quote(selector)}")
        assert names(answer) == expected, (selector, names(answer))
    assert names(t.client.get(f"{path}?fieldSelector=metadata.name%3Dx2")) == ["x2"]
    assert names(t.client.get(f"{path}?fieldSelector=metadata.name%3Dx2&labelSelector=a%3Dy")) == []
    assert names(
        t.client.get(f"/api/v1/configmaps?fieldSelector=metadata.namespace%3D{namespace}")
    ) == ["none", "x1", "x2", "y1"]
    t.client.get(f"{path}?labelSelector={urllib.parse.quote('bad selector!!')}", expect=400)
    t.client.get(f"{path}?fieldSelector=spec.nothing%3Dx", expect=400)


def test_watch(t):
    namespace = t.namespace()
    path = config_maps(namespace)
    create(t, path, "a", "b")
    since = t.client.get(path).json()["metadata"]["resourceVersion"]
    initial = t.client.watch(path)
    assert [summary(initial.next())[:2] for _ in range(2)] == [("ADDED", "a"), ("ADDED", "b")]
    later = t.client.watch(path, resourceVersion=since)
    changed = t.client.patch(f"{path}/a", {"data": {"k": "v"}}).json()
    t.client.delete(f"{path}/b")
    for watch in (initial, later):
        event = watch.next()
        assert event["type"] == "MODIFIED" and event["object"] == changed, event
        event = watch.next()
        assert summary(event)[:2] == ("DELETED", "b"), event
        assert summary(event)[2] > int(
            changed["metadata"]["resourceVersion"]
        ), "a deletion has a revision of its own"
        watch.close()
    past = t.client.watch(path, resourceVersion=since)
    assert [summary(past.next())[0] for _ in range(2)] == ["MODIFIED", "DELETED"]
    past.close()
    now = t.client.get(path).json()["metadata"]["resourceVersion"]
    short = t.client.watch(path, resourceVersion=now, timeoutSeconds=1)
    assert short.remaining() == []


def test_watch_with_selectors(t):
    namespace = t.namespace()
    path = config_maps(namespace)
    create(t, path, "a", "b")
    since = t.client.get(path).json()["metadata"]["resourceVersion"]
    by_name = t.client.watch(path, resourceVersion=since, fieldSelector="metadata.name=b")
    by_label = t.client.watch(path, resourceVersion=since, labelSelector="on=yes")
    t.client.patch(f"{path}/a", {"metadata": {"labels": {"on": "yes"}}})
    t.client.patch(f"{path}/a", {"metadata": {"labels": {"on": "no"}}})
    t.client.patch(f"{path}/b", {"data": {"k": "v"}})
    t.client.delete(f"{path}/b")
    assert [summary(by_name.next())[:2] for _ in range(2)] == [("MODIFIED", "b"), ("DELETED", "b")]
    # Entering and leaving a selection look like coming and going.
    assert [summary(by_label.next())[:2] for _ in range(2)] == [("ADDED", "a"), ("DELETED", "a")]
    for watch in (by_name, by_label):
        watch.close()


def test_refusals(t):
    t.widgets()
    namespace = t.namespace()
    path = config_maps(namespace)
    refused(t.client.get(f"{path}/none", expect=404), "NotFound", 'configmaps "none" not found')
    refused(
        t.client.get(f"{widgets.path(namespace)}/none", expect=404),
        "NotFound",
        'widgets.skeleton.example "none" not found',
    )
    created = t.client.post(path, {"metadata": {"name": "m"}}).json()
    refused(
        t.client.post(path, {"metadata": {"name": "m"}}, expect=409),
        "AlreadyExists",
        'configmaps "m" already exists',
    )
    stale = {"metadata": {"name": "m", "resourceVersion": "1"}}
    refused(
        t.client.put(f"{path}/m", stale, expect=409),
        "Conflict",
        'Operation cannot be fulfilled on configmaps "m": the object has been modified; please apply your changes to the '
        "latest version and try again",
    )
    refused(
        t.client.put(f"{path}/m", {"metadata": {"name": "n"}}, expect=400),
        "BadRequest",
        "the name of the object (n) does not match the name on the URL (m)",
    )
    status = t.client.post(path, {"metadata": {"name": "A_b"}}, expect=422).json()
    assert status["reason"] == "Invalid" and status["message"].startswith(
        'ConfigMap "A_b" is invalid: metadata.name: Invalid value: "A_b": a lowercase RFC 1123 subdomain must consist of'
    ), status
    assert status["details"]["causes"][0]["field"] == "metadata.name", status
    refused(
        t.client.post(
            "/api/v1/namespaces/nowhere/configmaps", {"metadata": {"name": "m"}}, expect=404
        ),
        "NotFound",
        'namespaces "nowhere" not found',
    )
    t.client.get(f"/api/v1/namespaces/{namespace}/nothings", expect=404)
    t.client.get("/apis/nothing.example/v1/things", expect=404)
    t.client.request("POST", f"{path}/m", {"metadata": {"name": "m"}}, expect=405)
    t.client.post(path, "{}", content_type="text/plain", expect=415)
    t.client.get(f"{path}/m", accept="text/html", expect=406)
    assert t.client.get(f"{path}/m").json() == created, "a refused request changed the object"


def test_update(t):
    namespace = t.namespace()
    path = config_maps(namespace)
    created = t.client.post(path, {"metadata": {"name": "m"}, "data": {"a": "1"}}).json()
    same = t.client.put(f"{path}/m", created).json()
    assert same == created, "an update without a change is no write"
    changed = t.client.put(f"{path}/m", {**created, "data": {"a": "2"}}).json()
    assert int(changed["metadata"]["resourceVersion"]) > int(created["metadata"]["resourceVersion"])
    assert changed["metadata"]["uid"] == created["metadata"]["uid"] and changed["data"] == {
        "a": "2"
    }
    patched = t.client.patch(f"{path}/m", {"data": {"a": None, "b": "3"}}).json()
    assert patched["data"] == {"b": "3"}, patched
    patched = t.client.patch(
        f"{path}/m", {"data": {"b": None, "c": "4"}}, STRATEGIC_MERGE_PATCH
    ).json()
    assert patched["data"] == {"c": "4"}, patched


def test_delete(t):
    namespace = t.namespace()
    path = config_maps(namespace)
    created = t.client.post(path, {"metadata": {"name": "m"}}).json()
    uid = created["metadata"]["uid"]
    refused(
        t.client.delete(f"{path}/m", {"preconditions": {"uid": "other"}}, expect=409),
        "Conflict",
        f'Operation cannot be fulfilled on ConfigMap "m": the UID in the precondition (other) does not match the UID in '
        f"record ({uid}). The object might have been deleted and then recreated",
    )
    t.client.delete(f"{path}/m", {"preconditions": {"resourceVersion": "1"}}, expect=409)
    t.client.get(f"{path}/m")
    answer = t.client.delete(
        f"{path}/m", {"kind": "DeleteOptions", "apiVersion": "v1", "preconditions": {"uid": uid}}
    ).json()
    assert answer == {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Success",
        "details": {"name": "m", "kind": "configmaps", "uid": uid},
    }, answer
    t.client.delete(f"{path}/m", expect=404)


def test_delete_collection(t):
    namespace = t.namespace()
    path = config_maps(namespace)
    create(t, path, "a", "b", "c")
    page = t.client.delete(f"{path}?limit=2")
    assert names(page) == ["a", "b"] and page.json()["metadata"]["remainingItemCount"] == 1
    assert names(t.client.get(path)) == ["c"], "more than the page was deleted"
    assert names(t.client.delete(f"{path}?dryRun=All")) == ["c"]
    assert names(t.client.delete(path)) == ["c"]
    assert names(t.client.get(path)) == []


def test_health_and_version(t):
    for path in ("/healthz", "/livez", "/readyz"):
        answer = t.client.get(path, accept="*/*")
        assert answer.body == b"ok" and answer.header("Content-Type").startswith(
            "text/plain"
        ), answer.body
    version = t.client.get("/version").json()
    assert version["major"] == "1" and version["minor"] == "36", version
    assert (
        version["gitVersion"].startswith("v1.36.") and "+pintle." in version["gitVersion"]
    ), version
    metrics = t.client.get("/metrics", accept="*/*")
    assert b"apiserver_validation_declarative_validation_mismatch_total" in metrics.body


def test_authentication(t):
    answer = t.server.client(token="wrong").get("/api/v1/namespaces", expect=401)
    refused(answer, "Unauthorized", "Unauthorized")


def test_client_certificate(t):
    """The kubeconfig's certificate alone is enough, and is what kubectl uses."""
    files = []
    for field in ("client-certificate-data", "client-key-data"):
        data = t.server.kubeconfig_data(field)
        assert data, f"no {field} in the written kubeconfig"
        files.append(t.write(field, data.decode()))
    client = t.server.client(token=None, certificate=files)
    client.get("/api/v1/namespaces/default")


def test_discovery(t):
    t.widgets()
    assert t.client.get("/api").json()["versions"] == ["v1"]
    core = {r["name"]: r for r in t.client.get("/api/v1").json()["resources"]}
    assert (
        core["configmaps"]["kind"] == "ConfigMap" and core["configmaps"]["namespaced"] is True
    ), core["configmaps"]
    assert set(core["configmaps"]["verbs"]) >= {
        "create",
        "delete",
        "get",
        "list",
        "patch",
        "update",
        "watch",
    }
    assert core["configmaps"]["shortNames"] == ["cm"] and core["namespaces"]["namespaced"] is False
    groups = {g["name"]: g for g in t.client.get("/apis").json()["groups"]}
    assert {"apiextensions.k8s.io", "coordination.k8s.io", widgets.GROUP} <= set(groups), groups
    assert "frobber.example" not in groups, "the example group is off unless it is asked for"
    assert groups[widgets.GROUP]["preferredVersion"] == {
        "groupVersion": "skeleton.example/v1",
        "version": "v1",
    }
    assert t.client.get(f"/apis/{widgets.GROUP}").json()["kind"] == "APIGroup"
    listed = t.client.get(f"/apis/{widgets.GROUP}/v1").json()
    assert (
        listed["kind"] == "APIResourceList" and listed["groupVersion"] == "skeleton.example/v1"
    ), listed
    (resource,) = [r for r in listed["resources"] if r["name"] == "widgets"]
    assert (resource["kind"], resource["singularName"], resource["shortNames"]) == (
        "Widget",
        "widget",
        ["wd"],
    ), resource


def test_aggregated_discovery(t):
    t.widgets()
    for path, group, version, expected in (
        ("/api", None, "v1", ("configmaps", "ConfigMap", "Namespaced")),
        ("/api", None, "v1", ("namespaces", "Namespace", "Cluster")),
        ("/apis", "coordination.k8s.io", "v1", ("leases", "Lease", "Namespaced")),
        ("/apis", widgets.GROUP, "v1", ("widgets", "Widget", "Namespaced")),
    ):
        answer = t.client.get(path, accept=AGGREGATED)
        assert "as=APIGroupDiscoveryList" in answer.header(
            "Content-Type"
        ) and "v=v2" in answer.header("Content-Type")
        document = answer.json()
        assert (document["kind"], document["apiVersion"]) == (
            "APIGroupDiscoveryList",
            "apidiscovery.k8s.io/v2",
        ), document
        (item,) = [i for i in document["items"] if i.get("metadata", {}).get("name") == group]
        (served,) = [v for v in item["versions"] if v["version"] == version]
        found = {
            (r["resource"], r["responseKind"]["kind"], r["scope"]) for r in served["resources"]
        }
        assert expected in found and served["freshness"] == "Current", found


def check_patch_operation(t, key, path, kind):
    index = t.client.get("/openapi/v3").json()["paths"]
    assert key in index, sorted(index)
    document = t.client.get(index[key]["serverRelativeURL"]).json()
    assert document["openapi"].startswith("3.0"), document["openapi"]
    patch = document["paths"][path]["patch"]
    assert patch["x-kubernetes-group-version-kind"] == kind, patch[
        "x-kubernetes-group-version-kind"
    ]
    parameters = {p["name"]: p["in"] for p in patch["parameters"]}
    for name in ("fieldValidation", "dryRun", "fieldManager", "force"):
        assert parameters.get(name) == "query", parameters
    schemas = [
        s
        for s in document["components"]["schemas"].values()
        if kind in s.get("x-kubernetes-group-version-kind", [])
    ]
    assert len(schemas) == 1 and "metadata" in schemas[0]["properties"], schemas


def test_openapi_v3(t):
    t.widgets()
    check_patch_operation(
        t,
        "api/v1",
        "/api/v1/namespaces/{namespace}/configmaps/{name}",
        {"group": "", "version": "v1", "kind": "ConfigMap"},
    )
    check_patch_operation(
        t,
        "apis/skeleton.example/v1",
        "/apis/skeleton.example/v1/namespaces/{namespace}/widgets/{name}",
        {"group": "skeleton.example", "version": "v1", "kind": "Widget"},
    )


def test_openapi_v2(t):
    t.widgets()
    document = t.client.get("/openapi/v2").json()
    assert document["swagger"] == "2.0" and document["info"]["title"] == "Kubernetes", document[
        "info"
    ]
    assert "io.k8s.api.core.v1.ConfigMap" in document["definitions"], sorted(
        document["definitions"]
    )[:50]
    assert "example.skeleton.v1.Widget" in document["definitions"], sorted(document["definitions"])[
        :50
    ]


def check_openapi_forms(t, path, version):
    """The first form that a client likes; both have one ETag."""
    protobuf = f"application/com.github.proto-openapi.spec.{version}.v1.0+protobuf"
    with_at = f"application/com.github.proto-openapi.spec.{version}@v1.0+protobuf"
    json = t.client.get(path)
    for accept, form in (
        (protobuf, protobuf),
        (with_at, protobuf),
        (f"{with_at},application/json;q=0.9", protobuf),
        (f"application/json;q=0.9,{with_at}", protobuf),
        (f"application/json,{with_at}", "application/json"),
        (f"{with_at};q=0.5,application/json;q=0.6", "application/json"),
        ("application/*", "application/json"),
        ("*/*", "application/json"),
    ):
        answer = t.client.get(path, accept=accept)
        assert answer.header("content-type") == form, (accept, answer.header("content-type"))
        assert answer.header("etag") == json.header("etag") and answer.body, accept
        assert (answer.body == json.body) == (form == "application/json"), accept
        seen = {"If-None-Match": answer.header("etag")}
        t.client.get(path, accept=accept, headers=seen, expect=304)
    for accept in ("text/plain", "application/cbor-seq"):
        answer = t.client.get(path, accept=accept, expect=406)
        refused(
            answer,
            "NotAcceptable",
            f"only the following media types are accepted: application/json, {protobuf}",
        )
    return t.client.get(path, accept=with_at)


def test_openapi_v2_forms(t):
    # Field 1 is the version of the format.
    assert check_openapi_forms(t, "/openapi/v2", "v2").body.startswith(b"\x0a\x032.0")


def test_openapi_v3_forms(t):
    answer = check_openapi_forms(t, "/openapi/v3/api/v1", "v3")
    assert answer.body.startswith(b"\x0a\x053.0.0"), answer.body[:20]
    form = answer.header("content-type")
    url = t.client.get("/openapi/v3").json()["paths"]["api/v1"]["serverRelativeURL"]
    hashed = t.client.get(url, accept=form)
    assert hashed.header("content-type") == form and hashed.body == answer.body
    assert hashed.header("cache-control") == "public, immutable", hashed.headers
    stale = t.client.get("/openapi/v3/api/v1?hash=0", accept=form, expect=301)
    assert stale.header("location") == url, stale.headers
    t.client.get("/openapi/v3/api/v2", accept=form, expect=404)


def test_tables(t):
    namespace = t.namespace()
    create(t, config_maps(namespace), "m")
    answer = t.client.get(
        config_maps(namespace),
        accept="application/json;as=Table;v=v1;g=meta.k8s.io,application/json",
    ).json()
    assert (answer["kind"], answer["apiVersion"]) == ("Table", "meta.k8s.io/v1"), answer
    assert [column["name"] for column in answer["columnDefinitions"]] == [
        "Name",
        "Data",
        "Age",
    ], answer
    assert answer["rows"][0]["cells"][:2] == ["m", 0], answer
    assert answer["rows"][0]["object"]["kind"] == "PartialObjectMetadata", answer
