"""What kubectl shows: tables, documents, descriptions, what the server serves."""
import json
import re

import manifests
from manifests import rows


def with_all(t):
    shell = t.shell()
    output = shell("create", "-f", t.write("all.yaml", manifests.ALL))
    assert output == manifests.said_of_all("created"), output
    return shell


def has_lines(text, *patterns):
    """Each of them is a regular expression for a whole line; they come in this order."""
    lines = iter(text.split("\n"))
    for pattern in patterns:
        assert any(re.fullmatch(pattern, line.strip()) for line in lines), (pattern, text)


def test_get_tables(t):
    shell = with_all(t)
    for kind, header, row in (
        ("configmap", ["NAME", "DATA", "AGE"], ["settings", "1"]),
        ("secret", ["NAME", "TYPE", "DATA", "AGE"], ["password", "Opaque", "1"]),
        (
            "deployment",
            ["NAME", "READY", "UP-TO-DATE", "AVAILABLE", "AGE"],
            ["web", "0/2", "0", "0"],
        ),
        ("job", ["NAME", "STATUS", "COMPLETIONS", "DURATION", "AGE"], ["once", "Running", "0/1"]),
        ("role", ["NAME", "CREATED AT"], ["reader"]),
        ("namespace", ["NAME", "STATUS", "AGE"], None),
    ):
        table = rows(shell("get", kind))
        assert table[0] == header, table
        assert row is None or table[1][: len(row)] == row, table


def test_get_wide(t):
    shell = with_all(t)
    table = rows(shell("get", "deployment", "-o", "wide"))
    assert table[0][4:] == ["AGE", "CONTAINERS", "IMAGES", "SELECTOR"], table
    assert table[1][5:] == ["server,proxy", "server:1,proxy:1", "app=web"], table
    table = rows(shell("get", "service", "-o", "wide"))
    assert table[0] == ["NAME", "TYPE", "CLUSTER-IP", "EXTERNAL-IP", "PORT(S)", "AGE", "SELECTOR"]
    assert table[1][0] == "web" and table[1][3:5] + table[1][6:] == ["<none>", "80/TCP", "app=web"]


def test_get_several_kinds(t):
    shell = with_all(t)
    text = shell("get", "all")
    for name in ("deployment.apps/web", "service/web", "job.batch/once"):
        assert re.search(f"^{re.escape(name)} ", text, re.M), text
    assert (
        shell("get", "deploy/web", "svc/web", "-o", "name") == "deployment.apps/web\nservice/web\n"
    )
    listed = json.loads(shell("get", "cm,secrets,roles", "-o", "json"))
    assert listed["kind"] == "List", listed
    assert [item["kind"] for item in listed["items"]] == ["ConfigMap", "Secret", "Role"], listed


def test_get_documents(t):
    shell = with_all(t)
    document = json.loads(shell("get", "deployment", "web", "-o", "json"))
    assert (document["apiVersion"], document["kind"]) == ("apps/v1", "Deployment"), document
    assert document["metadata"]["generation"] == 1, document
    text = shell("get", "role", "reader", "-o", "yaml")
    assert text.startswith(
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n"
    ), text
    assert text.endswith(
        'rules:\n- apiGroups:\n  - ""\n  resources:\n  - pods\n  verbs:\n  - get\n'
    )
    assert (
        shell("get", "-f", t.write("s.yaml", manifests.SECRET), "-o", "name") == "secret/password\n"
    )
    images = shell.value("deployment/web", ".spec.template.spec.containers[*].image")
    assert images == "server:1 proxy:1", images
    columns = "NAME:.metadata.name,WANTED:.spec.replicas"
    assert rows(shell("get", "deployment", "-o", f"custom-columns={columns}")) == [
        ["NAME", "WANTED"],
        ["web", "2"],
    ]


def test_get_selected(t):
    shell = with_all(t)
    shell("create", "deployment", "other", "--image=i")
    assert shell("get", "deployment", "-l", "app=web", "-o", "name") == "deployment.apps/web\n"
    assert shell("get", "deployment", "-l", "app!=web", "-o", "name") == "deployment.apps/other\n"
    field = "--field-selector=metadata.name=other"
    assert shell("get", "deployment", field, "-o", "name") == "deployment.apps/other\n"
    assert (
        shell("get", "secret", "--field-selector=type=Opaque", "-o", "name") == "secret/password\n"
    )
    table = rows(shell("get", "deployment", "--show-labels", "--sort-by=.metadata.name"))
    assert [(row[0], row[-1]) for row in table[1:]] == [("other", "app=other"), ("web", "app=web")]
    assert [row[0] for row in rows(shell("get", "deployment", "--chunk-size=1"))[1:]] == [
        "other",
        "web",
    ]
    assert [shell.namespace, "web"] in [row[:2] for row in rows(shell("get", "deploy", "-A"))]
    nothing = shell.run("get", "pods")
    assert nothing.stderr == f"No resources found in {shell.namespace} namespace.\n", nothing


def test_get_what_is_not_there(t):
    shell = t.shell()
    error = shell.fails("get", "deployment", "none")
    assert error == 'Error from server (NotFound): deployments.apps "none" not found\n', error
    error = shell.fails("get", "nothings")
    assert error == 'error: the server doesn\'t have a resource type "nothings"\n', error


