#!/usr/bin/env python3
"""Counts the test cases behind a ctest run: unit_count.py JUNIT BUILD

JUNIT is what `ctest --output-junit` wrote. A test that BUILD/gtest-programs names writes BUILD/gtest/<name>.xml and counts as its
cases; if it wrote nothing that can be read, or ended badly although no case of it failed, that is one failure. Everything
else is one case. Prints `N passed, N failed, N skipped`.
"""
import os
import sys
import xml.etree.ElementTree as xml


def cases_of(path):
    """(passed, failed, skipped) of one gtest program."""
    passed = failed = skipped = 0
    for case in xml.parse(path).getroot().iter("testcase"):
        if case.get("status") != "run":
            continue  # switched off
        if case.find("failure") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


def count(junit, build):
    with open(os.path.join(build, "gtest-programs"), encoding="utf-8") as file:
        programs = file.read().split()
    totals = [0, 0, 0]
    for test in xml.parse(junit).getroot().iter("testcase"):
        good = test.get("status") == "run"
        name = test.get("name")
        if test.find("skipped") is not None:
            figures = (0, 0, 1)
        elif name not in programs:
            figures = (1, 0, 0) if good else (0, 1, 0)
        else:
            try:
                figures = cases_of(os.path.join(build, "gtest", name + ".xml"))
            except (OSError, xml.ParseError):  # it ended before it wrote that, or while it did
                figures, good = (0, 0, 0), False
            if not good and figures[1] == 0:
                figures = (figures[0], 1, figures[2])
        totals = [a + b for a, b in zip(totals, figures)]
    return totals


def self_test():
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        def write(name, text):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
            return os.path.join(folder, name)

        os.mkdir(os.path.join(folder, "gtest"))
        write("gtest-programs", "a\nb\nc\nd\n")
        tests = {"a": "run", "b": "fail", "c": "run", "d": "run", "e": "run", "f": "fail"}
        entries = [f'<testcase name="{name}" status="{status}"/>' for name, status in tests.items()]
        entries.append('<testcase name="g" status="notrun"><skipped/></testcase>')
        junit = write("junit", f"<testsuite>{''.join(entries)}</testsuite>")
        write("gtest/a.xml", '<testsuites><testsuite><testcase status="run"/><testcase status="run"><skipped/></testcase>'
                             '<testcase status="notrun"/></testsuite></testsuites>')
        write("gtest/b.xml", '<testsuites><testsuite><testcase status="run"/><testcase status="run"><failure/></testcase>'
                             "</testsuite></testsuites>")
        write("gtest/c.xml", "<testsuites>")
        figures = count(junit, folder)
        assert figures == [3, 4, 2], figures  # c wrote half a file, d none


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    elif len(sys.argv) == 3:
        print("{} passed, {} failed, {} skipped".format(*count(*sys.argv[1:])))
    else:
        sys.exit(__doc__)
