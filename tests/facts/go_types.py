"""Reads types.go into the shape of the facts' types.json: one entry a type, with the keys that its README explains."""
import json
import re

# Import paths of packages whose folder is not below k8s.io/api.
IMPORTS = {
    "k8s.io/apimachinery/pkg/apis/meta/": "meta/",
    "k8s.io/apiextensions-apiserver/pkg/apis/": "",
    "k8s.io/kube-aggregator/pkg/apis/": "",
    "k8s.io/apiserver/pkg/apis/": "",
    "k8s.io/api/": "",
    "k8s.io/apimachinery/pkg/": "",
}
GROUP_FOLDERS = {"flowcontrol.apiserver.k8s.io": "flowcontrol", "rbac.authorization.k8s.io": "rbac"}
WELL_KNOWN = {
    "apis/meta/v1": {"Time", "MicroTime", "Duration", "FieldsV1"},
    "api/resource": {"Quantity"},
    "util/intstr": {"IntOrString"},
    "runtime": {"RawExtension"},
}
WELL_KNOWN_FOLDERS = {"meta/v1": "apis/meta/v1", "runtime": "runtime"}
SCALARS = {"string", "bool", "int32", "int64", "float64", "any"}
FORMATS = {"int32": "int32", "int64": "int64", "float64": "double", "bytes": "byte"}
# Kinds by another rule than "a struct with TypeMeta in the package of its group version". `*` is every group version.
KINDS = {
    "meta/v1.ApplyOptions": None,
    "meta/v1.List": None,
    "core/v1.List": None,
    "meta/v1.Status": "v1/Status",
    "meta/v1.APIVersions": "v1/APIVersions",
    "meta/v1.APIGroupList": "v1/APIGroupList",
    "meta/v1.APIGroup": "v1/APIGroup",
    "meta/v1.APIResourceList": "v1/APIResourceList",
    "meta/v1.WatchEvent": "*",
    "meta/v1.CreateOptions": "*",
    "meta/v1.DeleteOptions": "*",
    "meta/v1.GetOptions": "*",
    "meta/v1.ListOptions": "*",
    "meta/v1.PatchOptions": "*",
    "meta/v1.UpdateOptions": "*",
}
# Markers of other keys; every other marker of a field or a type is one of its `tags`.
FIELD_MARKERS = {"optional", "required", "unionDiscriminator", "listType", "listMapKey", "mapType", "structType", "default",
                 "featureGate"}
TYPE_MARKERS = {"enum", "structType", "protobuf", "protobuf.nullable", "k8s:openapi-gen", "pintle:jsonUnion", "k8s:deprecated"}
LIFECYCLE = "k8s:prerelease-lifecycle-gen:"


def folder_of(prefix):
    """`flowcontrol.apiserver.k8s.io/v1` -> `flowcontrol/v1`"""
    group, slash, version = prefix.partition("/")
    return GROUP_FOLDERS.get(group, group.split(".")[0]) + slash + version


class GoPackage:
    """The declarations of one types.go, as text: what they mean needs the other packages."""

    def __init__(self, text):
        self.imports = {}
        self.types = {}  # name -> {"doc": markers, "alias": bool, "type": text or None, "fields": [...]}
        self.constants = {}  # type -> values
        self._read(text)

    def _read(self, text):
        doc, struct = [], None
        for line in text.splitlines():
            line = line.strip()
            if line.startswith("//"):
                marker = line[2:].strip()
                if marker.startswith("+"):
                    doc.append(marker)
                continue
            if struct is not None and line == "}":
                struct = None
            elif struct is not None and line:
                struct.append(self._field(line, doc))
            elif match := re.fullmatch(r"type (\w+) (= )?(.+)", line):
                name, alias, body = match.groups()
                fields = [] if body.startswith("struct") else None
                self.types[name] = {"doc": doc, "alias": bool(alias), "type": body, "fields": fields}
                if body == "struct {":
                    struct = fields
            elif match := re.fullmatch(r'(\w+)\s+(\w+)\s+= ("(?:[^"\\]|\\.)*")', line):
                self.constants.setdefault(match[2], []).append(json.loads(match[3]))
            elif match := re.fullmatch(r'(\w+ )?"([\w./-]+)"', line):
                self.imports[(match[1] or match[2].rsplit("/", 1)[1]).strip()] = match[2]
            elif line and not line.startswith("package ") and line not in ("import (", "const (", ")"):
                raise ValueError(f"cannot read {line!r}")
            doc = []

    @staticmethod
    def _field(line, doc):
        match = re.fullmatch(r"(?:(\w+)\s+)?([\w.\[\]*]+)\s+`(.*)`", line)
        if not match:
            raise ValueError(f"cannot read the field {line!r}")
        tags = dict(re.findall(r'(\w+):"((?:[^"\\]|\\.)*)"', match[3]))
        return {"doc": doc, "name": match[1] or match[2].rsplit(".", 1)[-1], "embedded": not match[1], "type": match[2],
                "tags": tags}


