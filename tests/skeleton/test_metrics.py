"""/metrics: the names, types, labels and buckets that dashboards and alerts rely on."""
import os

import widgets
from harness import prometheus
from harness.client import MERGE_PATCH, STRATEGIC_MERGE_PATCH, wait_for

REQUEST = {"verb", "group", "version", "resource", "subresource", "scope", "component"}
RESOURCE = {"group", "resource"}
DURATIONS = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15]
DURATIONS += [20, 30, 45, 60]
DOUBLING = [0.001 * 2**i for i in range(15)]
ADMISSION = [0.005, 0.025, 0.1, 0.5, 1, 2.5]
QUEUE = [10.0**i for i in range(-8, 4)]
HOUR, DAY = 3600, 24 * 3600

# Name: type, labels, buckets.
EXPECTED = {
    "apiserver_request_total": ("counter", REQUEST | {"dry_run", "code"}, None),
    "apiserver_request_duration_seconds": ("histogram", REQUEST | {"dry_run"}, DURATIONS),
    "apiserver_request_sli_duration_seconds": ("histogram", REQUEST, DURATIONS[2:]),
    "apiserver_response_sizes": ("histogram", REQUEST, [10.0**i for i in range(3, 10)]),
    "apiserver_longrunning_requests": ("gauge", REQUEST, None),
    "apiserver_current_inflight_requests": ("gauge", {"request_kind"}, None),
    "apiserver_requested_deprecated_apis": (
        "gauge",
        {"group", "version", "resource", "subresource", "removed_release"},
        None,
    ),
    "apiserver_request_terminations_total": ("counter", REQUEST | {"code"}, None),
    "apiserver_request_post_timeout_total": ("counter", {"source", "status"}, None),
    "field_validation_request_duration_seconds": (
        "histogram",
        {"field_validation"},
        DURATIONS[2:],
    ),
    "apiserver_watch_events_total": ("counter", RESOURCE | {"version"}, None),
    "apiserver_watch_events_sizes": (
        "histogram",
        RESOURCE | {"version"},
        [1024.0 * 2**i for i in range(8)],
    ),
    "apiserver_watch_list_duration_seconds": (
        "histogram",
        RESOURCE | {"version", "scope"},
        [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60],
    ),
    "apiserver_init_events_total": ("counter", RESOURCE, None),
    "apiserver_terminated_watchers_total": ("counter", RESOURCE, None),
    "apiserver_watch_cache_events_received_total": ("counter", RESOURCE, None),
    "apiserver_watch_cache_events_dispatched_total": ("counter", RESOURCE, None),
    "apiserver_watch_cache_initializations_total": ("counter", RESOURCE, None),
    "apiserver_watch_cache_resource_version": ("gauge", RESOURCE, None),
    "apiserver_watch_cache_read_wait_seconds": (
        "histogram",
        RESOURCE,
        [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3],
    ),
    "apiserver_watch_cache_consistent_read_total": (
        "counter",
        RESOURCE | {"success", "fallback"},
        None,
    ),
    "apiserver_cache_list_total": ("counter", RESOURCE | {"index"}, None),
    "apiserver_cache_list_fetched_objects_total": ("counter", RESOURCE | {"index"}, None),
    "apiserver_cache_list_returned_objects_total": ("counter", RESOURCE, None),
    "apiserver_storage_list_total": ("counter", RESOURCE, None),
    "apiserver_storage_list_fetched_objects_total": ("counter", RESOURCE, None),
    "apiserver_storage_list_evaluated_objects_total": ("counter", RESOURCE, None),
    "apiserver_storage_list_returned_objects_total": ("counter", RESOURCE, None),
    "apiserver_storage_events_received_total": ("counter", RESOURCE, None),
    "apiserver_storage_objects": ("gauge", {"resource"}, None),
    "apiserver_resource_objects": ("gauge", RESOURCE, None),
    "apiserver_resource_size_estimate_bytes": ("gauge", RESOURCE, None),
    "apiserver_storage_size_bytes": ("gauge", {"storage_cluster_id"}, None),
    "etcd_request_duration_seconds": ("histogram", RESOURCE | {"operation"}, DURATIONS),
    "etcd_requests_total": ("counter", RESOURCE | {"operation"}, None),
    "etcd_request_errors_total": ("counter", RESOURCE | {"operation"}, None),
    "apiserver_admission_step_admission_duration_seconds": (
        "histogram",
        {"type", "operation", "rejected"},
        ADMISSION,
    ),
    "apiserver_admission_controller_admission_duration_seconds": (
        "histogram",
        {"name", "type", "operation", "rejected"},
        ADMISSION,
    ),
    "authentication_attempts": ("counter", {"result"}, None),
    "authentication_duration_seconds": ("histogram", {"result"}, DOUBLING),
    "authenticated_user_requests": ("counter", {"username"}, None),
    "authorization_attempts_total": ("counter", {"result"}, None),
    "authorization_duration_seconds": ("histogram", {"result"}, DOUBLING),
    "apiserver_client_certificate_expiration_seconds": (
        "histogram",
        set(),
        [0, HOUR / 2, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR]
        + [days * DAY for days in (1, 2, 4, 7, 30, 90, 180, 360)],
    ),
    "apiserver_validation_declarative_validation_mismatch_total": ("counter", set(), None),
    "kubernetes_feature_enabled": ("gauge", {"name", "stage"}, None),
    "kubernetes_build_info": (
        "gauge",
        {"major", "minor", "git_version", "git_commit", "git_tree_state"}
        | {"build_date", "go_version", "compiler", "platform"},
        None,
    ),
    "workqueue_adds_total": ("counter", {"name"}, None),
    "workqueue_depth": ("gauge", {"name"}, None),
    "workqueue_retries_total": ("counter", {"name"}, None),
    "workqueue_queue_duration_seconds": ("histogram", {"name"}, QUEUE),
    "workqueue_work_duration_seconds": ("histogram", {"name"}, QUEUE),
    "workqueue_unfinished_work_seconds": ("gauge", {"name"}, None),
    "workqueue_longest_running_processor_seconds": ("gauge", {"name"}, None),
    "process_cpu_seconds_total": ("counter", set(), None),
    "process_resident_memory_bytes": ("gauge", set(), None),
    "process_virtual_memory_bytes": ("gauge", set(), None),
    "process_open_fds": ("gauge", set(), None),
    "process_max_fds": ("gauge", set(), None),
    "process_start_time_seconds": ("gauge", set(), None),
}
EXPECTED_HEALTH = {
    "kubernetes_healthcheck": ("gauge", {"name", "type"}, None),
    "kubernetes_healthchecks_total": ("counter", {"name", "type", "status"}, None),
}


