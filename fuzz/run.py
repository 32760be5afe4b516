#!/usr/bin/env python3
"""Runs the fuzzers: fuzz/run.py [--build DIR] [--jobs N] SECONDS [name...]

Each runs for SECONDS on its seeds from fuzz/corpus/<name> (and those of related fuzzers) in a scratch
folder under the build folder; a line of a .hex file is one seed. What makes a fuzzer end is kept
there and named. Prints the number of executions of each; the exit code says whether all came through.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
CORPUS = os.path.join(ROOT, "fuzz", "corpus")
# Fuzzers that read the same language share their seeds.
RELATED = {"yaml_of_json": ["json"], "typed": ["json"], "cbor_sequence": ["cbor"], "yaml": ["json"],
           "protobuf": ["json"]}
# One input may take this long and this much, far more than any does.
LIMITS = ["-timeout=20", "-rss_limit_mb=2048", "-malloc_limit_mb=256", "-max_len=4096"]
EXTRA_SECONDS = 120  # for start and the last input
SHOWN_LINES = 40


def fuzzers():
    files = os.listdir(os.path.join(ROOT, "fuzz"))
    return sorted(f[len("fuzz_"):-len(".cc")] for f in files if re.fullmatch(r"fuzz_\w+\.cc", f))


def write_seeds(name, folder):
    for source in [name] + RELATED.get(name, []):
        seeds = os.path.join(CORPUS, source)
        for file in sorted(os.listdir(seeds)) if os.path.isdir(seeds) else []:
            path = os.path.join(seeds, file)
            if not file.endswith(".hex"):
                shutil.copy(path, os.path.join(folder, f"{source}-{file}"))
                continue
            with open(path, encoding="ascii") as lines:
                for number, line in enumerate(lines, 1):
                    with open(os.path.join(folder, f"{source}-{file}-{number}"), "wb") as seed:
                        seed.write(bytes.fromhex(line))


def run(build, name, seconds):
    """True and a line to print, or False and the end of the log."""
    scratch = os.path.join(build, "fuzz-scratch", name)
    shutil.rmtree(scratch, ignore_errors=True)
    corpus = os.path.join(scratch, "corpus")
    os.makedirs(corpus)
    write_seeds(name, corpus)
    command = [os.path.join(build, "fuzz_" + name), f"-max_total_time={seconds}", *LIMITS,
               "-print_final_stats=1", f"-artifact_prefix={scratch}/", corpus]
    log_path = os.path.join(scratch, "log")
    with open(log_path, "wb") as log:
        try:
            code = subprocess.run(command, stdout=log, stderr=log, check=False,
                                  timeout=seconds + EXTRA_SECONDS).returncode
        except (OSError, subprocess.TimeoutExpired) as error:
            return False, f"{name}: {error}"
    with open(log_path, encoding="utf-8", errors="replace") as log:
        text = log.read()
    executed = re.search(r"stat::number_of_executed_units:\s*(\d+)", text)
    if code != 0 or executed is None:
        found = [f for f in os.listdir(scratch) if f not in ("corpus", "log")]
        where = ", ".join(os.path.join(scratch, f) for f in found) or log_path
        trace = [line for line in text.splitlines() if not line.startswith(("#", "INFO", "\tNEW"))]
        return False, f"{name}: failed, see {where}\n" + "\n".join(trace[-SHOWN_LINES:])
    return True, f"{name}: {executed.group(1)} executions in {seconds} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "asan"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("seconds", type=int)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    unknown = set(options.names) - set(fuzzers())
    if unknown:
        parser.error(f"no fuzzer {', '.join(sorted(unknown))}; there are {', '.join(fuzzers())}")
    build = os.path.abspath(options.build)
    passed = True
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = [pool.submit(run, build, name, options.seconds)
                for name in options.names or fuzzers()]
        for done in concurrent.futures.as_completed(runs):
            good, text = done.result()
            passed = passed and good
            print(text, flush=True)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
