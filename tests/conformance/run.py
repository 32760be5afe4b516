#!/usr/bin/env python3
"""Replays recorded answers of the reference server against fresh servers and holds the result
against .ci/conformance-floor.

  run.py                     a line per area, what could be raised; exit 1 below a floor
  run.py --reached           the same, then what is reached as a floor file, for raising it
  run.py --area prune --show 20 [--only prune/kep-07]     one area, with differences

Where the corpus is: tests/harness/reference.py. Every area has a server of its own, so that the
policies, webhooks and classes of one do not meet the objects of another; most are replayed in parts,
side by side. Scenarios that differ by intent are in intended.txt; they are replayed first (of
realcrd they install what others need), fail the run if they differ in anything else, and do not count.
"""
import argparse
import concurrent.futures
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
import replaying  # noqa: E402
from harness import reference  # noqa: E402
from harness.server import TOKEN, Server, binary, binary_is_there  # noqa: E402
from intended import INTENDED_FILE, IntendedResult, check_intended  # noqa: E402

FLOOR_FILE = os.path.join(ROOT, ".ci", "conformance-floor")
SERVER_FLAGS = [
    "--storage=memory",
    "--pruning=kubernetes",
    "--controllers=none",
    "--runtime-config=apiextensions.k8s.io/v1beta1=false",
    "--disable-admission-plugins=ServiceAccount",
]
# Areas about who may do what and about admission were recorded with this, and with
# --authorization-mode=RBAC, which there is none of yet.
ACCESS_FLAGS = ["--service-account-issuer=https://kubernetes.default.svc"]
ACCESS_AREAS = {"admission", "map", "rbac", "vap", "webhook"}
# Nothing is built of these yet: what a step waits for never comes.
NOT_BUILT = {"map", "rbac", "vap", "webhook"}
NOT_BUILT_PATIENCE_SECONDS = 0.2
# Replays are mostly waiting; more at once than cores, but not so many that they slow each other's
# deadlines.
AT_ONCE = 6
PART_SCENARIOS = 40
# Of builtin2 none waits, of random many do; of realcrd the first install what the others need.
PART_SCENARIOS_OF = {"builtin2": 2000, "random": 10, "realcrd": 1_000_000}
AREA_TIMEOUT_SECONDS = 1200
RESULT = re.compile(r"^(\S+): (\d+) of (\d+) \(.*\)( BELOW)?$")


def read_floors():
    with open(FLOOR_FILE, encoding="utf-8") as file:
        lines = [line.split() for line in file if line.strip() and not line.startswith("#")]
    return {area: float(percent) for area, percent in lines}


class AreaResult:
    def __init__(self, area, passed=0, total=0, seconds=0.0, differences=()):
        self.area, self.passed, self.total, self.seconds = area, passed, total, seconds
        self.differences = list(differences)
        self.broken = []  # why it has no result that counts
        self.intended = IntendedResult()

    @property
    def percent(self):
        return 100.0 * self.passed / self.total if self.total else 0.0

    @property
    def floor_percent(self):
        """The share as a floor: rounded down, so that it holds, and so little that no scenario of a
        few thousand can be lost unseen."""
        return math.floor(self.percent * 100) / 100


class Part:
    """Scenarios of an area that are replayed one after the other, as a corpus file."""

    def __init__(self, area, path):
        self.area, self.path = area, path


