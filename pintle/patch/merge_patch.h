#pragma once

#include "pintle/base/arena.h"
#include "pintle/value/value.h"

namespace pintle::patch {

// JSON Merge Patch (RFC 7386): members of `patch` replace those of `document`, null removes,
// objects merge, lists are replaced whole. The result shares data with both; where the patch
// changes nothing it is `document` itself (see IsSame). Recursion follows the patch: see
// kMaxPatchDepth.
Value MergePatch(Arena& arena, const Value& document, const Value& patch);

}  // namespace pintle::patch
