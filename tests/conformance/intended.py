"""Scenarios of the conformance corpus in which Pintle differs by intent, and the check that each
differs in nothing else.

intended.txt has a scenario id a line, then `#` and of REASONS those that hold, with commas between.
The scenario is replayed whole, past its first difference; every difference must be one that a
reason explains, and every reason must explain one.
"""
import json
import os
import re
from typing import NamedTuple

INTENDED_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "intended.txt")


class Explained(NamedTuple):
    """Which differences a reason explains: of which requests, and how replay.py prints them."""

    request: re.Pattern
    difference: re.Pattern


REASONS = {
    # Data that is said in other words (white space, order of members) is the same data.
    "raw extensions by value": Explained(
        re.compile(r"PATCH .*/controllerrevisions/"), re.compile(r"\.(status|out\b)")
    ),
    # The reference stores the bytes and shows them in CBOR alone.
    "values that are no UTF-8 are repaired": Explained(
        re.compile(r"(POST|GET) .*/configmaps"), re.compile(r'\.out\..*: expected "hex:\S+" got ')
    ),
}


class IntendedResult:
    """How many scenarios differ by intent, and the lines that say where one does not."""

    def __init__(self):
        self.differing = 0
        self.faults = []

    def add(self, other):
        self.differing += other.differing
        self.faults += other.faults


def read_intended():
    """Returns {scenario id: reasons}; raises ValueError for a line without a known reason."""
    intended = {}
    with open(INTENDED_FILE, encoding="utf-8") as file:
        for line in file:
            scenario, _, reasons = (part.strip() for part in line.partition("#"))
            if not scenario:
                continue
            intended[scenario] = [reason.strip() for reason in reasons.split(",")]
            unknown = [reason for reason in intended[scenario] if reason not in REASONS]
            if unknown:
                raise ValueError(f"{INTENDED_FILE}: {scenario} has no known reason: {unknown}")
    return intended


def _differences(replay, client, scenario):
    """Yields (step, request, one difference) for every step; replay.py stops at the first."""
    for index, step, answer in replay.run_scenario(client, scenario):
        for difference in replay.differences(step, answer):
            yield index, f"{step['do']} {step['path']}", difference


def _faults(name, reasons, found):
    """What is wrong with the differences of a scenario, as lines."""
    used = set()
    for index, request, difference in found:
        by = [
            reason
            for reason in reasons
            if REASONS[reason].request.match(request)
            and REASONS[reason].difference.match(difference)
        ]
        used.update(by)
        if not by:
            yield f"FAIL {name} step {index}: {request}: not by intent ({', '.join(reasons)})"
            yield f"    {difference}"
    for reason in reasons:
        if reason not in used:
            yield f"FAIL {name}: nothing differs by `{reason}`; take it out of intended.txt"


def check_intended(replay, address, token, corpus_file, only=""):
    """Replays what intended.txt names of one corpus file, if its id starts with `only`."""
    result = IntendedResult()
    intended = read_intended()
    client = replay.Client(address, token)
    with open(corpus_file, encoding="utf-8") as file:
        scenarios = [json.loads(line) for line in file]
    for scenario in scenarios:
        name = scenario["id"]
        if name not in intended or not name.startswith(only):
            continue
        try:
            found = list(_differences(replay, client, scenario))
        except Exception as error:  # whatever went wrong, the scenario is what failed
            result.faults.append(f"FAIL {name}: {type(error).__name__}: {error}")
            continue
        faults = list(_faults(name, intended[name], found))
        result.faults += faults
        result.differing += not faults
    return result
