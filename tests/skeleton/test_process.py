"""The program itself: flags, start, stop."""
import os
import subprocess

from harness.server import binary

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
