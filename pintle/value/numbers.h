#pragma once

#include <cstdint>
#include <optional>

#include "pintle/value/value.h"

// Numbers as clients see them. Integers and doubles are kept apart as they came, but JSON shows 1.0
// as 1: what was read and sent back differs in this, and means the same.
namespace pintle {

// The integer that a number is, if it is one and fits.
std::optional<int64_t> AsWhole(const Value& number);

// Deep equality in which 1 and 1.0 are one number.
bool EqualByNumber(const Value& a, const Value& b);

// Both recurse: the caller knows that `value` is not deep.
// Whether there is a 1.0 in it.
bool HasWholeDoubles(const Value& value);
// `value` with every double that is a whole number turned into an integer.
Value WithWholeNumbers(Arena& arena, const Value& value);

}  // namespace pintle
