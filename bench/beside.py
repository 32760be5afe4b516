#!/usr/bin/env python3
"""How long a get of a ConfigMap takes while, on another connection, requests come one after the other that say little and
stand for much (see tests/amplification), and what they take of the memory.

    python3 bench/beside.py [--binary build/release/pintle] [--seconds 3]

One line a request: how often it was answered, its status and answer, the get's median and slowest of all connections (there
are several, so that each thread of the server has some), and RssAnon at most. The first line is the get alone. Only the
Python standard library is used.
"""
import argparse
import http.client
import json
import os
import statistics
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from harness.server import Server, binary  # noqa: E402

MAPS = "/api/v1/namespaces/default/configmaps"
PODS = "/api/v1/namespaces/default/pods"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
READERS = 4
TEXT = {"type": "string"}


def items(schema):
    return {"type": "object", "properties": {"l": {"type": "array", "items": schema}}}


def of(schema, plural):
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.beside.example"},
        "spec": {
            "group": "beside.example",
            "scope": "Namespaced",
            "names": {"plural": plural, "kind": plural.title()},
            "versions": [
                {
                    "name": "v1",
                    "served": True,
                    "storage": True,
                    "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": schema}}},
                }
            ],
        },
    }


def thing(plural, spec):
    return {"apiVersion": "beside.example/v1", "kind": plural.title(), "metadata": {"name": "a"}, "spec": spec}


def rows():
    """Name, schema of a custom resource or None, path, body, and what of the query there is."""
    long_key = {"m": {"k" * 50_000: {f"x{i}": 1 for i in range(5000)}}}
    of_map = {"type": "object", "properties": {"m": {"type": "object", "additionalProperties": {"type": "object", "properties": {"a": TEXT}}}}}
    many = {"type": "object", "required": [f"f{i}" for i in range(200)], "properties": {f"f{i}": TEXT for i in range(200)}}
    branches = {"allOf": [{"maxLength": 100_000 + i} for i in range(1000)], "type": "string"}
    pods = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{}] * 20_000}}
    large = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{}] * 700_000}}
    ruled = items(TEXT | {"maxLength": 100})
    ruled["properties"]["l"]["maxItems"] = 200
    ruled["x-kubernetes-validations"] = [{"rule": "self.l.all(x, self.l.all(y, x + y != 'z'))"}]
    yield "unknown members below a long key, Strict", of_map, long_key, "?fieldValidation=Strict"
    yield "unknown members below a long key, dry", of_map, long_key, "?dryRun=All"
    yield "items without required members", items(many), {"l": [{}] * 50_000}, ""
    yield "wrong values of a long enum", items(TEXT | {"enum": [f"v{i}" for i in range(20_000)]}), {"l": ["z"] * 50_000}, ""
    yield "a long default in each of many elements", items({"type": "object", "properties": {"d": TEXT | {"default": "d" * 100_000}}}), {"l": [{}] * 50_000}, ""
    yield "many branches for each of many elements", items(branches), {"l": ["a"] * 10_000}, "?dryRun=All"
    yield "a rule for each pair", ruled, {"l": ["a" * 40] * 200}, "?dryRun=All"
    yield "empty containers, 60 KB", None, pods, ""
    yield "empty containers, 2.1 MB", None, large, ""


def measure(server, path, body, seconds):
    """Sends `body` again and again and gets a ConfigMap beside it."""
    done = threading.Event()
    times, sent, most = [], [], [0]

    def read(own):
        client = server.client()
        while not done.is_set():
            began = time.perf_counter()
            try:
                client.get(MAPS + "/small")
            except OSError:
                done.set()
                return
            own.append(time.perf_counter() - began)
            time.sleep(0.001)

    def watch():
        while not done.is_set():
            try:
                most[0] = max(most[0], server.memory_kib()[0])
            except (OSError, KeyError):  # it has ended
                return
            time.sleep(0.01)

    readers = []
    for _ in range(READERS):
        times.append([])
        readers.append(threading.Thread(target=read, args=(times[-1],)))
    readers.append(threading.Thread(target=watch))
    for reader in readers:
        reader.start()
    end = time.monotonic() + seconds
    client = server.client()
    while time.monotonic() < end:
        if body is None:
            time.sleep(0.05)
            continue
        began = time.perf_counter()
        try:
            response = client.request("POST", path, body, "application/json")
        except (OSError, http.client.HTTPException):
            sent.append((time.perf_counter() - began, "died", 0))
            break
        sent.append((time.perf_counter() - began, response.status, len(response.body)))
    done.set()
    for reader in readers:
        reader.join()
    return [t for own in times for t in own], sent, most[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=binary())
    parser.add_argument("--seconds", type=float, default=3)
    arguments = parser.parse_args()
    print(f"{'request':44}{'KB':>7}{'status':>8}{'answer KB':>11}{'each ms':>9}{'get ms':>8}{'slowest':>9}{'RSS MiB':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, schema, spec, query) in enumerate([("nothing beside it", None, None, "")] + list(rows())):
            server = Server(os.path.join(folder, str(number)), "--storage=memory", program=arguments.binary)
            try:
                client = server.client()
                client.post(MAPS, {"metadata": {"name": "small"}, "data": {"a": "b"}})
                path, body = PODS + query, spec
                if schema is not None:
                    defined = client.post(DEFINITIONS, of(schema, "things"))
                    assert defined.status == 201, defined.body[:1000]
                    path, body = "/apis/beside.example/v1/namespaces/default/things" + query, thing("things", spec)
                data = None if body is None else json.dumps(body, separators=(",", ":")).encode()
                times, sent, most = measure(server, path, data, arguments.seconds)
            finally:
                server.stop()
            status, answer, each = ("", "", "")
            if sent:
                status, answer = sent[-1][1], f"{sent[-1][2] / 1024:.0f}"
                each = f"{statistics.median(t for t, _, _ in sent) * 1000:.0f}"
            size = "" if data is None else f"{len(data) / 1024:.0f}"
            print(
                f"{name:44}{size:>7}{status:>8}{answer:>11}{each:>9}{statistics.median(times) * 1000:>8.1f}"
                f"{max(times) * 1000:>9.1f}{most / 1024:>9.0f}"
            )


if __name__ == "__main__":
    main()
