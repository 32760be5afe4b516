"""HTTP/2 and compression as curl and kubectl meet them."""
import gzip
import json
import os
import re
import subprocess

from harness.server import TOKEN

TIMEOUT_SECONDS = 30
KIB = 1024


def curl(t, paths, *arguments, token=TOKEN):
    """curl's output as bytes, and what it met: (status, protocol, connections made) a path."""
    authority = os.path.join(t.folder, "ca.pem")
    with open(authority, "wb") as file:
        file.write(t.server.kubeconfig_data("certificate-authority-data"))
    arguments = [*arguments, *(t.server.address + path for path in paths)]
    done = subprocess.run(
        ["curl", "--silent", "--show-error", "--http2", "--cacert", authority]
        + ["--max-time", str(TIMEOUT_SECONDS)]
        + (["--header", f"Authorization: Bearer {token}"] if token else [])
        + ["--write-out", "%{stderr}<%{http_code} %{http_version} %{num_connects}>", *arguments],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, (arguments, done.returncode, done.stderr)
    return done.stdout, re.findall(r"<(\d+) ([\d.]+) (\d+)>", done.stderr.decode())


def config_map(name, size):
    return {"metadata": {"name": name}, "data": {"text": "0123456789abcdef" * (size // 16)}}


def test_http2_requests_share_a_connection(t):
    paths = ["/version", "/api/v1/namespaces/default", "/healthz", "/no/such/path"]
    _, seen = curl(t, paths, "--parallel")
    assert sorted(s[0] for s in seen) == ["200", "200", "200", "404"], seen
    assert {s[1] for s in seen} == {"2"}, seen
    _, seen = curl(t, paths)
    assert sum(int(s[2]) for s in seen) == 1, seen


def test_http2_bodies_have_a_limit(t):
    path = f"/api/v1/namespaces/{t.namespace()}/configmaps"
    for size, status in ((900 * KIB, "201"), (3 * KIB * KIB + KIB, "413"), (9 * KIB * KIB, "413")):
        file = t.write("body.json", json.dumps(config_map(f"m{size}", size)))
        body, seen = curl(
            t, [path], "--header", "Content-Type: application/json", "--data-binary", f"@{file}"
        )
        assert seen == [(status, "2", "1")], (size, seen, body[:200])
        if status == "413":
            refused = json.loads(body)
            assert refused["reason"] == "RequestEntityTooLarge", refused
            assert "limit is 3145728" in refused["message"], refused


def test_http2_unknown_clients_are_shown_out(t):
    _, seen = curl(t, ["/api/v1/namespaces"] * 2, token="wrong")
    assert [s[:2] for s in seen] == [("401", "2")] * 2, seen
    # A connection each: the first one is closed.
    assert sum(int(s[2]) for s in seen) == 2, seen


def test_long_answers_are_compressed(t):
    namespace = t.namespace()
    path = f"/api/v1/namespaces/{namespace}/configmaps"
    for i in range(4):
        t.client.post(path, config_map(f"m{i}", 100 * KIB))
    plain, _ = curl(t, [path])
    for protocol in ("--http2", "--http1.1"):
        headers = os.path.join(t.folder, "headers")
        packed, _ = curl(
            t, [path], protocol, "--header", "Accept-Encoding: gzip", "--dump-header", headers
        )
        with open(headers, encoding="latin-1") as file:
            text = file.read().lower()
        assert "content-encoding: gzip" in text and "vary: accept-encoding" in text, text
        assert len(packed) < len(plain) // 4
        # The store's revision, which lists tell, may have moved between the requests.
        assert json.loads(gzip.decompress(packed))["items"] == json.loads(plain)["items"]
    short, _ = curl(t, [f"{path}/m0"], "--header", "Accept-Encoding: gzip")
    assert json.loads(short)["metadata"]["name"] == "m0"


def test_http2_watch_beside_other_requests(t):
    """One kubectl watches while others write; the watch ends with the server, and at once."""
    server = t.start_server()
    kubectl = t.kubectl_of(server)
    client = server.client()
    path = "/api/v1/namespaces/default/configmaps"
    with kubectl.stream("get", "configmaps", "--watch", "-o", "name") as watch:
        for name in ("first", "second", "third"):
            client.post(path, config_map(name, 16))
            watch.line(f"^configmap/{name}$")
        assert len(kubectl("get", "configmaps", "-o", "name").split()) == 3
        assert watch.running()
        server.stop()
        watch.wait()
