"""Changes: apply, diff, replace, edit, label, annotate, patch, set, rollout."""
import json
import re

import manifests
from manifests import DEPLOYMENT, rows, said_of_all

CHANGED = (
    manifests.ALL.replace("color: blue", "color: red\n  shape: round")
    .replace("c2VzYW1l", "YmVhbg==")
    .replace("replicas: 2", "replicas: 3")
    .replace("proxy:1", "proxy:2")
    .replace("port: 80\n", "port: 81\n")
    .replace("verbs: [get]", "verbs: [get, list]")
    .replace("name: once\n", "name: once\n  labels:\n    kind: short\n")
)


def with_web(t):
    shell = t.shell()
    shell("create", "-f", t.write("web.yaml", DEPLOYMENT))
    return shell


def images(shell):
    return shell.value("deployment/web", ".spec.template.spec.containers[*].image").split()


def test_apply(t):
    shell = t.shell()
    before, after = t.write("before.yaml", manifests.ALL), t.write("after.yaml", CHANGED)
    for file, word in (
        (before, "created"),
        (before, "unchanged"),
        (after, "configured"),
        (after, "unchanged"),
    ):
        output = shell("apply", "-f", file)
        assert output == said_of_all(word), output
    assert images(shell) == ["server:1", "proxy:2"]
    assert shell.value("deployment/web", ".spec.replicas") == "3"
    assert shell.value("deployment/web", ".metadata.generation") == "2"
    assert shell.value("service/web", ".spec.ports[*].port") == "81"
    shell("apply", "-f", before)
    assert shell.value("configmap/settings", ".data") == '{"color":"blue"}', "a key has left"
    assert shell.value("job/once", ".metadata.labels.kind") == ""
    last = shell("apply", "view-last-applied", "role/reader")
    assert "  name: reader\n" in last and last.endswith("  verbs:\n  - get\n"), last


def test_apply_keeps_what_others_set(t):
    shell = t.shell()
    file = t.write("web.yaml", DEPLOYMENT)
    shell("apply", "-f", file)
    sidecar = {
        "spec": {"template": {"spec": {"containers": [{"name": "mesh", "image": "mesh:1"}]}}}
    }
    shell("patch", "deployment", "web", "-p", json.dumps(sidecar))
    output = shell("apply", "-f", t.write("next.yaml", DEPLOYMENT.replace("server:1", "server:2")))
    assert output == "deployment.apps/web configured\n", output
    assert sorted(images(shell)) == ["mesh:1", "proxy:1", "server:2"]


def test_apply_prunes(t):
    shell = t.shell()
    both = (manifests.CONFIG_MAP, manifests.CONFIG_MAP.replace("settings", "extra"))
    labelled = [text.replace("metadata:\n", "metadata:\n  labels: {set: a}\n") for text in both]
    arguments = ("apply", "--prune", "-l", "set=a", "--prune-allowlist=core/v1/ConfigMap", "-f")
    shell(*arguments, t.write("two.yaml", "---\n".join(labelled)))
    output = shell(*arguments, t.write("one.yaml", labelled[0]))
    assert output == "configmap/settings unchanged\nconfigmap/extra pruned\n", output


def test_apply_refuses_mistakes(t):
    shell = t.shell()
    for before, after, message in (
        ("replicas: 2", "replica: 2", 'strict decoding error: unknown field "spec.replica"'),
        ("image: server:1", "imagee: a", 'unknown field "spec.template.spec.containers[0].imagee"'),
        (
            "replicas: 2",
            "replicas: -2",
            'The Deployment "web" is invalid: spec.replicas: Invalid value: -2: '
            "must be greater than or equal to 0",
        ),
        ("      app: web\n  template", "      app: wet\n  template", "does not match template"),
    ):
        file = t.write("wrong.yaml", DEPLOYMENT.replace(before, after, 1))
        error = shell.fails("apply", "-f", file)
        assert message in error, error
    file = t.write("typo.yaml", DEPLOYMENT.replace("replicas: 2", "replica: 2"))
    done = shell.run("apply", "--validate=warn", "-f", file)
    assert done.stderr == 'Warning: unknown field "spec.replica"\n', done
    assert done.stdout == "deployment.apps/web created\n", done
    assert shell.value("deployment/web", ".spec.replicas") == "1"


def test_server_side_apply_is_refused(t):
    shell = t.shell()
    error = shell.fails("apply", "--server-side", "-f", t.write("web.yaml", DEPLOYMENT))
    assert "Server-side apply not available on the server" in error, error
    assert 'deployments.apps "web" not found' in shell.fails("get", "deployment", "web")


