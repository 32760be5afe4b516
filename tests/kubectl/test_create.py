"""`kubectl create` with every generator, and what comes of it."""
import base64
import json

from manifests import rows


def created(shell, name, *arguments):
    output = shell("create", *arguments)
    assert output == f"{name} created\n", output


def test_config_map_and_secrets(t):
    shell = t.shell()
    created(shell, "configmap/c", "configmap", "c", "--from-literal=a=1", "--from-literal=b=2")
    assert json.loads(shell.value("configmap/c", ".data")) == {"a": "1", "b": "2"}
    file = t.write("key.txt", "sesame")
    created(shell, "secret/s", "secret", "generic", "s", f"--from-file={file}")
    assert base64.b64decode(shell.value("secret/s", ".data.key\\.txt")) == b"sesame"
    login = ("--docker-username=u", "--docker-password=p", "--docker-server=r.example")
    created(shell, "secret/d", "secret", "docker-registry", "d", *login)
    assert rows(shell("get", "secret", "d"))[1][:3] == [
        "d",
        "kubernetes.io/dockerconfigjson",
        "1",
    ]
    error = shell.fails("create", "configmap", "c")
    assert error == 'error: failed to create configmap: configmaps "c" already exists\n', error


def test_workloads(t):
    shell = t.shell()
    created(shell, "deployment.apps/d", "deployment", "d", "--image=i:1", "--replicas=3")
    assert rows(shell("get", "deployment", "d", "-o", "wide"))[1][:4] == ["d", "0/3", "0", "0"]
    created(shell, "job.batch/j", "job", "j", "--image=i", "--", "echo", "hi")
    assert shell.value("job/j", ".spec.template.spec.containers[0].command") == '["echo","hi"]'
    schedule = "*/5 * * * *"
    created(shell, "cronjob.batch/c", "cronjob", "c", "--image=i", f"--schedule={schedule}")
    assert shell.value("cronjob/c", ".spec.schedule") == schedule
    created(shell, "job.batch/k", "job", "k", "--from=cronjob/c")
    assert shell.value("job/k", ".metadata.ownerReferences[0].kind") == "CronJob"
    output = shell("run", "p", "--image=i")
    assert output == "pod/p created\n", output
    assert rows(shell("get", "pods"))[1][:4] == ["p", "0/1", "Pending", "0"]


def test_services(t):
    shell = t.shell()
    for kind in ("clusterip", "nodeport", "loadbalancer"):
        created(shell, f"service/{kind}", "service", kind, kind, "--tcp=80:8080")
    created(shell, "service/alias", "service", "externalname", "alias", "--external-name=a.example")
    table = {row[0]: row[1:] for row in rows(shell("get", "services"))[1:]}
    assert table["alias"][:3] == ["ExternalName", "<none>", "a.example"], table
    addresses = set()
    for name, kind in (
        ("clusterip", "ClusterIP"),
        ("nodeport", "NodePort"),
        ("loadbalancer", "LoadBalancer"),
    ):
        assert table[name][0] == kind, table
        addresses.add(table[name][1])
    assert len(addresses) == 3 and "<none>" not in addresses, table
    assert table["clusterip"][3] == "80/TCP", table
    port = int(shell.value("service/nodeport", ".spec.ports[0].nodePort"))
    assert 30000 <= port <= 32767 and table["nodeport"][3] == f"80:{port}/TCP", table


def test_access(t):
    shell = t.shell()
    group = "rbac.authorization.k8s.io"
    name = shell.namespace  # cluster-scoped names must not meet those of other tests
    created(shell, f"role.{group}/r", "role", "r", "--verb=get,list", "--resource=pods")
    assert json.loads(shell.value("role/r", ".rules")) == [
        {"apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list"]}
    ]
    created(shell, f"rolebinding.{group}/b", "rolebinding", "b", "--role=r", "--user=jane")
    assert rows(shell("get", "rolebinding", "b"))[1][:2] == ["b", "Role/r"]
    created(
        shell, f"clusterrole.{group}/{name}", "clusterrole", name, "--verb=get", "--resource=nodes"
    )
    created(
        shell,
        f"clusterrolebinding.{group}/{name}",
        *("clusterrolebinding", name, f"--clusterrole={name}", "--group=people"),
    )
    wide = rows(shell("get", "clusterrolebinding", name, "-o", "wide"))[1]
    assert wide[1] == f"ClusterRole/{name}" and "people" in wide, wide
    created(shell, "serviceaccount/a", "serviceaccount", "a")
    assert rows(shell("get", "serviceaccount", "a"))[0][0] == "NAME"


def test_tokens_of_service_accounts(t):
    shell = t.shell()
    shell("create", "serviceaccount", "robot")
    if t.minor < 24:  # does not know the command
        return
    token = shell("create", "token", "robot", "--duration=10m").strip()
    me = f"system:serviceaccount:{shell.namespace}:robot"
    client = t.server.client(token=token)
    review = {"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"}
    path = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
    who = client.post(path, review).json()["status"]["userInfo"]
    assert who["username"] == me and "system:serviceaccounts" in who["groups"], who
    error = shell.fails("create", "token", "robot", "--duration=1m")
    assert "may not specify a duration less than 10 minutes" in error, error
    shell("delete", "serviceaccount", "robot")
    client.post(path, review, expect=401)


def test_policies(t):
    shell = t.shell()
    name = shell.namespace
    created(shell, "resourcequota/q", "quota", "q", "--hard=cpu=1,pods=2")
    assert json.loads(shell.value("quota/q", ".spec.hard")) == {"cpu": "1", "pods": "2"}
    created(
        shell,
        f"priorityclass.scheduling.k8s.io/{name}",
        *("priorityclass", name, "--value=1000", "--description=first"),
    )
    assert rows(shell("get", "priorityclass", name))[1][:3] == [name, "1000", "false"]
    created(
        shell,
        "poddisruptionbudget.policy/p",
        *("poddisruptionbudget", "p", "--selector=app=web", "--min-available=50%"),
    )
    assert rows(shell("get", "pdb", "p"))[1][:3] == ["p", "50%", "N/A"]
    created(shell, "ingress.networking.k8s.io/i", "ingress", "i", "--rule=foo.example/bar=web:8080")
    assert rows(shell("get", "ingress", "i"))[1][:3] == ["i", "<none>", "foo.example"]


def test_namespace(t):
    shell = t.shell()
    name = shell.namespace + "-new"
    created(shell, f"namespace/{name}", "namespace", name)
    assert rows(shell("get", "namespace", name))[1][:2] == [name, "Active"]
    label = shell.value(f"namespace/{name}", ".metadata.labels.kubernetes\\.io/metadata\\.name")
    assert label == name, label
    output = shell("delete", "namespace", name, "--timeout=120s")
    assert output.startswith(f'namespace "{name}" deleted'), output
    shell.fails("get", "namespace", name)


def test_dry_run(t):
    shell = t.shell()
    arguments = ("create", "deployment", "d", "--image=i:1")
    output = json.loads(shell(*arguments, "--dry-run=server", "-o", "json"))
    assert output["spec"]["strategy"]["type"] == "RollingUpdate", "defaults are filled in"
    assert output["metadata"]["uid"], output
    output = json.loads(shell(*arguments, "--dry-run=client", "-o", "json"))
    assert output["spec"]["strategy"] == {}, output
    assert 'deployments.apps "d" not found' in shell.fails("get", "deployment", "d")
    assert shell(*arguments, "-o", "name") == "deployment.apps/d\n"
