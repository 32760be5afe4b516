#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "pintle/cel/compile.h"

namespace pintle::cel {

// Steps of a path that are no names of fields.
inline constexpr std::string_view kItemsStep = "@items";
inline constexpr std::string_view kKeysStep = "@keys";
inline constexpr std::string_view kValuesStep = "@values";
inline constexpr std::string_view kIndicesStep = "@indices";

// What is known of the data an expression will be evaluated with.
class SizeProvider {
 public:
  virtual ~SizeProvider() = default;
  // The most characters, bytes or elements that the value at `path` can have: a variable, then
  // names of fields and the steps above. Nullopt: not known. The path of a variable that runs over
  // a literal begins with such a step.
  virtual std::optional<uint64_t> MostElements(std::span<const std::string_view> path) const = 0;
};

// What an evaluation of the expression may cost, in the units in which evaluation counts.
Estimate EstimateCost(const CheckedExpression& expression, const SizeProvider& sizes);

}  // namespace pintle::cel
