#pragma once

#include "pintle/base/arena.h"
#include "pintle/value/value.h"

namespace pintle::patch {

// JSON Merge Patch (RFC 7386): members of `patch` replace those of `document`, null removes,
// objects merge, lists are replaced whole. The result shares data with both. Depth is bounded by
// the decoders.
Value MergePatch(Arena& arena, const Value& document, const Value& patch);

}  // namespace pintle::patch
