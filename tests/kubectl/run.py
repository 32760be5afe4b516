#!/usr/bin/env python3
"""What people do with kubectl all day, with the newest kubectl on the machine and with the oldest
that is at least four releases older.

  run.py [TEXT ...]     all tests, or those whose name (`1.33 write/apply`) contains one of them

What a test is and what is printed: tests/harness/runner.py. KUBECTL names a single program to test
with.
"""
import functools
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from harness import kubectl, runner  # noqa: E402

def programs():
    """[(minor version, path)]; the path of a program that is not on the machine is None."""
    newest = kubectl.find()
    if not newest:
        return [(kubectl.OLDEST_MINOR, None)]
    minor = kubectl.minor_version(newest)
    if os.environ.get("KUBECTL"):
        return [(minor, newest)]
    older = {
        number: path
        for number, path in kubectl.find_versions().items()
        if kubectl.OLDEST_MINOR <= number <= minor - kubectl.RELEASES_APART
    }
    oldest = min(older, default=minor - kubectl.RELEASES_APART)
    return [(minor, newest), (oldest, older.get(oldest))]


class Context(runner.Context):
    """`t.shell()` is kubectl in a namespace of its own."""

    def __init__(self, folder, minor, path):
        super().__init__(folder, path)
        self.minor, self.path = minor, path

    def shell(self):
        if not self.path:
            raise runner.Skip(f"no kubectl 1.{self.minor}")
        return Shell(self.kubectl, self.namespace())


class Shell:
    """kubectl with a namespace; used as harness.kubectl.Kubectl."""

    def __init__(self, program, namespace):
        self.program, self.namespace = program, namespace

    def __call__(self, *arguments, **options):
        return self.program(f"--namespace={self.namespace}", *arguments, **options)

    def fails(self, *arguments, **options):
        return self.program.fails(f"--namespace={self.namespace}", *arguments, **options)

    def run(self, *arguments, **options):
        return self.program.run(f"--namespace={self.namespace}", *arguments, **options)

    def stream(self, *arguments):
        return self.program.stream(f"--namespace={self.namespace}", *arguments)

    def edit(self, script, *arguments):
        """`kubectl edit` with a sed script in the place of an editor."""
        self.program.environment["KUBE_EDITOR"] = f"sed -i -e '{script}'"
        return self("edit", *arguments)

    def value(self, what, path):
        """What a JSONPath finds in an object: `value("deployment/web", ".spec.replicas")`."""
        return self("get", what, "-o", f"jsonpath={{{path}}}")


if __name__ == "__main__":
    contexts = [
        (f"1.{minor} ", functools.partial(Context, minor=minor, path=path))
        for minor, path in programs()
    ]
    wanted = [text for text in sys.argv[1:] if text]
    sys.exit(runner.run(list(runner.discover(HERE)), wanted, contexts))
