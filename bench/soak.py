#!/usr/bin/env python3
"""Many idle watches and busy writers at once: counts, errors, and whether memory grows.

  soak.py [--watches 1000] [--writers 64] [--seconds 60] [--settle 10]

Starts a server of its own with the embedded store. Each writer creates, patches, reads and deletes
config maps of its own without a pause; the watches are of a namespace in which nothing happens. At
the end the server is stopped with all watches open: each must be ended as a stream ends, if the
machine is not so slow that the server has to break them off.
Memory is RssAnon, sampled every second: its level over the last fifth of the run is compared with
that right after the first --settle seconds. Prints a line a figure; exits 1 after an error, a watch
that ended early or was cut short, or growth beyond --growth-kib.
"""
import argparse
import json
import os
import resource
import shutil
import ssl
import socket
import statistics
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from harness.client import MERGE_PATCH  # noqa: E402
from harness.server import TOKEN, Server  # noqa: E402

CONFIG_MAPS = "/api/v1/namespaces/{}/configmaps"
ANSWER_SECONDS = 60
STOP_SECONDS = 1.0
# Open besides the connections, here or in the server.
OTHER_FILES = 200


class IdleWatches:
    """Open watch connections. Nothing is read from them but what tells that one has ended."""

    def __init__(self, server, count):
        context = server.client().context
        request = (
            f"GET {CONFIG_MAPS.format('idle')}?watch=1&timeoutSeconds=3600 HTTP/1.1\r\n"
            f"Host: soak\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
        ).encode()
        self.connections = []
        for _ in range(count):
            raw = socket.create_connection((server.host, server.port), ANSWER_SECONDS)
            connection = context.wrap_socket(raw, server_hostname=server.host)
            connection.sendall(request)
            head = connection.recv(4096)
            assert head.startswith(b"HTTP/1.1 200"), head[:200]
            connection.setblocking(False)
            self.connections.append(connection)

    def ended(self):
        count = 0
        for connection in self.connections:
            try:
                while True:
                    if not connection.recv(4096):
                        count += 1
                        break
            except (ssl.SSLWantReadError, BlockingIOError):
                pass
            except OSError:
                count += 1
        return count

    def receive_one_event(self, client):
        """Every watch is still alive: an object that comes now reaches all of them."""
        client.post(CONFIG_MAPS.format("idle"), {"metadata": {"name": "last"}})
        reached = 0
        for connection in self.connections:
            connection.settimeout(ANSWER_SECONDS)
            data = b""
            while b'"last"' not in data:
                chunk = connection.recv(4096)
                if not chunk:
                    break
                data += chunk
            reached += b'"last"' in data
        return reached

    def ended_properly(self):
        """How many have come to the end of their stream, now that the server has gone."""
        count = 0
        for connection in self.connections:
            data = b""
            try:
                while chunk := connection.recv(4096):
                    data += chunk
            except OSError:
                pass
            count += data.endswith(b"0\r\n\r\n")
            connection.close()
        return count


class Writer(threading.Thread):
    def __init__(self, server, number, end):
        super().__init__(daemon=True)
        self.client, self.number, self.end = server.client(), number, end
        self.operations, self.errors = 0, []

    def run(self):
        path, count = CONFIG_MAPS.format("busy"), 0
        while time.monotonic() < self.end:
            name = f"w{self.number}-{count % 100}"
            count += 1
            body = json.dumps({"metadata": {"name": name}, "data": {"key": "v" * 500}})
            self.ask(201, "POST", path, body, "application/json")
            self.ask(200, "PATCH", f"{path}/{name}", '{"data":{"key":"w"}}', MERGE_PATCH)
            self.ask(200, "GET", f"{path}/{name}")
            self.ask(200, "DELETE", f"{path}/{name}")
        self.client.close()

    def ask(self, expected, method, path, body=None, content_type=None):
        try:
            answer = self.client.request(method, path, body, content_type)
            if answer.status != expected:
                self.errors.append(f"{method} {path}: {answer.status} {answer.body[:200]!r}")
        except Exception as error:
            self.errors.append(f"{method} {path}: {error!r}")
        self.operations += 1


def allow_connections(count):
    """Lets this process, and the server it starts, have so many connections open."""
    wanted = count + OTHER_FILES
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def soak(server, options):
    client = server.client()
    for name in ("idle", "busy"):
        client.post("/api/v1/namespaces", {"metadata": {"name": name}})
    before, _ = server.memory_kib()
    watches = IdleWatches(server, options.watches)
    with_watches, _ = server.memory_kib()
    print(f"idle watches: {options.watches}, {(with_watches - before) / options.watches:.1f} KiB each")
    began = time.monotonic()
    writers = [Writer(server, n, began + options.seconds) for n in range(options.writers)]
    for writer in writers:
        writer.start()
    samples, files = [], []
    while any(writer.is_alive() for writer in writers):
        time.sleep(1)
        samples.append((time.monotonic() - began, server.memory_kib()[0]))
        files.append(server.descriptors())
    until = options.settle * 1.5
    after = [kib for at, kib in samples if options.settle <= at <= until] or [samples[-1][1]]
    settled = statistics.median(after)
    last = statistics.median(kib for at, kib in samples if at >= options.seconds * 0.8)
    errors = [error for writer in writers for error in writer.errors]
    operations = sum(writer.operations for writer in writers)
    ended_early = watches.ended()
    reached = watches.receive_one_event(server.client())
    print(f"requests: {operations}, {operations / options.seconds:.0f} a second")
    print(f"errors: {len(errors)}" + "".join(f"\n  {error}" for error in errors[:5]))
    print(f"watches that ended early: {ended_early}; that a last event reached: {reached}")
    print(
        f"memory: {before} KiB idle, {with_watches} with watches, {settled:.0f} after "
        f"{options.settle} s, {last:.0f} at the end ({last - settled:+.0f} KiB)"
    )
    print(f"descriptors: {files[0]} at first, {files[-1]} at the end")
    grown = last - settled > options.growth_kib
    step = max(1, len(samples) // 12)
    print("  " + " ".join(f"{at:.0f}s:{kib}" for at, kib in samples[step - 1 :: step]))
    stopped = server.stop()
    ended = watches.ended_properly()
    print(f"stopped in {stopped * 1000:.0f} ms; streams that came to their end: {ended}")
    # A server has a second to stop in. On a machine where that is not enough it breaks off the rest.
    whole = reached == options.watches and (ended == reached or stopped > STOP_SECONDS)
    return whole and not (errors or ended_early or grown)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--watches", type=int, default=1000)
    parser.add_argument("--writers", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--settle", type=float, default=10)
    parser.add_argument("--growth-kib", type=int, default=1024)
    options = parser.parse_args()
    allow_connections(options.watches + options.writers)
    folder = tempfile.mkdtemp(prefix="pintle-soak-")
    server = Server(folder)
    try:
        good = soak(server, options)
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)
    print("1 passed, 0 failed, 0 skipped" if good else "0 passed, 1 failed, 0 skipped")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
