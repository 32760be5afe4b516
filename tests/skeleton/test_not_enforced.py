"""What is stored and has no effect yet is named: to who writes it, and at the start."""
import os

from harness.server import ROOT

ADMISSION = "/apis/admissionregistration.k8s.io/v1"
RBAC_GROUP = "rbac.authorization.k8s.io"
RBAC = f"/apis/{RBAC_GROUP}/v1"
PODS = {
    "apiGroups": [""],
    "apiVersions": ["v1"],
    "operations": ["CREATE"],
    "resources": ["pods"],
}
MATCH = {"matchConstraints": {"resourceRules": [PODS]}}
MUTATION = {"patchType": "JSONPatch", "jsonPatch": {"expression": "[]"}}
WEBHOOK = {
    "name": "a.example.com",
    "sideEffects": "None",
    "admissionReviewVersions": ["v1"],
    "clientConfig": {"url": "https://127.0.0.1:1/"},
}


def binding(kind):
    return {
        "roleRef": {"apiGroup": RBAC_GROUP, "kind": kind, "name": "r"},
        "subjects": [{"kind": "Group", "name": "g", "apiGroup": RBAC_GROUP}],
    }


def objects(namespace):
    """(kind, collection, what an object has besides its name) of what has no effect."""
    core, rbac = f"/api/v1/namespaces/{namespace}", f"{RBAC}/namespaces/{namespace}"
    denial = {**MATCH, "validations": [{"expression": "false"}]}
    mutation = {**MATCH, "reinvocationPolicy": "Never", "mutations": [MUTATION]}
    bound = {"policyName": "p", "validationActions": ["Deny"]}
    webhooks = {"webhooks": [WEBHOOK]}
    rows = [
        ("MutatingWebhookConfiguration", ADMISSION, "mutatingwebhookconfigurations", webhooks),
        ("ValidatingWebhookConfiguration", ADMISSION, "validatingwebhookconfigurations", webhooks),
        ("ValidatingAdmissionPolicy", ADMISSION, "validatingadmissionpolicies", {"spec": denial}),
        (
            "ValidatingAdmissionPolicyBinding",
            ADMISSION,
            "validatingadmissionpolicybindings",
            {"spec": bound},
        ),
        ("MutatingAdmissionPolicy", ADMISSION, "mutatingadmissionpolicies", {"spec": mutation}),
        (
            "MutatingAdmissionPolicyBinding",
            ADMISSION,
            "mutatingadmissionpolicybindings",
            {"spec": {"policyName": "p"}},
        ),
        ("ClusterRole", RBAC, "clusterroles", {"rules": []}),
        ("ClusterRoleBinding", RBAC, "clusterrolebindings", binding("ClusterRole")),
        ("Role", rbac, "roles", {"rules": []}),
        ("RoleBinding", rbac, "rolebindings", binding("Role")),
        ("ResourceQuota", core, "resourcequotas", {"spec": {"hard": {"pods": "1"}}}),
        ("LimitRange", core, "limitranges", {"spec": {"limits": [{"type": "Pod"}]}}),
    ]
    return [(kind, f"{base}/{plural}", fields) for kind, base, plural, fields in rows]


def own(response):
    return [text for text in response.warnings() if text.startswith("pintle: ")]


def test_writes_of_what_has_no_effect_warn(t):
    """Creation, replacement and patch do, dry runs too; reads, status and deletion do not."""
    client, namespace = t.client, t.namespace()
    for kind, path, fields in objects(namespace):
        expected = [f"pintle: {kind} is stored but not enforced"]
        name = f"{namespace}-{kind.lower()}"
        body = {"metadata": {"name": name}, **fields}
        one = f"{path}/{name}"
        assert own(client.post(f"{path}?dryRun=All", body)) == expected, kind
        assert own(client.post(path, body)) == expected, kind
        read = client.get(one)
        assert own(read) == [] and own(client.get(path)) == [], kind
        for query in ("?dryRun=All", ""):
            changed = client.put(one + query, read.json())
            assert own(changed) == expected, kind
            label = {"metadata": {"labels": {"a": "b"}}}
            assert own(client.patch(one + query, label)) == expected, kind
        deleted = client.delete(one)
        assert own(deleted) == [], kind


def test_status_and_end_of_what_has_no_effect_are_quiet(t):
    client, namespace = t.client, t.namespace()
    path = f"/api/v1/namespaces/{namespace}/resourcequotas"
    quota = {"metadata": {"name": "q", "finalizers": ["example.com/f"]}}
    made = client.post(path, {**quota, "spec": {"hard": {"pods": "1"}}})
    assert own(made) == ["pintle: ResourceQuota is stored but not enforced"]
    used = {"status": {"hard": {"pods": "1"}, "used": {"pods": "0"}}}
    assert own(client.patch(f"{path}/q/status", used)) == []
    assert own(client.delete(f"{path}/q")) == []
    released = client.patch(f"{path}/q", {"metadata": {"finalizers": None}})
    assert own(released) == []
    client.get(f"{path}/q", expect=404)


def test_only_api_services_of_other_servers_warn(t):
    path = "/apis/apiregistration.k8s.io/v1/apiservices"
    spec = {
        "group": "a.example.com",
        "version": "v1",
        "groupPriorityMinimum": 1,
        "versionPriority": 1,
    }
    name = {"name": "v1.a.example.com"}
    local = t.client.post(f"{path}?dryRun=All", {"metadata": name, "spec": spec})
    assert own(local) == [], local.warnings()
    service = {"namespace": "default", "name": "s"}
    elsewhere = {**spec, "service": service, "insecureSkipTLSVerify": True}
    answer = t.client.post(f"{path}?dryRun=All", {"metadata": name, "spec": elsewhere})
    assert own(answer) == ["pintle: APIService of another server is stored but not enforced"]


def test_owners_are_not_warned_of(t):
    owner = {"apiVersion": "v1", "kind": "ConfigMap", "name": "gone", "uid": "1"}
    path = f"/api/v1/namespaces/{t.namespace()}/configmaps"
    made = t.client.post(path, {"metadata": {"name": "m", "ownerReferences": [owner]}})
    assert made.warnings() == []


def test_the_start_says_what_there_is_and_what_is_not_enforced(t):
    """On standard error, before anything is served; standard output is as it was."""
    server = t.start_server("--storage=memory")
    with open(server.log_file, encoding="utf-8") as file:
        log = file.read().splitlines()
    about = [line for line in log if " I pintle version=" in line]
    assert len(about) == 1, log
    for part in ('storage="memory"', "authorization=", "NamespaceLifecycle", 'controllers="namesp'):
        assert part in about[0], about
    missing = [line for line in log if "stored but not enforced: " in line]
    assert len(missing) == 1, log
    named = missing[0].split("stored but not enforced: ")[1]
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        section = file.read().split("\n## Stored but not enforced\n")[1].split("\n## ")[0]
    listed = [line[2:] for line in section.splitlines() if line.startswith("- ")]
    assert named == ", ".join(listed), (named, listed)
    assert server.lines[0].startswith("serving on https://"), server.lines
