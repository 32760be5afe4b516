#!/usr/bin/env python3
"""What was seen passing, kept in ${XDG_CACHE_HOME:-~/.cache}/pintle.

  green.py                            prints the hash of the tree, working files included
  green.py TREE STAGE=SECONDS...      adds a line to `ci-green`: time, tree, seconds of each stage; fails if the tree is another by now
"""
import datetime
import os
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), ".."))


def tree():
    """The hash of what is there, as if it were committed."""
    def git(*arguments, index):
        environment = {**os.environ, "GIT_INDEX_FILE": index}
        return subprocess.run(
            ["git", *arguments], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
        ).stdout.strip()

    with tempfile.TemporaryDirectory() as folder:
        index = os.path.join(folder, "index")
        git("read-tree", "HEAD", index=index)
        git("add", "--all", index=index)
        return git("write-tree", index=index)


def append(name, line):
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = os.path.join(cache, "pintle")
    os.makedirs(folder, exist_ok=True)
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    with open(os.path.join(folder, name), "a", encoding="utf-8") as file:
        file.write(f"{now} {line}\n")


def main(arguments):
    if not arguments:
        print(tree())
    elif arguments[0] != tree():
        sys.exit("files changed during the run: it says nothing of what is there now")
    else:
        append("ci-green", " ".join(arguments))


if __name__ == "__main__":
    main(sys.argv[1:])
