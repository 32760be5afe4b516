#!/usr/bin/env python3
"""What does not speak HTTP as it should, at the port of a real server. It is answered or closed,
and the server goes on: after every attack a proper request must succeed, and at the end the same
process must run with about the memory and descriptors it had.

  run.py [--streams N] [--seed S]

Prints `ok NAME` or `FAIL NAME: ...` a line, then `N passed, N failed, N skipped`.
"""
import argparse
import contextlib
import os
import random
import shutil
import socket
import ssl
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from harness import prometheus  # noqa: E402
from harness.client import wait_for  # noqa: E402
from harness.server import TOKEN, Server  # noqa: E402

# The server may take this long to answer or close; far more than it needs.
ANSWER_SECONDS = 60
# An answer is over when nothing more of it comes for so long.
QUIET_SECONDS = 0.05
SLOW_CLIENTS = 200
MEMORY_GROWTH_KIB = 64 * 1024
MAPS = "/api/v1/namespaces/default/configmaps"
LARGE_BYTES = 3_000_000
STRANGERS = 100
# What one address may have of bodies on their way.
ROOM_BYTES = 64 * 1024 * 1024
STREAMS_AT_ONCE = 50


class Target:
    def __init__(self, server):
        self.server = server
        self.context = self.trusting_context()
        self.http2_context = self.trusting_context()
        self.http2_context.set_alpn_protocols(["h2"])

    @staticmethod
    def trusting_context():
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context

    def connect(self, tls=True, http2=False):
        raw = socket.create_connection((self.server.host, self.server.port), ANSWER_SECONDS)
        if not tls:
            return raw
        context = self.http2_context if http2 else self.context
        return context.wrap_socket(raw, server_hostname="localhost")

    def exchange(self, data, tls=True, http2=False):
        """What comes back until the server closes, or until it has answered and waits for more.
        Sending may break off: the server may have closed already."""
        with self.connect(tls, http2) as connection:
            try:
                connection.sendall(data)
                if not tls:
                    connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            return self.receive(connection)

    @staticmethod
    def receive(connection):
        answer = b""
        connection.settimeout(ANSWER_SECONDS)
        try:
            while chunk := connection.recv(65536):
                answer += chunk
                connection.settimeout(QUIET_SECONDS)  # what belongs to the answer comes together
        except TimeoutError:
            assert answer, "neither an answer nor an end"
        except OSError:
            pass
        return answer

    def status_line(self, data, **options):
        return self.exchange(data, **options).split(b"\r\n")[0]

    def body_bytes(self):
        """What the server says that request bodies hold."""
        text = self.server.client().get("/metrics", accept="*/*").body.decode()
        return prometheus.parse(text)["pintle_request_body_bytes"].value()

    def check_alive(self):
        client = self.server.client()
        client.get("/readyz")
        assert self.server.process.poll() is None
        client.close()


