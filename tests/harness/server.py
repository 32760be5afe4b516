"""A `pintle serve` process of its own, in a folder of its own."""
import base64
import os
import re
import signal
import subprocess
import threading
import time

from harness.children import die_with_parent
from harness.client import Client

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
# Far above what is promised: a loaded machine or a sanitizer build must not fail tests of other
# things.
START_TIMEOUT_SECONDS = 60
STOP_TIMEOUT_SECONDS = 60
TOKEN = "token-of-the-tests"
# Of a user without privileges, to whom limits apply.
PLAIN_TOKEN = "token-of-somebody"
SERVING = re.compile(r"serving on (https://(\S+):(\d+))$")


def binary():
    """The program under test: $PINTLE_BINARY, or the release build."""
    return os.environ.get("PINTLE_BINARY") or os.path.join(ROOT, "build", "release", "pintle")


def binary_is_there():
    return os.path.isfile(binary()) and os.access(binary(), os.X_OK)


class Server:
    """Starts on construction and returns once requests are answered. `start` again after `stop` or
    `kill` continues on the same data, and on the same port if one is named. Everything it writes is
    in `folder`. `user` is the name behind TOKEN, `program` another than the one under test."""

    def __init__(self, folder, *flags, port=0, user="tester", program=None):
        self.folder = folder
        self.flags = list(flags)
        self.kubeconfig = os.path.join(folder, "kubeconfig")
        self.log_file = os.path.join(folder, "server.log")
        self.process = None
        token_file = os.path.join(folder, "tokens.csv")
        os.makedirs(folder, exist_ok=True)
        with open(token_file, "w", encoding="utf-8") as file:
            file.write(f'{TOKEN},{user},{user}-uid,"system:masters"\n')
            file.write(f"{PLAIN_TOKEN},somebody,somebody-uid\n")
        self.command = [
            program or binary(),
            "serve",
            f"--secure-port={port}",
            f"--data-dir={folder}/data",
            f"--write-kubeconfig={self.kubeconfig}",
            f"--token-auth-file={token_file}",
            *self.flags,
        ]
        self.start()

    def start(self):
        """Sets began (when it was executed), address, port and start_seconds (from then to the line
        that says it serves)."""
        self.began = time.monotonic()
        with open(self.log_file, "ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                preexec_fn=die_with_parent,
            )
        self.lines = []
        known = threading.Event()
        threading.Thread(
            target=self._read_lines, args=(self.process, self.lines, known), daemon=True
        ).start()
        known.wait(START_TIMEOUT_SECONDS)
        self.start_seconds = time.monotonic() - self.began
        match = next((m for m in map(SERVING.search, self.lines) if m), None)
        if not match:
            self.kill()
            raise AssertionError(
                f"the server did not say it serves within {START_TIMEOUT_SECONDS} s; "
                f"standard output: {self.lines}; its log ends:\n{self.log_tail()}"
            )
        self.address, self.host, self.port = match[1], match[2], int(match[3])

    @staticmethod
    def _read_lines(process, lines, known):
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if SERVING.search(lines[-1]):
                known.set()
        known.set()  # it ended

    def stop(self):
        """SIGTERM; returns the seconds it took to end. Does nothing to a server that has ended."""
        began = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
                raise AssertionError(
                    f"the server was still there {STOP_TIMEOUT_SECONDS} s after SIGTERM"
                )
        return time.monotonic() - began

    def kill(self):
        """SIGKILL: no chance to finish anything."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def cpu_seconds(self):
        """User and system time of the process so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_kib(self):
        """(RssAnon, RssFile): the program's own memory, and what is resident of mapped files."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            fields = dict(line.split(":", 1) for line in file)
        return tuple(int(fields[name].split()[0]) for name in ("RssAnon", "RssFile"))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def log_tail(self, lines=30):
        with open(self.log_file, encoding="utf-8", errors="replace") as file:
            return "".join(file.readlines()[-lines:])

    def kubeconfig_data(self, field):
        """The decoded bytes of a `<field>: <base64>` line of the kubeconfig, or None."""
        with open(self.kubeconfig, encoding="utf-8") as file:
            match = re.search(
                rf'^\s*"?{re.escape(field)}"?:\s*"?([A-Za-z0-9+/=]+)"?,?\s*$', file.read(), re.M
            )
        return base64.b64decode(match[1]) if match else None

    def client(self, token=TOKEN, certificate=None):
        """A client that trusts the CA of the written kubeconfig; `certificate` is (certificate
        file, key file)."""
        authority = self.kubeconfig_data("certificate-authority-data")
        assert authority, "no certificate-authority-data in the written kubeconfig"
        return Client(self.host, self.port, authority.decode(), token, certificate)
