#!/usr/bin/env python3
"""Where what was recorded of the reference server is: answers, facts about its API, cases of declarative validation.

A newer copy may stand beside the repository, in ../shared, or be named by a variable; it is used instead of the one in the
tree. Text that is large stands compressed in the tree (name.xz); `tests/harness/reference.py --update` copies a newer one in.
"""
import glob
import lzma
import os
import sys

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(TESTS)
# What it is -> (variable, folder beside the repository, folder in the tree).
PLACES = {
    "conformance": ("PINTLE_CONFORMANCE", "conformance", "conformance"),
    "facts": ("PINTLE_FACTS", "facts", "facts"),
    "declarative": ("PINTLE_DECLARATIVE", "dv", "declarative/testdata"),
}
# Carries other projects' manifests, which the tree does not.
NOT_IN_THE_TREE = {"realcrd"}


def in_the_tree(what):
    return os.path.join(TESTS, PLACES[what][2])


def folder(what):
    """The folder to use; raises FileNotFoundError for a variable that names none."""
    variable, beside, _ = PLACES[what]
    named = os.environ.get(variable)
    if named:
        if not os.path.isdir(named):
            raise FileNotFoundError(f"{variable}={named} is no folder")
        return os.path.abspath(named)
    beside = os.path.join(ROOT, "..", "shared", beside)
    return os.path.abspath(beside) if os.path.isdir(beside) else in_the_tree(what)


def read(path):
    """The text of a file, or of the compressed file of that name."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            return file.read()
    with lzma.open(path + ".xz", "rt", encoding="utf-8") as file:
        return file.read()


def names(pattern):
    """The paths that match, compressed or not, without .xz."""
    found = glob.glob(pattern) + [path[: -len(".xz")] for path in glob.glob(pattern + ".xz")]
    return sorted(set(found))


def _put(source, target):
    """Copies a file; one with cases is compressed. One that says the same already is left alone."""
    text = read(source)
    packed = source.endswith(".jsonl")
    if os.path.exists(target + ".xz" if packed else target) and read(target) == text:
        return
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if packed:
        with open(target + ".xz", "wb") as file:
            file.write(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    else:
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(target, 0o755 if os.access(source, os.X_OK) else 0o644)
    print(os.path.relpath(target, ROOT))


def _is_kept(path):
    return os.path.basename(path)[: -len(".jsonl")] not in NOT_IN_THE_TREE


def update():
    """Brings the copies in the tree up to those that `folder` finds; prints what changed."""
    for what, patterns in {
        "conformance": ["replay.py", "corpus/*.jsonl"],
        "facts": ["features.json", "resources.json", "types.json"],
        "declarative": ["visible/misuse.jsonl", "visible/*/*.go", "visible/*/cases.jsonl"],
    }.items():
        source, target = folder(what), in_the_tree(what)
        if source == target:
            print(f"{what}: there is no copy but the one in the tree")
            continue
        for pattern in patterns:
            wanted = {os.path.relpath(path, source) for path in names(os.path.join(source, pattern)) if _is_kept(path)}
            for name in sorted(wanted):
                _put(os.path.join(source, name), os.path.join(target, name))
            for path in names(os.path.join(target, pattern)):
                if os.path.relpath(path, target) not in wanted:
                    print(f"gone: {os.path.relpath(path, ROOT)}; remove it")


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit(__doc__)
    update()
