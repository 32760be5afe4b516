#!/usr/bin/env python3
"""Checks that a folder includes only folders before it.

  check.py [ROOT]        prints every include that points upwards, exits 1 if there is one
  check.py --self-test   shows on a made-up tree that each rule can fail

The order is that of docs/architecture.md. The longest path in it that a file stands below decides: a folder inside of another
may stand higher or lower than that (admission/plugins), and has the place of the other if it is not named. Between `validate` and `cel` stands what pintle-gen makes
of apis/*/types.go (API_TYPES); what is written by hand in apis/ stands between `write` and `api`
(APIS).
"""
import os
import re
import sys
import tempfile

API_TYPES = "apis (generated types)"
APIS = "apis"
ORDER = [
    "base",
    "value",
    "field",
    "codec",
    "jsonpath",
    "selector",
    "typeinfo",
    "features",
    "validate",
    API_TYPES,
    "cel",
    "schema",
    "scheme",
    "object",
    "patch",
    "apply",
    "storage",
    "http",
    "client",
    "webhook",
    "auth",
    "admission",
    "resource",
    "write",
    APIS,
    "registry",
    "metrics",
    "auth/rbac",
    "auth/node",
    "auth/webhook",
    "admission/plugins",
    "admission/webhooks",
    "admission/policies",
    "extensions/kind",
    "extensions",
    "controllers",
    "api/request",
    "api/answer",
    "api/discovery",
    "api/openapi",
    "api/verbs",
    "api/watch",
    "api",
    "server",
    "cli",
]
RANK = {layer: index for index, layer in enumerate(ORDER)}

