"""An etcd process of its own, in a folder of its own."""
import ctypes
import os
import signal
import subprocess

from harness.ports import free_port

PR_SET_PDEATHSIG = 1
COMMAND_TIMEOUT_SECONDS = 30


def _die_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Etcd:
    """Starts on construction. `start` again after `kill` continues on the same data."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        self.url = f"http://127.0.0.1:{free_port()}"
        peer = f"http://127.0.0.1:{free_port()}"
        self.command = [
            "etcd",
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
                preexec_fn=_die_with_parent,
            )

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def control(self, *arguments):
        """What etcdctl prints."""
        done = subprocess.run(
            ["etcdctl", f"--endpoints={self.url}", *arguments],
            capture_output=True,
            text=True,
            timeout=COMMAND_TIMEOUT_SECONDS,
            env={**os.environ, "ETCDCTL_API": "3"},
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def keys(self, prefix):
        return self.control("get", "--prefix", "--keys-only", prefix).split()
