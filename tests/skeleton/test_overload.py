"""More requests than the server takes at a time, requests without end, clients that do not read."""
import socket
import ssl
import subprocess

from harness import prometheus
from harness.client import wait_for
from harness.server import PLAIN_TOKEN, binary

# Far more than the buffers between server and client hold.
LARGE_OBJECTS, LARGE_BYTES = 24, 500_000
# For what should take no time at all.
PATIENCE_SECONDS = 60
TOO_MANY = b"Too many requests, please try again later.\n"


class Deaf:
    """A client that sends a request and reads only the first bytes of the answer."""

    def __init__(self, server, method, path, token=PLAIN_TOKEN):
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.settimeout(PATIENCE_SECONDS)
        raw.connect((server.host, server.port))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self.connection = context.wrap_socket(raw)
        request = f"{method} {path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\r\n"
        self.connection.sendall(request.encode())
        self.beginning = self.connection.recv(1024)

    def rest(self):
        """All that still comes, until the server ends the connection."""
        data = self.beginning
        try:
            while chunk := self.connection.recv(1 << 20):
                data += chunk
        except (ConnectionError, ssl.SSLError):
            pass
        return data

    def close(self):
        self.connection.close()


def start(t, *flags):
    """A server with one place for reads and one for writes, and a namespace of large objects."""
    server = t.start_server(
        "--storage=memory",
        "--max-requests-inflight=1",
        "--max-mutating-requests-inflight=1",
        *flags,
    )
    master = server.client()
    path = f"/api/v1/namespaces/{t.namespace(master)}/configmaps"
    for number in range(LARGE_OBJECTS):
        master.post(path, {"metadata": {"name": f"m{number}"}, "data": {"k": "v" * LARGE_BYTES}})
    return server, master, path


def metric(client, name, **labels):
    text = client.get("/metrics", accept="*/*").body.decode()
    return prometheus.parse(text)[name].value(**labels)


def check_refusal(answer):
    assert answer.status == 429, answer.status
    assert answer.header("retry-after") == "1", answer.headers
    assert answer.header("content-type") == "text/plain; charset=utf-8", answer.headers
    assert answer.body == TOO_MANY, answer.body


def test_reads_beyond_the_limit(t):
    server, master, path = start(t)
    plain = server.client(token=PLAIN_TOKEN)
    deaf = Deaf(server, "GET", path)
    assert deaf.beginning.startswith(b"HTTP/1.1 200"), deaf.beginning
    for url in (path, "/api/v1/namespaces/default", "/version"):
        check_refusal(plain.request("GET", url))
    assert metric(master, "apiserver_current_inflight_requests", request_kind="readOnly") == 1
    # What has a limit of its own, or none.
    plain.post(path, {"metadata": {"name": "written"}})
    for probe in ("/livez", "/readyz", "/healthz"):
        assert plain.get(probe).body == b"ok"
    watch = plain.watch(path, fieldSelector="metadata.name=written")
    master.patch(f"{path}/written", {"data": {"k": "v"}})
    assert watch.next()["object"]["metadata"]["name"] == "written"
    watch.close()
    assert master.get(f"{path}/written").status == 200
    # Before the place is free: who asks for it too early is refused and counted as well.
    assert metric(master, "apiserver_request_total", code="429") == 3
    deaf.close()
    wait_for(lambda: plain.request("GET", path).status == 200, "a place")


def test_writes_beyond_the_limit(t):
    server, master, path = start(t)
    plain = server.client(token=PLAIN_TOKEN)
    # It answers with everything it has deleted.
    deaf = Deaf(server, "DELETE", path)
    assert deaf.beginning.startswith(b"HTTP/1.1 200"), deaf.beginning
    body = {"metadata": {"name": "a"}}
    check_refusal(plain.request("POST", path, body))
    check_refusal(plain.request("DELETE", f"{path}/a"))
    assert metric(master, "apiserver_current_inflight_requests", request_kind="mutating") == 1
    plain.get(path)
    master.post(path, body)
    deaf.close()
    wait_for(lambda: plain.request("DELETE", f"{path}/a").status == 200, "a place")


def test_a_deaf_client_is_dropped_when_its_time_is_over(t):
    server, master, path = start(t)
    plain = server.client(token=PLAIN_TOKEN)
    whole = len(master.get(path).body)
    # Time enough for the answer to begin, also on a slow machine.
    deaf = Deaf(server, "GET", f"{path}?timeout=3s")
    assert deaf.beginning.startswith(b"HTTP/1.1 200"), deaf.beginning
    wait_for(lambda: plain.request("GET", "/version").status == 200, "a place")
    received = deaf.rest()
    assert len(received) < whole and not received.endswith(b"0\r\n\r\n"), (len(received), whole)
    # Counted when the request is over, which is after its place is free.
    wait_for(
        lambda: metric(master, "apiserver_request_aborts_total", resource="configmaps") == 1,
        "the count of the aborted request",
    )


