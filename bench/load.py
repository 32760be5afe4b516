#!/usr/bin/env python3
"""Server CPU per request under load: starts build/release/pintle, or $PINTLE_BINARY, with its durable store, drives it
with wrk over TLS (Debian package wrk, HTTP/1.1, 32 connections) and prints tables beside the figures of the reference
server and the goals; with h2load (package nghttp2-client) also over HTTP/2.

    python3 bench/load.py [--seconds 5] [--rounds 3] [--only TEXT] [--no-http2]

CPU time per request is the figure to compare; requests per second depend on what else the machine does. Every row is
measured in several rounds, of which the fastest counts. Lists are compared per MB sent, for the reference server writes
managedFields into every object.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from harness.client import MERGE_PATCH, STRATEGIC_MERGE_PATCH  # noqa: E402
from harness.server import TOKEN, Server  # noqa: E402

SCHEMA = {
    "type": "object",
    "properties": {
        "spec": {
            "type": "object",
            "properties": {
                "replicas": {"type": "integer", "minimum": 0},
                "image": {"type": "string", "maxLength": 200},
                "args": {"type": "array", "items": {"type": "string"}},
                "env": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["name"],
                        "properties": {"name": {"type": "string"}, "value": {"type": "string"}},
                    },
                },
                "labels": {"type": "object", "additionalProperties": {"type": "string"}},
                "note": {"type": "string", "default": "none"},
            },
        }
    },
}
DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "loads.bench.example"},
    "spec": {
        "group": "bench.example",
        "scope": "Namespaced",
        "names": {"plural": "loads", "kind": "Load"},
        "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": SCHEMA}}],
    },
}
SPEC = {
    "replicas": 3,
    "image": "registry.example/team/app:1.2.3",
    "args": [f"--flag={i}" for i in range(8)],
    "env": [{"name": f"VARIABLE_{i}", "value": f"value-{i}-abcdefgh"} for i in range(12)],
    "labels": {f"key{i}": f"value{i}" for i in range(6)},
}
LOAD = {"apiVersion": "bench.example/v1", "kind": "Load", "spec": SPEC}
DEPLOYMENT = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "spec": {
        "replicas": 1,
        "selector": {"matchLabels": {"app": "a"}},
        "template": {
            "metadata": {"labels": {"app": "a"}},
            "spec": {"containers": [{"name": "c", "image": "i:1", "env": SPEC["env"], "args": SPEC["args"]}]},
        },
    },
}
CONFIG_MAP = {
    "apiVersion": "v1",
    "kind": "ConfigMap",
    "data": {f"key{i}": f"value-{i}-abcdefghijklmnop" for i in range(24)},
}
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
LOADS = "/apis/bench.example/v1/namespaces/default/loads"
# As many as the reference server had when all were listed.
ALL_LOADS = "/apis/bench.example/v1/namespaces/all/loads"
ALL_LOADS_COUNT = 8218
DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments"
CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"


def named(body, name):
    return {**body, "metadata": {"name": name}}


def generated(body):
    return {**body, "metadata": {"generateName": "x-"}}


class Row:
    """One kind of request; `reference_us` is the CPU that the reference server takes and `share` what of it is allowed.
    Lists have `reference_mb`, the size of the reference server's answer."""

    def __init__(self, name, method, path, body=None, **more):
        self.name, self.method, self.path, self.body = name, method, path, body
        self.content_type = more.get("content_type", "application/json")
        self.connections = more.get("connections", 32)
        self.reference_us = more.get("reference_us")
        self.reference_mb = more.get("reference_mb")
        self.share = more.get("share")


def rows():
    created = generated(LOAD)
    misspelt = {**created, "spec": {**SPEC, **{f"unknown{i}": i for i in range(1000)}}}
    return [
        Row("get a custom resource", "GET", f"{LOADS}/one", reference_us=843, share=25),
        Row("create a custom resource", "POST", LOADS, created, reference_us=2572, share=20),
        Row(
            "create, fieldValidation=Strict",
            "POST",
            f"{LOADS}?fieldValidation=Strict",
            created,
            reference_us=2949,
            share=20,
        ),
        Row("create, fieldValidation=Ignore, 1,000 unknown fields", "POST", f"{LOADS}?fieldValidation=Ignore", misspelt),
        Row(
            "list 500 custom resources",
            "GET",
            f"{LOADS}?limit=500",
            connections=4,
            reference_us=41100,
            reference_mb=13.5 / 8218 * 500,
            share=45,
        ),
        Row(
            "list all custom resources",
            "GET",
            f"{ALL_LOADS}?resourceVersion=0",
            connections=2,
            reference_us=792000,
            reference_mb=13.5,
            share=45,
        ),
        Row(
            "merge patch, no change",
            "PATCH",
            f"{LOADS}/one",
            {"spec": {"note": "none"}},
            content_type=MERGE_PATCH,
            connections=4,
            reference_us=4867,
        ),
        Row("get a Deployment", "GET", f"{DEPLOYMENTS}/one", reference_us=500, share=15),
        Row("create a Deployment", "POST", DEPLOYMENTS, generated(DEPLOYMENT), reference_us=1898, share=10),
        Row(
            "strategic merge patch, no change",
            "PATCH",
            f"{DEPLOYMENTS}/one",
            {"spec": {"paused": False}},
            content_type=STRATEGIC_MERGE_PATCH,
            connections=4,
            reference_us=2411,
            share=10,
        ),
        Row("get a ConfigMap", "GET", f"{CONFIG_MAPS}/one", reference_us=480, share=15),
        Row("create a ConfigMap", "POST", CONFIG_MAPS, generated(CONFIG_MAP), reference_us=1126, share=10),
        Row(
            "list 500 ConfigMaps",
            "GET",
            f"{CONFIG_MAPS}?limit=500",
            connections=4,
            reference_us=15000,
            reference_mb=0.77,
            share=18,
        ),
        Row(
            "list 500 Deployments",
            "GET",
            f"{DEPLOYMENTS}?limit=500",
            connections=4,
            reference_us=23200,
            share=18,
        ),
    ]