def scrape(client, path="/metrics"):
    answer = client.get(path, accept="*/*")
    content_type = answer.header("content-type")
    assert content_type == "text/plain; version=0.0.4; charset=utf-8", content_type
    return prometheus.parse(answer.body.decode())


def check(families, expected):
    for name, (kind, labels, buckets) in expected.items():
        family = families.get(name)
        assert family, f"{name} is missing"
        assert family.type == kind, f"{name} is a {family.type}"
        assert family.samples, f"{name} has no sample"
        assert family.label_names() == labels, f"{name} has labels {sorted(family.label_names())}"
        if buckets is not None:
            found = family.buckets()
            assert len(found) == len(buckets), f"{name} has buckets {found}"
            assert all(abs(a - b) < 1e-9 * max(1, b) for a, b in zip(found, buckets)), found
        if not name.startswith("process_"):
            assert family.help.startswith(("[STABLE] ", "[BETA] ", "[ALPHA] ")), family.help


def exercise(t, server):
    """A little of everything that is counted."""
    client = server.client()
    widgets.ensure_defined(client)
    namespace = t.namespace(client)
    path = f"/api/v1/namespaces/{namespace}/configmaps"
    client.post(f"{path}?fieldValidation=Strict", {"metadata": {"name": "a"}, "data": {"k": "v"}})
    client.patch(f"{path}/a?dryRun=All", {"data": {"k": "w"}}, content_type=MERGE_PATCH)
    client.patch(f"{path}/a", {"data": {"k": "x"}}, content_type=STRATEGIC_MERGE_PATCH)
    client.post(widgets.path(namespace), widgets.widget("w"))
    first = client.get(path).json()["metadata"]["resourceVersion"]
    watch = client.watch(
        path,
        sendInitialEvents="true",
        resourceVersionMatch="NotOlderThan",
        allowWatchBookmarks="true",
    )
    watch.next()
    client.delete(f"{path}/a")
    watch.until(lambda event: event["type"] == "DELETED", "the deletion")
    client.get(f"{path}?resourceVersion={first}&resourceVersionMatch=Exact")
    client.get("/api/v1/endpoints")
    # No such revision comes within the time it is given.
    client.get(f"{path}?resourceVersion=999999999&timeout=50ms", expect=504)
    client.get("/api/v1/namespaces/no-such-namespace", expect=404)
    client.post(
        "/api/v1/namespaces/no-such-namespace/configmaps", {"metadata": {"name": "a"}}, expect=404
    )
    server.client(token="nobody").get("/version", expect=401)
    for endpoint in ("livez", "readyz", "healthz"):
        client.get(f"/{endpoint}")
    by_certificate = server.client(token=None, certificate=certificate_files(server))
    by_certificate.get("/version")
    return client, watch, namespace


