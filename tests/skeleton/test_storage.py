"""Backup and restore of a running server's store, and a disk that fails under it."""
import errno
import os
import re
import struct
import subprocess

from harness.client import wait_for
from harness.server import Server, binary

# The restored store's revisions begin this far above the backup's.
RESTORE_GAP = 1_000_000_000
COMMAND_TIMEOUT_SECONDS = 60
SHIM = os.path.join(os.path.dirname(binary()), "tests", "storage", "libpintle_file_shim.so")
# int32 fields of ShimControl in tests/storage/shim_control.h
CONTROL_FORMAT = "7i"
WRITE_ERROR, SYNC_ERROR = 1, 3


def run(*arguments):
    return subprocess.run(
        [binary(), *arguments],
        capture_output=True,
        text=True,
        timeout=COMMAND_TIMEOUT_SECONDS,
        check=False,
    )


def names(client, path):
    return sorted(item["metadata"]["name"] for item in client.get(path).json()["items"])


def test_backup_and_restore(t):
    server = t.start_server()
    client = server.client()
    path = f"/api/v1/namespaces/{t.namespace(client)}/configmaps"
    client.post(path, {"metadata": {"name": "kept"}})
    file = os.path.join(server.folder, "backup")
    data = f"--data-dir={server.folder}/data"
    done = run("backup", file, data)
    match = re.search(r"^revision (\d+): \d+ bytes", done.stdout)
    assert done.returncode == 0 and match, done
    lost = client.post(path, {"metadata": {"name": "lost"}}).json()["metadata"]["resourceVersion"]

    refused = run("restore", file, data)
    assert refused.returncode == 1, refused
    assert f"in use by process {server.process.pid}" in refused.stderr, refused
    client.close()
    server.stop()
    refused = run("restore", file, data)
    assert refused.returncode == 1 and "already holds a store" in refused.stderr, refused

    folder = os.path.join(server.folder, "restored")
    done = run("restore", file, f"--data-dir={folder}/data")
    assert done.returncode == 0, done
    restored = Server(folder)
    t.servers.append(restored)
    client = restored.client()
    assert "kept" in names(client, path) and "lost" not in names(client, path)
    # A client of the lost server has seen its revisions: it must be told to start over.
    watch = client.watch(path, resourceVersion=lost)
    event = watch.next()
    assert event["type"] == "ERROR" and event["object"]["code"] == 410, event
    watch.close()
    created = client.post(path, {"metadata": {"name": "new"}}).json()
    assert int(created["metadata"]["resourceVersion"]) > int(match[1]) + RESTORE_GAP, created
    client.close()
    restored.stop()


class Disk:
    """The disk of a server that is started inside the `with`: can be told to fail."""

    def __init__(self, folder):
        self.control = os.path.join(folder, "shim-control")
        self.values = [0] * 7
        self.write()

    def write(self):
        with open(self.control, "r+b" if os.path.exists(self.control) else "wb") as file:
            file.write(struct.pack(CONTROL_FORMAT, *self.values))

    def fail(self, field, error):
        self.values[field] = error
        self.write()

    def __enter__(self):
        os.environ.update(LD_PRELOAD=SHIM, PINTLE_SHIM_CONTROL=self.control)
        return self

    def __exit__(self, *_):
        del os.environ["LD_PRELOAD"], os.environ["PINTLE_SHIM_CONTROL"]


def test_disk_faults_are_5xx_and_pass(t):
    with Disk(t.folder) as disk:
        server = t.start_server()
    client = server.client()
    path = f"/api/v1/namespaces/{t.namespace(client)}/configmaps"
    client.post(path, {"metadata": {"name": "before"}})
    watch = client.watch(path, resourceVersion=0)
    wait_for(lambda: watch.next()["object"]["metadata"]["name"] == "before", "the first event")
    for field, error in ((WRITE_ERROR, errno.ENOSPC), (WRITE_ERROR, errno.EIO), (SYNC_ERROR, errno.EIO)):
        disk.fail(field, error)
        for attempt in range(3):
            body = {"metadata": {"name": f"during-{field}-{error}-{attempt}"}}
            status = client.post(path, body, expect=500).json()
            assert status["kind"] == "Status" and status["status"] == "Failure", status
            assert "before" in names(client, path)
            assert client.get(f"{path}/before").json()["metadata"]["name"] == "before"
        disk.fail(field, 0)
        client.post(path, {"metadata": {"name": f"after-{field}-{error}"}})
        event = watch.next()
        assert event["object"]["metadata"]["name"] == f"after-{field}-{error}", event
    watch.close()
    before = names(client, path)
    client.close()
    server.kill()
    server.start()
    client = server.client()
    assert names(client, path) == before
    client.close()
    server.stop()
