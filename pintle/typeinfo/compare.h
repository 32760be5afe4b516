#pragma once

#include <compare>

#include "pintle/typeinfo/type_info.h"

namespace pintle::typeinfo {

// An order of objects in which those, and only those, are equal that are SemanticEqual; numbers in
// values are told apart as by CompareByNumber, and NaN is equal to itself, as an order needs it. It
// means nothing else: it is for finding equal ones among many.
std::strong_ordering SemanticCompare(const TypeInfo& type, const void* a, const void* b);

}  // namespace pintle::typeinfo