def test_a_deaf_watcher_is_cut_off(t):
    """It holds no more of the server's memory than its queue may, others see everything, and it is
    dropped."""
    server = t.start_server("--storage=memory")
    client = server.client()
    path = f"/api/v1/namespaces/{t.namespace(client)}/configmaps"
    client.post(path, {"metadata": {"name": "m"}})
    deaf = Deaf(server, "GET", f"{path}?watch=1")
    watch = client.watch(path)
    assert watch.next()["type"] == "ADDED"
    cut_off = "apiserver_terminated_watchers_total"
    written, seen = 0, []
    while metric(client, cut_off, resource="configmaps") == 0:
        assert written < 1000, "it is never cut off"
        for _ in range(20):
            written += 1
            client.patch(f"{path}/m", {"data": {"k": f"{written:0{LARGE_BYTES}}"}})
        # A client that reads never falls behind by more than these.
        seen += [int(watch.next()["object"]["data"]["k"][-9:]) for _ in range(20)]
    assert seen == list(range(1, written + 1)), seen
    watch.close()
    gauge = "apiserver_longrunning_requests"
    wait_for(
        lambda: metric(client, gauge, resource="configmaps") == 0,
        "the end of the watches",
        PATIENCE_SECONDS,
    )
    received = deaf.rest()
    assert len(received) < written * LARGE_BYTES / 2, (len(received), written)


def test_time_limits(t):
    late = "/api/v1/configmaps?resourceVersion=999999999"
    answer = t.client.get(f"{late}&timeout=100ms", expect=504).json()
    assert (answer["reason"], answer["code"]) == ("Timeout", 504), answer
    message = "Timeout: request did not complete within the allotted timeout"
    assert answer["message"] == message, answer
    # With more time, what it waits for says that it does not come.
    answer = t.client.get(f"{late}&timeout=20s", expect=504).json()
    assert answer["message"].startswith("Timeout: Too large resource version"), answer
    refused = t.client.get("/api/v1/configmaps?timeout=ever", expect=400).json()
    assert refused["message"].startswith("invalid timeout specified in the request URL"), refused
    # Watches have no deadline: one outlives a request that reaches it.
    server = t.start_server("--storage=memory", "--request-timeout=1s")
    watch = server.client().watch("/api/v1/configmaps")
    answer = server.client().get(f"{late}&timeout=1h", expect=504).json()
    assert answer["message"] == message, answer
    # The deadline is short for everybody: on a slow machine the answer may be that it was.
    body = {"metadata": {"name": "a"}}
    server.client().request("POST", "/api/v1/namespaces/default/configmaps", body)
    assert watch.next()["type"] == "ADDED"
    watch.close()


def test_debugging_is_off(t):
    for path in ("/debug", "/debug/pprof/", "/debug/pprof/heap", "/debug/flags/v"):
        answer = t.client.get(path, expect=404)
        assert answer.body == b"404 page not found\n", (path, answer.body)
    ended = subprocess.run(
        [binary(), "serve", "--profiling=true"], capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 2 and "--profiling" in ended.stderr, ended


# What Kubernetes' own end-to-end test of health wants to see.
STARTED = (
    "poststarthook/start-apiserver-admission-initializer",
    "poststarthook/generic-apiserver-start-informers",
    "poststarthook/start-apiextensions-informers",
    "poststarthook/start-apiextensions-controllers",
    "poststarthook/crd-informer-synced",
    "poststarthook/bootstrap-controller",
    "poststarthook/start-system-namespaces-controller",
    "poststarthook/rbac/bootstrap-roles",
    "poststarthook/scheduling/bootstrap-system-priority-classes",
    "poststarthook/start-cluster-authentication-info-controller",
    "poststarthook/start-kube-aggregator-informers",
    "poststarthook/apiservice-registration-controller",
    "poststarthook/apiservice-status-local-available-controller",
    "poststarthook/apiservice-status-remote-available-controller",
    "poststarthook/kube-apiserver-autoregistration",
    "autoregister-completion",
    "poststarthook/apiservice-openapi-controller",
    # Names of older releases.
    "poststarthook/start-kube-apiserver-admission-initializer",
    "poststarthook/apiservice-status-available-controller",
)


def test_health_names_the_steps_of_the_start(t):
    for endpoint in ("livez", "readyz", "healthz"):
        lines = t.client.get(f"/{endpoint}?verbose=1").body.decode().splitlines()
        always = ("ping", "log", "etcd") + (("informer-sync",) if endpoint == "readyz" else ())
        missing = {f"[+]{name} ok" for name in always + STARTED}.difference(lines)
        assert not missing, (endpoint, missing)
        for name in STARTED:
            assert t.client.get(f"/{endpoint}/{name}").body == b"ok", name


def test_health(t):
    client = t.client
    for endpoint in ("livez", "readyz", "healthz"):
        assert client.get(f"/{endpoint}").body == b"ok"
        lines = client.get(f"/{endpoint}?verbose").body.decode().splitlines()
        assert lines[0] == "[+]ping ok" and lines[-1] == f"{endpoint} check passed", lines
        assert "[+]etcd ok" in lines, lines
        assert ("[+]shutdown ok" in lines) == (endpoint == "readyz"), lines
        assert "[+]poststarthook/start-system-namespaces-controller ok" in lines, lines
        lines = client.get(f"/{endpoint}?verbose&exclude=etcd&exclude=ping&exclude=none").body
        lines = lines.decode().splitlines()
        assert "[+]etcd excluded: ok" in lines and "[+]ping excluded: ok" in lines, lines
        warning = 'warn: some health checks cannot be excluded: no matches for "none"'
        assert warning in lines and lines[-1] == f"{endpoint} check passed", lines
        assert client.get(f"/{endpoint}/etcd").body == b"ok"
        client.get(f"/{endpoint}/none", expect=404)
        assert client.get(f"/{endpoint}").header("content-type") == "text/plain; charset=utf-8"
