#!/usr/bin/env python3
"""Runs codec_bench and judges it: one table of times, one of goals, both as Markdown.

  codec.py [--binary build/release/codec_bench] [--repetitions 41]

Every time is the fastest of all repetitions, which are interleaved at random: on a machine that does
other work too, that is what can be compared. Ends with 1 if a goal is missed. Only the Python
standard library is used.
"""
import argparse
import json
import os
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
DOCUMENTS = ["resource", "pod", "list"]
ROWS = [
    ("JSON decode", "JsonDecode"),
    ("JSON decode, recording duplicates", "JsonDecodeStrict"),
    ("simdjson DOM, parse only", "SimdjsonDecode"),
    ("nlohmann decode", "NlohmannDecode"),
    ("JSON encode", "JsonEncode"),
    ("nlohmann encode", "NlohmannEncode"),
    ("CBOR decode", "CborDecode"),
    ("libcbor decode", "LibcborDecode"),
    ("CBOR encode", "CborEncode"),
    ("libcbor encode", "LibcborEncode"),
]


def measure(binary, repetitions):
    """Fastest CPU time in nanoseconds and the counters, by `Name/document`."""
    command = [
        binary,
        "--benchmark_format=json",
        "--benchmark_min_time=0.03",
        f"--benchmark_repetitions={repetitions}",
        "--benchmark_enable_random_interleaving=true",
    ]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    times, counters = {}, {}
    for run in json.loads(output.stdout)["benchmarks"]:
        if run["run_type"] != "iteration":
            continue
        name = "/".join(run["name"].split("/")[:2])
        times[name] = min(run["cpu_time"], times.get(name, run["cpu_time"]))
        counters[name] = {key: run[key] for key in run if key.endswith("_bytes")}
    return times, counters


def goals(times, counters):
    """(what, document, goal as text, measured as text, reached)"""

    def at_least(what, document, ratio, slow, fast):
        measured = times[f"{slow}/{document}"] / times[f"{fast}/{document}"]
        return what, document, f">= {ratio:.2f}x", f"{measured:.2f}x", measured >= ratio

    def below(what, limit_us, name):
        measured = times[f"{name}/pod"] / 1000
        return what, "pod", f"< {limit_us} us", f"{measured:.1f} us", measured < limit_us

    for document in DOCUMENTS:
        yield at_least("JSON decode against nlohmann", document, 8, "NlohmannDecode", "JsonDecode")
        yield at_least("JSON decode against simdjson", document, 0.25, "SimdjsonDecode", "JsonDecode")
        yield at_least("JSON encode against nlohmann", document, 4, "NlohmannEncode", "JsonEncode")
        extra = times[f"JsonDecodeStrict/{document}"] / times[f"JsonDecode/{document}"] - 1
        yield "recording duplicates", document, "< 3%", f"{100 * extra:+.1f}%", extra < 0.03
    yield at_least("CBOR decode against our JSON", "pod", 1.5, "JsonDecode", "CborDecode")
    yield at_least("CBOR encode against our JSON", "pod", 1.8, "JsonEncode", "CborEncode")
    yield below("JSON decode", 15, "JsonDecode")
    yield below("CBOR decode", 9, "CborDecode")
    yield below("JSON encode", 8, "JsonEncode")
    yield below("CBOR encode", 4, "CborEncode")
    sizes = counters["CborEncode/pod"]
    saved = 1 - sizes["cbor_bytes"] / sizes["json_bytes"]
    yield "CBOR smaller than JSON", "pod", ">= 15%", f"{100 * saved:.1f}%", saved >= 0.15
    memory = counters["Memory/resource"]
    times_size = memory["value_bytes"] / memory["json_bytes"]
    yield "memory of a value per byte of JSON", "resource", "<= 2.5", f"{times_size:.2f}", times_size <= 2.5


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--binary", default=os.path.join(ROOT, "build/release/codec_bench"))
    parser.add_argument("--repetitions", type=int, default=41)
    options = parser.parse_args()
    times, counters = measure(options.binary, options.repetitions)

    sizes = [int(counters[f"Memory/{document}"]["json_bytes"]) for document in DOCUMENTS]
    print("| us | " + " | ".join(f"{d}, {s:,} bytes" for d, s in zip(DOCUMENTS, sizes)) + " |")
    print("|---|" + "---:|" * len(DOCUMENTS))
    for title, name in ROWS:
        cells = [f"{times[f'{name}/{document}'] / 1000:.2f}" for document in DOCUMENTS]
        print(f"| {title} | " + " | ".join(cells) + " |")
    cells = [f"{counters[f'Memory/{document}']['value_bytes']:,.0f}" for document in DOCUMENTS]
    print("| memory of the value, bytes | " + " | ".join(cells) + " |")

    missed = 0
    print("\n| goal | document | wanted | measured | |\n|---|---|---:|---:|---|")
    for what, document, wanted, measured, reached in goals(times, counters):
        missed += not reached
        print(f"| {what} | {document} | {wanted} | {measured} | {'' if reached else 'missed'} |")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
