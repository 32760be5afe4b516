"""Runs kubectl against a server. As a program: whether the machine has the kubectls that tests want."""
import json
import os
import queue
import re
import shutil
import subprocess
import threading
import time

from harness.children import die_with_parent

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
OLDEST_MINOR = 27
# Far above what it takes: they bound how long a failing test waits.
COMMAND_TIMEOUT_SECONDS = 180
LINE_TIMEOUT_SECONDS = 60
# Where a package puts versioned programs (kubectl.1.33) without adding the folder to PATH, and where ./setup does.
EXTRA_FOLDERS = ["/usr/lib/google-cloud-sdk/bin", os.path.join(ROOT, "build", "clients", "kubectl")]
# How far apart the two are that tests/kubectl runs with.
RELEASES_APART = 4


def find_versions():
    """{N: path} of all programs kubectl.1.N."""
    versioned = {}
    for folder in os.environ.get("PATH", "").split(os.pathsep) + EXTRA_FOLDERS:
        for name in os.listdir(folder) if os.path.isdir(folder) else []:
            match = re.fullmatch(r"kubectl\.1\.(\d+)", name)
            path = os.path.join(folder, name)
            if match and os.access(path, os.X_OK):
                versioned.setdefault(int(match[1]), path)
    return versioned


def find():
    """Path of the kubectl to use, or None: $KUBECTL, else the newest kubectl.1.N, else `kubectl`. A
    plain `kubectl` may be a dispatcher that chooses a version by the server it talks to, so it
    comes last."""
    if os.environ.get("KUBECTL"):
        return os.environ["KUBECTL"]
    versioned = find_versions()
    if versioned:
        return versioned[max(versioned)]
    return shutil.which("kubectl")


def minor_version(path):
    """N of the 1.N that this kubectl says it is."""
    answer = subprocess.run(
        [path, "version", "--client", "-o", "json"],
        capture_output=True,
        text=True,
        timeout=COMMAND_TIMEOUT_SECONDS,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    return int(re.match(r"\d+", json.loads(answer.stdout)["clientVersion"]["minor"])[0])


class Kubectl:
    """kubectl with a kubeconfig. Its home is beside it: what kubectl keeps of a server is found by
    the address alone, and another server of the tests may have had the same."""

    def __init__(self, path, kubeconfig):
        self.path, self.kubeconfig = path, kubeconfig
        home = os.path.join(os.path.dirname(kubeconfig), "home")
        os.makedirs(home, exist_ok=True)
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith("KUBE")
        }
        self.environment.update(HOME=home, KUBECACHEDIR=os.path.join(home, "cache"))

    def command(self, arguments):
        return [self.path, f"--kubeconfig={self.kubeconfig}", *arguments]

    def run(self, *arguments, stdin=None):
        """The finished process: returncode, stdout, stderr."""
        return subprocess.run(
            self.command(arguments),
            input=stdin or "",
            capture_output=True,
            text=True,
            env=self.environment,
            timeout=COMMAND_TIMEOUT_SECONDS,
        )

    def __call__(self, *arguments, stdin=None):
        """Standard output of a command that must succeed."""
        done = self.run(*arguments, stdin=stdin)
        assert (
            done.returncode == 0
        ), f"kubectl {' '.join(arguments)} ended with {done.returncode}: {done.stderr} {done.stdout}"
        return done.stdout

    def fails(self, *arguments, stdin=None):
        """Standard error of a command that must not succeed."""
        done = self.run(*arguments, stdin=stdin)
        assert (
            done.returncode != 0
        ), f"kubectl {' '.join(arguments)} succeeded: {done.stdout.strip()}"
        return done.stderr

    def stream(self, *arguments):
        return Stream(self.command(arguments), self.environment)


class Stream:
    """A kubectl that goes on printing, such as `get --watch`. Use as a context manager."""

    def __init__(self, command, environment):
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            preexec_fn=die_with_parent,
        )
        self.lines, self.seen = queue.Queue(), []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def line(self, pattern, timeout=LINE_TIMEOUT_SECONDS):
        """The next line that matches the regular expression."""
        end = time.monotonic() + timeout
        while True:
            try:
                line = self.lines.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(
                    f"no line {pattern!r} within {timeout} s; it printed {self.seen}"
                ) from None
            assert (
                line is not None
            ), f"kubectl ended without a line {pattern!r}; it printed {self.seen}"
            self.seen.append(line)
            if re.search(pattern, line):
                return line

    def running(self):
        return self.process.poll() is None

    def wait(self, timeout=LINE_TIMEOUT_SECONDS):
        """The exit code, once it ends by itself."""
        try:
            return self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"kubectl did not end within {timeout} s") from None

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.running():
            self.process.kill()
        self.process.wait()


if __name__ == "__main__":
    found = [minor for minor in find_versions() if minor >= OLDEST_MINOR]
    raise SystemExit(0 if found and max(found) - min(found) >= RELEASES_APART else 1)
