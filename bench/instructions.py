#!/usr/bin/env python3
"""Instructions per request: the rows of load.py, one request after the other, on build/release/pintle or $PINTLE_BINARY under
valgrind (callgrind) with the store in memory.

    python3 bench/instructions.py [--requests 300] [--rounds 3] [--only TEXT] [OTHER PROGRAM]

They do not depend on what else the machine does, so that changes of a hundredth can be seen where times differ by a
tenth from run to run. They say nothing about caches and waiting: for those there is load.py. With OTHER PROGRAM both are
measured and compared. Of several rounds the fewest count; lists are short, for they are slow under valgrind.
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

import load
from harness.server import Server, binary

SHOWN_LIST = "limit=50"


class Counted(Server):
    """A server under callgrind."""

    def __init__(self, folder, program):
        self.program = program
        super().__init__(folder, "--storage=memory")

    def start(self):
        out = os.path.join(self.folder, "counts")
        self.command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--dump-line=no", self.program] + self.command[1:]
        super().start()

    def control(self, option):
        subprocess.run(["callgrind_control", option, str(self.process.pid)], cwd=self.folder, check=True, capture_output=True)

    def instructions(self, work):
        """What the server executes while `work` is done."""
        self.control("--zero")
        work()
        self.control("--dump")
        newest = max(glob.glob(os.path.join(self.folder, "counts.*")), key=os.path.getmtime)
        with open(newest, encoding="utf-8") as file:
            counted = int(re.search(r"^(?:totals|summary): (\d+)", file.read(), re.M)[1])
        os.remove(newest)
        return counted


def measured(program, arguments):
    """Instructions per request, by the name of the row."""
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        server = Counted(folder, program)
        try:
            client = server.client()
            client.post(load.DEFINITIONS, load.DEFINITION)
            for path, body in [
                (load.LOADS, load.LOAD),
                (load.DEPLOYMENTS, load.DEPLOYMENT),
                (load.CONFIG_MAPS, load.CONFIG_MAP),
            ]:
                client.post(path, load.named(body, "one"))
                for number in range(50):
                    client.post(path, load.named(body, f"n{number}"))
            for row in load.rows():
                if arguments.only not in row.name or row.path.startswith(load.ALL_LOADS):
                    continue
                path = row.path.replace("limit=500", SHOWN_LIST)

                def once():
                    answer = client.request(row.method, path, row.body, content_type=row.content_type)
                    assert 200 <= answer.status < 300, answer.body

                def several():
                    for _ in range(arguments.requests):
                        once()

                once()
                fewest = min(server.instructions(several) for _ in range(arguments.rounds))
                results[row.name.replace("500", "50")] = fewest / arguments.requests
        finally:
            server.stop()
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="rows whose name has this in it")
    parser.add_argument("other", nargs="?", help="another program to compare with: the one before")
    arguments = parser.parse_args()
    ours = measured(binary(), arguments)
    if arguments.other is None:
        print("| work | instructions per request |\n|---|---:|")
        for name, count in ours.items():
            print(f"| {name} | {count:,.0f} |")
        return
    before = measured(arguments.other, arguments)
    print("| work | before | now | |\n|---|---:|---:|---:|")
    for name, count in ours.items():
        print(f"| {name} | {before[name]:,.0f} | {count:,.0f} | {count / before[name] - 1:+.1%} |")


if __name__ == "__main__":
    sys.exit(main())
