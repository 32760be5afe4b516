#!/usr/bin/env python3
"""What pruning costs: the same custom resource created through a definition that prunes and through one that does not
(preserveUnknownFields: true, which only apiextensions.k8s.io/v1beta1 can set), driven by wrk over TLS.

    python3 bench/pruning.py [--seconds 3] [--rounds 7]

Rows are measured in turn, round after round; the fastest of each counts.
"""
import argparse
import tempfile

import load

DEFINITIONS = "/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions"
UNKNOWN = {"colour": "red", "more": {"a": [1, 2, {"b": 3}], "c": "d"}}


def without_defaults(schema):
    """A definition that does not prune cannot have defaults."""
    if isinstance(schema, dict):
        return {key: without_defaults(value) for key, value in schema.items() if key != "default"}
    return schema


def definition(plural, prunes):
    return {
        "apiVersion": "apiextensions.k8s.io/v1beta1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.bench.example"},
        "spec": {
            "group": "bench.example",
            "scope": "Namespaced",
            "preserveUnknownFields": not prunes,
            "names": {"plural": plural, "kind": plural.capitalize()},
            "version": "v1",
            "validation": {"openAPIV3Schema": without_defaults(load.SCHEMA)},
        },
    }


def row(name, plural, spec):
    body = {"apiVersion": "bench.example/v1", "kind": plural.capitalize(), "spec": spec}
    path = f"/apis/bench.example/v1/namespaces/default/{plural}?fieldValidation=Ignore"
    return load.Row(name, "POST", path, load.generated(body))


ROWS = [
    row("create without pruning", "kept", load.SPEC),
    row("create with pruning, nothing to prune", "pruned", load.SPEC),
    row("create with pruning, two members pruned", "pruned", {**load.SPEC, **UNKNOWN}),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = load.Bench(folder, arguments.seconds)
        try:
            for plural, prunes in (("kept", False), ("pruned", True)):
                bench.client().post(DEFINITIONS, definition(plural, prunes))
            results = {each.name: [] for each in ROWS}
            for _ in range(arguments.rounds):
                for each in ROWS:
                    results[each.name].append(bench.run(each))
            print("| work | CPU per request | requests/s | CPU against no pruning |\n|---|---:|---:|---:|")
            base = min(results[ROWS[0].name])[0]
            for name, runs in results.items():
                cpu = min(runs)[0]
                rate = max(rate for _, rate in runs)
                print(f"| {name} | {load.shown(cpu)} | {rate:.0f} | {100 * (cpu / base - 1):+.1f}% |")
        finally:
            bench.stop()


if __name__ == "__main__":
    main()