class Bench(Server):
    """A server, and the programs that drive it."""

    def __init__(self, folder, seconds):
        super().__init__(folder)
        self.seconds = seconds

    def run(self, row):
        """Microseconds of CPU per request, and requests per second."""
        with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
            script.write(f'wrk.method="{row.method}"\nwrk.headers["Authorization"]="Bearer {TOKEN}"\n')
            script.write('wrk.headers["Accept"]="application/json"\n')
            if row.body is not None:
                script.write(f'wrk.headers["Content-Type"]="{row.content_type}"\n')
                script.write(f"wrk.body=[==[{json.dumps(row.body)}]==]\n")
            script.flush()
            before = self.cpu_seconds()
            text = subprocess.run(
                ["wrk", "-t1", f"-c{row.connections}", f"-d{self.seconds}s", "-s", script.name]
                + [self.address + row.path],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            spent = self.cpu_seconds() - before
        assert "Non-2xx" not in text, text
        requests = int(re.search(r"(\d+) requests in", text)[1])
        return 1e6 * spent / requests, float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])

    def run_http2(self, path, streams, requests):
        """The same over HTTP/2, `streams` at a time on each of 32 connections."""
        before = self.cpu_seconds()
        text = subprocess.run(
            ["h2load", "-t1", "-c32", f"-m{streams}", f"-n{requests}"]
            + ["-H", f"Authorization: Bearer {TOKEN}", self.address + path],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        spent = self.cpu_seconds() - before
        assert f"status codes: {requests} 2xx" in text, text
        return 1e6 * spent / requests, float(re.search(r"([\d.]+) req/s", text)[1])


def shown(microseconds):
    return f"{microseconds:.0f} us" if microseconds < 1000 else f"{microseconds / 1000:.2f} ms"


def report(row, microseconds, rate, size_mb):
    """One line of the table. Lists: ours and the reference's per MB where its size is known."""
    cells = [row.name, shown(microseconds), f"{rate:.0f}"]
    if row.reference_us is None:
        return "| " + " | ".join(cells + ["", "", "", ""]) + " |"
    ours, reference = microseconds, row.reference_us
    unit = ""
    if row.reference_mb is not None:
        ours, reference, unit = ours / size_mb, reference / row.reference_mb, "/MB"
        cells[0] += f" ({size_mb:.2f} MB)"
        cells[1] += f", {shown(ours)}/MB"
    cells += [shown(reference) + unit, f"1/{reference / ours:.1f}"]
    if row.share is None:
        cells += ["", ""]
    else:
        cells += [f"1/{row.share}: {shown(reference / row.share)}{unit}", "" if ours * row.share <= reference else "missed"]
    return "| " + " | ".join(cells) + " |"


def measure(bench, arguments):
    print("| work | CPU per request | requests/s | reference | ratio | goal | |\n|---|---:|---:|---:|---:|---:|---|")
    for row in rows():
        if arguments.only not in row.name:
            continue
        is_list = row.name.startswith("list")
        size_mb = len(bench.client().get(row.path).body) / 1e6 if is_list else 0
        results = [bench.run(row) for _ in range(arguments.rounds)]
        print(report(row, *min(results), size_mb), flush=True)


def measure_http2(bench):
    print("\n| over HTTP/2 | CPU per request | requests/s |\n|---|---:|---:|")
    for name, path, streams, requests in [
        ("get a ConfigMap", f"{CONFIG_MAPS}/one", 1, 50_000),
        ("the same, 10 streams a connection", f"{CONFIG_MAPS}/one", 10, 100_000),
        ("list 500 ConfigMaps", f"{CONFIG_MAPS}?limit=500", 1, 3_000),
    ]:
        microseconds, rate = bench.run_http2(path, streams, requests)
        print(f"| {name} | {shown(microseconds)} | {rate:.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="rows whose name has this in it")
    parser.add_argument("--no-http2", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder, arguments.seconds)
        try:
            client = bench.client()
            client.post(DEFINITIONS, DEFINITION)
            for path, body in [(LOADS, LOAD), (DEPLOYMENTS, DEPLOYMENT), (CONFIG_MAPS, CONFIG_MAP)]:
                client.post(path, named(body, "one"))
            client.post("/api/v1/namespaces", {"metadata": {"name": "all"}})
            for number in range(ALL_LOADS_COUNT):
                client.post(ALL_LOADS, named(LOAD, f"n{number}"))
            measure(bench, arguments)
            if shutil.which("h2load") and not arguments.no_http2 and not arguments.only:
                measure_http2(bench)
            anonymous, mapped = (kib / 1024 for kib in bench.memory_kib())
            print(f"\nmemory afterwards: {anonymous:.0f} MiB anonymous, {mapped:.0f} MiB of mapped files")
        finally:
            bench.stop()


if __name__ == "__main__":
    main()
