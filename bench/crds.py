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
import json
import os
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from harness.kubectl import Kubectl  # noqa: E402
from harness.server import Server, binary  # noqa: E402

IDLE_SECONDS = 1.0
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
# What is asked of the server, for each definition and for all of them.
GOAL_CPU_MS = 1.0
GOAL_KIB = 60
GOAL_TOTAL_MIB = 150


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


def install(server, client, arguments, kubectl):
    """Returns how it was done and how long that took: a text."""
    began = time.monotonic()
    definitions = [definition(i, arguments.groups) for i in range(arguments.count)]
    if kubectl is None:
        for one in definitions:
            client.post(DEFINITIONS, one)
        return f"one POST after the other, {time.monotonic() - began:.1f} s"
    paths = arguments.file
    if not paths:
        paths = [os.path.join(server.folder, "definitions.yaml")]
        with open(paths[0], "w", encoding="utf-8") as file:
            # JSON is YAML.
            file.write("".join(f"---\n{json.dumps(one)}\n" for one in definitions))
    create = Kubectl(kubectl, server.kubeconfig)
    began = time.monotonic()
    create("create", *(f"--filename={path}" for path in paths))
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
    server = Server(folder, f"--storage={arguments.storage}", program=arguments.binary)
    client = server.client()
    # What the first kubectl of a server costs it is no matter of definitions.
    client.get("/openapi/v3")
    time.sleep(IDLE_SECONDS)
    cpu, (before, _) = server.cpu_seconds(), server.memory_kib()
    how = install(server, client, arguments, kubectl)
    used = server.cpu_seconds() - cpu
    time.sleep(IDLE_SECONDS)
    after, mapped = server.memory_kib()
    resident = (after + mapped) / 1024
    definitions = client.get(DEFINITIONS).json()["items"]
    count = len(definitions)
    print(f"{count} definitions, {arguments.storage} storage: {how}")
    report.line("server CPU a definition", used * 1e3 / count, "ms", GOAL_CPU_MS if goals else None)
    report.line("memory a definition", (after - before) / count, "KiB", GOAL_KIB if goals else None)
    report.line("resident in all", resident, "MiB", GOAL_TOTAL_MIB if goals else None)

    cpu = server.cpu_seconds()
    objects = list(objects_of(definitions))
    for path, one in objects:
        answer = client.post(path, one, expect=None)
        refused = bool(arguments.file) and answer.status in (409, 422)
        assert answer.status == 201 or refused, f"{path}: {answer.status} {answer.body[:500]!r}"
    report.line(
        "CPU of the first object of each", (server.cpu_seconds() - cpu) * 1e3 / len(objects), "ms"
    )
    for what, path, accept in (
        ("aggregated discovery", "/apis", AGGREGATED),
        ("OpenAPI v3 index", "/openapi/v3", "application/json"),
    ):
        for when in ("first", "again"):
            began = time.monotonic()
            client.get(path, accept=accept)
            report.line(f"{what}, {when}", (time.monotonic() - began) * 1e3, "ms")
    time.sleep(IDLE_SECONDS)
    report.line(
        "memory a definition, after these", (server.memory_kib()[0] - before) / count, "KiB"
    )
    server.stop()
    if arguments.storage == "embedded":
        server.start()
        report.line("start with them", server.start_seconds * 1e3, "ms")
        time.sleep(IDLE_SECONDS)
        report.line(
            "memory a definition, after that", (server.memory_kib()[0] - before) / count, "KiB"
        )
        server.stop()
    return report.missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--binary", default=binary())
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--groups", type=int, default=1)
    parser.add_argument("--storage", choices=("embedded", "memory"), default="embedded")
    parser.add_argument("--kubectl", default=os.environ.get("KUBECTL", "kubectl"))
    parser.add_argument("--no-kubectl", action="store_true")
    parser.add_argument("--file", action="append")
    arguments = parser.parse_args()
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
