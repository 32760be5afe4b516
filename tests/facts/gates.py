#!/usr/bin/env python3
"""Compares pintle/features/known_gates.cc with facts about the feature gates of Kubernetes, both ways, and looks whether
its kMarkers are needed. A gate that Kubernetes does not have is one of ours if types of ours name it, those of packages that
the facts do not have. Whether every +featureGate marker in apis/**/types.go names a gate is seen by pintle-gen --gates.

  gates.py [ROOT]         prints every difference, exits 1 if there is one
  gates.py --self-test    shows on made-up input that differences are found

Where the facts are: tests/harness/reference.py.
"""
import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import reference
from go_types import folder_of

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
# What is meant to differ: (stage, default, locked, since).
CHANGED = {
    "CBORServingAndStorage": ("Beta", True, False, 36),
    "DeclarativeValidation": ("Beta", True, False, 36),
    "DeclarativeValidationTakeover": ("Beta", False, False, 36),
}
# Gates of the server itself, which no types name: one that the release no longer has.
OWN = {
    "ServerSideFieldValidation": ("Ga", True, False, 27),
}


def known_gates(source):
    """name -> (stage, default, locked, since)"""
    rows = re.findall(r'^ *\{"(\w+)", k(\w+), k(On|Off), (\d+)(, kLocked)?\},$', source, re.M)
    return {name: (stage, on == "On", bool(locked), int(since)) for name, stage, on, since, locked in rows}


def markers_elsewhere(source):
    """Markers that are no gate's name, with the gate they mean or nothing."""
    table = re.search(r"Alias kMarkers\[\] = \{(.*?)\};", source, re.S)[1]
    return dict(re.findall(r'\{"(\w+)", "(\w*)"\}', table))


def expected(gates):
    out = {}
    for name, gate in gates.items():
        stage = {"GA": "Ga"}.get(gate["stage"], gate["stage"])
        out[name] = (stage, gate["default"], gate.get("locked", False), int(gate["since"].split(".")[1]))
    return {**out, **CHANGED, **OWN}


def gate_differences(gates, source, own_types):
    """`own_types`: contents of those types.go that are not of Kubernetes"""
    want, have = expected(gates), known_gates(source)
    named = set(re.findall(r"\w+", " ".join(own_types)))
    for name in sorted(want.keys() | have.keys()):
        if name not in want and name not in named:
            yield f"{name}: no gate of Kubernetes, and no types of ours name it"
        elif name in want and want[name] != have.get(name):
            yield f"{name}: is {have.get(name)}, not {want.get(name)}"


def marker_problems(source, files):
    """`files`: path -> contents of types.go"""
    gates, others = known_gates(source), markers_elsewhere(source)
    for marker, gate in others.items():
        if marker in gates or gate and gate not in gates:
            yield f"kMarkers: {marker} -> {gate!r}"
    used = set()
    for text in files.values():
        for names in re.findall(r"^\s*// \+featureGate=(.*)$", text, re.M):
            used.update(names.split(","))
    for marker in sorted(others.keys() - used):
        yield f"kMarkers: nothing is marked with {marker}"


def check(facts, root):
    with open(os.path.join(root, "pintle", "features", "known_gates.cc"), encoding="utf-8") as stream:
        source = stream.read()
    files = {}
    for path in glob.glob(os.path.join(root, "apis", "**", "types.go"), recursive=True):
        with open(path, encoding="utf-8") as stream:
            files[os.path.relpath(path, root)] = stream.read()
    problems = list(marker_problems(source, files))
    with open(os.path.join(facts, "features.json"), encoding="utf-8") as stream:
        gates = json.load(stream)["gates"]
    with open(os.path.join(facts, "types.json"), encoding="utf-8") as stream:
        packages = {os.path.join("apis", folder_of(prefix)) for prefix in json.load(stream)["packages"]}
    own_types = [text for path, text in files.items() if os.path.dirname(path) not in packages]
    problems += gate_differences(gates, source, own_types)
    print(f"{len(gates)} gates compared")
    print(f"markers of {len(files)} packages looked at")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


# Self-test -------------------------------------------------------------------------------------------------------------

SELF_TEST_GATES = {
    "A": {"stage": "GA", "default": True, "locked": True, "since": "1.34"},
    "B": {"stage": "Alpha", "default": False, "since": "1.36"},
}
SELF_TEST_SOURCE = """
    {"A", kGa, kOn, 34, kLocked},
    {"B", kAlpha, kOff, 36},
    {"Ours", kAlpha, kOff, 36},
constexpr Alias kMarkers[] = {
    {"Gone", ""},
    {"Other", "B"},
};
""" + "".join(f'    {{"{name}", k{row[0]}, k{"On" if row[1] else "Off"}, {row[3]}}},\n' for name, row in {**CHANGED, **OWN}.items())
SELF_TEST_OWN_TYPES = "\t// +k8s:ifDisabled(Ours)=+k8s:enumExclude\n"
SELF_TEST_TYPES = "\t// +featureGate=A\n\t// +featureGate=Gone\n\t// +featureGate=Other\n"


def self_test():
    def problems(source, types):
        return [*gate_differences(SELF_TEST_GATES, source, [SELF_TEST_OWN_TYPES]), *marker_problems(source, {"types.go": types})]

    if unexpected := problems(SELF_TEST_SOURCE, SELF_TEST_TYPES):
        sys.exit(f"self-test: {unexpected}")
    changes = [('"A", kGa', '"A", kBeta'), ("kOn, 34", "kOff, 34"), ("34, kLocked", "34"),
               ('"B", kAlpha, kOff, 36', '"B", kAlpha, kOff, 35'), ('    {"B", kAlpha, kOff, 36},\n', ""), ('    {"A"', '    {"New", kBeta, kOn, 1},\n    {"A"'),
               ('{"Ours"', '{"Nobodys"'), ('{"Other", "B"}', '{"Other", "C"}'),
               ('{"Gone", ""}', '{"Unused", ""}'), ('"DeclarativeValidation", kBeta, kOn, 36', '"DeclarativeValidation", kGa, kOn, 36, kLocked')]
    for old, new in changes:
        if old not in SELF_TEST_SOURCE or not problems(SELF_TEST_SOURCE.replace(old, new), SELF_TEST_TYPES):
            sys.exit(f"self-test: {old!r} -> {new!r} was not noticed")
    print(f"{len(changes)} changes noticed")
    return 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) > 1:
        sys.exit(__doc__)
    return check(reference.folder("facts"), arguments[0] if arguments else ROOT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
