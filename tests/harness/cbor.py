"""CBOR as the server speaks it, enough for tests: byte strings for text, the self-described prefix,
sequences."""
import base64
import math
import struct

SELF_DESCRIBED = b"\xd9\xd9\xf7"
_SELF_DESCRIBED_TAG = 55799
_BASE64_TAG = 22


class Truncated(Exception):
    """More bytes are needed before the item is complete."""


class Pairs(list):
    """A map given as (key, value) pairs, so that a test can write a key twice."""


def encode(value, text=False):
    """One data item without the prefix; strings as byte strings, or as text strings when `text` is
    set. Bytes, which need not be UTF-8, are a byte string."""
    if value is None:
        return b"\xf6"
    if value is True or value is False:
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return _head(0, value) if value >= 0 else _head(1, -1 - value)
    if isinstance(value, float):
        return _float(value)
    if isinstance(value, str):
        raw = value.encode()
        return _head(3 if text else 2, len(raw)) + raw
    if isinstance(value, bytes):
        return _head(2, len(value)) + value
    if isinstance(value, Pairs):
        return _head(5, len(value)) + b"".join(encode(k, text) + encode(v, text) for k, v in value)
    if isinstance(value, (list, tuple)):
        return _head(4, len(value)) + b"".join(encode(item, text) for item in value)
    if isinstance(value, dict):
        entries = sorted((encode(k, text), encode(v, text)) for k, v in value.items())
        return _head(5, len(entries)) + b"".join(k + v for k, v in entries)
    raise TypeError(f"cannot encode {type(value).__name__}")


def dumps(value, text=False):
    """A request body: the prefix and one data item."""
    return SELF_DESCRIBED + encode(value, text)


def loads(data):
    """The value of exactly one data item."""
    value, end = decode(data)
    if end != len(data):
        raise ValueError(f"{len(data) - end} bytes after the item")
    return value


def decode(data, at=0):
    """(value, end) of the data item at `at`; Truncated when it goes on past the data."""
    first = _take(data, at, 1)[0]
    major, info = first >> 5, first & 31
    at += 1
    if major == 7:
        return _decode_simple(data, at, info)
    if info == 31:
        raise ValueError("indefinite length: the server never sends it")
    argument, at = _argument(data, at, info)
    if major == 0:
        return argument, at
    if major == 1:
        return -1 - argument, at
    if major in (2, 3):
        return _take(data, at, argument).decode(), at + argument
    if major == 4:
        items = []
        for _ in range(argument):
            item, at = decode(data, at)
            items.append(item)
        return items, at
    if major == 5:
        return _decode_map(data, at, argument)
    if argument == _SELF_DESCRIBED_TAG:
        return decode(data, at)
    if argument == _BASE64_TAG:
        return _decode_base64(data, at)
    raise ValueError(f"tag {argument}: the server never sends it")


def _decode_map(data, at, count):
    result = {}
    for _ in range(count):
        key, at = decode(data, at)
        if not isinstance(key, str):
            raise ValueError(f"map key {key!r} is not a string")
        if key in result:
            raise ValueError(f"map key {key!r} twice")
        result[key], at = decode(data, at)
    return result, at


def _decode_base64(data, at):
    head = _take(data, at, 1)[0]
    if head >> 5 != 2:
        raise ValueError("tag 22 around something that is no byte string")
    size, at = _argument(data, at + 1, head & 31)
    return base64.b64encode(_take(data, at, size)).decode(), at + size


def _decode_simple(data, at, info):
    constants = {20: False, 21: True, 22: None}
    if info in constants:
        return constants[info], at
    formats = {25: (">e", 2), 26: (">f", 4), 27: (">d", 8)}
    if info in formats:
        layout, size = formats[info]
        return struct.unpack(layout, _take(data, at, size))[0], at + size
    raise ValueError(f"simple value {info}")


def _argument(data, at, info):
    if info < 24:
        return info, at
    size = {24: 1, 25: 2, 26: 4, 27: 8}.get(info)
    if size is None:
        raise ValueError(f"additional information {info}")
    return int.from_bytes(_take(data, at, size), "big"), at + size


def _take(data, at, size):
    if at + size > len(data):
        raise Truncated()
    return data[at : at + size]


def _head(major, argument):
    for info, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if argument < 24:
            return bytes([major << 5 | argument])
        if argument < 1 << (8 * size):
            return bytes([major << 5 | info]) + argument.to_bytes(size, "big")
    raise OverflowError(argument)


def _float(value):
    for head, layout in ((0xF9, ">e"), (0xFA, ">f"), (0xFB, ">d")):
        try:
            raw = struct.pack(layout, value)
        except OverflowError:
            continue
        if struct.unpack(layout, raw)[0] == value or math.isnan(value):
            return bytes([head]) + raw
    raise OverflowError(value)