# Headers of apis/<group>/<version>/ that pintle-gen writes: plain types, their tables, and the
# rules
GENERATED_HEADERS = {"types.h", "tables.h", "validation.h"}
# and the one that is for the tables of a folder
LIFECYCLE_HEADER, LIFECYCLE_LAYER = "lifecycle.h", "scheme"
# What the tests of a folder may include besides: the write path is tested with all kinds, the chain with a plugin, what
# stands behind the API through it.
TESTS_INCLUDE = {
    "admission": {"admission/plugins"},
    "resource": {"registry"},
    "write": {APIS, "admission/plugins", "extensions"},
    "extensions/kind": {"extensions", "api"},
    "extensions": {"api", "api/watch"},
    "controllers": {"api"},
    "api/request": {"api"},
    "api/watch": {"api"},
}
# Folders whose files may include anything but main functions and tests.
UNRESTRICTED = {"bench", "fuzz", "exe", "tests"}
CHECKED = ["pintle", "apis", "gen", "exe", "bench", "fuzz", "tests"]
# Inputs and outputs of the generator's tests, not part of the program.
SKIPPED_FOLDERS = {"testdata"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def layer_of(path):
    """The layer of a path relative to the root, or None for a path that has none (a library's
    header)."""
    parts = path.split("/")
    if parts[0] == "pintle" and len(parts) > 2:
        folders = parts[1:-1]
        named = ("/".join(folders[:depth]) for depth in range(len(folders), 0, -1))
        return next((name for name in named if name in RANK), parts[1])
    if parts[0] == "apis" and parts[-1] == LIFECYCLE_HEADER:
        return LIFECYCLE_LAYER
    if parts[0] == "apis":
        return API_TYPES if parts[-1] in GENERATED_HEADERS else APIS
    if parts[0] in ("gen", "exe", "tests", "bench", "fuzz") and len(parts) > 1:
        return parts[0]
    return None


def fault(path, included, quoted):
    """Why `path` must not include `included`, or None."""
    source, target = layer_of(path), layer_of(included)
    if target is None:
        if quoted and "/" not in included:
            return "names a file of the project without its folder"
        return None
    if target in ("exe", "tests") and source != target:
        return f"nothing includes {target}/"
    if source in UNRESTRICTED:
        return None
    if source == "gen":
        return None if target in ("gen", "base") else "gen/ uses only gen/ and pintle/base"
    if source not in RANK:
        return f"{source} has no place in the order; add it to tests/layering/check.py"
    if target not in RANK:
        return f"{target} is not a folder that {source} may include"
    if path.endswith(("_test.cc", "_for_test.cc", "_for_test.h")) and target in TESTS_INCLUDE.get(source, ()):
        return None
    if source == API_TYPES:
        source = APIS  # a hand-written file of that name next to types.go
    if RANK[target] > RANK[source]:
        return f"{target} comes after {source}"
    return None


def source_files(root):
    for top in CHECKED:
        for folder, names, files in os.walk(os.path.join(root, top)):
            names[:] = sorted(n for n in names if n not in SKIPPED_FOLDERS)
            for name in sorted(files):
                if name.endswith((".h", ".cc")):
                    yield os.path.relpath(os.path.join(folder, name), root)


def check(root):
    """Returns (number of files, offending lines)."""
    count, faults = 0, []
    for path in source_files(root):
        count += 1
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                why = fault(path, match[2], match[1] == '"')
                if why:
                    faults.append(f"{path}:{number}: {line.strip()}  ({why})")
    return count, faults


def self_test():
    allowed = {
        "pintle/value/a.cc": '#include "pintle/value/value.h"\n#include "pintle/base/error.h"\n#include <lmdb.h>',
        "pintle/scheme/a.cc": '#include "apis/core/v1/types.h"\n#include "pintle/typeinfo/type_info.h"',
        "pintle/scheme/a_test.cc": '#include "apis/core/v1/lifecycle.h"',
        "pintle/api/a.cc": '#include "apis/all.h"',
        "pintle/admission/plugins/a.cc": '#include "pintle/admission/chain.h"\n#include "pintle/write/commit.h"',
        "pintle/extensions/kind/deep/a.cc": '#include "pintle/registry/registry.h"',
        "pintle/storage/etcd/a.cc": '#include "pintle/storage/cache/cache.h"\n#include "pintle/base/error.h"',
        "apis/core/v1/strategy.cc": '#include "pintle/resource/strategy.h"\n#include "apis/core/v1/types.h"',
        "gen/parse/a.cc": '#include "gen/model/model.h"\n#include "pintle/base/error.h"',
        "exe/pintle.cc": '#include "pintle/cli/commands.h"',
        "gen/testdata/x/out.h": '#include "pintle/cli/commands.h"',
        "bench/a.cc": '#include "pintle/server/server.h"',
        "pintle/write/a_test.cc": '#include "apis/builtin.h"',
        "pintle/write/a_for_test.h": '#include "apis/builtin.h"',
    }
    refused = {
        "pintle/base/a.h": '#include "pintle/value/value.h"',
        "pintle/field/a.cc": "  #  include <pintle/codec/json.h>",
        "pintle/validate/a.cc": '#include "apis/core/v1/types.h"',
        "pintle/schema/a.cc": '#include "apis/core/v1/lifecycle.h"',
        "pintle/write/a.cc": '#include "apis/core/v1/strategy.h"',
        "pintle/write/b_test.cc": '#include "pintle/api/verbs/verbs.h"',
        "pintle/object/a_test.cc": '#include "apis/builtin.h"',
        "pintle/patch/a.cc": '#include "pintle/server/options.h"',
        "apis/core/v1/defaults.cc": '#include "pintle/api/verbs/verbs.h"',
        "gen/emit/a.cc": '#include "pintle/value/value.h"',
        "pintle/cli/a.cc": '#include "exe/pintle.h"',
        "bench/b.cc": '#include "tests/helper.h"',
        "pintle/codec/a.cc": '#include "json.h"',
        "pintle/write/c.cc": '#include "pintle/admission/plugins/quota.h"',
        "pintle/extensions/kind/b.cc": '#include "pintle/extensions/definitions.h"',
        "pintle/storage/etcd/b.cc": '#include "pintle/http/server.h"',
        "pintle/newcomer/a.cc": '#include "pintle/base/error.h"',
    }
    with tempfile.TemporaryDirectory() as root:
        for path, text in {**allowed, **refused}.items():
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(text + "\n")
        _, faults = check(root)
    found = {line.split(":")[0] for line in faults}
    assert found == set(
        refused
    ), f"missed {set(refused) - found}, wrongly refused {found - set(refused)}"
    assert len(faults) == len(refused), faults


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        print("layering: the check finds what it should")
        return 0
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..", "..")
    count, faults = check(os.path.abspath(root))
    for line in faults:
        print(line)
    print(f"layering: {count} files, {len(faults)} faults")
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main())
