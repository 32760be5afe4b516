"""How a server goes: it says so first, then ends what is open."""
import signal

from harness.client import wait_for
from harness.server import STOP_TIMEOUT_SECONDS


def test_readyz_fails_first(t):
    """While a server that was told to stop still serves, only /readyz says so; a second signal ends
    it at once."""
    # Longer than the test takes.
    server = t.start_server("--storage=memory", "--shutdown-delay-duration=10m")
    client = server.client()
    watch = client.watch("/api/v1/configmaps")
    assert client.get("/readyz").body == b"ok"
    server.process.send_signal(signal.SIGTERM)
    wait_for(lambda: client.request("GET", "/readyz").status == 500, "a failing /readyz")
    assert b"[-]shutdown failed: reason withheld\n" in client.get("/readyz", expect=500).body
    alone = client.get("/readyz/shutdown", expect=500).body
    assert alone == b"internal server error: process is shutting down\n", alone
    assert client.get("/livez").body == b"ok"
    client.post("/api/v1/namespaces/default/configmaps", {"metadata": {"name": "late"}})
    assert watch.next()["object"]["metadata"]["name"] == "late"
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(STOP_TIMEOUT_SECONDS) == -signal.SIGTERM


def test_watches_end_after_the_delay(t):
    """That it serves until then is seen above, where the delay is long."""
    server = t.start_server("--storage=memory", "--shutdown-delay-duration=1s")
    watch = server.client().watch("/api/v1/configmaps")
    server.process.send_signal(signal.SIGTERM)
    assert watch.remaining() == []
    assert server.process.wait(STOP_TIMEOUT_SECONDS) == 0


def test_request_timeout(t):
    refused = t.client.get("/api/v1/configmaps?timeout=soon", expect=400).json()
    assert refused["message"].startswith("invalid timeout specified in the request URL - "), refused
    t.client.get("/api/v1/configmaps?timeout=60s")
    t.client.get("/api/v1/configmaps?timeout=0s")
