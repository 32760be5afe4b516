"""Runs tests of a real server process.

Each test_<topic>.py of a folder holds functions test_<what>(t); `t` is the Context below. A test
fails by an exception, mostly an AssertionError, and is skipped by raising Skip. Tests wait for
events and conditions with deadlines, never for time to pass. The shared server is started on first
use; a test that needs other flags, or kills its server, starts its own. Prints `ok NAME`,
`FAIL NAME: ...` or `skip NAME: reason` a line, then `N passed, N failed, N skipped`. Environment:
PINTLE_BINARY (default build/release/pintle), KUBECTL, and with CI=true a skip is a failure.
"""
import importlib
import inspect
import itertools
import os
import shutil
import tempfile
import time
import traceback

from harness import kubectl as kubectl_program
from harness.etcd import Etcd
from harness.kubectl import Kubectl
from harness.server import Server, binary, binary_is_there


class Skip(Exception):
    """The machine lacks what the test needs."""


class Context:
    """What a test uses: `t.client`, `t.kubectl`, `t.namespace()`, `t.server`,
    `t.start_server(flags)`, `t.start_etcd()`, `t.write(...)`."""

    def __init__(self, folder, kubectl_path=None):
        self.folder = folder
        self.servers = []
        self.numbers = itertools.count(1)
        self._server = self._client = None
        self._kubectl_path = kubectl_path

    @property
    def server(self):
        """The shared server, with default gates and groups."""
        if self._server is None:
            self._server = self.start_server()
        return self._server

    @property
    def client(self):
        """A client of the shared server with the token of an administrator."""
        if self._client is None:
            self._client = self.server.client()
        return self._client

    @property
    def kubectl(self):
        """kubectl with the kubeconfig that the shared server wrote."""
        return self.kubectl_of(self.server)

    def kubectl_of(self, server):
        if self._kubectl_path is None:
            self._kubectl_path = self._find_kubectl()
        return Kubectl(self._kubectl_path, server.kubeconfig)

    @staticmethod
    def _find_kubectl():
        path = kubectl_program.find()
        if not path:
            raise Skip("no kubectl; name one in $KUBECTL")
        minor = kubectl_program.minor_version(path)
        if minor < kubectl_program.OLDEST_MINOR:
            raise Skip(f"{path} is 1.{minor}, older than 1.{kubectl_program.OLDEST_MINOR}")
        return path

    def start_server(self, *flags, port=0):
        """A further server; it ends with the test run if the test does not end it."""
        folder = os.path.join(self.folder, f"server-{next(self.numbers)}")
        server = Server(folder, *flags, port=port)
        self.servers.append(server)
        return server

    def start_etcd(self):
        """Ends as a server does."""
        etcd = Etcd(os.path.join(self.folder, f"etcd-{next(self.numbers)}"))
        self.servers.append(etcd)
        return etcd

    def namespace(self, client=None):
        """The name of a new namespace, so that tests do not see each other's objects."""
        name = f"test-{next(self.numbers)}"
        (client or self.client).post(
            "/api/v1/namespaces",
            {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}},
        )
        return name

    def write(self, name, text):
        """The path of a new file with this text."""
        folder = os.path.join(self.folder, f"files-{next(self.numbers)}")
        os.makedirs(folder)
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def end_test(self):
        """The server closes a connection that is idle for long, which the next test would meet."""
        if self._client:
            self._client.close()

    def close(self):
        for server in self.servers:
            server.kill()


def discover(folder):
    """(name, function) of all tests of a folder, in the order of files and lines."""
    for file in sorted(os.listdir(folder)):
        if file.startswith("test_") and file.endswith(".py"):
            module = importlib.import_module(file[:-3])
            functions = [
                f
                for n, f in inspect.getmembers(module, inspect.isfunction)
                if n.startswith("test_") and f.__module__ == module.__name__
            ]
            for function in sorted(functions, key=lambda f: f.__code__.co_firstlineno):
                yield f"{file[5:-3]}/{function.__name__[5:]}", function


def describe(error):
    """Kind and text of what went wrong, and the line of the test where it did."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if os.path.basename(frame.filename).startswith("test_")
    ]
    text = str(error).strip().replace("\n", "\n    ") or (frames[-1].line if frames else "")
    kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
    where = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"
    return f"{kind}{text} ({where})"


def run_one(name, function, context):
    """Prints the result line and returns its first word."""
    began = time.monotonic()
    try:
        function(context)
    except Skip as skip:
        print(f"skip {name}: {skip}", flush=True)
        return "skip"
    except Exception as error:
        print(f"FAIL {name}: {describe(error)}", flush=True)
        return "FAIL"
    print(f"ok {name} ({time.monotonic() - began:.2f} s)", flush=True)
    return "ok"


def run(tests, wanted, contexts):
    """Runs the tests, a list of (name, function), whose name contains one of the texts in `wanted`,
    or all if there are none. `contexts` is [(prefix of names, function from a folder to the
    Context)]: the tests run once with each. Returns what the process ends with."""
    if not binary_is_there():
        print(f"no program at {binary()}; build it or set PINTLE_BINARY")
        print("0 passed, 1 failed, 0 skipped")
        return 1
    results = {"ok": 0, "FAIL": 0, "skip": 0}
    folder = tempfile.mkdtemp(prefix="pintle-tests-")
    for number, (prefix, make_context) in enumerate(contexts):
        context = make_context(os.path.join(folder, str(number)))
        os.makedirs(context.folder)
        try:
            for name, function in tests:
                name = prefix + name
                if not wanted or any(text in name for text in wanted):
                    results[run_one(name, function, context)] += 1
                    context.end_test()
        finally:
            context.close()
    if results["FAIL"]:
        print(f"what the servers wrote is kept in {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    if results["skip"] and os.environ.get("CI") == "true":
        print("skipped tests count as failed here (CI=true)")
        results["FAIL"] += results["skip"]
        results["skip"] = 0
    print(f"{results['ok']} passed, {results['FAIL']} failed, {results['skip']} skipped")
    return 1 if results["FAIL"] or not results["ok"] else 0
