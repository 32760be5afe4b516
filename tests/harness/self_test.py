#!/usr/bin/env python3
"""Checks the harness itself, without a server."""
import os
import stat
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from harness import cbor, client, kubectl  # noqa: E402


def refuses(function, *arguments, error=ValueError):
    try:
        function(*arguments)
    except error:
        return True
    return False


def check_cbor():
    vectors = [  # from RFC 8949, appendix A, with byte strings for text
        (0, "00"),
        (23, "17"),
        (24, "1818"),
        (1000, "1903e8"),
        (1000000000000, "1b000000e8d4a51000"),
        (18446744073709551615, "1bffffffffffffffff"),
        (-1, "20"),
        (-1000, "3903e7"),
        (0.0, "f90000"),
        (1.0, "f93c00"),
        (1.1, "fb3ff199999999999a"),
        (65504.0, "f97bff"),
        (100000.0, "fa47c35000"),
        (1.0e300, "fb7e37e43c8800759c"),
        (5.960464477539063e-08, "f90001"),
        (-4.0, "f9c400"),
        (False, "f4"),
        (True, "f5"),
        (None, "f6"),
        ("", "40"),
        ("IETF", "4449455446"),
        ([], "80"),
        ({}, "a0"),
        ([1, [2, 3]], "8201820203"),
        ({"b": 2, "a": 1, "aa": 3}, "a341610141620242616103"),
    ]
    for value, text in vectors:
        raw = bytes.fromhex(text)
        assert cbor.encode(value) == raw, (value, cbor.encode(value).hex())
        decoded = cbor.loads(raw)
        assert decoded == value and type(decoded) is type(value), (text, decoded)
    assert cbor.encode("a", text=True) == b"\x61a" and cbor.loads(b"\x61a") == "a"
    assert cbor.dumps({"a": 1})[:3] == b"\xd9\xd9\xf7" and cbor.loads(cbor.dumps({"a": 1})) == {
        "a": 1
    }
    assert cbor.encode(cbor.Pairs([("a", 1), ("a", 2)])).hex() == "a2416101416102"
    assert cbor.loads(bytes.fromhex("d64101")) == "AQ=="
    assert refuses(cbor.loads, bytes.fromhex("a2416101416102"))
    assert (
        refuses(cbor.loads, b"\x00\x00")
        and refuses(cbor.loads, b"\xbf\xff")
        and refuses(cbor.loads, b"\xf7")
    )
    nested = {"list": [1, -2, 2.5, "x", None, {"k": [True]}], "empty": {}}
    whole = cbor.dumps(nested)
    for size in range(len(whole)):
        assert refuses(cbor.decode, whole[:size], error=cbor.Truncated), size


def check_streams():
    sequence = cbor.dumps({"type": "ADDED"}) + cbor.dumps({"type": "DELETED"})
    for split, data in (
        (client._split_cbor, sequence),
        (client._split_lines, b'{"type":"ADDED"}\n{"type":"DELETED"}\n'),
    ):
        for cut in range(len(data) + 1):  # however the network cuts it
            first, rest = split(data[:cut])
            second, rest = split(rest + data[cut:])
            assert [event["type"] for event in first + second] == [
                "ADDED",
                "DELETED",
            ] and rest == b""


def check_headers():
    response = client.Response(
        200, [("Warning", r'299 - "unknown field \"a\\b\""'), ("X-Y", "z")], b"{}"
    )
    assert response.warnings() == ['unknown field "a\\b"'] and response.header("x-y") == "z"


def check_kubectl_choice():
    before = dict(os.environ)
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ.pop("KUBECTL", None)
            os.environ["PATH"] = folder
            kubectl.EXTRA_FOLDERS.clear()
            assert kubectl.find() is None
            for name in ("kubectl", "kubectl.1.9", "kubectl.1.33", "kubectl.1.x"):
                path = os.path.join(folder, name)
                with open(path, "w", encoding="utf-8") as file:
                    file.write("#!/bin/sh\n")
                os.chmod(path, stat.S_IRWXU)
                assert kubectl.find() == os.path.join(
                    folder, name if name != "kubectl.1.x" else "kubectl.1.33"
                )
            os.environ["KUBECTL"] = "/some/where"
            assert kubectl.find() == "/some/where"
    finally:
        os.environ.clear()
        os.environ.update(before)


if __name__ == "__main__":
    for check in (check_cbor, check_streams, check_headers, check_kubectl_choice):
        check()
    print("harness: sound")
