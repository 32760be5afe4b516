"""Who am I, and what may I do?"""
import re

import manifests


def test_can_i(t):
    shell = t.shell()
    for arguments in (("create", "deployments.apps"), ("*", "*"), ("get", "/healthz")):
        assert shell("auth", "can-i", *arguments) == "yes\n", arguments
    listed = shell("auth", "can-i", "--list")
    assert re.search(r"^\*\.\* +\[\] +\[\] +\[\*\]$", listed, re.M), listed


def test_whoami(t):
    shell = t.shell()
    if t.minor < 28:  # asks for alpha and beta versions only, which are gone
        assert "the selfsubjectreviews API is not enabled" in shell.fails("auth", "whoami")
        return
    text = shell("auth", "whoami")
    assert re.search(r"^ATTRIBUTE +VALUE$", text, re.M), text
    assert re.search(r"^Groups +\[.*system:masters.*\]$", text, re.M), text


def test_reconcile(t):
    """Makes roles as a file has them, never taking a permission away."""
    shell = t.shell()
    role = manifests.ROLE.replace("  name:", f"  namespace: {shell.namespace}\n  name:")
    file = t.write("role.yaml", role)
    assert "reader reconciled" in shell("auth", "reconcile", "-f", file)
    shell("auth", "reconcile", "-f", t.write("other.yaml", role.replace("[get]", "[list]")))
    verbs = shell.value("role/reader", ".rules[*].verbs")
    assert "get" in verbs and "list" in verbs, verbs
