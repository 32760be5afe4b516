"""Which files a change touches: since $PINTLE_BASE, else since where origin/main was left, else in the last commits; and in
the working tree."""
import os
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
# A change of several commits arrives at once, and a clone does not say where it began.
LAST_COMMITS = 20


def git(*arguments, check=True):
    done = subprocess.run(["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if check and done.returncode != 0:
        sys.exit(f"git {' '.join(arguments)}: ended with {done.returncode}")
    return done.stdout.splitlines() if done.returncode == 0 else []


def base():
    """The commit that the change starts from, or None for all of history."""
    if os.environ.get("PINTLE_BASE"):
        return os.environ["PINTLE_BASE"]
    head = git("rev-parse", "HEAD")
    merge_base = git("merge-base", "HEAD", "origin/main", check=False)
    if merge_base and merge_base != head:
        return merge_base[0]
    recent = git("rev-list", f"--max-count={LAST_COMMITS + 1}", "HEAD")
    return recent[-1] if len(recent) > LAST_COMMITS else None


def files():
    """Newest change first, without repeats."""
    start = base()
    span = [f"{start}..HEAD"] if start else ["HEAD"]
    paths = git("diff", "--name-only", "HEAD") + git("ls-files", "--others", "--exclude-standard")
    paths += git("log", "--format=", "--name-only", *span)
    return list(dict.fromkeys(path for path in paths if path))
