"""The program itself: flags, start, stop."""
import os
import re
import shutil
import ssl
import subprocess
import threading
import urllib.request

from harness.children import die_with_parent
from harness.server import ROOT, TOKEN, binary

COMMAND_TIMEOUT_SECONDS = 60


def test_free_port_and_stop(t):
    """--secure-port=0 picks a free port; SIGTERM ends the process, and a watch without an error
    (bench/start.py measures what it takes)."""
    first, second = t.start_server(), t.start_server("--storage=memory")
    assert first.port > 0 and second.port > 0 and first.port != second.port
    assert (
        os.path.exists(first.kubeconfig)
        and first.address in open(first.kubeconfig, encoding="utf-8").read()
    )
    assert (
        os.stat(first.kubeconfig).st_mode & 0o077 == 0
    ), "the kubeconfig holds a secret and is readable by others"
    for server in (first, second):
        watch = server.client().watch("/api/v1/namespaces")
        watch.next()
        server.stop()
        ended = server.process.returncode
        assert ended == 0, f"ended with {ended}: {server.log_tail()}"
        assert all(event["type"] == "ADDED" for event in watch.remaining())


def test_unknown_flag(t):
    done = subprocess.run(
        [binary(), "serve", "--secure-prot=0", f"--data-dir={t.folder}/never"],
        capture_output=True,
        text=True,
        timeout=COMMAND_TIMEOUT_SECONDS,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode != 0, done.stdout
    assert "--secure-prot" in done.stderr and "--secure-port" in done.stderr, done.stderr
    assert not os.path.exists(f"{t.folder}/never"), "it went on in spite of the unknown flag"


def test_bad_flag_values(t):
    for flag in (
        "--feature-gates=NoSuchGate=true",
        "--runtime-config=no.such.group/v1=true",
        "--storage=tape",
    ):
        done = subprocess.run(
            [binary(), "serve", "--secure-port=0", f"--data-dir={t.folder}/never", flag],
            capture_output=True,
            text=True,
            timeout=COMMAND_TIMEOUT_SECONDS,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode != 0 and done.stderr.strip(), f"{flag}: {done}"


def run_program(*arguments, program=None, **options):
    return subprocess.run(
        [program or binary(), *arguments],
        capture_output=True,
        text=True,
        timeout=COMMAND_TIMEOUT_SECONDS,
        stdin=subprocess.DEVNULL,
        **options,
    )


def as_kube_apiserver(t):
    """The program under the name that Kubernetes starts it by."""
    folder = os.path.join(t.folder, f"named-{next(t.numbers)}")
    os.makedirs(folder)
    program = os.path.join(folder, "kube-apiserver")
    os.symlink(binary(), program)
    return program


def start_in(t, folder, *command):
    """Starts a server in a folder; returns the process and what it said, once it serves or ends."""
    os.makedirs(folder, exist_ok=True)
    log = open(os.path.join(t.folder, f"log-{next(t.numbers)}"), "w+", encoding="utf-8")
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        preexec_fn=die_with_parent,
    )
    deadline = threading.Timer(COMMAND_TIMEOUT_SECONDS, process.kill)
    deadline.start()
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if line.startswith("serving on "):
            break
    deadline.cancel()
    return process, lines, log


def end(process):
    """Ends a server; returns what else it had said."""
    process.terminate()
    rest = process.stdout.read().splitlines()
    process.wait(COMMAND_TIMEOUT_SECONDS)
    return rest


def test_version_of_every_command(t):
    plain = run_program("version").stdout
    assert plain.startswith("v1.") and plain.count("\n") == 1, plain
    for command in ([], ["serve"], ["backup"], ["restore"]):
        done = run_program(*command, "--version", cwd=t.folder)
        assert (done.returncode, done.stdout, done.stderr) == (0, plain, ""), (command, done)
    generator = os.path.join(os.path.dirname(binary()), "pintle-gen")
    for command in ([], ["generate"], ["verify"], ["list"]):
        done = run_program(*command, "--version", program=generator)
        assert (done.returncode, done.stdout, done.stderr) == (0, plain, ""), (command, done)
    named = as_kube_apiserver(t)
    for flags in (["--version"], ["--version=raw"], ["--etcd-servers=http://x", "--version"]):
        done = run_program(*flags, program=named, cwd=os.path.dirname(named))
        assert (done.returncode, done.stdout) == (0, f"Kubernetes {plain}"), (flags, done)
    assert os.listdir(os.path.dirname(named)) == ["kube-apiserver"]


def test_under_the_name_of_kubernetes(t):
    """Its way to say -v, a mode that is not there yet, and nothing left in the working folder."""
    etcd, named = t.start_etcd(), as_kube_apiserver(t)
    folder = os.path.join(t.folder, f"cwd-{next(t.numbers)}")
    process, lines, log = start_in(
        t,
        folder,
        named,
        f"--etcd-servers={etcd.url}",
        "--secure-port=0",
        "--authorization-mode=Node,RBAC",
        "-v",
        "4",
    )
    try:
        assert lines and lines[-1].startswith("serving on https://"), lines
        address = lines[-1].split()[-1]
        insecure = ssl._create_unverified_context()
        with urllib.request.urlopen(f"{address}/version", context=insecure) as answer:
            assert answer.status == 200
        assert end(process) == [], "there is no kubeconfig to point at"
    finally:
        process.kill()
        process.wait()
    log.seek(0)
    said = log.read()
    for mode in ("Node", "RBAC"):
        assert f'an authorization mode is not enforced mode="{mode}"' in said, said
    assert "certificates and keys are made for this run only" in said, said
    assert 'path="/version"' in said and "stages=" in said, said
    assert os.listdir(folder) == [], os.listdir(folder)


def test_servers_in_one_folder_keep_their_kubeconfigs(t):
    folder = os.path.join(t.folder, f"cwd-{next(t.numbers)}")
    command = (binary(), "serve", "--storage=memory", "--secure-port=0")
    started = [start_in(t, folder, *command) for _ in range(2)]
    try:
        paths = []
        for process, lines, _ in started:
            hint = process.stdout.readline()
            match = re.fullmatch(r"kubectl --kubeconfig=(\S+) get namespaces\n", hint)
            assert match, hint
            paths.append(match[1])
            with open(os.path.join(folder, match[1]), encoding="utf-8") as file:
                assert f'server: "{lines[-1].split()[-1]}"\n' in file.read()
        assert paths[0] == "pintle-data/kubeconfig" and paths[1] != paths[0], paths
        for process, _, _ in started:
            end(process)
    finally:
        for process, _, _ in started:
            process.kill()
            process.wait()


def test_client_ca_file_without_a_certificate(t):
    path = t.write("ca.crt", "nothing of the kind\n")
    done = run_program(
        "serve", "--secure-port=0", f"--data-dir={t.folder}/never-2", f"--client-ca-file={path}"
    )
    assert done.returncode != 0 and "serving" not in done.stdout, done
    assert f"--client-ca-file: {path}: no PEM certificate found" in done.stderr, done.stderr


def test_run_answers_questions_without_building(t):
    """./run --help with a program that is there neither installs nor builds anything."""
    folder = os.path.join(t.folder, f"clone-{next(t.numbers)}")
    os.makedirs(f"{folder}/build/release")
    shutil.copy(os.path.join(ROOT, "run"), folder)
    for name, text in (("setup", "echo set-up >&2; exit 7"), ("build/release/pintle", 'echo "$@"')):
        with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n{text}\n")
        os.chmod(f"{folder}/{name}", 0o755)
    for flag in ("--help", "-h", "--version"):
        done = run_program(flag, program=f"{folder}/run")
        assert (done.returncode, done.stdout, done.stderr) == (0, f"serve {flag}\n", ""), done
    assert run_program("--v=2", program=f"{folder}/run").returncode == 7
    os.remove(f"{folder}/build/release/pintle")
    assert run_program("--help", program=f"{folder}/run").returncode == 7


def test_requests_are_logged(t):
    """One line each from --v=2 on, with nothing secret in it; its stages from --v=4 on."""
    for flag, has_stages in (("--v=2", False), ("--v=4", True)):
        server = t.start_server("--storage=memory", flag)
        client = server.client()
        path = "/api/v1/namespaces/default/configmaps"
        body = {"metadata": {"name": "m"}, "data": {"a": "hidden"}}
        client.post(f"{path}?fieldManager=hidden", body)
        client.get(f"{path}/m%0Aforged%20line", expect=404)
        server.stop()
        with open(server.log_file, encoding="utf-8") as file:
            log = file.read()
        lines = [line for line in log.splitlines() if f'path="{path}' in line]
        assert len(lines) == 2, log
        user = 'user="tester" agent="skeleton/v1"'
        pattern = (
            rf' I request method="POST" path="{path}" {user} status="201" '
            r'bytes="\d+" duration="[\d.]+ms"'
        )
        pattern += ' stages="authenticate .* store ' if has_stages else "$"
        assert re.search(pattern, lines[0]), lines
        assert rf'path="{path}/m\nforged line" {user} status="404"' in lines[1], lines
        assert "hidden" not in log and TOKEN not in log, log
    quiet = t.start_server("--storage=memory")
    quiet.client().get("/version")
    quiet.stop()
    assert "/version" not in quiet.log_tail()
