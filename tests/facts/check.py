#!/usr/bin/env python3
"""Compares apis/**/types.go with facts about the Kubernetes API, both ways.

  check.py [ROOT]         prints every difference, exits 1 if there is one
  check.py --self-test    shows on made-up input that differences are found

Where the facts are: tests/harness/reference.py. types.go is read into their shape, then the two
are compared key by key. What follows from a type alone and is made by the engines (zero defaults in OpenAPI v3) is not
compared.
"""
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import reference
from go_types import FIELD_MARKERS, Reader, folder_of

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
# Validation of our own: enforced here, while upstream checks the same by hand.
OWN_TAGS = {
    ("coordination.k8s.io/v1.LeaseSpec", "leaseDurationSeconds"): ["+k8s:optional", "+k8s:minimum=1"],
    ("coordination.k8s.io/v1.LeaseSpec", "leaseTransitions"): ["+k8s:optional", "+k8s:minimum=0"],
}
NOT_COMPARED = {"v3default", "openapi", "openapi_v3"}


def expected(types):
    """The facts, without what types.go does not say."""
    out = {}
    for key, fact in types.items():
        if fact.get("wellknown"):
            continue
        fact = {k: v for k, v in fact.items() if k not in NOT_COMPARED and k != "custom_json"}
        if fact.get("openapi_untyped") and key.endswith(".JSON"):
            del fact["openapi_untyped"]  # a well-known type to the generator
        if "synonym_of" in fact or fact.get("enum") == []:
            fact.pop("enum", None)
        if "same_as" in fact:
            fact.pop("proto_fields", None)
        if "fields" in fact:
            fact["fields"] = [field_facts(key, f) for f in fact["fields"]]
        out[key] = fact
    # A constant of another package's type counts among the values where the type is used.
    for fact in types.values():
        for field in fact.get("fields", []):
            if "enum" in field and "alias" in field and "enum" in out.get(field["alias"], {}):
                out[field["alias"]]["enum"] = field["enum"]
    return out


def field_facts(key, field):
    field = {k: v for k, v in field.items() if k not in NOT_COMPARED and v is not False or k == "default"}
    # Markers that are keys of their own too are written once.
    tags = [t for t in field.get("tags", []) if re.match(r"\+([^=(]+)", t)[1] not in FIELD_MARKERS]
    tags += OWN_TAGS.get((key, field["json"]), [])
    field.pop("tags", None)
    if tags:
        field["tags"] = tags
    return field


def differences(facts, found):
    for key in sorted(facts.keys() | found.keys()):
        if key not in found:
            yield f"{key}: not declared"
        elif key not in facts:
            yield f"{key}: not in the facts"
        else:
            yield from type_differences(key, facts[key], found[key])


def type_differences(key, fact, declared):
    for name in sorted((fact.keys() | declared.keys()) - {"fields"}):
        if fact.get(name) != declared.get(name):
            yield f"{key}: {name} is {declared.get(name)!r}, not {fact.get(name)!r}"
    want, have = fact.get("fields", []), declared.get("fields", [])
    names = [(f["json"], f.get("go"), f["type"] if f.get("inline") else None) for f in want]
    others = [(f["json"], f.get("go"), f["type"] if f.get("inline") else None) for f in have]
    if names != others:
        yield f"{key}: has the fields {[n[0] for n in others]}, not {[n[0] for n in names]}"
        return
    for field, other in zip(want, have):
        for name in sorted(field.keys() | other.keys()):
            if field.get(name) != other.get(name):
                yield f"{key}.{field['json'] or field['type']}: {name} is {other.get(name)!r}, not {field.get(name)!r}"


