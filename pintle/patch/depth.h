#pragma once

#include "pintle/codec/token.h"
#include "pintle/value/value.h"

namespace pintle::patch {

// How deep patches may be nested: as deep as any document. Engines follow a patch by recursion;
// base/thread_stack.h makes room for that.
inline constexpr int kMaxPatchDepth = codec::kMaxDepth;

// Whether no container of `value` is nested in more than `limit` - 1 others.
bool FitsDepth(const Value& value, int limit);

}  // namespace pintle::patch
