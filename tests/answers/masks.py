"""What of an answer or of stored bytes is up to chance, replaced, so that two runs can be compared byte for byte."""
import re

UID = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
# (what it looks like, what stands there instead), one after the other.
TEXT = [
    (UID, b"UID"),
    (re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"), b"TIME"),
    # In JSON, in YAML, in messages, in queries, and in CBOR, where the head has the length.
    (re.compile(rb'(resourceVersion(?:"?: ?"?|=))\d+'), rb"\1RV"),
    (re.compile(rb"(resourceVersion)[\x40-\x57\x60-\x77]\d+"), rb"\1RV"),
    (re.compile(rb"(in record \()\d+\)"), rb"\1RV)"),
    (re.compile(rb"(too old resource version: )\d+ \(\d+\)"), rb"\1RV"),
    (re.compile(rb"(current: )\d+"), rb"\1RV"),
    (re.compile(rb'(continue(?:":"|=))[\w%=-]{20,}'), rb"\1CONTINUE"),
    (re.compile(rb"(continue)(?:[\x54-\x57]|\x58.|\x78.)[\w=-]{20,}"), rb"\1CONTINUE"),
    (re.compile(rb"eyJ[\w-]{10,}\.eyJ[\w-]+\.[\w-]+"), b"TOKEN"),
    (re.compile(rb"LS0tLS1CRUdJTi[\w+/=]+"), b"CERTIFICATE"),
    (re.compile(rb"-----BEGIN CERTIFICATE-----[\w+/=\\\s]+-----END CERTIFICATE-----"), b"CERTIFICATE"),
    (re.compile(rb"127\.0\.0\.1:\d+"), b"ADDRESS"),
    (re.compile(rb"[\x47-\x4d\x67-\x6d]?10\.0\.\d+\.\d+"), b"IP"),
    (re.compile(rb'([nN]odePort"?: ?|\[)3[0-2]\d{3}\b'), rb"\1PORT"),
    (re.compile(rb":3[0-2]\d{3}/"), b":PORT/"),
    (re.compile(rb"([nN]odePort)\x19..", re.S), rb"\1PORT"),
    (re.compile(rb'"\d{1,2}s"'), b'"AGE"'),
]
GENERATED = rb"[bcdfghjklmnpqrstvwxz2456789]{5}"
LONGEST_PREFIX = 58  # what is longer is cut
GENERATE_NAME = re.compile(rb'generateName(?:"?: ?"|[\x40-\x77]|[\x58\x78].)([\w.-]*-|[\w.-]+)', re.S)


class Masks:
    """Those above, and the names that a server made up for what the requests so far asked for."""

    def __init__(self):
        self.prefixes = {}

    def see(self, body):
        """Notes what begins the names that a request asks for."""
        for prefix in GENERATE_NAME.findall(body or b""):
            prefix = prefix[:LONGEST_PREFIX]
            self.prefixes.setdefault(prefix, re.compile(b"(" + re.escape(prefix) + b")" + GENERATED))

    def text(self, data):
        for pattern, instead in TEXT:
            data = pattern.sub(instead, data)
        for pattern in self.prefixes.values():
            data = pattern.sub(rb"\1XXXXX", data)
        return data

    def stored(self, data):
        """Stored bytes as text: Protobuf is taken apart, so that lengths of what is masked do not show."""
        if data.startswith(b"k8s\x00"):
            return self._message(data[4:]).encode()
        return self.text(data)

    def _message(self, data, depth=0):
        """`{number:value ...}`; raises ValueError if it is no message."""
        at, out = 0, []
        while at < len(data):
            tag, at = _varint(data, at)
            number, wire = tag >> 3, tag & 7
            if number == 0:
                raise ValueError
            if wire == 0:
                value, at = _varint(data, at)
                # Seconds of today, a port that was given.
                value = "TIME" if 1_700_000_000 <= value < 2_200_000_000 else "PORT" if 30000 <= value <= 32767 else value
                out.append(f"{number}:{value}")
            elif wire == 2:
                size, at = _varint(data, at)
                if at + size > len(data):
                    raise ValueError
                out.append(f"{number}:{self._bytes(data[at:at + size], depth)}")
                at += size
            elif wire in (1, 5):
                size = 8 if wire == 1 else 4
                if at + size > len(data):
                    raise ValueError
                out.append(f"{number}:0x{data[at:at + size].hex()}")
                at += size
            else:
                raise ValueError
        return "{" + " ".join(out) + "}"

    def _bytes(self, data, depth):
        if depth < 40 and data and self.text(data) not in (b"UID", b"IP"):
            try:
                return self._message(data, depth + 1)
            except ValueError:
                pass
        return repr(self.text(data))


def _varint(data, at):
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ValueError
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
