#!/usr/bin/env python3
"""Follows docs/changing-the-api.md as far as that takes no compiler: what it says to write is written into a copy of the API,
which pintle-gen and tests/facts/gates.py must then accept, and what it says they print is compared. In a tree where somebody
has done so already there is nothing to follow it on.

  check.py PINTLE_GEN     prints what is not as the page says, exits 1 if there is something
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "facts"))
import gates as gate_facts

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
PAGE = os.path.join(ROOT, "docs", "changing-the-api.md")
BUILD = os.path.join("build", "release")
GATES = os.path.join("pintle", "features", "known_gates.cc")
V6, BETA, HUB = (os.path.join("apis", "frobber", version, "types.go") for version in ("v6", "v7beta1", "internal"))
# FrobberSpec up to its end, where the new field comes.
SPEC = r"^type FrobberSpec struct {\n(?:.*\n)*?(?=}$)"
# A field of a type that is converted by generated code alone, and where it comes.
READY = r"\tReadyReplicas .*\n"
FAILED = '\t// +optional\n\tFailedReplicas int32 `json:"failedReplicas,omitempty" protobuf:"varint,4,opt,name=failedReplicas"`\n'
# What the reader makes.
NEW_FOLDERS = V7, GADGET = ("apis/frobber/v7/", "apis/gadget/v1alpha1/")
# Words of the page, and where the code that follows them stands already.
ALIVE = {
    "## A default": V6,
    "Its line goes, a tombstone stays": V6,
    "so that no server of a rolling upgrade refuses what its neighbour wrote": V6,
    "Above the kind\nand its list stands the release": BETA,
}


def read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()


class Page:
    def __init__(self, path):
        self.text = read(path)

    def block(self, after):
        """The first code block behind these words, as it is in a file."""
        start = self.text.index(after) + len(after)
        lines = []
        for line in self.text[start:].split("\n")[1:]:
            if line.startswith("    "):
                lines.append(line[4:])
            elif line and lines:
                break
            elif lines:
                lines.append("")
        return "\n".join(lines).rstrip("\n") + "\n"

    def code(self):
        """All lines of code blocks."""
        return "\n".join(re.findall(r"^    .*$", self.text, re.M))

    def message(self, words):
        """What pintle-gen says with these words, in one line: the page breaks long ones."""
        lines = self.text.split("\n")
        start = next(i for i, line in enumerate(lines) if re.match(r" +apis/\S+: ", line) and words in line)
        indent = re.match(" +", lines[start])[0]
        end = start + 1
        while re.match(indent + r"(?! |apis/)", lines[end]):
            end += 1
        return " ".join(line.strip() for line in lines[start:end]) + "\n"

    def paths(self):
        """Files of the tree that the page names."""
        return sorted(set(re.findall(r"`((?:apis|pintle|tests|docs)/[\w./-]+)`", self.text)))


class Copy:
    """A copy of what the page changes, and pintle-gen at work on it."""

    def __init__(self, folder, generator):
        self.folder, self.generator = folder, generator
        for source, names in (("apis", ".go"), (os.path.dirname(GATES), "known_gates.cc")):
            for place, _, files in os.walk(os.path.join(ROOT, source)):
                for name in files:
                    if name.endswith(names):
                        target = os.path.join(folder, os.path.relpath(place, ROOT))
                        os.makedirs(target, exist_ok=True)
                        shutil.copy(os.path.join(place, name), target)

    def edit(self, path, change):
        text = self.read(path)
        changed = change(text)
        if changed == text:
            sys.exit(f"{path}: nothing to change where it was looked for")
        self.write(path, changed)

    def read(self, path):
        return read(os.path.join(self.folder, path))

    def write(self, path, text):
        path = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)

    def has(self, path):
        return os.path.exists(os.path.join(self.folder, path))

    def run(self, *command):
        done = subprocess.run(command, cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def generate(self, arguments, output="."):
        return self.run(self.generator, "generate", *arguments, "--output", output)

    def attempt(self, arguments, path, change):
        """What the generator says to a change that does not stay."""
        before = self.read(path)
        self.edit(path, change)
        outcome = self.generate(arguments)
        self.write(path, before)
        return outcome

    def list_gates(self, path):
        """Writes what pintle-gates would print once it is compiled."""
        source = self.read(GATES)
        names = [*gate_facts.known_gates(source), *gate_facts.markers_elsewhere(source)]
        self.write(path, "".join(f"{name}\n" for name in names))

    def gates(self):
        return self.run(sys.executable, os.path.join(ROOT, "tests", "facts", "gates.py"), self.folder)


def add_field(copy, path, lines):
    field = "".join(f"\t{line.strip()}\n" for line in lines.splitlines())
    copy.edit(path, lambda text: re.sub(SPEC, lambda match: match[0] + field, text, count=1, flags=re.M))


def is_followed(page):
    """Whether somebody has done in this tree what the page says: then there is nothing to do it on."""
    known = gate_facts.known_gates(read(os.path.join(ROOT, GATES)))
    gate = re.search(r'"(\w+)"', page.block("**1. The gate**"))[1]
    return gate in known or any(os.path.exists(os.path.join(ROOT, folder)) for folder in NEW_FOLDERS)


def package_faults(copy, folder):
    """What is wrong with a package that the generator accepts: its name, and kinds whose release is not known."""
    for name in ("doc.go", "types.go"):
        package = re.search(r"^package (\w+)", copy.read(folder + name), re.M)[1]
        if package != os.path.basename(os.path.dirname(folder)):
            yield f"{folder}{name}: is of the package {package}"
    lifecycles = copy.read(folder + "lifecycle.h") if copy.has(folder + "lifecycle.h") else ""
    for kind in re.findall(r"^type (\w+) struct {\n\tmetav1.TypeMeta", copy.read(folder + "types.go"), re.M):
        if f"::{kind}>" not in lifecycles:
            yield f"{folder}types.go: no release brings {kind}"


def tags_of(text):
    """Names of the tags, without their values."""
    return set(re.findall(r"\+([\w:-]+)", text))


def words_of(folder):
    """All words of the C++ below a folder."""
    words = set()
    for place, _, files in os.walk(folder):
        for name in files:
            if name.endswith((".h", ".cc")):
                words.update(re.findall(r"\w+", read(os.path.join(place, name))))
    return words


def unknown_names(page, copy):
    """Members, templates and qualified names in the page's C++ that nothing has."""
    names = set(re.findall(r"[{ ]\.(\w+) = |\b(\w+)<|(?<=::)(\w+)", page.code()))
    known = words_of(os.path.join(ROOT, "apis")) | words_of(os.path.join(ROOT, "pintle")) | words_of(copy.folder)
    return sorted({"".join(groups) for groups in names} - known)