def test_diff(t):
    shell = t.shell()
    before, after = t.write("before.yaml", manifests.ALL), t.write("after.yaml", CHANGED)
    shell("apply", "-f", before)
    assert shell("diff", "-f", before) == ""
    done = shell.run("diff", "-f", after)
    assert done.returncode == 1, done
    for line in (
        "-  color: blue",
        "+  shape: round",
        "-  replicas: 2",
        "+  replicas: 3",
        "+  - list",
    ):
        assert f"\n{line}\n" in done.stdout, (line, done.stdout)
    assert "bean" not in done.stdout and "YmVhbg==" not in done.stdout, "secrets are masked"
    assert shell("apply", "-f", before) == said_of_all("unchanged"), "nothing was changed"


def test_dry_run(t):
    shell = t.shell()
    shell("apply", "-f", t.write("before.yaml", manifests.ALL))
    output = shell("apply", "--dry-run=server", "-f", t.write("after.yaml", CHANGED))
    assert output == said_of_all("configured (server dry run)"), output
    assert images(shell) == ["server:1", "proxy:1"]


def test_replace(t):
    shell = with_web(t)
    file = t.write("next.yaml", DEPLOYMENT.replace("replicas: 2", "replicas: 4"))
    output = shell("replace", "-f", file)
    assert output == "deployment.apps/web replaced\n", output
    assert shell.value("deployment/web", ".spec.replicas") == "4"
    uid = shell.value("deployment/web", ".metadata.uid")
    output = shell("replace", "--force", "-f", file)
    assert output.endswith("deployment.apps/web replaced\n"), output
    assert shell.value("deployment/web", ".metadata.uid") != uid, "a new object"
    wrong = DEPLOYMENT.replace("app: web", "app: other")
    error = shell.fails("replace", "-f", t.write("wrong.yaml", wrong))
    assert "spec.selector: Invalid value: " in error and "field is immutable" in error, error
    error = shell.fails("replace", "-f", t.write("job.yaml", manifests.JOB))
    assert 'jobs.batch "once" not found' in error, error


def test_edit(t):
    shell = with_web(t)
    output = shell.edit("s/replicas: 2/replicas: 5/", "deployment", "web")
    assert output == "deployment.apps/web edited\n", output
    assert shell.value("deployment/web", ".spec.replicas") == "5"
    shell.edit('s/"replicas": 5/"replicas": 6/', "deployment", "web", "-o", "json")
    assert shell.value("deployment/web", ".spec.replicas") == "6"
    shell("create", "-f", t.write("rest.yaml", manifests.SERVICE + "---\n" + manifests.ROLE))
    assert shell.edit("s/- get/- watch/", "role", "reader") == (
        "role.rbac.authorization.k8s.io/reader edited\n"
    )
    assert shell.value("role/reader", ".rules[0].verbs") == '["watch"]'
    assert shell.edit("s/port: 80$/port: 82/", "service", "web") == "service/web edited\n"
    assert shell.value("service/web", ".spec.ports[0].port") == "82"


def test_edit_without_changes(t):
    shell = with_web(t)
    done = shell.edit("s/nothing/at all/", "deployment", "web")
    assert done == "", done
    assert shell.value("deployment/web", ".metadata.generation") == "1"


def test_label_and_annotate(t):
    shell = t.shell()
    shell("create", "-f", t.write("all.yaml", manifests.ALL))
    for name in manifests.NAMES:
        assert shell("label", name, "tier=front") == f"{name} labeled\n"
        assert re.fullmatch(f"{name} annotated?\n", shell("annotate", name, "note=two words"))
        assert shell.value(name, ".metadata.labels.tier") == "front"
        assert shell.value(name, ".metadata.annotations.note") == "two words"
    error = shell.fails("label", "deployment", "web", "tier=back")
    assert error == "error: 'tier' already has a value (front), and --overwrite is false\n", error
    shell("label", "deployment", "web", "tier=back", "--overwrite")
    assert rows(shell("get", "deployment", "-L", "tier"))[1][-1] == "back"
    assert shell("label", "deployment", "web", "tier-") == "deployment.apps/web unlabeled\n"
    shell("annotate", "deployment", "web", "note-")
    assert shell.value("deployment/web", ".metadata.annotations") == ""
    error = shell.fails("label", "deployment", "web", "tier=not/allowed")
    assert "metadata.labels: Invalid value" in error or "invalid label value" in error, error


def test_patch(t):
    shell = with_web(t)
    containers = {"containers": [{"name": "proxy", "image": "proxy:2"}]}
    for kind, patch in (
        ("strategic", {"spec": {"template": {"spec": containers}}}),
        ("merge", {"spec": {"replicas": 5, "minReadySeconds": 7}}),
        ("json", [{"op": "remove", "path": "/spec/minReadySeconds"}]),
    ):
        output = shell("patch", "deployment", "web", f"--type={kind}", "-p", json.dumps(patch))
        assert output == "deployment.apps/web patched\n", output
    assert images(shell) == ["server:1", "proxy:2"], "merged by name"
    assert shell.value("deployment/web", ".spec.replicas") == "5"
    assert shell.value("deployment/web", ".spec.minReadySeconds") == ""
    output = shell("patch", "deployment", "web", "--type=merge", "-p", '{"spec":{"replicas":5}}')
    assert output == "deployment.apps/web patched (no change)\n", output
    done = {"status": {"replicas": 5, "readyReplicas": 4}}
    arguments = ("--subresource=status", "--type=merge", "-p", json.dumps(done))
    shell("patch", "deployment", "web", *arguments)
    assert rows(shell("get", "deployment", "web"))[1][1] == "4/5"
    test = '[{"op":"test","path":"/spec/replicas","value":9}]'
    error = shell.fails("patch", "deployment", "web", "--type=json", "-p", test)
    assert error.startswith("The request is invalid"), error


