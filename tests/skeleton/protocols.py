"""One request as curl sends it over HTTP/1.1 and over HTTP/2."""
import os

from test_http2 import curl

PROTOCOLS = ("--http1.1", "--http2")


def ask(t, protocol, path, *arguments, **options):
    """The status of an answer, and its header fields: lower-case names, a list of values each."""
    file = os.path.join(t.folder, "head")
    _, seen = curl(t, [path], protocol, "--dump-header", file, *arguments, **options)
    assert seen[0][1] == ("2" if protocol == "--http2" else "1.1"), seen
    fields = {}
    with open(file, encoding="latin-1") as head:
        for line in head:
            name, colon, value = line.partition(":")
            if colon:
                fields.setdefault(name.lower(), []).append(value.strip())
    return int(seen[0][0]), fields
