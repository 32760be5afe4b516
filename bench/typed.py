#!/usr/bin/env python3
"""Runs typed_bench and judges it: tables of times, of what the generated code of apis/ costs, and of goals, as Markdown.

  typed.py [--build build/release] [--repetitions 21] [--no-compile]

Times are the fastest of all repetitions, interleaved at random. The size of generated code is that of its object
files: all sections that are loaded, and 24 bytes for each address in them, which is what a relocation takes in the
program. Its build time is measured by compiling it again without ccache: CPU time of all compilers, divided by the
number of cores. --no-compile leaves that out. Ends with 1 if a goal is missed. Only the Python standard library is used.
"""
import argparse
import json
import os
import re
import resource
import shlex
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, os.path.join(ROOT, "bench"))
from codec import measure  # noqa: E402

DOCUMENTS = ["pod", "deployment"]
ROWS = [
    ("JSON decode", "JsonDecode"),
    ("JSON decode, recording findings", "JsonDecodeStrict"),
    ("JSON decode by tokens", "JsonDecodeTokens"),
    ("JSON decode to a value", "JsonDecodeValue"),
    ("CBOR decode", "CborDecode"),
    ("CBOR decode by tokens", "CborDecodeTokens"),
    ("CBOR decode to a value", "CborDecodeValue"),
    ("Protobuf decode", "ProtobufDecode"),
    ("value to struct", "FromValue"),
    ("JSON encode", "JsonEncode"),
    ("JSON encode by tokens", "JsonEncodeTokens"),
    ("JSON encode of a value", "JsonEncodeValue"),
    ("CBOR encode", "CborEncode"),
    ("CBOR encode of a value", "CborEncodeValue"),
    ("Protobuf encode", "ProtobufEncode"),
    ("struct to value", "ToValue"),
]
RELOCATION_BYTES = 24
MAX_BYTES = 6 * 1024 * 1024
MAX_BUILD_SECONDS = 180


def generated_commands(build):
    """The words of each command that compiles generated files, and its folder."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as commands:
        for command in json.load(commands):
            if " -o apis/CMakeFiles/apis_types.dir/" in command["command"]:
                yield shlex.split(command["command"]), command["directory"]


def generated_objects(build):
    return sorted(
        os.path.join(folder, words[words.index("-o") + 1]) for words, folder in generated_commands(build)
    )


def generated_bytes(objects):
    """Bytes of loaded sections, and number of addresses in them."""
    sections = subprocess.run(["size", "-A", *objects], check=True, stdout=subprocess.PIPE, text=True).stdout
    loaded = sum(
        int(match.group(2))
        for match in re.finditer(r"^(\.\S+)\s+(\d+)\s+\d+$", sections, re.M)
        if re.match(r"\.(text|rodata|data|bss|eh_frame|gcc_except_table|init_array|tm_clone|tbss|tdata)", match.group(1))
    )
    relocations = subprocess.run(["readelf", "-r", "-W", *objects], check=True, stdout=subprocess.PIPE, text=True).stdout
    return loaded, relocations.count(" R_X86_64_64 ")


def compile_seconds(build):
    """CPU seconds of compiling the generated files."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for words, folder in generated_commands(build):
        words[words.index("-o") + 1] = "/dev/null"
        environment = {**os.environ, "CCACHE_DISABLE": "1"}
        subprocess.run(words, check=True, cwd=folder, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def speed_goals(times):
    """(what, document, goal as text, measured as text, reached)"""
    for document in DOCUMENTS:
        ratio = times[f"JsonDecode/{document}"] / times[f"ProtobufDecode/{document}"]
        yield "Protobuf decode against JSON decode", document, ">= 3.00x", f"{ratio:.2f}x", ratio >= 3
        ratio = times[f"JsonDecodeValue/{document}"] / times[f"JsonDecode/{document}"]
        yield "JSON decode against decode to a value", document, ">= 1.00x", f"{ratio:.2f}x", ratio >= 1
        ratio = times[f"JsonDecode/{document}"] / times[f"CborDecode/{document}"]
        yield "CBOR decode against JSON decode", document, ">= 1.00x", f"{ratio:.2f}x", ratio >= 1


def cost_goals(build, compile_again):
    loaded, addresses = generated_bytes(generated_objects(build))
    total = loaded + RELOCATION_BYTES * addresses
    mebibytes = total / 1024 / 1024
    yield "generated code in the program", "apis/", "< 6 MiB", f"{mebibytes:.2f} MiB", total < MAX_BYTES
    if compile_again:
        seconds = compile_seconds(build) / os.cpu_count()
        wanted = f"< {MAX_BUILD_SECONDS} s"
        yield "compiling it", "apis/", wanted, f"{seconds:.0f} s", seconds < MAX_BUILD_SECONDS


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build/release"))
    parser.add_argument("--repetitions", type=int, default=21)
    parser.add_argument("--no-compile", action="store_true")
    options = parser.parse_args()
    times, counters = measure(os.path.join(options.build, "typed_bench"), options.repetitions)

    sizes = [counters[f"JsonDecode/{document}"] for document in DOCUMENTS]
    print("| us | " + " | ".join(DOCUMENTS) + " |")
    print("|---|" + "---:|" * len(DOCUMENTS))
    for form in ["json", "cbor", "protobuf"]:
        print(f"| bytes as {form} | " + " | ".join(f"{int(s[form + '_bytes']):,}" for s in sizes) + " |")
    for title, name in ROWS:
        print(f"| {title} | " + " | ".join(f"{times[f'{name}/{document}'] / 1000:.2f}" for document in DOCUMENTS) + " |")

    missed = 0
    print("\n| goal | of | wanted | measured | |\n|---|---|---:|---:|---|")
    for what, document, wanted, measured, reached in [
        *speed_goals(times),
        *cost_goals(options.build, not options.no_compile),
    ]:
        missed += not reached
        print(f"| {what} | {document} | {wanted} | {measured} | {'' if reached else 'missed'} |")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