def request(line="GET /version HTTP/1.1", *headers, body=b""):
    lines = [line, "Host: test", f"Authorization: Bearer {TOKEN}", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def test_malformed_http(target, _):
    refused = [
        b"\r\n\r\n\r\n\r\nnonsense\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET /version\r\n\r\n",
        b"GET /version HTTP/9.9\r\n\r\n",
        b"GET /version HTTP/1.1\r\nno colon here\r\n\r\n",
        b"GET /version HTTP/1.1\r\n: empty name\r\n\r\n",
        b"GET /ver\x00sion HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET version HTTP/1.1\r\nHost: a\r\n\r\n",
        request("POST /api/v1/namespaces HTTP/1.1", "Content-Length: -1"),
        request("POST /api/v1/namespaces HTTP/1.1", "Content-Length: 99999999999999999999999"),
        request("POST /api/v1/namespaces HTTP/1.1", "Content-Length: 2", "Content-Length: 3"),
        request("POST /api/v1/namespaces HTTP/1.1", "Transfer-Encoding: nothing-known"),
        request(
            "POST /api/v1/namespaces HTTP/1.1", "Transfer-Encoding: chunked", body=b"zz\r\nx\r\n"
        ),
        request(
            "POST /api/v1/namespaces HTTP/1.1",
            "Transfer-Encoding: chunked",
            "Content-Length: 5",
            body=b"0\r\n\r\n",
        ),
    ]
    for data in refused:
        answer = target.exchange(data)
        line = answer.split(b"\r\n")[0]
        assert not answer or line.split(b" ")[1][:1] in (b"4", b"5"), (data[:80], line)
        assert not line.startswith(b"HTTP/1.1 500"), (data[:80], line)
    target.check_alive()


def test_not_tls(target, _):
    for data in (b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"\x16\x03\x01\xff\xff" + b"x" * 70000, b"\0"):
        target.exchange(data, tls=False)
    target.check_alive()


def test_large_headers(target, _):
    one = request("GET /version HTTP/1.1", "X-Large: " + "x" * 200_000)
    many = request("GET /version HTTP/1.1", *[f"X-{i}: y" for i in range(5000)])
    path = request(f"GET /{'p' * 200_000} HTTP/1.1")
    for data in (one, many, path):
        line = target.status_line(data)
        assert not line or line.split(b" ")[1][:1] == b"4", line
    target.check_alive()


def test_large_bodies(target, _):
    path = "POST /api/v1/namespaces/default/configmaps HTTP/1.1"
    limit = 3 * 1024 * 1024
    announced = request(path, "Content-Type: application/json", f"Content-Length: {limit + 1}")
    assert target.status_line(announced + b" " * (limit + 1)).split(b" ")[1] == b"413"
    chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    endless = request(path, "Content-Type: application/json", "Transfer-Encoding: chunked")
    assert target.status_line(endless + chunk * 8).split(b" ")[1] == b"413"
    huge = request(path, "Content-Type: application/json", "Content-Length: 9000000000000")
    line = target.status_line(huge + b" " * 4096)
    assert line.split(b" ")[1] == b"413", line
    target.check_alive()


def stranger(length, *headers):
    lines = [f"POST {MAPS} HTTP/1.1", "Host: test", f"Content-Length: {length}"]
    return "\r\n".join([*lines, *headers, "", ""]).encode()


def json_request(path, *headers):
    length = f"Content-Length: {LARGE_BYTES}"
    return request(f"POST {path} HTTP/1.1", "Content-Type: application/json", length, *headers)


def until_end(connection):
    connection.settimeout(ANSWER_SECONDS)
    data = b""
    while chunk := connection.recv(65536):
        data += chunk
    return data


def test_bodies_of_strangers(target, _):
    """Who may not write is told so without a byte of the body, and shown out; who sends it all the
    same gets no memory for it."""
    for headers, status in (((), b"403"), (("Authorization: Bearer wrong",), b"401")):
        with target.connect() as connection:
            connection.sendall(stranger(LARGE_BYTES, *headers))
            answer = until_end(connection)
        assert answer.split(b" ")[1] == status, answer[:200]
        assert b"\r\nConnection: close\r\n" in answer, answer[:500]
    before = target.server.memory_kib()[0]
    held = []
    for _number in range(STRANGERS):
        held.append(target.connect())
        with contextlib.suppress(OSError):  # it does not listen for long
            held[-1].sendall(stranger(LARGE_BYTES) + b" " * LARGE_BYTES)
    assert target.body_bytes() == 0
    grown = target.server.memory_kib()[0] - before
    assert grown < MEMORY_GROWTH_KIB, f"{grown} KiB more memory"
    for connection in held:
        connection.close()
    target.check_alive()
    return f"memory {grown:+} KiB"


def field(name, value):
    """A field of an HTTP/2 request that no table is to have; `name` is its place in the table."""
    return bytes([0x0F, name - 15] if name >= 15 else [name]) + bytes([len(value)]) + value


def frames(data):
    """(type, flags, stream, payload) each."""
    while len(data) >= 9:
        length = int.from_bytes(data[:3], "big")
        yield data[3], data[4], int.from_bytes(data[5:9], "big"), data[9 : 9 + length]
        data = data[9 + length :]


def test_http2_bodies_of_strangers(target, _):
    headers = b"\x83\x87" + field(4, MAPS.encode()) + field(1, b"test")
    headers += field(28, str(LARGE_BYTES).encode()) + field(23, b"Bearer wrong")
    end_headers = 4
    data = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"
    data += len(headers).to_bytes(3, "big") + bytes([1, end_headers, 0, 0, 0, 1]) + headers
    with target.connect(http2=True) as connection:
        connection.sendall(data)
        seen = [frame for frame in frames(until_end(connection)) if frame[2] == 1]
    kinds = [frame[0] for frame in seen]
    data_frame, reset_frame = 0, 3
    assert kinds == [1, data_frame, reset_frame], seen
    assert b'"code":401' in seen[1][3] and seen[1][1] & 1, seen
    assert seen[2][3] == b"\0\0\0\0", seen
    assert target.body_bytes() == 0
    target.check_alive()


def test_room_for_bodies(target, _):
    """So many bodies may be on their way; a client is asked for another one when there is room."""
    waiting = json_request(MAPS, "Expect: 100-continue")
    fit = ROOM_BYTES // LARGE_BYTES

    def ask():
        connection = target.connect()
        connection.sendall(waiting)
        return connection, connection.recv(65536)

    held = []
    try:
        for _number in range(fit):
            connection, answer = ask()
            held.append(connection)
            assert answer == b"HTTP/1.1 100 Continue\r\n\r\n", answer
        assert target.body_bytes() == fit * LARGE_BYTES
        connection, answer = ask()
        answer += until_end(connection)
        assert answer.split(b" ")[1] == b"429" and b"\r\nRetry-After: 1\r\n" in answer, answer
        assert b'"reason":"TooManyRequests"' in answer, answer
        body = b'{"metadata":{"generateName":"room-"}}'.ljust(LARGE_BYTES)
        held[0].sendall(body)
        assert held[0].recv(65536).split(b" ")[1] == b"201"

        def asked_for():
            connection, answer = ask()
            held.append(connection)
            return answer.startswith(b"HTTP/1.1 100 ")

        wait_for(asked_for, "room for another body")
        held[-1].sendall(body)
        assert held[-1].recv(65536).split(b" ")[1] == b"201"
    finally:
        for connection in held:
            connection.close()
    wait_for(lambda: target.body_bytes() == 0, "the end of all bodies")


def test_a_body_that_does_not_come_in_time(target, _):
    with target.connect() as connection:
        connection.sendall(json_request(f"{MAPS}?timeout=100ms") + b"{")
        answer = until_end(connection)
    assert answer.split(b" ")[1] == b"504", answer[:300]
    wait_for(lambda: target.body_bytes() == 0, "the end of the body")


def test_slow_clients(target, _):
    """Connections that say a little and then wait hold up nobody, and are dropped without harm."""
    beginnings = [
        b"",
        b"G",
        b"GET /version HTTP/1.1\r\nHost: a\r\nX-Sl",
        request("POST /api/v1/namespaces HTTP/1.1", "Content-Length: 1000", body=b"{"),
    ]
    slow = []
    try:
        for number in range(SLOW_CLIENTS):
            connection = target.connect(tls=number % 4 != 3)
            slow.append(connection)
            connection.sendall(beginnings[number % len(beginnings)])
            if number % 20 == 0:
                target.check_alive()
        for _round in range(20):
            for connection in slow[1::4]:
                with contextlib.suppress(OSError):  # dropped already, on a very slow machine
                    connection.sendall(b"a")
            target.check_alive()
    finally:
        for connection in slow:
            connection.close()
    target.check_alive()


def test_http2_noise(target, options):
    """Frames that are none, after a proper beginning."""
    choose = random.Random(options.seed)
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    settings = b"\0\0\0\4\0\0\0\0\0"
    for number in range(200):
        frames = b""
        for _frame in range(choose.randrange(1, 20)):
            body = choose.randbytes(choose.randrange(0, 64))
            stream = choose.choice([0, 1, 2, 3, 5, 0x7FFFFFFF])
            kind, flags = choose.randrange(0, 12), choose.randrange(256)
            frames += len(body).to_bytes(3, "big") + bytes([kind, flags])
            frames += stream.to_bytes(4, "big") + body
        target.exchange((preface + settings if number % 4 else preface) + frames, http2=True)
    target.check_alive()


def test_random_streams(target, options):
    """Bytes without sense: most of them instead of TLS, the others inside it (a handshake takes
    the test milliseconds), some in the clothes of a request."""
    choose = random.Random(options.seed)
    began = time.monotonic()
    open_ones = []
    for number in range(options.streams):
        connection = socket.create_connection(
            (target.server.host, target.server.port), ANSWER_SECONDS
        )
        try:
            if number % 8 == 0:
                connection = target.context.wrap_socket(connection, server_hostname="localhost")
            data = choose.randbytes(choose.randrange(1, 600))
            if number % 3 == 1:
                data = b"GET /" + data
            elif number % 3 == 2:
                data = request("POST /api/v1/namespaces HTTP/1.1", "Content-Length: 20") + data
            connection.sendall(data)
        except OSError:
            pass
        open_ones.append(connection)
        if len(open_ones) == STREAMS_AT_ONCE:
            for each in open_ones:
                each.close()
            open_ones = []
            if number % 1000 == 999:
                target.check_alive()
    for each in open_ones:
        each.close()
    target.check_alive()
    return f"{options.streams} streams, {time.monotonic() - began:.1f} s"


def test_nothing_is_left_behind(target, _):
    memory, descriptors = target.before
    wait_for(
        lambda: target.server.descriptors() <= descriptors + 5,
        f"descriptors back at {descriptors}; there are {target.server.descriptors()}",
        ANSWER_SECONDS,
    )
    grown = target.server.memory_kib()[0] - memory
    assert grown < MEMORY_GROWTH_KIB, f"{grown} KiB more memory"
    return f"memory {grown:+} KiB"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--streams", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("wanted", nargs="*", help="only tests whose name contains one of these")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="pintle-robustness-")
    server = Server(folder, "--storage=memory")
    target = Target(server)
    target.check_alive()
    target.before = server.memory_kib()[0], server.descriptors()
    passed = failed = 0
    try:
        for name, test in [(n, f) for n, f in globals().items() if n.startswith("test_")]:
            if options.wanted and not any(text in name[5:] for text in options.wanted):
                continue
            began = time.monotonic()
            try:
                said = test(target, options)
            except Exception as error:
                failed += 1
                frame = traceback.extract_tb(error.__traceback__)[-1]
                print(
                    f"FAIL {name[5:]}: {error!r} (line {frame.lineno}; kept in {folder})", flush=True
                )
            else:
                passed += 1
                more = f"; {said}" if said else ""
                print(f"ok {name[5:]} ({time.monotonic() - began:.2f} s{more})", flush=True)
    finally:
        server.stop()
    if not failed:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
