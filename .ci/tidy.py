#!/usr/bin/env python3
"""clang-tidy-19 on the C++ files that changed, with the compile commands of build/asan (clang's
own).

What changed is found by changes.py. A changed header counts as a change of the .cc files beside it with the
same name. Tests are left to the compilers and the sanitizers. Newest changes come first; when the
time is used up the rest is named and left out, so that a run stays bounded however large the change.
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import time

import changes

ROOT = changes.ROOT
BUILD = os.path.join(ROOT, "build", "asan")
BUDGET_SECONDS = int(os.environ.get("PINTLE_TIDY_SECONDS", "240"))
# Warning flags of the build are g++'s business and clang's; here only the checks count.
EXTRA = [
    "--quiet",
    "--extra-arg=-Wno-unknown-warning-option",
    "--extra-arg=-Wno-unused-command-line-argument",
]


def sources(changed, compiled):
    """The compiled files to check, in the order of `changed`."""
    chosen = []
    for path in changed:
        stem, extension = os.path.splitext(path)
        candidates = (
            [path]
            if extension == ".cc"
            else [stem + ".cc"]
            if extension == ".h"
            else []
        )
        chosen += [c for c in candidates if c in compiled]
    return list(dict.fromkeys(chosen))


def tidy(path, end):
    """(path, findings or None when there was no time left)."""
    left = end - time.monotonic()
    if left <= 0:
        return path, None
    try:
        done = subprocess.run(
            ["clang-tidy-19", "-p", BUILD, *EXTRA, os.path.join(ROOT, path)],
            cwd=BUILD,  # which precompiled headers name sources from
            capture_output=True,
            text=True,
            timeout=left,
        )
    except subprocess.TimeoutExpired:
        return path, None
    if done.returncode == 0:
        return path, ""
    # Without findings: standard error, which otherwise only counts what was suppressed.
    said = done.stdout.strip() or done.stderr.strip()
    return path, said or f"{path}: clang-tidy ended with {done.returncode}"


def main():
    with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as file:
        compiled = {os.path.relpath(os.path.realpath(entry["file"]), ROOT) for entry in json.load(file)}
    compiled = {
        path
        for path in compiled
        if os.path.exists(os.path.join(ROOT, path)) and not path.startswith("build/")
    }
    compiled = {path for path in compiled if not path.endswith("_test.cc")}
    if not compiled:
        sys.exit(f"{BUILD} compiles no file of {ROOT}")
    files = sources(changes.files(), compiled)
    end = time.monotonic() + BUDGET_SECONDS
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: tidy(path, end), files))
    faulty = [path for path, findings in results if findings]
    left_out = [path for path, findings in results if findings is None]
    for _, findings in results:
        if findings:
            print(findings.strip())
    if left_out:
        print(f"clang-tidy: no time left for {len(left_out)} files: {' '.join(left_out)}")
    checked = len(files) - len(left_out)
    print(f"clang-tidy: {checked} of {len(files)} files checked, {len(faulty)} with findings")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
