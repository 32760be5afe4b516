#pragma once

#include <optional>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/value/value.h"

namespace pintle::patch {

// The member that makes an object of a strategic merge patch a directive.
inline constexpr std::string_view kPatchDirective = "$patch";

// What to take out of a patch value that has nothing to merge with.
struct StripRules {
  bool nulls = false;       // null members; null elements of lists stay
  bool directives = false;  // objects with a $patch member, wherever they stand
};

// `value` without what the rules name, at any depth; nothing if `value` itself goes. What holds
// nothing of the kind is returned as it is. Recursion follows the patch: see
// kMaxPatchDepth.
std::optional<Value> Strip(Arena& arena, const Value& value, StripRules rules);

// Whether two values are the same data: scalars that are equal, or one and the same container.
// Says no more than that: equal containers at different places are not the same.
bool IsSame(const Value& a, const Value& b);

}  // namespace pintle::patch
