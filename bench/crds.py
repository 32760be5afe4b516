#!/usr/bin/env python3
"""Measures what many CustomResourceDefinitions cost a server of its own.

  crds.py [--binary build/release/pintle] [--count 1000] [--groups 1] [--storage embedded]
          [--kubectl PATH] [--no-kubectl] [--file MANIFEST ...]

Installs --count ordinary definitions (one version, a schema of about 40 fields with descriptions,
a status, three columns) spread over --groups groups from one file with one `kubectl create -f`;
with --no-kubectl by one client that sends one POST after the other. Then sends one object
to each, so that their schemas are used, and starts the server anew on the same data. With --file
manifests of definitions are installed instead. CPU is user and system time of the server from
/proc, memory is RssAnon (the program's own) a second later; kubectl's wall time is its own affair.
Ends with an error if a goal is missed.
"""
import argparse
import atexit
import http.client
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
TIMEOUT_SECONDS = 30
IDLE_SECONDS = 1.0
SERVING = re.compile(r"serving on https://(\S+):(\d+)$")
TOKEN = "bench-token"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
# What is asked of the server, for each definition and for all of them.
GOAL_CPU_MS = 1.0
GOAL_KIB = 60
GOAL_TOTAL_MIB = 150


class Server:
    """A server process with its data in a folder."""

    def __init__(self, binary, folder, storage):
        self.folder = folder
        tokens = os.path.join(folder, "tokens")
        with open(tokens, "w", encoding="utf-8") as file:
            file.write(f'{TOKEN},admin,1,"system:masters"\n')
        command = [
            binary,
            "serve",
            "--secure-port=0",
            f"--data-dir={folder}/data",
            f"--storage={storage}",
            f"--token-auth-file={tokens}",
        ]
        began = time.monotonic()
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        )
        atexit.register(self.process.kill)
        for line in self.process.stdout:
            match = SERVING.search(line.rstrip("\n"))
            if match:
                break
        else:
            sys.exit("crds.py: the server ended")
        self.start_seconds = time.monotonic() - began
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self.connection = http.client.HTTPSConnection(
            match[1], int(match[2]), context=context, timeout=TIMEOUT_SECONDS
        )

    @property
    def kubeconfig(self):
        return os.path.join(self.folder, "data", "kubeconfig")

    def request(self, method, path, body=None, accept="application/json", refused=False):
        """`refused` if a refusal is no failure."""
        headers = {
            "Authorization": f"Bearer {TOKEN}",
            "Content-Type": "application/json",
            "Accept": accept,
        }
        self.connection.request(method, path, body=body, headers=headers)
        answer = self.connection.getresponse()
        data = answer.read()
        if answer.status >= 400 and not (refused and answer.status in (409, 422)):
            sys.exit(f"crds.py: {method} {path}: {answer.status} {data[:500]!r}")
        return data

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_kib(self):
        """(RssAnon, all that is resident)"""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            fields = dict(line.split(":", 1) for line in file)
        anonymous, mapped = (int(fields[name].split()[0]) for name in ("RssAnon", "RssFile"))
        return anonymous, anonymous + mapped

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(TIMEOUT_SECONDS)
        self.process.stdout.close()


def field(name, kind, words):
    return {"type": kind, "description": " ".join([f"The {name} of it,"] + ["as it is"] * words)}


def definition(number, groups):
    """An ordinary one: some 4 KB of JSON."""
    group = f"g{number % groups}.bench.example.com"
    names = [
        "color",
        "size",
        "owner",
        "region",
        "image",
        "policy",
        "mode",
        "class",
        "reason",
        "host",
    ]
    spec = {name: field(name, "string", 6) for name in names}
    spec.update({f"{name}Count": field(name, "integer", 4) for name in names})
    spec["color"]["enum"] = ["red", "green", "blue"]
    spec["mode"]["default"] = "Auto"
    spec["host"]["pattern"] = "^[a-z0-9.-]+$"
    port = {"name": field("name", "string", 3), "port": field("port", "integer", 3)}
    spec["ports"] = {
        "type": "array",
        "description": "Where it listens.",
        "items": {"type": "object", "required": ["name"], "properties": port},
    }
    spec["selector"] = {"type": "object", "additionalProperties": {"type": "string"}}
    condition = {
        name: field(name, "string", 5)
        for name in ("type", "status", "reason", "message", "lastTransitionTime")
    }
    status = {
        "observedGeneration": {"type": "integer", "format": "int64"},
        "conditions": {
            "type": "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["type"],
            "items": {"type": "object", "required": ["type"], "properties": condition},
        },
    }
    schema = {
        "type": "object",
        "description": "One of many kinds.",
        "properties": {
            "spec": {"type": "object", "required": ["size"], "properties": spec},
            "status": {"type": "object", "properties": status},
        },
    }
    columns = [
        {"name": "Color", "type": "string", "jsonPath": ".spec.color"},
        {
            "name": "Ready",
            "type": "string",
            "jsonPath": '.status.conditions[?(@.type=="Ready")].status',
        },
        {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"},
    ]
    version = {
        "name": "v1",
        "served": True,
        "storage": True,
        "schema": {"openAPIV3Schema": schema},
        "subresources": {"status": {}},
        "additionalPrinterColumns": columns,
    }
    names = {
        "plural": f"kind{number}s",
        "singular": f"kind{number}",
        "kind": f"Kind{number}",
        "listKind": f"Kind{number}List",
        "shortNames": [f"k{number}"],
    }
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"kind{number}s.{group}"},
        "spec": {"group": group, "scope": "Namespaced", "names": names, "versions": [version]},
    }