def parts_of(folder, area, work):
    lines = reference.read(os.path.join(folder, "corpus", f"{area}.jsonl")).splitlines(keepends=True)
    size = PART_SCENARIOS_OF.get(area, PART_SCENARIOS)
    for first in range(0, len(lines), size):
        path = os.path.join(work, f"{area}-{first}.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(lines[first : first + size])
        yield Part(area, path)


def replay_part(folder, replay_module, part, options):
    """What differs by intent, then the rest, on a server of its own."""
    work = part.path + ".server"
    flags = SERVER_FLAGS + (ACCESS_FLAGS if part.area in ACCESS_AREAS else [])
    server = Server(work, *flags, user="admin")
    try:
        intended = check_intended(replay_module, server.address, TOKEN, part.path, options.only)
        result = replay_rest(folder, server, part, options)
        result.intended = intended
        if server.process.poll() is not None:
            result.broken.append(f"the server died during the replay:\n{server.log_tail()}")
        server.stop()
    finally:
        server.kill()
    return result


def no_result(area, seconds, why):
    result = AreaResult(area, seconds=seconds)
    result.broken.append(f"no result: {why}")
    return result


def replay_rest(folder, server, part, options):
    """Replays one corpus file without what is in intended.txt."""
    area = part.area
    command = [
        sys.executable,
        os.path.join(HERE, "replaying.py"),
        folder,
        "--server",
        server.address,
        "--token",
        TOKEN,
        "--skip",
        INTENDED_FILE,
        "--show",
        str(options.show),
        "--only",
        options.only,
        part.path,
    ]
    if area in NOT_BUILT:
        command += ["--patience", str(NOT_BUILT_PATIENCE_SECONDS)]
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
        return no_result(area, AREA_TIMEOUT_SECONDS, f"not finished in {AREA_TIMEOUT_SECONDS} s")
    seconds = time.monotonic() - began
    match = next((m for m in map(RESULT.match, done.stdout.splitlines()) if m), None)
    if done.returncode or not (match or options.only):  # with --only a part may have nothing to do
        return no_result(area, seconds, f"{done.stdout[-400:]} {done.stderr[-400:]}")
    if not match:
        return AreaResult(area, seconds=seconds)
    differences = [line for line in done.stdout.splitlines() if line.startswith(("FAIL", "    "))]
    return AreaResult(area, int(match[2]), int(match[3]), seconds, differences)


def together(results):
    """One result an area, of those of its parts."""
    areas = {}
    for part in results:
        area = areas.setdefault(part.area, AreaResult(part.area))
        area.passed += part.passed
        area.total += part.total
        area.seconds = max(area.seconds, part.seconds)
        area.differences += part.differences
        area.broken += part.broken
        area.intended.add(part.intended)
    return [areas[name] for name in sorted(areas)]


def replay(folder, areas, options):
    work = tempfile.mkdtemp(prefix="pintle-conformance-")
    module = replaying.load(folder)
    try:
        parts = [part for area in areas for part in parts_of(folder, area, work)]
        # The largest first: the whole takes as long as the slowest.
        parts.sort(key=lambda part: os.path.getsize(part.path), reverse=True)
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            results = list(
                pool.map(lambda part: replay_part(folder, module, part, options), parts)
            )
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return together(results)


def report(results, floors, options):
    """Prints the result; returns whether every area holds its floor and nothing that is listed as
    intended differs in another way."""
    checks = [r.intended for r in results]
    for result in results:
        # Of all areas at once only what is below its floor is worth reading.
        if options.area or options.only or result.percent < floors.get(result.area, 0.0):
            for line in result.differences:
                print(line)
    for check in checks:
        for line in check.faults:
            print(line)
    for result in results:
        for why in result.broken:
            print(f"{result.area}: {why}")
    holds = not any(check.faults for check in checks) and not any(r.broken for r in results)
    by_intent = sum(check.differing for check in checks)
    results = [r for r in results if r.total]  # others had nothing that --only asks for
    for result in results:
        floor = floors.get(result.area, 0.0)
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
        "--show", type=int, default=0, help="how many differing steps to print of each part of an area"
    )
    options = parser.parse_args()
    folder = reference.folder("conformance")
    corpus = reference.names(os.path.join(folder, "corpus", "*.jsonl"))
    areas = [os.path.basename(path)[: -len(".jsonl")] for path in corpus]
    unknown = set(options.area) - set(areas)
    if unknown or not areas:
        print(f"{folder} has no area {', '.join(sorted(unknown))}; it has {', '.join(areas)}")
        return 1
    if not binary_is_there():
        print(f"no program at {binary()}; build it or set PINTLE_BINARY")
        return 1
    print(f"corpus: {folder}")
    results = replay(folder, options.area or areas, options)
    floors = read_floors()
    missing = set()
    if not (options.area or options.only):
        missing = set(floors) - {r.area for r in results if r.total}
    if folder == reference.in_the_tree("conformance"):
        missing -= reference.NOT_IN_THE_TREE
    if missing:
        print(f"the floor file names areas without scenarios: {', '.join(sorted(missing))}")
    return 0 if report(results, floors, options) and not missing else 1


if __name__ == "__main__":
    sys.exit(main())