def test_describe(t):
    shell = with_all(t)
    has_lines(
        shell("describe", "deployment", "web"),
        r"Name: +web",
        rf"Namespace: +{shell.namespace}",
        r"Labels: +app=web",
        r"Selector: +app=web",
        r"Replicas: +2 desired \| 0 updated \| 0 total \| 0 available \| 0 unavailable",
        r"StrategyType: +RollingUpdate",
        r"RollingUpdateStrategy: +25% max unavailable, 25% max surge",
        r"server:",
        r"Image: +server:1",
        r"Port: +8080/TCP",
        r"proxy:",
        r"Image: +proxy:1",
        r"Events: +<none>",
    )
    has_lines(
        shell("describe", "service", "web"),
        r"Name: +web",
        r"Selector: +app=web",
        r"Type: +ClusterIP",
        r"IP Families: +IPv4",
        r"IP: +\d+\.\d+\.\d+\.\d+",
        r"Port: +http +80/TCP",
        r"TargetPort: +8080/TCP",
        r"Session Affinity: +None",
    )
    has_lines(shell("describe", "configmap", "settings"), "Data", "color:", "blue")
    has_lines(shell("describe", "secret", "password"), r"Type: +Opaque", r"key: +6 bytes")
    has_lines(
        shell("describe", "job", "once"),
        r"Parallelism: +1",
        r"Completions: +1",
        r"Pods Statuses: +0 Active.* / 0 Succeeded / 0 Failed",
        r"Image: +work:1",
    )
    has_lines(shell("describe", "role", "reader"), r"pods +\[\] +\[\] +\[get\]")
    has_lines(shell("describe", "namespace", shell.namespace), r"Status: +Active")


def test_explain(t):
    shell = t.shell()
    has_lines(
        shell("explain", "deployment"),
        r"GROUP: +apps",
        r"KIND: +Deployment",
        r"VERSION: +v1",
        r"DESCRIPTION:",
        r"Deployment \S.*",
        r"FIELDS:",
        r"apiVersion\t<string>",
        r"spec\t<DeploymentSpec>",
    )
    has_lines(
        shell("explain", "service.spec.ports"),
        r"FIELD: ports <\[\]ServicePort>",
        r"FIELDS:",
        r"port\t<integer> -required-",
        r"targetPort\t<IntOrString>",
    )
    text = shell("explain", "job", "--recursive")
    has_lines(
        text, r"spec\t<JobSpec>", r"template\t<PodTemplateSpec> -required-", r"env\t<\[\]EnvVar>"
    )
    assert len(text.split("\n")) > 1000, "a job has all the fields of a pod"
    for path in ("configmap.data", "secret.stringData", "role.rules.verbs", "ns.status.phase"):
        has_lines(shell("explain", path), r"VERSION: +v1", rf"FIELD: {path.split('.')[-1]} <.*>")
    text = shell("explain", "hpa.spec", "--api-version=autoscaling/v1")
    has_lines(text, r"targetCPUUtilizationPercentage\t<integer>")
    error = shell.fails("explain", "job.spec.none")
    assert error == 'error: field "none" does not exist\n', error


def test_explain_by_the_old_document(t):
    """The Swagger document, in the Protobuf form that kubectl asks for."""
    shell = t.shell()
    text = shell("explain", "deployment.spec.strategy", "--output=plaintext-openapiv2")
    has_lines(
        text, r"KIND: +Deployment", r"VERSION: +apps/v1", r"FIELDS:", r"rollingUpdate\t<Object>"
    )


def test_api_resources(t):
    shell = t.shell()
    table = shell("api-resources")
    for line in (
        r"namespaces +ns +v1 +false +Namespace",
        r"configmaps +cm +v1 +true +ConfigMap",
        r"secrets +v1 +true +Secret",
        r"services +svc +v1 +true +Service",
        r"deployments +deploy +apps/v1 +true +Deployment",
        r"jobs +batch/v1 +true +Job",
        r"roles +rbac.authorization.k8s.io/v1 +true +Role",
    ):
        assert re.search(f"^{line}$", table, re.M), (line, table)
    names = shell("api-resources", "--api-group=apps", "-o", "name").split()
    assert names == [
        f"{name}.apps"
        for name in (
            "controllerrevisions",
            "daemonsets",
            "deployments",
            "replicasets",
            "statefulsets",
        )
    ], names
    wide = shell("api-resources", "-o", "wide", "--api-group=batch")
    verbs = "create,delete,deletecollection,get,list,patch,update,watch"
    assert re.search(f"^jobs .* {verbs} +all$", wide, re.M), wide
    scoped = shell("api-resources", "--namespaced=false", "-o", "name").split()
    assert "nodes" in scoped and "pods" not in scoped, scoped
    versions = shell("api-versions").split()
    assert {"v1", "apps/v1", "batch/v1", "autoscaling/v1", "autoscaling/v2"} <= set(versions)


def test_version_and_raw(t):
    shell = t.shell()
    versions = json.loads(shell("version", "-o", "json"))
    assert versions["serverVersion"]["major"] == "1", versions
    assert shell("get", "--raw", "/readyz") == "ok"
    path = f"/api/v1/namespaces/{shell.namespace}/configmaps"
    assert json.loads(shell("get", "--raw", path))["kind"] == "ConfigMapList"