def certificate_files(server):
    """The certificate and key of the admin in the kubeconfig, as files."""
    files = []
    for field in ("client-certificate-data", "client-key-data"):
        files.append(os.path.join(server.folder, field))
        with open(files[-1], "wb") as file:
            file.write(server.kubeconfig_data(field))
    return tuple(files)


def test_names_types_labels_and_buckets(t):
    server = t.start_server()
    client, watch, namespace = exercise(t, server)
    # The one that timed out is counted when its work has ended too; among the requests last.
    late = {"verb": "LIST", "code": "504", "scope": "namespace"}
    families = wait_for(
        lambda: (f := scrape(client))["apiserver_request_total"].value(**late) and f,
        "the end of the request that timed out",
    )
    check(families, EXPECTED)
    check(scrape(client, "/metrics/slis"), EXPECTED_HEALTH)

    def value(metric, suffix="", **labels):
        return families[metric].value(suffix, **labels)

    maps = {"group": "", "resource": "configmaps"}
    posts = {"verb": "POST", "resource": "configmaps", "version": "v1", "scope": "resource"}
    assert value("apiserver_request_total", code="201", dry_run="", **posts) == 1
    assert value("apiserver_request_total", verb="PATCH", dry_run="All", resource="configmaps") == 1
    assert value("apiserver_request_total", **late) == 1
    assert value("apiserver_request_terminations_total", code="504", resource="configmaps") == 1
    assert value("apiserver_longrunning_requests", verb="WATCH", resource="configmaps") == 1
    assert value("apiserver_requested_deprecated_apis", resource="endpoints") == 1
    name = "field_validation_request_duration_seconds"
    assert value(name, "_count", field_validation="Strict") == 1
    assert value("apiserver_watch_events_total", **maps) >= 1
    assert value("apiserver_init_events_total", **maps) == 1
    assert value("apiserver_watch_list_duration_seconds", "_count", **maps) == 1
    assert value("apiserver_watch_cache_events_received_total", **maps) >= 3
    assert value("apiserver_storage_list_total", **maps) == 1
    assert value("apiserver_storage_list_returned_objects_total", **maps) == 1
    assert value("apiserver_watch_cache_consistent_read_total", success="true", **maps) == 1
    assert value("apiserver_storage_objects", resource="widgets.skeleton.example") == 1
    assert value("apiserver_resource_size_estimate_bytes", resource="widgets") > 50
    # What is only answered has its place too, with nothing there.
    shown = {labels["resource"]: count for _, labels, count in families["apiserver_resource_objects"].samples}
    for resource in ("bindings", "componentstatuses", "selfsubjectreviews", "tokenreviews"):
        assert shown[resource] == 0, shown
    assert value("apiserver_storage_size_bytes") >= 4096
    assert value("etcd_requests_total", operation="create", **maps) == 1
    assert value("etcd_requests_total", operation="update", **maps) == 1
    assert value("etcd_requests_total", operation="delete", **maps) == 1
    custom = {"group": "skeleton.example", "resource": "widgets"}
    assert value("etcd_requests_total", operation="create", **custom) == 1
    rejected = {"name": "NamespaceLifecycle", "type": "admit", "rejected": "true"}
    name = "apiserver_admission_controller_admission_duration_seconds"
    assert value(name, "_count", operation="CREATE", **rejected) == 1
    assert value("authentication_attempts", result="error") == 1
    assert value("authentication_attempts", result="success") > 10
    assert value("apiserver_client_certificate_expiration_seconds", "_count") >= 1
    assert value("authorization_attempts_total", result="allowed") > 10
    assert 0 < value("process_start_time_seconds")
    watch.close()


def test_open_watches_are_counted(t):
    server = t.start_server("--storage=memory")
    client = server.client()
    watch = client.watch("/api/v1/configmaps")
    gauge = "apiserver_longrunning_requests"
    assert scrape(client)[gauge].value(resource="configmaps") == 1
    watch.close()
    wait_for(lambda: scrape(client)[gauge].value(resource="configmaps") == 0, "no open watch")
    assert "apiserver_storage_size_bytes" not in scrape(client)
