#!/usr/bin/env python3
"""Replays the conformance corpus against a fresh server and holds the result against
.ci/conformance-floor.

  run.py                     a line per area, what could be raised; exit 1 below a floor
  run.py --reached           the same, then what is reached as a floor file, for raising it
  run.py --area prune --show 20 [--only prune/kep-07]     one area, with differences

The corpus is ../shared/conformance beside the repository, or $PINTLE_CONFORMANCE. Areas are
replayed side by side, since a scenario whose definition is refused waits many seconds for it.
Scenarios that differ by intent are in intended.txt; they are replayed first (of realcrd they
install what others need), fail the run if they differ in anything else, and do not count.
"""
import argparse
import concurrent.futures
import glob
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from harness.server import TOKEN, Server, binary, binary_is_there  # noqa: E402
from intended import INTENDED_FILE, check_intended, load_replay  # noqa: E402

FLOOR_FILE = os.path.join(ROOT, ".ci", "conformance-floor")
SERVER_FLAGS = [
    "--storage=memory",
    "--pruning=kubernetes",
    "--controllers=none",
    "--runtime-config=apiextensions.k8s.io/v1beta1=false",
    "--disable-admission-plugins=ServiceAccount",
]
# Replays are mostly waiting; more at once than cores, but not so many that they slow each other's
# deadlines.
AT_ONCE = 4
AREA_TIMEOUT_SECONDS = 1200
RESULT = re.compile(r"^(\S+): (\d+) of (\d+) \(.*\)( BELOW)?$")


def corpus_folder():
    folder = os.environ.get("PINTLE_CONFORMANCE") or os.path.join(
        ROOT, "..", "shared", "conformance"
    )
    return os.path.abspath(folder)


def read_floors():
    with open(FLOOR_FILE, encoding="utf-8") as file:
        lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
    return {area: float(percent) for area, percent in lines}


class AreaResult:
    def __init__(self, area, passed=0, total=0, seconds=0.0, differences=()):
        self.area, self.passed, self.total, self.seconds = area, passed, total, seconds
        self.differences = list(differences)
        self.intended = None

    @property
    def percent(self):
        return 100.0 * self.passed / self.total if self.total else 0.0

    @property
    def floor_percent(self):
        """The share as a floor: rounded down to a tenth, so that it holds."""
        return math.floor(self.percent * 10) / 10


def replay_area(folder, replay_module, server, file, options):
    """One corpus file: what differs by intent, then the rest."""
    intended = check_intended(replay_module, server.address, TOKEN, file, options.only)
    result = replay_rest(folder, server, file, options)
    result.intended = intended
    return result


def replay_rest(folder, server, file, options):
    """Runs replay.py on one corpus file without what is in intended.txt; an area that does not
    finish has reached nothing."""
    area = os.path.basename(file)[: -len(".jsonl")]
    command = [
        sys.executable,
        os.path.join(folder, "replay.py"),
        "--server",
        server.address,
        "--token",
        TOKEN,
        "--floor",
        FLOOR_FILE,
        "--skip",
        INTENDED_FILE,
        "--show",
        str(options.show),
        "--only",
        options.only,
        file,
    ]
    began = time.monotonic()
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=AREA_TIMEOUT_SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return AreaResult(
            area, 0, 1, AREA_TIMEOUT_SECONDS, [f"{area}: not finished in {AREA_TIMEOUT_SECONDS} s"]
        )
    seconds = time.monotonic() - began
    match = next((m for m in map(RESULT.match, done.stdout.splitlines()) if m), None)
    if not match:
        if options.only:
            return AreaResult(area, seconds=seconds)  # nothing of this area was asked for
        return AreaResult(
            area, 0, 1, seconds, [f"{area}: no result: {done.stdout[-400:]} {done.stderr[-400:]}"]
        )
    differences = [line for line in done.stdout.splitlines() if line.startswith(("FAIL", "    "))]
    return AreaResult(area, int(match[2]), int(match[3]), seconds, differences)


def replay(folder, files, options):
    work = tempfile.mkdtemp(prefix="pintle-conformance-")
    module = load_replay(folder)
    server = Server(work, *SERVER_FLAGS)
    try:
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            # The largest first: the whole takes as long as the slowest area.
            largest_first = sorted(files, key=os.path.getsize, reverse=True)
            results = list(
                pool.map(
                    lambda file: replay_area(folder, module, server, file, options), largest_first
                )
            )
        if server.process.poll() is not None:
            results.append(
                AreaResult(
                    "server", 0, 1, 0, [f"server: it died during the replay:\n{server.log_tail()}"]
                )
            )
        server.stop()
    finally:
        server.kill()
        shutil.rmtree(work, ignore_errors=True)
    return sorted(results, key=lambda r: r.area)


def report(results, floors, options):
    """Prints the result; returns whether every area holds its floor and nothing that is listed as
    intended differs in another way."""
    checks = [r.intended for r in results if r.intended]
    for result in results:
        for line in result.differences:
            print(line)
    for check in checks:
        for line in check.faults:
            print(line)
    holds = not any(check.faults for check in checks)
    by_intent = sum(check.differing for check in checks)
    results = [r for r in results if r.total]  # others had nothing that --only asks for
    for result in results:
        floor = floors.get(result.area, 100.0 if result.area == "server" else 0.0)
        below = result.percent < floor
        holds = holds and not below
        print(
            f"{result.area}: {result.passed} of {result.total} ({result.percent:.1f}%, "
            f"floor {floor:g}, {result.seconds:.0f} s){' BELOW' if below else ''}"
        )
    passed, total = sum(r.passed for r in results), sum(r.total for r in results)
    print(f"all: {passed} of {total} ({100.0 * passed / max(total, 1):.1f}%)")
    print(f"differing by intent, and in nothing else: {by_intent}")
    raisable = [
        f"{r.area} {floors.get(r.area, 0):g} -> {r.floor_percent:g}"
        for r in results
        if r.floor_percent > floors.get(r.area, 0) and not options.only
    ]
    if raisable:
        print(f"could be raised in .ci/conformance-floor: {', '.join(raisable)}")
    if options.reached:
        for result in results:
            print(f"{result.area} {result.floor_percent:g}")
    return holds and total + by_intent > 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--reached", action="store_true", help="print the reached shares as a floor file"
    )
    parser.add_argument(
        "--area", action="append", default=[], help="only this area; may be repeated"
    )
    parser.add_argument("--only", default="", help="only scenarios whose id starts with this")
    parser.add_argument(
        "--show", type=int, default=0, help="how many differing steps of each area to print"
    )
    options = parser.parse_args()
    folder = corpus_folder()
    files = sorted(glob.glob(os.path.join(folder, "corpus", "*.jsonl")))
    if not files:
        print(f"no conformance corpus at {folder}; set PINTLE_CONFORMANCE")
        return 1
    if options.area:
        files = [f for f in files if os.path.basename(f)[: -len(".jsonl")] in options.area]
    if not binary_is_there():
        print(f"no program at {binary()}; build it or set PINTLE_BINARY")
        return 1
    results = replay(folder, files, options)
    floors = read_floors()
    missing = (
        set(floors) - {r.area for r in results if r.total}
        if not (options.area or options.only)
        else set()
    )
    if missing:
        print(f"the floor file names areas without scenarios: {', '.join(sorted(missing))}")
    return 0 if report(results, floors, options) and not missing else 1


if __name__ == "__main__":
    sys.exit(main())
