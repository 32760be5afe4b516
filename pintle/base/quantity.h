#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/error.h"

namespace pintle {

// An amount of a resource: `500m`, `1.5Gi`, `2e3`. Exact decimal arithmetic; amounts finer than a
// billionth round away from zero when they are read, amounts beyond int64 are capped. A value
// type.
class Quantity {
 public:
  // The family of suffixes an amount is written with.
  enum class Format : uint8_t { kDecimalSi, kBinarySi, kDecimalExponent };

  constexpr Quantity() = default;
  static Quantity FromInt(int64_t value) { return {value, 0, Format::kDecimalSi}; }
  // Errors are kBadRequest and say what is wrong with the text.
  static Result<Quantity> Parse(std::string_view text);

  // The canonical form: no fraction, the largest suffix of its format that keeps all digits. A text
  // that Parse was given and that needs no change is returned as it was by CanonicalQuantity.
  std::string ToString() const;

  Format format() const { return format_; }
  bool is_zero() const { return unscaled_ == 0; }
  int sign() const { return unscaled_ < 0 ? -1 : static_cast<int>(unscaled_ > 0); }

  // Whether it is a whole number that fits int64, and that number.
  std::optional<int64_t> AsInt() const;
  double AsApproximateDouble() const;

  // Rounded away from zero to a multiple of 10^scale.
  Quantity RoundedUp(int32_t scale) const;
  // Nothing when the sum does not fit the 38 digits kept.
  std::optional<Quantity> Plus(const Quantity& other) const;
  Quantity Negated() const { return {-unscaled_, scale_, format_}; }

  // By amount: 1 == 1000m.
  friend bool operator==(const Quantity& a, const Quantity& b) { return (a <=> b) == 0; }
  friend std::strong_ordering operator<=>(const Quantity& a, const Quantity& b);

 private:
  __extension__ using Int128 = __int128;

  constexpr Quantity(Int128 unscaled, int32_t scale, Format format)
      : unscaled_(unscaled), scale_(scale), format_(format) {}

  struct Parts;
  static Result<Parts> Split(std::string_view text);
  static std::optional<Quantity> Small(const Parts& parts);
  static Quantity Large(const Parts& parts);
  // The unscaled value for `scale` (not above scale_); nothing when it takes too many digits.
  std::optional<Int128> UnscaledAt(int32_t scale) const;

  friend Result<std::string> CanonicalQuantity(std::string_view text);

  // The amount is unscaled_ * 10^scale_.
  Int128 unscaled_ = 0;
  int32_t scale_ = 0;
  Format format_ = Format::kDecimalSi;
};

// The form a quantity takes in an object: `text` itself where it counts as canonical, as `12Mi`,
// `+5` or `1.500` do, else ToString of it.
Result<std::string> CanonicalQuantity(std::string_view text);

// Whether `text` is seen at once to be a quantity that CanonicalQuantity would not change: few
// digits and a usual suffix, as most are. False says nothing.
bool IsPlainQuantity(std::string_view text);

}  // namespace pintle
