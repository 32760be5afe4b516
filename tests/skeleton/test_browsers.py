"""What a browser must neither guess nor do for the pages of others; over both protocols."""
from protocols import PROTOCOLS, ask


def test_no_answer_is_guessed_at(t):
    configmaps = "/api/v1/namespaces/default/configmaps"
    requests = (
        (200, "/version"),
        (200, "/healthz"),
        (200, "/metrics"),
        (200, "/openapi/v3"),
        (200, "/apis"),
        (200, "/"),
        (200, configmaps),
        (200, f"{configmaps}?watch=1&timeoutSeconds=1"),
        (404, f"{configmaps}/no-such-map"),
        (404, "/no/such/path"),
        (406, "/apis", "--header", "Accept: text/html"),
        (415, configmaps, "--data-binary", "x", "--header", "Content-Type: text/plain"),
        # Refusals of the transport.
        (400, "/%zz"),
        (431, "/", *(x for i in range(1100) for x in ("--header", f"X: {i}"))),
    )
    for protocol in PROTOCOLS:
        for status, path, *arguments in requests:
            seen, fields = ask(t, protocol, path, *arguments)
            assert seen == status, (protocol, path, seen)
            assert fields.get("x-content-type-options") == ["nosniff"], (protocol, path, fields)
        seen, fields = ask(t, protocol, "/version", token="wrong")
        assert seen == 401 and fields.get("x-content-type-options") == ["nosniff"], fields


def admin_files(t):
    """What a browser would have of the admin: curl's arguments."""
    arguments = []
    for option, field in (("--cert", "client-certificate-data"), ("--key", "client-key-data")):
        arguments += [option, t.write(field, t.server.kubeconfig_data(field).decode())]
    return arguments


def test_pages_of_other_sites_get_nothing(t):
    """A form on a foreign page sends neither a Content-Type of the API nor a token; the certificate
    goes with it."""
    configmaps = f"/api/v1/namespaces/{t.namespace()}/configmaps"
    own = t.server.address
    certificate = admin_files(t)
    foreign = (
        ("Sec-Fetch-Site: cross-site",),
        ("Sec-Fetch-Site: cross-site", f"Origin: {own}"),
        ("Origin: https://evil.example",),
        ("Origin: null",),
        ("Origin: " + own.replace("https:", "http:"),),
        ("Sec-Fetch-Site: same-site", "Origin: https://localhost:1"),
        ("Sec-Fetch-Site: same-site",),
    )
    friendly = (
        (),
        (f"Origin: {own}",),
        ("Sec-Fetch-Site: same-origin", f"Origin: {own}"),
        ("Sec-Fetch-Site: same-origin", "Origin: http://127.0.0.1:8001"),  # kubectl proxy
    )
    data = ("--header", "Content-Type:", "--data-binary")
    made = []
    for protocol in PROTOCOLS:
        for headers in foreign:
            fields = [x for text in headers for x in ("--header", text)]
            body = '{"metadata":{"name":"foreign"}}'
            status, _ = ask(t, protocol, configmaps, *certificate, *fields, *data, body, token=None)
            assert status == 403, (protocol, headers, status)
        for headers in friendly:
            fields = [x for text in headers for x in ("--header", text)]
            made.append(f"m{len(made)}")
            body = '{"metadata":{"name":"%s"}}' % made[-1]
            status, _ = ask(t, protocol, configmaps, *certificate, *fields, *data, body, token=None)
            assert status == 201, (protocol, headers, status)
        for header in ("Sec-Fetch-Site: same-site", "Sec-Fetch-Site: none"):
            assert ask(t, protocol, configmaps, "--header", header)[0] == 200, header
        assert ask(t, protocol, configmaps, "--header", "Sec-Fetch-Site: cross-site")[0] == 403
    names = [item["metadata"]["name"] for item in t.client.get(configmaps).json()["items"]]
    assert sorted(names) == sorted(made), names
