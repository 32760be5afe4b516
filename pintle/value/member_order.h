#pragma once

#include <cstddef>
#include <span>

#include "pintle/value/value.h"

namespace pintle {

// Writes `members` to `out` (room for as many) in bytewise key order, of equal keys the last alone.
// Returns how many were written: fewer than there were if a key repeats. Members that come in order
// cost one comparison each.
size_t SortMembers(std::span<const Member> members, Member* out);

}  // namespace pintle
