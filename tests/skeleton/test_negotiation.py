"""What requests and answers are written in, and what is said where that cannot be."""
from protocols import PROTOCOLS, ask

PROTOBUF = "application/vnd.kubernetes.protobuf"


def send(t, protocol, method, path, content_type):
    """The answer to a body that no format can read."""
    header = f"Content-Type: {content_type}"
    return ask(t, protocol, path, "--request", method, "--data-binary", "x", "--header", header)


def test_refused_types_are_answered_with_types_that_work(t):
    widgets = t.widgets()(t.namespace())
    configmaps = f"/api/v1/namespaces/{t.namespace()}/configmaps"
    for protocol in PROTOCOLS:
        for path, built_in in ((widgets, False), (configmaps, True)):
            status, fields = send(t, protocol, "POST", path, "text/plain")
            assert status == 415 and "accept-patch" not in fields, (status, fields)
            types = fields["accept"][0].split(", ")
            assert (PROTOBUF in types) == built_in, types
            for content_type in types:
                status, fields = send(t, protocol, "POST", path, content_type)
                assert status == 400, (content_type, status)
            status, fields = send(t, protocol, "PATCH", path + "/a", "text/plain")
            assert status == 415 and fields["accept"] == fields["accept-patch"], (status, fields)
            types = fields["accept-patch"][0].split(", ")
            assert ("application/strategic-merge-patch+json" in types) == built_in, types
            for content_type in types:
                status, fields = send(t, protocol, "PATCH", path + "/a", content_type)
                assert status != 415, (content_type, status)


def test_a_review_is_no_table(t):
    review = '{"spec":{"resourceAttributes":{"verb":"get","resource":"pods"}}}'
    path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"
    data = ("--data-binary", review, "--header", "Content-Type: application/json")
    table = "Accept: application/json;as=Table;v=v1;g=meta.k8s.io"
    for protocol in PROTOCOLS:
        assert ask(t, protocol, path, *data, "--header", table)[0] == 406, protocol
        either = ("--header", table + ",application/json")
        assert ask(t, protocol, path, *data, *either)[0] == 201, protocol


def test_errors_of_the_router_are_in_cbor(t):
    accept = ("--header", "Accept: application/cbor")
    for protocol in PROTOCOLS:
        for status, path, *arguments in (
            (404, "/apis/apps/v1/nope"),
            (405, "/version", "--request", "POST"),
            (415, "/api/v1/namespaces/default/configmaps/a", "--request", "PATCH"),
        ):
            seen, fields = ask(t, protocol, path, *accept, *arguments)
            assert (seen, fields["content-type"]) == (status, ["application/cbor"]), (path, fields)
