"""Scenarios of the conformance corpus in which Pintle differs by intent, and the check that each
differs in nothing else.

intended.txt has a scenario id a line, then `#` and of REASONS those that hold, with commas between.
The scenario is replayed whole, past its first difference; every difference must be one that a
reason explains, and every reason must explain one.
"""
import importlib.util
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
    # Facts of the API are carried over, sentences are not.
    "column descriptions": Explained(
        re.compile(r"GET "), re.compile(r"\.out\.columnDefinitions\[\d+\]\.description: ")
    ),
}


# The age of an object in a table: a second that ends between two requests shows, here as there. Such
# a scenario is replayed again, in another namespace: what it made is still there.
AGE = re.compile(r'\.out\.rows\[\d+\]\.cells\[\d+\]: expected "\d+s" got "\d+s"')
ATTEMPTS = 5


class IntendedResult:
    """How many scenarios differ by intent, and the lines that say where one does not."""

    def __init__(self):
        self.differing = 0
        self.faults = []


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


def load_replay(folder):
    """The module replay.py of the corpus."""
    spec = importlib.util.spec_from_file_location("replay", os.path.join(folder, "replay.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _differences(replay, client, scenario, tag):
    """Yields (step, request, one difference) for every step; replay.py stops at the first."""
    everything = ("status", "warnings", "out", "raw", "type")
    for index, step, answer in replay.run_scenario(client, scenario, run_tag=tag):
        compared = ("status",) if step.get("statusOnly") else everything
        want = {key: step[key] for key in compared if key in step}
        got = {key: answer[key] for key in compared if key in answer}
        for difference in replay.compare(want, got):
            yield index, f"{step['do']} {step['path']}", difference


def _settled_differences(replay, client, scenario):
    for attempt in range(ATTEMPTS):
        tag = f"-{attempt}" if attempt else ""
        found = list(_differences(replay, client, scenario, tag))
        if not any(AGE.match(difference) for _, _, difference in found):
            break
    return found


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
            found = _settled_differences(replay, client, scenario)
        except Exception as error:  # whatever went wrong, the scenario is what failed
            result.faults.append(f"FAIL {name}: {type(error).__name__}: {error}")
            continue
        faults = list(_faults(name, intended[name], found))
        result.faults += faults
        result.differing += not faults
    return result
