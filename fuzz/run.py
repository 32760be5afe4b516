#!/usr/bin/env python3
"""Runs the fuzzers.

  fuzz/run.py [--build DIR] [--jobs N] SECONDS [name...]     each for SECONDS: the long form, by hand
  fuzz/run.py [--build DIR] [--jobs N] --budget SECONDS      all within SECONDS, however many there are: those of
                                                             changed code first, none for longer than 20 s

A fuzzer is one of changed code if it, its seeds or a file of a folder whose headers it includes changed (.ci/changes.py says
since when). Each runs on its seeds from fuzz/corpus/<name> (and those of related fuzzers) in a scratch
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
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
sys.path.insert(0, os.path.join(ROOT, ".ci"))
import changes  # noqa: E402

CORPUS = os.path.join(ROOT, "fuzz", "corpus")
# Fuzzers that read the same language share their seeds.
RELATED = {"yaml_of_json": ["json"], "typed": ["json"], "cbor_sequence": ["cbor"], "yaml": ["json"],
           "protobuf": ["json"], "amplification": ["schema_compile"]}
# One input may take this long and this much, far more than any does.
LIMITS = ["-timeout=20", "-rss_limit_mb=2048", "-malloc_limit_mb=256", "-max_len=4096"]
EXTRA_SECONDS = 120  # for start and the last input
SHOWN_LINES = 40
MOST_SECONDS_OF_A_BUDGET = 20
# With fewer a fuzzer reads little more than its seeds; some then wait for a run with another change.
LEAST_SECONDS_OF_A_BUDGET = 10


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


def is_of(name, changed):
    """Whether one of these files makes it a fuzzer of changed code."""
    with open(os.path.join(ROOT, "fuzz", f"fuzz_{name}.cc"), encoding="utf-8") as file:
        includes = re.findall(r'#include "([\w/]+)/[\w.]+"', file.read())
    folders = [f"{folder}/" for folder in includes if folder != "fuzz"]
    places = [f"fuzz/fuzz_{name}.cc", f"fuzz/corpus/{name}/", "fuzz/fuzzing.", *folders]
    return any(path.startswith(place) for path in changed for place in places)


def within_budget(names, changed, budget, jobs):
    """(names that there is time for, those of changed code first; seconds for each; names left out)"""
    names = sorted(names, key=lambda name: (not is_of(name, changed), name))
    fitting = max(jobs, budget * jobs // LEAST_SECONDS_OF_A_BUDGET)
    chosen, left_out = names[:fitting], names[fitting:]
    rounds = max(1, -(-len(chosen) // jobs))
    return chosen, max(1, min(MOST_SECONDS_OF_A_BUDGET, budget // rounds)), left_out


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "asan"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--budget", type=int)
    parser.add_argument("seconds", type=int, nargs="?")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if (options.seconds is None) == (options.budget is None):
        parser.error("either SECONDS or --budget")
    unknown = set(options.names) - set(fuzzers())
    if unknown:
        parser.error(f"no fuzzer {', '.join(sorted(unknown))}; there are {', '.join(fuzzers())}")
    build = os.path.abspath(options.build)
    passed = True
    names, seconds = options.names or fuzzers(), options.seconds
    if options.budget is not None:
        names, seconds, left_out = within_budget(names, changes.files(), options.budget, options.jobs)
        if left_out:
            print(f"no time left for {', '.join(left_out)}")
    began = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = [pool.submit(run, build, name, seconds) for name in names]
        for done in concurrent.futures.as_completed(runs):
            good, text = done.result()
            passed = passed and good
            print(text, flush=True)
    print(f"{len(names)} fuzzers in {time.monotonic() - began:.0f} s")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
