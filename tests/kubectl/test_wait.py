"""Commands that wait for the server: get --watch, wait, delete."""
import json

import manifests


def test_get_watch(t):
    shell = t.shell()
    shell("create", "-f", t.write("web.yaml", manifests.DEPLOYMENT))
    with shell.stream("get", "deployments", "--watch", "--output-watch-events") as stream:
        stream.line(r"^EVENT +NAME +READY +UP-TO-DATE +AVAILABLE +AGE$")
        stream.line(r"^ADDED +web +0/2 ")
        shell("patch", "deployment", "web", "-p", '{"spec":{"replicas":3}}')
        stream.line(r"^MODIFIED +web +0/3 ")
        shell("create", "deployment", "second", "--image=i")
        stream.line(r"^ADDED +second +0/1 ")
        shell("delete", "deployment", "web")
        stream.line(r"^DELETED +web +0/3 ")
        assert stream.running()


def test_get_watch_documents(t):
    shell = t.shell()
    with shell.stream("get", "roles", "--watch", "-o", "name") as stream:
        shell("create", "-f", t.write("role.yaml", manifests.ROLE))
        stream.line(r"^role.rbac.authorization.k8s.io/reader$")
    verbs = ("-o", "jsonpath={.rules[0].verbs}\n")
    with shell.stream("get", "role", "reader", "--watch", *verbs) as stream:
        stream.line(r'^\["get"\]$')
        patch = json.dumps([{"op": "add", "path": "/rules/0/verbs/-", "value": "list"}])
        shell("patch", "role", "reader", "--type=json", "-p", patch)
        stream.line(r'^\["get","list"\]$')


def test_wait(t):
    shell = t.shell()
    shell("create", "-f", t.write("all.yaml", manifests.ALL))
    output = shell("wait", "--for=jsonpath={.spec.replicas}=2", "deployment/web", "--timeout=120s")
    assert output == "deployment.apps/web condition met\n", output
    with shell.stream("wait", "--for=condition=Complete", "job/once", "--timeout=120s") as stream:
        now = "2026-01-01T00:00:00Z"
        conditions = [
            {"type": kind, "status": "True", "lastTransitionTime": now, "lastProbeTime": now}
            for kind in ("SuccessCriteriaMet", "Complete")
        ]
        status = {"startTime": now, "completionTime": now, "succeeded": 1, "conditions": conditions}
        arguments = ("--subresource=status", "--type=merge", "-p", json.dumps({"status": status}))
        shell("patch", "job", "once", *arguments)
        stream.line("^job.batch/once condition met$")
        assert stream.wait() == 0
    error = shell.fails(
        "wait", "--for=jsonpath={.spec.replicas}=9", "deployment/web", "--timeout=1s"
    )
    assert error == "error: timed out waiting for the condition on deployments/web\n", error


def test_wait_for_deletion(t):
    shell = t.shell()
    shell("create", "-f", t.write("web.yaml", manifests.DEPLOYMENT))
    with shell.stream("wait", "--for=delete", "deployment/web", "--timeout=120s") as stream:
        shell("delete", "deployment", "web")
        assert stream.wait() == 0


def test_delete(t):
    shell = t.shell()
    file = t.write("all.yaml", manifests.ALL)
    shell("create", "-f", file)
    lines = shell("delete", "-f", file).strip().split("\n")
    for line, name in zip(lines, manifests.NAMES, strict=True):
        kind, _, name = name.partition("/")
        assert line.startswith(f'{kind} "{name}" deleted'), lines
    assert shell("delete", "-f", file, "--ignore-not-found") == ""
    error = shell.fails("delete", "service", "web")
    assert error == 'Error from server (NotFound): services "web" not found\n', error


def test_delete_by_selector(t):
    shell = t.shell()
    for name in ("one", "two", "three"):
        shell("create", "configmap", name)
    shell("label", "configmap", "one", "two", "old=yes")
    output = shell("delete", "configmap", "-l", "old=yes")
    assert [line.split()[1] for line in output.strip().split("\n")] == ['"one"', '"two"'], output
    assert shell("get", "configmap", "-o", "name") == "configmap/three\n"
    shell("delete", "configmap", "--all")
    assert shell("get", "configmap", "-o", "name") == ""


def test_delete_pod(t):
    """A pod on no node is gone at once; one on a node waits for the node to end it."""
    shell = t.shell()
    shell("run", "free", "--image=i")
    assert shell("delete", "pod", "free").startswith('pod "free" deleted')
    shell.fails("get", "pod", "free")
    bound = '{"spec":{"nodeName":"somewhere"}}'
    shell("run", "bound", "--image=i", f"--overrides={bound}")
    shell("delete", "pod", "bound", "--wait=false")
    assert shell.value("pod/bound", ".metadata.deletionGracePeriodSeconds") == "30"
    shell("delete", "pod", "bound", "--force", "--grace-period=0")
    shell.fails("get", "pod", "bound")


def test_delete_namespace(t):
    """Everything in it goes too."""
    shell = t.shell()
    file = t.write("all.yaml", manifests.ALL)
    shell("create", "-f", file)
    output = shell("delete", "namespace", shell.namespace, "--timeout=120s")
    assert output.startswith(f'namespace "{shell.namespace}" deleted'), output
    shell("create", "namespace", shell.namespace)
    assert shell("get", "all,configmaps,secrets,roles", "-o", "name") == ""