def install(server, arguments, kubectl):
    """Returns how it was done and how long that took: a text."""
    began = time.monotonic()
    definitions = [definition(i, arguments.groups) for i in range(arguments.count)]
    if kubectl is None:
        for one in definitions:
            server.request("POST", DEFINITIONS, json.dumps(one))
        return f"one POST after the other, {time.monotonic() - began:.1f} s"
    paths = arguments.file
    if not paths:
        paths = [os.path.join(server.folder, "definitions.yaml")]
        with open(paths[0], "w", encoding="utf-8") as file:
            # JSON is YAML.
            file.write("".join(f"---\n{json.dumps(one)}\n" for one in definitions))
    command = [kubectl, "create"] + [word for path in paths for word in ("-f", path)]
    environment = dict(os.environ, KUBECONFIG=server.kubeconfig, HOME=server.folder)
    began = time.monotonic()
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        sys.exit(f"crds.py: kubectl: {ran.stderr[-1000:]}")
    size = sum(os.path.getsize(path) for path in paths)
    return f"kubectl create -f of {size / 1e6:.1f} MB, {time.monotonic() - began:.1f} s of kubectl"


def objects_of(definitions):
    """For each version that is served, where an object of it goes and what it may look like."""
    for one in definitions:
        spec = one["spec"]
        place = "namespaces/default/" if spec["scope"] == "Namespaced" else ""
        for version in spec["versions"]:
            if version["served"]:
                group = f"{spec['group']}/{version['name']}"
                yield f"/apis/{group}/{place}{spec['names']['plural']}", {
                    "apiVersion": group,
                    "kind": spec["names"]["kind"],
                    "metadata": {"name": "one"},
                    "spec": {"size": "large"},
                }


class Report:
    def __init__(self):
        self.missed = []

    def line(self, what, value, unit, goal=None):
        text = f"{what:<58}{value:>10.2f} {unit}"
        if goal is not None:
            text += f"  (goal: at most {goal:g})"
            if value > goal:
                self.missed.append(what)
                text += "  MISSED"
        print(text, flush=True)


def measure(arguments, folder, kubectl):
    report = Report()
    goals = not arguments.file  # those are of ordinary definitions
    server = Server(arguments.binary, folder, arguments.storage)
    # What the first kubectl of a server costs it is no matter of definitions.
    server.request("GET", "/openapi/v3")
    time.sleep(IDLE_SECONDS)
    cpu, (before, _) = server.cpu_seconds(), server.memory_kib()
    how = install(server, arguments, kubectl)
    used = server.cpu_seconds() - cpu
    time.sleep(IDLE_SECONDS)
    after, resident = server.memory_kib()
    definitions = json.loads(server.request("GET", DEFINITIONS))["items"]
    count = len(definitions)
    print(f"{count} definitions, {arguments.storage} storage: {how}")
    report.line("server CPU a definition", used * 1e3 / count, "ms", GOAL_CPU_MS if goals else None)
    report.line("memory a definition", (after - before) / count, "KiB", GOAL_KIB if goals else None)
    report.line("resident in all", resident / 1024, "MiB", GOAL_TOTAL_MIB if goals else None)

    cpu = server.cpu_seconds()
    objects = list(objects_of(definitions))
    for path, one in objects:
        server.request("POST", path, json.dumps(one), refused=goals is False)
    report.line(
        "CPU of the first object of each", (server.cpu_seconds() - cpu) * 1e3 / len(objects), "ms"
    )
    for what, path, accept in (
        ("aggregated discovery", "/apis", AGGREGATED),
        ("OpenAPI v3 index", "/openapi/v3", "application/json"),
    ):
        for when in ("first", "again"):
            began = time.monotonic()
            server.request("GET", path, accept=accept)
            report.line(f"{what}, {when}", (time.monotonic() - began) * 1e3, "ms")
    time.sleep(IDLE_SECONDS)
    report.line(
        "memory a definition, after these", (server.memory_kib()[0] - before) / count, "KiB"
    )
    server.stop()
    if arguments.storage == "embedded":
        server = Server(arguments.binary, folder, arguments.storage)
        report.line("start with them", server.start_seconds * 1e3, "ms")
        time.sleep(IDLE_SECONDS)
        report.line(
            "memory a definition, after that", (server.memory_kib()[0] - before) / count, "KiB"
        )
        server.stop()
    return report.missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--binary", default=os.path.join(ROOT, "build", "release", "pintle"))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--groups", type=int, default=1)
    parser.add_argument("--storage", choices=("embedded", "memory"), default="embedded")
    parser.add_argument("--kubectl", default=os.environ.get("KUBECTL", "kubectl"))
    parser.add_argument("--no-kubectl", action="store_true")
    parser.add_argument("--file", action="append")
    arguments = parser.parse_args()
    if not os.access(arguments.binary, os.X_OK):
        sys.exit(f"crds.py: there is no program {arguments.binary}")
    kubectl = None
    if arguments.file or not arguments.no_kubectl:
        kubectl = shutil.which(arguments.kubectl)
        if kubectl is None:
            sys.exit(f"crds.py: there is no {arguments.kubectl}; try --no-kubectl")
    with tempfile.TemporaryDirectory(prefix="pintle-bench-") as folder:
        missed = measure(arguments, folder, kubectl)
    if missed:
        sys.exit(f"crds.py: missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()
