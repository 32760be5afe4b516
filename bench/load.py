#!/usr/bin/env python3
"""Server CPU per request under load: starts build/release/pintle with its durable store, drives it with wrk over TLS
(Debian package wrk, 32 connections) and prints a table; with h2load (package nghttp2-client) also over HTTP/2.

    python3 bench/load.py [--seconds 5]

CPU time per request is the figure to compare; requests per second depend on what else the machine does.
"""
import argparse
import json
import os
import re
import shutil
import ssl
import subprocess
import tempfile
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOKEN = "bench"
CONNECTIONS = 32

DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "loads.bench.example"},
    "spec": {
        "group": "bench.example",
        "scope": "Namespaced",
        "names": {"plural": "loads", "kind": "Load"},
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {
                            "spec": {
                                "type": "object",
                                "properties": {
                                    "replicas": {"type": "integer", "minimum": 0},
                                    "note": {"type": "string", "default": "none"},
                                    "args": {"type": "array", "items": {"type": "string"}},
                                    "env": {
                                        "type": "array",
                                        "items": {
                                            "type": "object",
                                            "required": ["name"],
                                            "properties": {
                                                "name": {"type": "string"},
                                                "value": {"type": "string"},
                                            },
                                        },
                                    },
                                },
                            }
                        },
                    }
                },
            }
        ],
    },
}
SPEC = {
    "replicas": 3,
    "args": [f"--flag={i}" for i in range(8)],
    "env": [{"name": f"VARIABLE_{i}", "value": f"value-{i}-abcdefgh"} for i in range(14)],
}
LOADS = "/apis/bench.example/v1/namespaces/default/loads"
CONFIG_MAPS = "/api/v1/namespaces/default/configmaps"


class Bench:
    def __init__(self, folder, seconds):
        self.seconds = seconds
        tokens = os.path.join(folder, "tokens.csv")
        with open(tokens, "w", encoding="utf-8") as file:
            file.write(f'{TOKEN},bench,1,"system:masters"\n')
        self.process = subprocess.Popen(
            [
                os.path.join(ROOT, "build/release/pintle"),
                "serve",
                "--secure-port=0",
                f"--data-dir={folder}/data",
                f"--token-auth-file={tokens}",
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.url = self.process.stdout.readline().split()[-1]

    def post(self, path, body):
        request = urllib.request.Request(
            self.url + path,
            json.dumps(body).encode(),
            {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"},
        )
        urllib.request.urlopen(request, context=ssl._create_unverified_context()).read()

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            text = file.read()
        return [int(re.search(rf"{name}:\s+(\d+)", text)[1]) / 1024 for name in ("RssAnon", "RssFile")]

    def run(self, name, method, path, body=None, content_type="application/json"):
        with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
            script.write(f'wrk.method="{method}"\nwrk.headers["Authorization"]="Bearer {TOKEN}"\n')
            if body is not None:
                script.write(f'wrk.headers["Content-Type"]="{content_type}"\n')
                script.write(f"wrk.body=[==[{json.dumps(body)}]==]\n")
            script.flush()
            before = self.cpu_seconds()
            text = subprocess.run(
                ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{self.seconds}s", "-s", script.name, self.url + path],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            spent = self.cpu_seconds() - before
        assert "Non-2xx" not in text, text
        requests = int(re.search(r"(\d+) requests in", text)[1])
        rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
        print(f"| {name} | {1e6 * spent / requests:.0f} us | {rate:.0f} |", flush=True)

    def run_http2(self, name, path, streams, requests):
        """Reads over HTTP/2, `streams` at a time on each connection."""
        if not shutil.which("h2load"):
            return
        before = self.cpu_seconds()
        text = subprocess.run(
            ["h2load", "-t1", f"-c{CONNECTIONS}", f"-m{streams}", f"-n{requests}"]
            + ["-H", f"Authorization: Bearer {TOKEN}", self.url + path],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        spent = self.cpu_seconds() - before
        assert f"status codes: {requests} 2xx" in text, text
        rate = float(re.search(r"([\d.]+) req/s", text)[1])
        print(f"| {name} | {1e6 * spent / requests:.0f} us | {rate:.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder, arguments.seconds)
        try:
            load = {"apiVersion": "bench.example/v1", "kind": "Load", "spec": SPEC}
            bench.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", DEFINITION)
            bench.post(LOADS, {**load, "metadata": {"name": "one"}})
            data = {f"key{i}": "x" * 90 for i in range(10)}
            bench.post(CONFIG_MAPS, {"metadata": {"name": "one"}, "data": data})
            print("| work | CPU per request | requests/s |\n|---|---|---|")
            created = {**load, "metadata": {"generateName": "x-"}}
            bench.run("get a custom resource", "GET", f"{LOADS}/one")
            bench.run("create a custom resource", "POST", LOADS, created)
            bench.run("create, fieldValidation=Strict", "POST", f"{LOADS}?fieldValidation=Strict", created)
            bench.run("list 500 custom resources", "GET", f"{LOADS}?limit=500")
            bench.run(
                "merge patch, no change",
                "PATCH",
                f"{LOADS}/one",
                {"spec": {"replicas": 3}},
                "application/merge-patch+json",
            )
            bench.run("get a ConfigMap", "GET", f"{CONFIG_MAPS}/one")
            bench.run(
                "create a ConfigMap", "POST", CONFIG_MAPS, {"metadata": {"generateName": "x-"}, "data": data}
            )
            bench.run("list 500 ConfigMaps", "GET", f"{CONFIG_MAPS}?limit=500")
            bench.run_http2("get a ConfigMap, HTTP/2", f"{CONFIG_MAPS}/one", 1, 50_000)
            bench.run_http2("the same, 10 streams a connection", f"{CONFIG_MAPS}/one", 10, 100_000)
            bench.run_http2("list 500 ConfigMaps, HTTP/2", f"{CONFIG_MAPS}?limit=500", 1, 3_000)
            anonymous, file = bench.memory_mib()
            print(f"memory afterwards: {anonymous:.0f} MiB anonymous, {file:.0f} MiB of mapped files")
        finally:
            bench.process.terminate()
            bench.process.wait()


if __name__ == "__main__":
    main()