def follow(page, copy):
    """Yields what is not as the page says."""

    def expect(what, outcome, wanted=""):
        status, output = outcome
        if wanted and wanted not in output:
            yield f"{what}: does not print\n{wanted}but\n{output}"
        elif not wanted and status != 0:
            yield f"{what}: fails with\n{output}"

    # A field.
    arguments = shlex.split(re.search(r'\$ FROBBER="([^"]*)"', page.text)[1])
    gates_file = arguments[arguments.index("--gates") + 1]
    gate, field = page.block("**1. The gate**"), page.block("**2. The field**")
    copy.list_gates(gates_file)
    yield from expect("the API as it is", copy.generate(arguments, BUILD))
    copy.edit(GATES, lambda text: text.replace('    {"Frobber2D"', f"    {gate}" + '    {"Frobber2D"'))
    copy.list_gates(gates_file)
    told = re.search(r"`(\w+: no gate of Kubernetes[^`]*)`", page.text)[1]
    yield from expect("a gate that nobody names", copy.gates(), told)
    add_field(copy, V6, field)
    for old, new, words in (
        ("varint,12,", "varint,9,", "the protobuf number 9"),
        (' protobuf:"varint,12,opt,name=weightGrams"', "", "has no protobuf number"),
        ("+featureGate=FrobberWeight", "+featureGate=FrobberWieght", "there is no feature gate"),
    ):
        outcome = copy.attempt(arguments, V6, lambda text: text.replace(old, new))
        yield from expect(f"{old} -> {new}", outcome, page.message(words))
    told = re.search(r"`(tag \"k8s:minimun\"[^`]*)`", page.text)[1]
    outcome = copy.attempt(arguments, V6, lambda text: text.replace("+k8s:minimum=1\n\tWeight", "+k8s:minimun=1\n\tWeight"))
    yield from expect("a misspelt tag", outcome, told)
    yield from expect("a gate that the hub lacks", copy.generate(arguments), page.message("no field of the hub"))
    add_field(copy, HUB, page.block("In `internal/types.go` without Protobuf number"))
    add_field(copy, BETA, field)
    outcome = copy.attempt(arguments, V6, lambda text: re.sub(READY, lambda match: match[0] + FAILED, text))
    yield from expect("a field that the hub lacks", outcome, page.message("FailedReplicas of FrobberStatus"))
    yield from expect("gates", copy.gates())
    command, *printed = page.block("`verify` without faults says").splitlines()
    told = "\n".join(printed[: printed.index("...")]) + "\n"
    yield from expect(command, copy.run(copy.generator, "verify", *arguments, "--output", BUILD), told)
    yield from expect("a new field", copy.generate(arguments))
    for words, path in ALIVE.items():
        for line in page.block(words).splitlines():
            if f"{line}\n" not in copy.read(path):
                yield f"{path}: has no line {line}"
    # A version.
    for line in re.findall(r"^    \$ ((?:cp|sed) .*)$", page.text, re.M):
        yield from expect(line, copy.run("sh", "-c", line))
    yield from expect("a new version", copy.generate([*arguments, "--package", V7.rstrip("/")]))
    yield from package_faults(copy, V7)
    told = re.search(r"`doc\.go` has (.*?)\.\s", page.text, re.S)[1]
    for tag in tags_of(told) ^ tags_of(copy.read(V7 + "doc.go")):
        yield f"{V7}doc.go: +{tag} is there or on the page, not both"
    going = page.block("**A version that goes**")
    outcome = copy.attempt(arguments, BETA, lambda text: text.replace("type Frobber struct", f"{going}type Frobber struct"))
    yield from expect("a version that goes", outcome)
    told = re.findall(r" RoundTrip\.(\w+) ", page.block("**4. The round trip** knows it"))
    tests = re.findall(r"^TEST\(RoundTrip, (\w+)\)", read(os.path.join(ROOT, "apis", "roundtrip_test.cc")), re.M)
    if told != tests:
        yield f"the round trip: is {tests}, not {told}"
    # A group.
    copy.write(GADGET + "doc.go", page.block("`apis/gadget/v1alpha1`. `doc.go`:"))
    copy.write(GADGET + "types.go", page.block("`types.go`:\n"))
    yield from expect("a new group", copy.generate([*arguments, "--package", GADGET.rstrip("/")]))
    yield from package_faults(copy, GADGET)
    # What the code of all that includes, and what the page names.
    included = re.findall(r'^    #include "([^"]*)"', page.text, re.M)
    named = [path for path in page.paths() if not path.startswith(NEW_FOLDERS)]
    for path in [*included, *named, "apis/frobber/v7/conversion.h", "apis/frobber/v7/lifecycle.h"]:
        if not copy.has(path) and not os.path.exists(os.path.join(ROOT, path)):
            yield f"{path}: is not there"
    for name in unknown_names(page, copy):
        yield f"{name}: nothing is called so"


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    page = Page(PAGE)
    if is_followed(page):
        print("docs/changing-the-api.md is followed in this tree already: nothing to compare it with")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        problems = list(follow(page, Copy(folder, os.path.abspath(arguments[0]))))
    for problem in problems:
        print(problem)
    print(f"{len(problems)} differences from docs/changing-the-api.md")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