def values_of(markers, name):
    return [m[len(name) + 2:] for m in markers if m.startswith(f"+{name}=")]


def has(markers, name):
    return f"+{name}" in markers


def tags_of(markers, known):
    """All but those of other keys and those that steer our generator."""
    return [m for m in markers if re.match(r"\+([^=(]+)", m)[1] not in known
            and not m.startswith(("+" + LIFECYCLE, "+pintle:"))]


class Reader:
    """Turns the packages into the shape of types.json."""

    def __init__(self, packages, sources):
        self.info = packages  # prefix -> facts of the package
        self.go = {prefix: GoPackage(text) for prefix, text in sources.items()}
        self.prefixes = {folder_of(prefix): prefix for prefix in packages}

    def types(self):
        found = {}
        for prefix, package in self.go.items():
            for name, declared in package.types.items():
                found[f"{prefix}.{name}"] = self.type(prefix, name, declared)
        return found

    # Names ---------------------------------------------------------------------------------------------------------

    def resolve(self, prefix, name):
        """The key of a name as written in the package: `corev1.Pod` -> `core/v1.Pod`."""
        if name in SCALARS or name == "byte":
            return name
        package, dot, plain = name.rpartition(".")
        folder = folder_of(prefix)
        if dot:
            path = self.go[prefix].imports[package]
            start = max((p for p in IMPORTS if path.startswith(p)), key=len)
            folder = IMPORTS[start] + path[len(start):]
        if plain in WELL_KNOWN.get(WELL_KNOWN_FOLDERS.get(folder, folder), ()):
            return plain
        if folder == "types":
            return f"types.{plain}"
        return f"{self.prefixes[folder]}.{plain}"

    def declared(self, key):
        prefix, _, name = key.rpartition(".")
        return prefix, self.go[prefix].types[name] if prefix in self.go else None

    def normalise(self, prefix, text):
        """`[]corev1.Taint` -> (`[]core/v1.Taint`, None), `*Phase` -> (`*string`, `core/v1.Phase`)."""
        for start in ("*", "[]"):
            if text.startswith(start) and text != "[]byte":
                inner, alias = self.normalise(prefix, text[len(start):])
                return start + inner, alias
        if match := re.fullmatch(r"map\[([\w.]+)\](.+)", text):
            if self.normalise(prefix, match[1])[0] != "string":
                raise ValueError(f"the keys of {text} are no texts")
            inner, alias = self.normalise(prefix, match[2])
            return "map[string]" + inner, alias
        if text == "[]byte":
            return "bytes", None
        key = self.resolve(prefix, text)
        if key.startswith("types."):
            return "string", key
        if "." not in key:
            return key, None
        home, declared = self.declared(key)
        if declared["fields"] is not None:
            return key, None
        inner, alias = self.normalise(home, declared["type"])
        return inner, alias if declared["alias"] or "/" in inner and inner == alias else key

    # Types ---------------------------------------------------------------------------------------------------------

    def type(self, prefix, name, declared):
        doc, package = declared["doc"], self.go[prefix]
        out = {}
        if declared["fields"] is not None:
            published = values_of(doc, "k8s:openapi-gen") != ["false"]
            out["fields"] = [self.field(prefix, f, has(doc, "pintle:jsonUnion"), published) for f in declared["fields"]]
        else:
            self.named(prefix, name, declared, out)
        if (kind := self.kind(prefix, name, out)) is not None:
            out["gvk"] = kind
        values = package.constants.get(name)
        if has(doc, "enum"):
            out["enum"] = sorted(values or [])
        elif values:
            out["values"] = values
        for value in values_of(doc, "structType"):
            out["structType"] = out["mapType"] = value
        if values_of(doc, "protobuf") == ["false"]:
            out["proto_message"] = False
        if values_of(doc, "protobuf.nullable") == ["true"]:
            out["proto_fields"] = [["items", 1, "repeated " + self.proto_leaf(prefix, out["alias_of"][2:])]]
        if values_of(doc, "k8s:openapi-gen") == ["false"]:
            out["in_openapi"] = False
        if has(doc, "pintle:jsonUnion"):
            out["openapi_untyped"] = True
        for stage in ("introduced", "deprecated", "removed", "replacement"):
            for value in values_of(doc, LIFECYCLE + stage):
                out.setdefault("lifecycle", {})[stage] = value.replace(",", "/")
        for value in values_of(doc, "k8s:deprecated"):
            retired, _, number = value.partition(",protobuf=")
            out.setdefault("reserved", []).append({"name": retired, **({"proto": int(number)} if number else {})})
        if tags := tags_of(doc, TYPE_MARKERS):
            out["tags"] = tags
        if has(doc, "union"):
            out["unions"] = [self.union(declared)]
        return out

    def named(self, prefix, name, declared, out):
        """A type that is no struct literal: another struct, a synonym, or a scalar, list or map with a name."""
        underlying, alias = self.normalise(prefix, declared["type"])
        if "/" in underlying and not underlying.startswith(("[", "map")):
            out["same_as"] = underlying
            return
        out["alias_of"] = underlying
        if declared["alias"]:
            synonym = self.resolve(prefix, declared["type"])
            if synonym.startswith(prefix + "."):
                out["synonym_of"] = synonym

    def kind(self, prefix, name, out):
        key = f"{prefix}.{name}"
        if key in KINDS:
            return KINDS[key]
        if not any(f.get("inline") and f["type"] == "meta/v1.TypeMeta" for f in out.get("fields", [])):
            return None
        info = self.info[prefix]
        return "/".join(filter(None, [info["group"], info["version"], name]))

    @staticmethod
    def union(declared):
        out = {"fields-to-discriminateBy": {}}
        for field in declared["fields"]:
            json_name = field["tags"]["json"].split(",")[0]
            if has(field["doc"], "unionDiscriminator"):
                out["discriminator"] = json_name
            else:
                out["fields-to-discriminateBy"][json_name] = field["name"]
        return out

    # Fields --------------------------------------------------------------------------------------------------------

    def field(self, prefix, declared, in_union, published):
        doc, tags = declared["doc"], declared["tags"]
        json_name, *options = tags["json"].split(",") if "json" in tags else [declared["name"]]
        out = {"json": json_name}
        out["type"], alias = self.normalise(prefix, declared["type"])
        for option in options:
            out[option] = True
        if declared["name"].lower() != json_name.lower() and "inline" not in options:
            out["go"] = declared["name"]
        self.proto(prefix, declared, json_name, out)
        if has(doc, "optional"):
            out["optional"] = True
        omitted = out.get("omitempty") or out.get("omitzero")
        named = json_name not in ("", "-") and not in_union
        if has(doc, "required") or named and not omitted and not out.get("optional"):
            out["required"] = True
        if alias:
            out["alias"] = alias
            if values := self.closed_set(alias):
                out["enum"] = values
        self.markers(doc, tags, out)
        plain = out["type"].lstrip("*")
        leaf = plain.removeprefix("[]").removeprefix("map[string]")
        if leaf in FORMATS and named and published:
            out["format" if leaf == plain else "item_format"] = FORMATS[leaf]
        return out

    def closed_set(self, alias):
        prefix, declared = self.declared(alias)
        if declared is None or not has(declared["doc"], "enum"):
            return None
        return sorted(self.go[prefix].constants[alias.rpartition(".")[2]])

    @staticmethod
    def markers(doc, tags, out):
        for name in ("patchStrategy", "patchMergeKey"):
            if name in tags:
                out[name] = tags[name]
        if has(doc, "unionDiscriminator"):
            out["unionDiscriminator"] = True
        for value in values_of(doc, "listType"):
            out["listType"] = value
        if keys := values_of(doc, "listMapKey"):
            out["listMapKeys"] = keys
        for value in values_of(doc, "mapType") + values_of(doc, "structType"):
            out["mapType"] = value
        for value in values_of(doc, "default"):
            out["default"] = json.loads(value)
        if gates := values_of(doc, "featureGate"):
            out["featureGate"] = gates
        if others := tags_of(doc, FIELD_MARKERS):
            out["tags"] = others

    def proto(self, prefix, declared, json_name, out):
        if "protobuf" not in declared["tags"]:
            return
        wire, number, label, *rest = declared["tags"]["protobuf"].split(",")
        options = dict(option.split("=", 1) for option in rest)
        out["proto"] = int(number)
        out["proto_type"] = self.proto_type(prefix, declared["type"])
        if options["name"] != json_name:
            out["proto_name"] = options["name"]
        repeated = out["proto_type"].startswith(("repeated ", "map<"))
        if label != ("rep" if repeated else "opt") or wire != self.wire(out["proto_type"]):
            out["wrong protobuf tag"] = declared["tags"]["protobuf"]

    @staticmethod
    def wire(proto_type):
        leaf = proto_type.removeprefix("repeated ")
        return {"int32": "varint", "int64": "varint", "bool": "varint", "double": "fixed64"}.get(leaf, "bytes")

    def proto_type(self, prefix, text):
        text = text.lstrip("*")
        if text == "[]byte":
            return "bytes"
        if text.startswith("[]"):
            return "repeated " + self.proto_leaf(prefix, text[2:])
        if match := re.fullmatch(r"map\[[\w.]+\](.+)", text):
            return f"map<string,{self.proto_leaf(prefix, match[1])}>"
        key = self.resolve(prefix, text)
        home, declared = self.declared(key)
        if declared and declared["fields"] is None and declared["type"].startswith(("[]", "map")) and not values_of(
                declared["doc"], "protobuf.nullable"):
            repeated = self.proto_type(home, declared["type"])
            return repeated if home == prefix else self.qualify(repeated, home)
        return self.proto_leaf(prefix, text)

    def qualify(self, repeated, home):
        """The leaf of a repeated or map type, as another package writes it."""
        start, leaf = re.fullmatch(r"(repeated |map<string,)(.+?)>?", repeated).groups()
        if not leaf.startswith(".") and leaf[0].isupper():
            leaf = f".{self.info[home]['proto_package']}.{leaf}"
        return f"{start}{leaf}" + (">" if start.startswith("map") else "")

    def proto_leaf(self, prefix, text):
        if text == "[]byte":
            return "bytes"
        if text in SCALARS:
            return {"float64": "double"}.get(text, text)
        key = self.resolve(prefix, text)
        homes = {"Quantity": "k8s.io.apimachinery.pkg.api.resource", "IntOrString": "k8s.io.apimachinery.pkg.util.intstr",
                 "RawExtension": "k8s.io.apimachinery.pkg.runtime"}
        meta = self.info["meta/v1"]["proto_package"]
        if "." not in key:
            home = homes.get(key, meta)
            return key if home == self.info[prefix]["proto_package"] else f".{home}.{key}"
        if key.startswith("types."):
            return "string"
        home, declared = self.declared(key)
        underlying = self.normalise(prefix, text)[0]
        if underlying in SCALARS:
            return {"float64": "double"}.get(underlying, underlying)
        name = key.rpartition(".")[2]
        return name if home == prefix else f".{self.info[home]['proto_package']}.{name}"
