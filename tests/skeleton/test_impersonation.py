"""Requests in the name of somebody else."""
import json

SIGNING_REQUEST = """\
apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata:
  name: %s
spec:
  signerName: example.com/impersonation
  usages: [client auth]
  request: eA==
"""


def test_kubectl_as_another_user(t):
    flags = ("--as=nobody", "--as-group=dev", "--as-group=ops", "--as-uid=7")
    review = json.loads(t.kubectl("auth", "whoami", "-o", "json", *flags))
    assert review["status"]["userInfo"] == {
        "username": "nobody",
        "uid": "7",
        "groups": ["dev", "ops", "system:authenticated"],
    }, review
    # What is stored about who made an object is about the same user.
    file = t.write("request.yaml", SIGNING_REQUEST % "by-nobody")
    t.kubectl("create", "-f", file, *flags)
    path = "/apis/certificates.k8s.io/v1/certificatesigningrequests/by-nobody"
    spec = t.client.get(path).json()["spec"]
    assert spec["username"] == "nobody" and spec["uid"] == "7", spec
    assert spec["groups"] == ["dev", "ops", "system:authenticated"], spec


def test_kubectl_as_somebody_who_may_not(t):
    namespace = t.namespace()
    create = ("create", "configmap", "a", "-n", namespace)
    refused = t.kubectl.fails(*create, "--as=system:anonymous")
    assert 'forbidden: User "system:anonymous" cannot' in refused, refused
    configmaps = f"/api/v1/namespaces/{namespace}/configmaps"
    t.client.get(f"{configmaps}/a", expect=404)
    assert t.kubectl(*create, "--as=nobody") == "configmap/a created\n"
    assert t.client.get(f"{configmaps}/a").json()["metadata"]["name"] == "a"


def test_impersonation_is_refused(t):
    """Without the right to it, and without a user name."""
    nobody = t.server.client(token=None)
    refused = nobody.get("/api/v1/pods", headers={"Impersonate-User": "root"}, expect=403).json()
    assert refused["message"] == (
        'pods is forbidden: User "system:anonymous" cannot impersonate-on:user-info:list resource '
        '"pods" in API group "" at the cluster scope'
    ), refused
    headers = {"Impersonate-Group": "system:masters"}
    refused = t.client.get("/api/v1/pods", headers=headers, expect=400).json()
    assert refused["reason"] == "BadRequest", refused
    assert refused["message"].endswith(" without impersonating a user name"), refused
