#!/usr/bin/env python3
"""Compares what a running server says it serves with facts about the Kubernetes API.

  discovery.py            starts a server, prints every difference, exits 1 if there is one and 77 (a skipped test)
                          without a binary
  discovery.py --self-test    shows on made-up input that differences are found

Where the facts are: tests/harness/reference.py. Every resource and subresource of theirs must be
there with its verbs, names, categories, kind, scope and hash of the storage version, in both forms of discovery.
"""
import json
import os
import sys
import tempfile

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from harness import reference  # noqa: E402
from harness.client import Client  # noqa: E402
from harness.server import TOKEN, Server, binary_is_there  # noqa: E402

SKIPPED = 77
AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"


def facts_file():
    return os.path.join(reference.folder("facts"), "resources.json")


def entry(verbs, kind, namespaced, group="", version="", **names):
    """One resource or subresource, in one shape whatever it comes from; empty members are left out."""
    out = {"verbs": sorted(verbs), "kind": kind, "namespaced": namespaced, "group": group, "version": version, **names}
    return {key: value for key, value in out.items() if value not in ("", [], None)}


def expected(resources):
    """{(group, version, name): entry} of the facts; `name` is `pods` or `pods/log`."""
    out = {}
    for fact in resources:
        at = (fact["group"], fact["version"])
        out[(*at, fact["plural"])] = entry(
            fact["verbs"],
            fact["kind"],
            fact["namespaced"],
            singular=fact["singular"],
            short=fact.get("shortNames", []),
            categories=fact.get("categories", []),
            hash=fact.get("storageVersionHash", ""),
        )
        for sub in fact.get("subresources", []):
            foreign = sub.get("group", "") or ""
            out[(*at, f"{fact['plural']}/{sub['name']}")] = entry(
                sub["verbs"], sub["kind"], fact["namespaced"], foreign, sub.get("version", "") if foreign else ""
            )
    return out


def listed(group_version, documents):
    """The same of an APIResourceList."""
    group, _, version = group_version.rpartition("/")
    out = {}
    for item in documents["resources"]:
        names = {}
        if "/" not in item["name"]:
            names = {
                "singular": item["singularName"],
                "short": item.get("shortNames", []),
                "categories": item.get("categories", []),
                "hash": item.get("storageVersionHash", ""),
            }
        out[(group, version, item["name"])] = entry(
            item["verbs"], item["kind"], item["namespaced"], item.get("group", ""), item.get("version", ""), **names
        )
    return out


def aggregated(document):
    """The same of an APIGroupDiscoveryList, which says nothing about storage."""
    out = {}
    for group in document["items"]:
        name = group["metadata"].get("name", "")
        for version in group["versions"]:
            for resource in version["resources"]:
                namespaced = resource["scope"] == "Namespaced"
                at = (name, version["version"])
                out[(*at, resource["resource"])] = entry(
                    resource["verbs"],
                    resource["responseKind"]["kind"],
                    namespaced,
                    singular=resource["singularResource"],
                    short=resource.get("shortNames", []),
                    categories=resource.get("categories", []),
                )
                for sub in resource.get("subresources", []):
                    kind = sub["responseKind"]
                    out[(*at, f"{resource['resource']}/{sub['subresource']}")] = entry(
                        sub["verbs"], kind["kind"], namespaced, kind["group"], kind["version"]
                    )
    return out


def differences(want, got, form):
    for key in sorted(want):
        name = "{}/{} {}".format(*key)
        if key not in got:
            yield f"{form}: {name} is not served"
            continue
        for member in sorted(want[key].keys() | got[key].keys()):
            if want[key].get(member) != got[key].get(member):
                yield f"{form}: {name}: {member} is {got[key].get(member)}, not {want[key].get(member)}"


def check(want, client):
    found = {}
    for group, version in sorted({key[:2] for key in want}):
        group_version = f"{group}/{version}" if group else version
        answer = client.request("GET", f"/apis/{group_version}" if group else "/api/v1")
        if answer.status == 200:
            found.update(listed(group_version, answer.json()))
    yield from differences(want, found, "lists")
    found = {}
    for path in ("/api", "/apis"):
        found.update(aggregated(client.request("GET", path, accept=AGGREGATED).json()))
    without_hash = {key: {k: v for k, v in value.items() if k != "hash"} for key, value in want.items()}
    yield from differences(without_hash, found, "aggregated")


def self_test():
    fact = {"group": "g", "version": "v1", "plural": "as", "singular": "a", "kind": "A", "namespaced": True,
            "verbs": ["get"], "subresources": [{"name": "b", "kind": "B", "verbs": ["create"]}]}
    want = expected([fact])
    assert not list(differences(want, dict(want), "x"))
    assert list(differences(want, {}, "x")) == ["x: g/v1 as is not served", "x: g/v1 as/b is not served"]
    other = {key: dict(value) for key, value in want.items()}
    other[("g", "v1", "as")]["verbs"] = ["get", "list"]
    assert list(differences(want, other, "x")) == ["x: g/v1 as: verbs is ['get', 'list'], not ['get']"]


def main():
    if "--self-test" in sys.argv:
        self_test()
        return 0
    if not binary_is_there():
        print("no server to ask")
        return SKIPPED
    with open(facts_file(), encoding="utf-8") as file:
        want = expected(json.load(file)["resources"])
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, "--storage=memory")
        try:
            authority = server.kubeconfig_data("certificate-authority-data").decode()
            client = Client(server.host, server.port, authority, token=TOKEN)
            found = list(check(want, client))
        finally:
            server.stop()
    for line in found:
        print(line)
    print(f"{len(want)} resources and subresources, {len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
