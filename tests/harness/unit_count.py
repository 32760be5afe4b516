#!/usr/bin/env python3
"""Counts the test cases behind a ctest run: unit_count.py JUNIT GTEST_FOLDER

JUNIT is what `ctest --output-junit` wrote. A program of gtest tests writes <name>.xml into GTEST_FOLDER and counts as its
cases; a program that ended badly although no case of it failed (or that wrote nothing) is one failure; everything
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


def count(junit, folder):
    totals = [0, 0, 0]
    for test in xml.parse(junit).getroot().iter("testcase"):
        good = test.get("status") == "run"
        path = os.path.join(folder, test.get("name") + ".xml")
        if test.find("skipped") is not None:
            figures = (0, 0, 1)
        elif not os.path.exists(path):
            figures = (1, 0, 0) if good else (0, 1, 0)
        else:
            try:
                figures = cases_of(path)
            except xml.ParseError:  # it ended while it wrote
                figures = (0, 0, 0)
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

        junit = write("junit", '<testsuite><testcase name="a" status="run"/><testcase name="b" status="fail"/>'
                               '<testcase name="c" status="fail"/><testcase name="d" status="run"/>'
                               '<testcase name="e" status="notrun"><skipped/></testcase></testsuite>')
        write("a.xml", '<testsuites><testsuite><testcase status="run"/><testcase status="run"><skipped/></testcase>'
                       '<testcase status="notrun"/></testsuite></testsuites>')
        write("b.xml", '<testsuites><testsuite><testcase status="run"/><testcase status="run"><failure/></testcase>'
                       "</testsuite></testsuites>")
        write("c.xml", "<testsuites>")
        figures = count(junit, folder)
        assert figures == [3, 2, 2], figures


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
    elif len(sys.argv) == 3:
        print("{} passed, {} failed, {} skipped".format(*count(*sys.argv[1:])))
    else:
        sys.exit(__doc__)
