#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/schema/structural.h"
#include "pintle/value/value.h"

namespace pintle::schema {

// One fault of a number.
struct NumberFault {
  // The value the error shows, as text; empty if the error belongs to no place.
  std::string bad_value;
  // The message around the name of the place: `before` + name + `after`.
  std::string before;
  std::string after;
  std::string Text(std::string_view name) const { return before + std::string(name) + after; }
};

// Whether a double counts as an integer: no fraction worth mentioning, and exactly representable.
bool IsIntegral(double number);

// What is wrong with a number by its bounds and by the range of its type and format. `type`
// is the schema's `integer`, `number` or empty for anything else.
//
// An integer is compared with the bounds cut to integers, so a minimum of 1.5 admits 1. A
// fractional bound on type integer is a fault of its own.
std::vector<NumberFault> CheckNumber(std::string_view type, const ValueRules& rules,
                                     const Value& value);

}  // namespace pintle::schema
