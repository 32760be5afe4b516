"""An etcd process of its own, in a folder of its own."""
import os
import subprocess

from harness.children import die_with_parent
from harness.ports import free_port

# etcdctl gives up after two and five seconds if it is not told otherwise.
COMMAND_TIMEOUT_SECONDS = 60


class Etcd:
    """Starts on construction. `start` again after `kill` continues on the same data. `program` is
    another than the one in the path, `before` the words of a command that executes it."""

    def __init__(self, folder, program="etcd", before=()):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        self.url = f"http://127.0.0.1:{free_port()}"
        peer = f"http://127.0.0.1:{free_port()}"
        self.command = [
            *before,
            program,
            f"--data-dir={folder}/data",
            f"--listen-client-urls={self.url}",
            f"--advertise-client-urls={self.url}",
            f"--listen-peer-urls={peer}",
            f"--initial-advertise-peer-urls={peer}",
            f"--initial-cluster=default={peer}",
            "--log-level=warn",
        ]
        self.process = None
        self.start()

    def start(self):
        with open(os.path.join(self.folder, "etcd.log"), "ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=die_with_parent,
            )

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def control(self, *arguments):
        """What etcdctl prints."""
        done = subprocess.run(
            [
                "etcdctl",
                f"--endpoints={self.url}",
                f"--dial-timeout={COMMAND_TIMEOUT_SECONDS}s",
                f"--command-timeout={COMMAND_TIMEOUT_SECONDS}s",
                *arguments,
            ],
            capture_output=True,
            text=True,
            timeout=2 * COMMAND_TIMEOUT_SECONDS,
            env={**os.environ, "ETCDCTL_API": "3"},
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def keys(self, prefix):
        return self.control("get", "--prefix", "--keys-only", prefix).split()
