#!/usr/bin/env python3
"""Runs store_bench beside an etcd whose data is on the same disk, and judges the figures.

  store.py BUILD_FOLDER [--folder DATA] [--etcd PROGRAM] [--realtime]

Exits 1 if a goal is missed. The data folder (default: bench-data in the build folder) must be on a
real disk, or the writes measure nothing. On a machine that is busy with other work, a thread that
waits for the disk then waits for the processor, up to a tick of the scheduler each time; --realtime
(for root) runs both servers before everything else, so that the disk is measured and not the
others.
"""
import argparse
import os
import shutil
import socket
import subprocess
import sys
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from harness.client import wait_for  # noqa: E402
from harness.etcd import Etcd  # noqa: E402

AT_LEAST = "at least"
AT_MOST = "at most"
GOALS = [
    ("writes, 64 writers, embedded : etcd", AT_LEAST, 1.5),
    ("writes, 1 writers, embedded : etcd", AT_LEAST, 1.0),
    ("list of 10,000 as ready bytes, CPU", AT_MOST, 3.0),
    ("memory, 10,000 objects of 1 KiB", AT_MOST, 20.0),
    ("1,000 watchers, CPU of one event", AT_MOST, 20.0),
    ("1,000 watchers, encodes of one event", AT_MOST, 1.0),
    ("opening 100,000 objects", AT_MOST, 1000.0),
]
REALTIME = ["chrt", "-f", "1"]


def listens(url):
    at = urllib.parse.urlsplit(url)
    with socket.socket() as probe:
        return probe.connect_ex((at.hostname, at.port)) == 0


def measure(before, program, folder, etcd_url):
    figures = {}
    command = before + [program, folder] + ([etcd_url] if etcd_url else [])
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            # The name may have single spaces, never two.
            name, rest = line.split("  ", 1)
            figures[name.strip()] = float(rest.split()[0])
    if process.returncode != 0:
        sys.exit(f"store_bench failed: {process.returncode}")
    for writers in (64, 1):
        ours = figures[f"writes, {writers} writers, embedded"]
        theirs = figures.get(f"writes, {writers} writers, etcd")
        if theirs:
            figures[f"writes, {writers} writers, embedded : etcd"] = ours / theirs
    return figures


def judge(figures):
    missed = False
    print()
    for name, direction, limit in GOALS:
        if name not in figures:
            print(f"  -    {name}: not measured")
            continue
        figure = figures[name]
        met = figure >= limit if direction == AT_LEAST else figure <= limit
        missed |= not met
        print(f"{' met ' if met else 'MISSED'} {name}: {figure:.2f}, {direction} {limit:g}")
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("--folder")
    parser.add_argument("--etcd", default=shutil.which("etcd"))
    parser.add_argument("--realtime", action="store_true")
    options = parser.parse_args()
    before = REALTIME if options.realtime else []
    folder = options.folder or os.path.join(options.build, "bench-data")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    etcd = None
    try:
        if options.etcd:
            etcd = Etcd(os.path.join(folder, "etcd"), options.etcd, before)
            wait_for(lambda: listens(etcd.url), "etcd listens")
        figures = measure(before, os.path.join(options.build, "store_bench"),
                          os.path.join(folder, "embedded"), etcd and etcd.url)
    finally:
        if etcd:
            etcd.kill()
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if judge(figures) else 0)


if __name__ == "__main__":
    main()
