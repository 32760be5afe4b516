"""Addresses and node ports of services, the service `kubernetes`, and tokens of service accounts, with
real servers: on one store of their own, or two on one etcd."""
import threading

from harness.client import wait_for
from harness.ports import free_port

SERVICES = "/api/v1/namespaces/default/services"
ADDRESSES = "/apis/networking.k8s.io/v1/ipaddresses"
NETWORKS = "/apis/networking.k8s.io/v1/servicecidrs"
ENDPOINTS = "/api/v1/namespaces/default/endpoints"
SLICES = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices"
ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts"
SELF = "/apis/authentication.k8s.io/v1/selfsubjectreviews"
SELF_REVIEW = {"apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview"}
SKIP_MIRROR = "endpointslice.kubernetes.io/skip-mirror"
STOP_ATTEMPTS = 5
# A lease lasts 15 seconds, the others look every 10.
LEASE_PATIENCE_SECONDS = 120


def service(name, **spec):
    return {"metadata": {"name": name}, "spec": {"ports": [{"port": 80}], **spec}}


def test_two_servers_never_give_out_the_same(t):
    """Both take addresses and ports at once until all are gone, give some back and take again."""
    etcd = t.start_etcd()
    flags = [
        f"--etcd-servers={etcd.url}",
        "--service-cluster-ip-range=10.7.0.0/26,fd00::/121",
        "--service-node-port-range=30000-30059",
    ]
    servers = [t.start_server(*flags) for _ in range(2)]
    failures, lock = [], threading.Lock()

    def fill(server, prefix):
        client = server.client()
        for number in range(18):
            body = service(f"{prefix}-{number}", type="NodePort", ipFamilyPolicy="RequireDualStack")
            answer = client.request("POST", SERVICES, body)
            if answer.status != 201:
                with lock:
                    failures.append(answer.json())
            elif number % 3 == 2:
                client.delete(f"{SERVICES}/{prefix}-{number - 1}")

    # 61 addresses are left, 4 threads take 18 each and give back 6 of them.
    threads = [
        threading.Thread(target=fill, args=(servers[number % 2], f"s{number}"))
        for number in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[:3]
    listed = servers[0].client().get(SERVICES).json()["items"]
    addresses = [ip for item in listed for ip in item["spec"]["clusterIPs"]]
    ports = [p["nodePort"] for item in listed for p in item["spec"]["ports"] if "nodePort" in p]
    assert len(listed) == 4 * 12 + 1, len(listed)
    assert len(set(addresses)) == len(addresses) == 2 * 48 + 1, addresses
    assert len(set(ports)) == len(ports) == 48, ports
    taken = [i["metadata"]["name"] for i in servers[1].client().get(ADDRESSES).json()["items"]]
    assert sorted(taken) == sorted(addresses)
    # What is left is given out to the last, by whichever server.
    for number in range(13):
        servers[number % 2].client().post(SERVICES, service(f"last-{number}"))
    refused = servers[0].client().post(SERVICES, service("more"), expect=500).json()
    assert refused["message"].endswith("failed to allocate a serviceIP: range is full"), refused
    for server in servers:
        server.stop()
    etcd.kill()


def test_a_wanted_address_is_had_by_one(t):
    etcd = t.start_etcd()
    servers = [t.start_server(f"--etcd-servers={etcd.url}") for _ in range(2)]
    clients = [server.client() for server in servers]
    for number in range(10):
        answers = [None, None]

        def ask(which, number=number, answers=answers):
            body = service(f"wants-{which}-{number}", clusterIP=f"10.0.0.{100 + number}")
            answers[which] = clients[which].request("POST", SERVICES, body)

        threads = [threading.Thread(target=ask, args=(which,)) for which in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.status for answer in answers) == [201, 422], answers
        refused = next(answer for answer in answers if answer.status == 422).json()
        assert "provided IP is already allocated" in refused["message"], refused
    for server in servers:
        server.stop()
    etcd.kill()


def test_the_kubernetes_service(t):
    server = t.start_server(
        "--advertise-address=10.20.30.40",
        "--service-cluster-ip-range=10.9.0.0/16",
        port=free_port(),
    )
    client = server.client()
    made = client.get(f"{SERVICES}/kubernetes").json()
    assert made["metadata"]["labels"] == {"component": "apiserver", "provider": "kubernetes"}
    spec = made["spec"]
    assert spec["clusterIP"] == "10.9.0.1" and spec["clusterIPs"] == ["10.9.0.1"], spec
    assert spec["ports"] == [
        {"name": "https", "port": 443, "protocol": "TCP", "targetPort": server.port}
    ], spec
    endpoints = client.get(f"{ENDPOINTS}/kubernetes").json()
    assert endpoints["metadata"]["labels"][SKIP_MIRROR] == "true"
    ports = [{"name": "https", "port": server.port, "protocol": "TCP"}]
    assert endpoints["subsets"] == [{"addresses": [{"ip": "10.20.30.40"}], "ports": ports}]
    slice_ = client.get(f"{SLICES}/kubernetes").json()
    assert slice_["metadata"]["labels"] == {"kubernetes.io/service-name": "kubernetes"}
    assert slice_["addressType"] == "IPv4" and slice_["ports"] == ports, slice_
    assert slice_["endpoints"] == [{"addresses": ["10.20.30.40"], "conditions": {"ready": True}}]
    network = client.get(f"{NETWORKS}/kubernetes").json()
    assert network["spec"]["cidrs"] == ["10.9.0.0/16"]
    ready = network["status"]["conditions"][0]
    assert (ready["type"], ready["status"]) == ("Ready", "True"), ready
    parent = client.get(f"{ADDRESSES}/10.9.0.1").json()["spec"]["parentRef"]
    assert parent == {"resource": "services", "namespace": "default", "name": "kubernetes"}
    before = {
        path: client.get(f"{path}/kubernetes").json()
        for path in (SERVICES, ENDPOINTS, SLICES, NETWORKS)
    }
    server.stop()
    server.start()
    client = server.client()
    for path, was in before.items():
        assert client.get(f"{path}/kubernetes").json() == was, "a restart writes nothing"
    server.stop()


def test_servers_of_one_etcd_are_endpoints_while_they_last(t):
    etcd = t.start_etcd()

    def start(number):
        return t.start_server(
            f"--etcd-servers={etcd.url}", f"--advertise-address=10.20.30.{number}"
        )

    first, second = start(1), start(2)

    def addresses():
        endpoints = first.client().get(f"{SLICES}/kubernetes").json()["endpoints"]
        return [address for endpoint in endpoints for address in endpoint["addresses"]]

    def has_withdrawn():
        """Stops the second server; whether that has taken its address away."""
        # The first one, if it looked just before, may have written over what the second one wrote.
        wait_for(lambda: addresses() == ["10.20.30.1", "10.20.30.2"], "both")
        assert "/registry/masterleases/10.20.30.2" in etcd.keys("/registry/masterleases/")
        second.stop()
        return addresses() == ["10.20.30.1"]

    # A server that goes does not wait for a slow etcd, but etcd is not slow every time.
    for _ in range(STOP_ATTEMPTS):
        withdrawn = has_withdrawn()
        if withdrawn:
            break
        second.start()
    assert withdrawn, addresses()
    third = start(3)
    third.kill()
    wait_for(lambda: addresses() == ["10.20.30.1"], "the end of a lease", LEASE_PATIENCE_SECONDS)
    first.stop()
    etcd.kill()


def test_networks_that_come_later(t):
    client = t.start_server("--service-cluster-ip-range=10.9.0.0/30").client()
    client.post(SERVICES, service("a"))
    refused = client.post(SERVICES, service("b"), expect=500).json()
    assert "range is full" in refused["message"]
    client.post(
        NETWORKS, {"metadata": {"name": "more"}, "spec": {"cidrs": ["10.10.0.0/24"]}}
    )
    made = client.post(SERVICES, service("b")).json()
    assert made["spec"]["clusterIP"].startswith("10.10.0."), made
    client.post(
        NETWORKS, {"metadata": {"name": "bad"}, "spec": {"cidrs": ["10.10.0.1/24"]}}, expect=422
    )


def test_tokens_outlive_the_server(t):
    server = t.start_server("--storage=embedded")
    client = server.client()
    client.post(ACCOUNTS, {"metadata": {"name": "robot"}})
    answer = client.post(f"{ACCOUNTS}/robot/token", {"spec": {"expirationSeconds": 600}}).json()
    token = answer["status"]["token"]
    assert answer["kind"] == "TokenRequest" and answer["status"]["expirationTimestamp"], answer
    server.stop()
    server.start()
    who = server.client(token=token).post(SELF, SELF_REVIEW).json()["status"]["userInfo"]
    assert who["username"] == "system:serviceaccount:default:robot", who
    assert who["groups"] == [
        "system:serviceaccounts",
        "system:serviceaccounts:default",
        "system:authenticated",
    ]
    review = {
        "apiVersion": "authentication.k8s.io/v1",
        "kind": "TokenReview",
        "spec": {"token": token},
    }
    reviews = "/apis/authentication.k8s.io/v1/tokenreviews"
    status = server.client().post(reviews, review).json()["status"]
    assert status["authenticated"] and status["user"]["username"] == who["username"], status
    assert status["audiences"] == ["https://kubernetes.default.svc.cluster.local"], status
    keys = server.client().get("/openid/v1/jwks").json()["keys"]
    assert keys[0]["alg"] == "ES256" and keys[0]["use"] == "sig", keys
    configuration = server.client().get("/.well-known/openid-configuration").json()
    assert configuration["issuer"] == status["audiences"][0], configuration
    server.client().delete(f"{ACCOUNTS}/robot")
    server.client(token=token).post(SELF, SELF_REVIEW, expect=401)
    status = server.client().post(reviews, review).json()["status"]
    assert "authenticated" not in status and "not found" in status["error"], status
    server.stop()
