"""HTTPS to the server: single requests and watch streams."""
import http.client
import json
import queue
import re
import ssl
import threading
import time
import urllib.parse

from harness import cbor, protobuf

# Far above what it takes: they bound how long a failing test waits.
REQUEST_TIMEOUT_SECONDS = 60
EVENT_TIMEOUT_SECONDS = 60
MERGE_PATCH = "application/merge-patch+json"
STRATEGIC_MERGE_PATCH = "application/strategic-merge-patch+json"


def wait_for(condition, what, timeout=EVENT_TIMEOUT_SECONDS, every=0.02):
    """Calls `condition` every so many seconds until it returns something true, and returns that."""
    end = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < end, f"not within {timeout} s: {what}"
        time.sleep(every)


class Response:
    def __init__(self, status, headers, body):
        self.status, self.body = status, body
        self.headers = [(name.lower(), value) for name, value in headers]

    def header(self, name):
        return next((value for key, value in self.headers if key == name.lower()), "")

    def json(self):
        return json.loads(self.body)

    def warnings(self):
        """The texts of the Warning headers, unquoted."""
        texts = []
        for name, value in self.headers:
            if name == "warning":
                match = re.fullmatch(r'299 - "((?:[^"\\]|\\.)*)"', value)
                assert match, f"malformed Warning header: {value}"
                texts.append(re.sub(r"\\(.)", r"\1", match[1]))
        return texts


class Client:
    """One connection, used by one thread. Never repeats a request by itself."""

    def __init__(self, host, port, authority_pem, token=None, certificate=None):
        self.host, self.port, self.token = host, port, token
        self.context = ssl.create_default_context(cadata=authority_pem)
        if certificate:
            self.context.load_cert_chain(*certificate)
        self.connection = None

    def connect(self, timeout=REQUEST_TIMEOUT_SECONDS):
        return http.client.HTTPSConnection(
            self.host, self.port, timeout=timeout, context=self.context
        )

    def request_headers(self, content_type=None, accept="application/json", extra=None):
        headers = {"Accept": accept, "User-Agent": "skeleton/v1"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if content_type:
            headers["Content-Type"] = content_type
        headers.update(extra or {})
        return headers

    def request(
        self,
        method,
        path,
        body=None,
        content_type=None,
        accept="application/json",
        headers=None,
        expect=None,
    ):
        """`body` is bytes, text, or an object to send as JSON. `expect` is the status that must
        come back."""
        if isinstance(body, (dict, list)):
            body, content_type = json.dumps(body), content_type or "application/json"
        if isinstance(body, str):
            body = body.encode()
        if self.connection is None:
            self.connection = self.connect()
        try:
            self._send(method, path, body, self.request_headers(content_type, accept, headers))
            answer = self.connection.getresponse()
            response = Response(answer.status, answer.getheaders(), answer.read())
        except (http.client.HTTPException, OSError):
            self.close()
            raise
        if expect is not None:
            assert (
                response.status == expect
            ), f"{method} {path}: expected {expect}, got {response.status}: {response.body[:600]!r}"
        return response

    def _send(self, method, path, body, headers):
        """A server that refuses a large body answers before its end, and does not wait long for
        the rest: what it said is there all the same."""
        try:
            self.connection.request(method, path, body=body, headers=headers)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLEOFError):
            if not body or self.connection.sock is None:
                raise

    def close(self):
        if self.connection:
            self.connection.close()
            self.connection = None

    def get(self, path, expect=200, **options):
        return self.request("GET", path, expect=expect, **options)

    def post(self, path, body, expect=201, **options):
        return self.request("POST", path, body, expect=expect, **options)

    def put(self, path, body, expect=200, **options):
        return self.request("PUT", path, body, expect=expect, **options)

    def patch(self, path, body, content_type=MERGE_PATCH, expect=200, **options):
        return self.request("PATCH", path, body, content_type, expect=expect, **options)

    def delete(self, path, body=None, expect=200, **options):
        return self.request("DELETE", path, body, expect=expect, **options)

    def watch(self, path, accept="application/json", **parameters):
        return Watch(self, path, accept, parameters)


class Watch:
    """A watch on a connection of its own; a thread collects its events."""

    def __init__(self, client, path, accept, parameters):
        self.connection = client.connect()
        query = urllib.parse.urlencode({"watch": "1", **parameters})
        self.connection.request(
            "GET", f"{path}?{query}", headers=client.request_headers(accept=accept)
        )
        self.socket = self.connection.sock
        answer = self.connection.getresponse()
        self.status, self.content_type = answer.status, answer.getheader("Content-Type", "")
        if self.status != 200:
            text = answer.read()
            self.connection.close()
            raise AssertionError(f"watch {path}: {self.status} {text[:600]!r}")
        self.socket.settimeout(None)  # an idle watch is no failure; next() has the deadline
        self.events = queue.Queue()
        split = _split_lines
        if "cbor" in self.content_type:
            split = _split_cbor
        elif "protobuf" in self.content_type:
            split = protobuf.split_frames
        threading.Thread(target=self._read, args=(answer, split), daemon=True).start()

    def _read(self, answer, split):
        data = b""
        try:
            while chunk := answer.read1(65536):
                frames, data = split(data + chunk)
                for frame in frames:
                    self.events.put(frame)
            self.events.put(
                None if not data else ValueError(f"the stream ends inside an event: {data[:100]!r}")
            )
        except Exception as error:  # handed to whoever waits for the next event
            self.events.put(error)

    def next(self, timeout=EVENT_TIMEOUT_SECONDS):
        """The next event, a dict of `type` and `object`."""
        try:
            event = self.events.get(timeout=timeout)
        except queue.Empty:
            raise AssertionError(f"no watch event within {timeout} s") from None
        assert isinstance(event, dict), f"the watch ended: {event!r}"
        return event

    def until(self, condition, what, timeout=EVENT_TIMEOUT_SECONDS):
        """All events up to and with the first one that meets `condition`."""
        events, end = [], time.monotonic() + timeout
        while True:
            left = end - time.monotonic()
            assert (
                left > 0
            ), f"no event within {timeout} s: {what}; got {[summary(e) for e in events][-20:]}"
            events.append(self.next(left))
            if condition(events[-1]):
                return events

    def remaining(self, timeout=EVENT_TIMEOUT_SECONDS):
        """All further events of a stream that the server ends properly, with the last chunk."""
        events, end = [], time.monotonic() + timeout
        while True:
            try:
                event = self.events.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"the watch did not end within {timeout} s") from None
            if event is None:
                return events
            assert isinstance(event, dict), f"the watch broke off: {event!r}"
            events.append(event)

    def close(self):
        try:
            self.socket.shutdown(2)
        except OSError:
            pass
        self.connection.close()


def summary(event):
    """(type, name, revision) of a watch event."""
    metadata = event["object"].get("metadata", {})
    return event["type"], metadata.get("name"), int(metadata.get("resourceVersion") or 0)


def _split_lines(data):
    *lines, rest = data.split(b"\n")
    return [json.loads(line) for line in lines], rest


def _split_cbor(data):
    frames, at = [], 0
    while at < len(data):
        try:
            value, end = cbor.decode(data, at)
        except cbor.Truncated:
            break
        frames.append(value)
        at = end
    return frames, data[at:]
