"""Kubernetes Protobuf as the server speaks it, enough for tests: envelopes, fields by number, frames
of watches."""

PREFIX = b"k8s\x00"


def fields(message):
    """[(number, value)]; a value is an int or bytes."""
    out, at = [], 0
    while at < len(message):
        tag, at = _varint(message, at)
        if tag & 7 == 0:
            value, at = _varint(message, at)
        else:
            assert tag & 7 == 2, f"wire type {tag & 7} in {message!r}"
            size, at = _varint(message, at)
            value, at = message[at : at + size], at + size
            assert len(value) == size, "cut off"
        out.append((tag >> 3, value))
    return out


def field(message, *numbers):
    """The last field with the first number, inside it that with the second, and so on."""
    for number in numbers:
        found = [value for at, value in fields(message) if at == number]
        message = found[-1] if found else b""
    return message


def open_envelope(body):
    """(apiVersion, kind, message) of an object or list."""
    assert body.startswith(PREFIX), body[:20]
    envelope = body[len(PREFIX) :]
    assert fields(envelope)[2:] == [(3, b""), (4, b"")], "ends with the two empty fields"
    meta = field(envelope, 1)
    return field(meta, 1).decode(), field(meta, 2).decode(), field(envelope, 2)


def envelope(api_version, kind, message):
    return (
        PREFIX
        + bytes_field(1, bytes_field(1, api_version) + bytes_field(2, kind))
        + bytes_field(2, message)
    )


def bytes_field(number, value):
    if isinstance(value, str):
        value = value.encode()
    return _encode_varint(number << 3 | 2) + _encode_varint(len(value)) + value


def split_frames(data):
    """Watch events, each {type, object: (apiVersion, kind, message)}, and the bytes left over."""
    frames = []
    while len(data) >= 4:
        size = int.from_bytes(data[:4], "big")
        if len(data) < 4 + size:
            break
        event, data = data[4 : 4 + size], data[4 + size :]
        frames.append(
            {"type": field(event, 1).decode(), "object": open_envelope(field(event, 2, 1))}
        )
    return frames, data


def _varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def _encode_varint(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])
