"""Ports for programs that must be told one, or that keep theirs when they start again."""
import itertools
import os
import socket

# Not one that the kernel hands out: it would give it to the next connection of anybody before the
# program listens there, or while it is down. Programs that run side by side begin far apart.
FIRST_PORT, PORT_COUNT = 12_000, 20_000
_ports = itertools.count(os.getpid() * 127)


def free_port():
    for number in itertools.islice(_ports, PORT_COUNT):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", FIRST_PORT + number % PORT_COUNT))
                return probe.getsockname()[1]
            except OSError:
                pass
    raise AssertionError("no port is free")
