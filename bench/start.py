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
import http.client
import os
import re
import shutil
import signal
import ssl
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))
TIMEOUT_SECONDS = 30
IDLE_SECONDS = 1.0
SERVING = re.compile(r"serving on https://(\S+):(\d+)$")


class Run:
    """A server process; `seconds` from exec until it is ready."""

    def __init__(self, binary, folder, flags):
        command = [
            binary,
            "serve",
            "--secure-port=0",
            f"--data-dir={folder}/data",
            f"--cert-dir={folder}/pki",
            *flags,
        ]
        began = time.monotonic()
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        host, port = self._address()
        self._wait_until_ready(host, port, began + TIMEOUT_SECONDS)
        self.seconds = time.monotonic() - began

    def _address(self):
        for line in self.process.stdout:
            match = SERVING.search(line.rstrip("\n"))
            if match:
                return match[1], int(match[2])
        sys.exit(f"start.py: the server ended: {self.process.stderr.read()}")

    @staticmethod
    def _wait_until_ready(host, port, deadline):
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        while True:
            connection = http.client.HTTPSConnection(host, port, context=context, timeout=5)
            try:
                connection.request("GET", "/readyz")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                pass
            finally:
                connection.close()
            if time.monotonic() > deadline:
                sys.exit(f"start.py: not ready after {TIMEOUT_SECONDS} s")
            time.sleep(0.001)

    def memory_kib(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            fields = dict(line.split(":", 1) for line in file)
        return {name: int(fields[name].split()[0]) for name in ("RssAnon", "RssFile")}

    def stop(self):
        """Returns the seconds from SIGTERM to the end."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(TIMEOUT_SECONDS)
        self.process.stdout.close()
        self.process.stderr.close()
        return time.monotonic() - began


def measure(binary, folder, flags, runs, keep_certificates=True):
    """Start and stop times in seconds, and the memory of the last run."""
    starts, stops, memory = [], [], {}
    for i in range(runs):
        shutil.rmtree(f"{folder}/data", ignore_errors=True)
        if not keep_certificates:
            shutil.rmtree(f"{folder}/pki", ignore_errors=True)
        run = Run(binary, folder, flags)
        starts.append(run.seconds)
        if i == runs - 1:
            time.sleep(IDLE_SECONDS)
            memory = run.memory_kib()
        stops.append(run.stop())
    return starts, stops, memory


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--binary", default=os.path.join(ROOT, "build", "release", "pintle"))
    parser.add_argument("--runs", type=int, default=11)
    arguments = parser.parse_args()
    if not os.access(arguments.binary, os.X_OK):
        sys.exit(f"start.py: there is no program {arguments.binary}")
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
                Run(arguments.binary, folder, flags).stop()
            starts, stops, memory = measure(arguments.binary, folder, flags, arguments.runs, keep)
        print(
            f"{name:<28}{statistics.median(starts) * 1e3:>9.1f}{min(starts) * 1e3:>10.1f}"
            f"{max(starts) * 1e3:>10.1f}{statistics.median(stops) * 1e3:>9.1f}"
            f"{memory['RssAnon']:>13}{memory['RssFile']:>13}"
        )


if __name__ == "__main__":
    main()
