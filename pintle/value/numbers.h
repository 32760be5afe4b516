#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "pintle/value/value.h"

// Numbers as clients see them. Integers and doubles are kept apart as they came, but JSON shows 1.0
// as 1: what was read and sent back differs in this, and means the same.
namespace pintle {

// The integer that a number is, if it is one and fits.
std::optional<int64_t> AsWhole(const Value& number);

// By amount; NaN is above all others and equal to itself, so that one can sort by it.
std::strong_ordering CompareDoubles(double a, double b);
// The same of numbers of any kind, exactly.
std::strong_ordering CompareNumbers(const Value& a, const Value& b);

// Deep equality in which 1 and 1.0 are one number, and a large double is also the integer that JSON
// shows of it: two integers may be equal to one double and not to each other.
bool EqualByNumber(const Value& a, const Value& b);

// The order of Compare, but with CompareNumbers: what is EqualByNumber is equal in it, but for
// large doubles, which are only the integer of exactly their amount.
std::strong_ordering CompareByNumber(const Value& a, const Value& b);

// Both recurse: the caller knows that `value` is not deep.
// Whether there is a 1.0 in it.
bool HasWholeDoubles(const Value& value);
// `value` with every double that is a whole number turned into an integer.
Value WithWholeNumbers(Arena& arena, const Value& value);

}  // namespace pintle