def test_set(t):
    shell = with_web(t)
    assert shell("set", "image", "deployment/web", "server=server:2") == (
        "deployment.apps/web image updated\n"
    )
    assert images(shell) == ["server:2", "proxy:1"]
    shell("set", "env", "deployment/web", "-c", "proxy", "LEVEL=debug")
    assert "LEVEL=debug" in shell("set", "env", "deployment/web", "--list")
    shell("set", "resources", "deployment/web", "-c", "server", "--limits=cpu=1,memory=64Mi")
    limits = shell.value("deployment/web", ".spec.template.spec.containers[0].resources.limits")
    assert json.loads(limits) == {"cpu": "1", "memory": "64Mi"}, limits
    shell("set", "serviceaccount", "deployment/web", "robot")
    assert shell.value("deployment/web", ".spec.template.spec.serviceAccountName") == "robot"
    assert shell.value("deployment/web", ".metadata.generation") == "5"


def test_rollout(t):
    """As far as it goes where nothing but the test itself writes a status."""
    shell = with_web(t)
    assert shell("rollout", "history", "deployment/web") == (
        "deployment.apps/web \nNo rollout history found.\n"
    )
    output = shell("rollout", "status", "deployment/web", "--watch=false")
    assert output == "Waiting for deployment spec update to be observed...\n", output
    assert shell("rollout", "pause", "deployment/web") == "deployment.apps/web paused\n"
    assert shell.value("deployment/web", ".spec.paused") == "true"
    assert shell("rollout", "resume", "deployment/web") == "deployment.apps/web resumed\n"
    assert shell("rollout", "restart", "deployment/web") == "deployment.apps/web restarted\n"
    stamp = shell.value("deployment/web", ".spec.template.metadata.annotations")
    assert "kubectl.kubernetes.io/restartedAt" in stamp, stamp
    with shell.stream("rollout", "status", "deployment/web") as stream:
        stream.line("^Waiting for deployment spec update to be observed")
        counts = dict.fromkeys(
            ("replicas", "readyReplicas", "updatedReplicas", "availableReplicas"), 2
        )
        status = {"status": {"observedGeneration": 4, **counts}}
        arguments = ("--subresource=status", "--type=merge", "-p", json.dumps(status))
        shell("patch", "deployment", "web", *arguments)
        stream.line('^deployment "web" successfully rolled out$')
        assert stream.wait() == 0


def test_expose(t):
    shell = with_web(t)
    output = shell("expose", "deployment", "web", "--port=80", "--target-port=8080", "--name=front")
    assert output == "service/front exposed\n", output
    assert json.loads(shell.value("service/front", ".spec.selector")) == {"app": "web"}
    assert shell.value("service/front", ".spec.ports[0].targetPort") == "8080"


def test_scale(t):
    shell = with_web(t)
    assert shell("scale", "deployment", "web", "--replicas=4") == "deployment.apps/web scaled\n"
    assert shell.value("deployment/web", ".spec.replicas") == "4"
    error = shell.fails("scale", "deployment", "web", "--current-replicas=9", "--replicas=1")
    assert error == "error: Expected replicas to be 9, was 4\n", error
    output = shell("scale", "--replicas=3", "-f", t.write("web.yaml", DEPLOYMENT))
    assert output == "deployment.apps/web scaled\n", output
    scale = json.loads(shell("get", "deployment", "web", "--subresource=scale", "-o", "json"))
    assert (scale["kind"], scale["spec"]["replicas"]) == ("Scale", 3), scale
    assert scale["status"]["selector"] == "app=web", scale


def test_autoscale(t):
    shell = with_web(t)
    output = shell("autoscale", "deployment", "web", "--min=1", "--max=5", "--cpu-percent=80")
    assert output == "horizontalpodautoscaler.autoscaling/web autoscaled\n", output
    row = rows(shell("get", "hpa"))[1]
    assert row[:2] == ["web", "Deployment/web"] and row[-4:-1] == ["1", "5", "0"], row
    old = json.loads(shell("get", "horizontalpodautoscalers.v1.autoscaling", "web", "-o", "json"))
    assert old["spec"]["targetCPUUtilizationPercentage"] == 80, old
