#!/usr/bin/env python3
"""Measures how long `pintle serve` takes from exec to its first answer, and its memory while idle.

  start.py [--binary build/release/pintle] [--runs 11]

One line a storage: the median of all runs, with the fastest and the slowest. A run is an empty
data folder but for the certificates, which are made once: their cost is shown as a line of its own.
Ready means that /readyz answers 200. Memory is read from /proc after the last run has been idle for
a second: RssAnon is the program's own, RssFile is mapped files (the program, libraries, the store).
Only the Python standard library is used.
"""
import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from harness.client import wait_for  # noqa: E402
from harness.server import Server, binary  # noqa: E402

IDLE_SECONDS = 1.0


def start(program, folder, flags):
    """A server that is ready, and the seconds from exec until it was."""
    server = Server(folder, f"--cert-dir={folder}/pki", *flags, program=program)
    client = server.client(token=None)
    wait_for(lambda: client.get("/readyz", expect=None).status == 200, "/readyz", every=0.001)
    seconds = time.monotonic() - server.began
    client.close()
    return server, seconds


def measure(program, folder, flags, runs, keep_certificates=True):
    """Start and stop times in seconds, and the memory of the last run."""
    starts, stops, memory = [], [], None
    for i in range(runs):
        shutil.rmtree(f"{folder}/data", ignore_errors=True)
        if not keep_certificates:
            shutil.rmtree(f"{folder}/pki", ignore_errors=True)
        server, seconds = start(program, folder, flags)
        starts.append(seconds)
        if i == runs - 1:
            time.sleep(IDLE_SECONDS)
            memory = server.memory_kib()
        stops.append(server.stop())
    return starts, stops, memory


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--binary", default=binary())
    parser.add_argument("--runs", type=int, default=11)
    arguments = parser.parse_args()
    cases = (
        ("memory", ["--storage=memory"], True),
        ("embedded", ["--storage=embedded"], True),
        ("embedded, new certificates", ["--storage=embedded"], False),
    )
    print(
        f"{'storage':<28}{'ready ms':>9}{'(fastest':>10}{'slowest)':>10}{'stop ms':>9}"
        f"{'RssAnon KiB':>13}{'RssFile KiB':>13}"
    )
    for name, flags, keep in cases:
        with tempfile.TemporaryDirectory(prefix="pintle-bench-") as folder:
            if keep:
                start(arguments.binary, folder, flags)[0].stop()
            starts, stops, memory = measure(arguments.binary, folder, flags, arguments.runs, keep)
        print(
            f"{name:<28}{statistics.median(starts) * 1e3:>9.1f}{min(starts) * 1e3:>10.1f}"
            f"{max(starts) * 1e3:>10.1f}{statistics.median(stops) * 1e3:>9.1f}"
            f"{memory[0]:>13}{memory[1]:>13}"
        )


if __name__ == "__main__":
    main()