def check(facts_folder, root):
    with open(os.path.join(facts_folder, "types.json"), encoding="utf-8") as stream:
        table = json.load(stream)
    sources = {}
    problems = []
    for prefix, info in table["packages"].items():
        path = os.path.join(root, "apis", folder_of(prefix))
        try:
            with open(os.path.join(path, "types.go"), encoding="utf-8") as stream:
                sources[prefix] = stream.read()
            with open(os.path.join(path, "doc.go"), encoding="utf-8") as stream:
                doc = stream.read()
        except FileNotFoundError as error:
            problems.append(f"{error.filename}: not there")
            continue
        for marker in (f"+groupName={info['group']}" if "group" in info else None,
                       f"+k8s:openapi-model-package={info['openapi_prefix']}"):
            if marker and f"// {marker}\n" not in doc:
                problems.append(f"{path}/doc.go: no {marker}")
    if not problems:
        found = Reader(table["packages"], sources).types()
        problems += differences(expected(table["types"]), found)
        print(f"{len(found)} types, {sum(len(t.get('fields', [])) for t in found.values())} fields compared")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


# Self-test -------------------------------------------------------------------------------------------------------------

SELF_TEST_PACKAGES = {
    "core/v1": {"group": "", "version": "v1", "proto_package": "k8s.io.api.core.v1"},
    "meta/v1": {"group": "meta.k8s.io", "version": "v1", "proto_package": "k8s.io.apimachinery.pkg.apis.meta.v1"},
}
SELF_TEST_META = 'package v1\n\ntype TypeMeta struct {\n\tKind string `json:"kind,omitempty"`\n}\n'
SELF_TEST_CORE = """package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Thing is made up.
type Thing struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	// +listType=set
	// +default=["a"]
	Modes []Mode `json:"modes,omitempty" protobuf:"bytes,2,rep,name=modes,casttype=Mode"`
	Size  *int32 `json:"size" protobuf:"varint,1,opt,name=size"`
}

// +enum
type Mode string

const (
	ModeB Mode = "b"
	ModeA Mode = "a"
)
"""
SELF_TEST_FACTS = {
    "meta/v1.TypeMeta": {"fields": [{"json": "kind", "type": "string", "omitempty": True}]},
    "core/v1.Mode": {"alias_of": "string", "enum": ["a", "b"]},
    "core/v1.Thing": {"gvk": "v1/Thing", "fields": [
        {"json": "", "type": "meta/v1.TypeMeta", "inline": True},
        {"json": "modes", "type": "[]string", "alias": "core/v1.Mode", "enum": ["a", "b"], "omitempty": True,
         "optional": True, "listType": "set", "default": ["a"], "proto": 2, "proto_type": "repeated string"},
        {"json": "size", "type": "*int32", "required": True, "format": "int32", "proto": 1, "proto_type": "int32"}]},
}


def self_test():
    def problems(core):
        found = Reader(SELF_TEST_PACKAGES, {"core/v1": core, "meta/v1": SELF_TEST_META}).types()
        return list(differences(expected(SELF_TEST_FACTS), found))

    if unexpected := problems(SELF_TEST_CORE):
        sys.exit(f"self-test: {unexpected}")
    changes = [("\t// +optional\n", ""), ("+listType=set", "+listType=atomic"), ('["a"]', '["b"]'), ("bytes,2", "bytes,3"),
               ("varint,1", "bytes,1"), ("2,rep", "2,opt"), ("name=size", "name=sizes"), ("[]Mode", "[]string"),
               ("*int32", "int32"), ('"size"', '"size,omitempty"'), ('"b"', '"c"'), ("// +enum\n", ""), ("+enum", "+enum\n// +oneOf=X"),
               ("// Thing", "// +structType=atomic\n// Thing"), ('\tmetav1.TypeMeta `json:",inline"`\n', ""),
               ("type Mode", "type Other string\n\ntype Mode"), ("// +default", "// +featureGate=X\n\t// +default"),
               ('json:"size"', 'json:"size" patchStrategy:"merge"')]
    for old, new in changes:
        if SELF_TEST_CORE.count(old) == 0 or not problems(SELF_TEST_CORE.replace(old, new)):
            sys.exit(f"self-test: {old!r} -> {new!r} was not noticed")
    print(f"{len(changes)} changes noticed")


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) > 1:
        sys.exit(__doc__)
    return check(reference.folder("facts"), arguments[0] if arguments else ROOT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
