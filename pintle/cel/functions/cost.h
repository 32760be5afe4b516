#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "pintle/cel/datum.h"
#include "pintle/cel/function.h"

// What calls cost, at run time and before.
namespace pintle::cel {

inline constexpr double kTextFactor = 0.1;      // per character of a text that is looked at
inline constexpr double kPatternFactor = 0.25;  // per character of a regular expression
inline constexpr uint64_t kListBase = 11;       // of a call that makes a list: 1 and a list

using Arguments = std::span<const Datum>;
using Sizes = std::span<const ArgumentSize>;

inline uint64_t Saturated(double value) {
  return value >= 0x1p64 ? std::numeric_limits<uint64_t>::max() : static_cast<uint64_t>(value);
}
// Rounded up.
inline uint64_t Scaled(uint64_t size, double factor) {
  return Saturated(std::ceil(static_cast<double>(size) * factor));
}
inline Estimate Scaled(Estimate size, double factor) {
  return {Scaled(size.least, factor), Scaled(size.most, factor)};
}
inline uint64_t AddCapped(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<uint64_t>::max() : sum;
}
inline uint64_t MultiplyCapped(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<uint64_t>::max() : product;
}
inline Estimate Sum(Estimate a, Estimate b) {
  return {AddCapped(a.least, b.least), AddCapped(a.most, b.most)};
}
inline Estimate Product(Estimate a, Estimate b) {
  return {MultiplyCapped(a.least, b.least), MultiplyCapped(a.most, b.most)};
}
inline void SetSize(Estimate* result_size, Estimate size) {
  if (result_size != nullptr) *result_size = size;
}

// The first argument is read once.
inline uint64_t TextCost(Arguments arguments, const Datum&) {
  return Scaled(SizeOf(arguments[0]), kTextFactor);
}
inline Estimate TextEstimate(Sizes sizes, Estimate*) { return Scaled(sizes[0].size, kTextFactor); }
// The same, and the result is no longer than it.
inline Estimate SameTextEstimate(Sizes sizes, Estimate* result_size) {
  SetSize(result_size, sizes[0].size);
  return Scaled(sizes[0].size, kTextFactor);
}
// The first argument is read and something as long is made, or it is read twice.
inline uint64_t TwiceTextCost(Arguments arguments, const Datum&) {
  return Scaled(SizeOf(arguments[0]), 2 * kTextFactor);
}
inline Estimate TwiceTextEstimate(Sizes sizes, Estimate*) {
  return Scaled(sizes[0].size, 2 * kTextFactor);
}

// Reading all of a value: 1 per scalar, a tenth of its bytes for a text.
uint64_t TraversalCost(const Datum& datum);

}  // namespace pintle::cel
