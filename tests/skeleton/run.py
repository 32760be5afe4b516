#!/usr/bin/env python3
"""Tests of a real server process, many of them through a real kubectl.

  run.py [TEXT ...]     all tests, or those whose name contains one of the texts

What a test is and what is printed: tests/harness/runner.py.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from harness import runner  # noqa: E402
import widgets  # noqa: E402


class Context(runner.Context):
    def widgets(self, client=None):
        """Makes sure the Widget definition is served; returns a function from namespace to its
        collection path."""
        widgets.ensure_defined(client or self.client)
        return widgets.path


if __name__ == "__main__":
    wanted = [text for text in sys.argv[1:] if text]
    sys.exit(runner.run(list(runner.discover(HERE)), wanted, [("", Context)]))
