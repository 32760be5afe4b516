#include "pintle/base/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

namespace pintle {
namespace {

__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

// Digits that always fit int64, and those that always fit Int128.
constexpr int kInt64Digits = 18;
constexpr int kInt128Digits = 38;
// The finest amount kept.
constexpr int32_t kNanoScale = -9;
// Of a binary amount that is read without big numbers.
constexpr int kBinaryDigits = 15;
constexpr int64_t kMaxAmount = std::numeric_limits<int64_t>::max();

struct Suffix {
  std::string_view text;
  int32_t exponent;
};
constexpr std::array<Suffix, 10> kDecimalSuffixes = {{{"n", -9},
                                                      {"u", -6},
                                                      {"m", -3},
                                                      {"", 0},
                                                      {"k", 3},
                                                      {"M", 6},
                                                      {"G", 9},
                                                      {"T", 12},
                                                      {"P", 15},
                                                      {"E", 18}}};
constexpr std::array<Suffix, 6> kBinarySuffixes = {
    {{"Ki", 10}, {"Mi", 20}, {"Gi", 30}, {"Ti", 40}, {"Pi", 50}, {"Ei", 60}}};

std::unexpected<Error> Malformed() {
  return BadRequest(
      "quantities must match the regular expression "
      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
}

std::string_view TakeDigits(std::string_view& text) {
  size_t end = 0;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

// Whether `suffix` is letters, a sign and digits, each of them optional.
bool HasSuffixShape(std::string_view suffix) {
  constexpr std::string_view kLetters = "eEinumkKMGTP";
  suffix.remove_prefix(std::min(suffix.find_first_not_of(kLetters), suffix.size()));
  if (suffix.starts_with('-') || suffix.starts_with('+')) suffix.remove_prefix(1);
  TakeDigits(suffix);
  return suffix.empty();
}

Int128 PowerOfTen(int exponent) {
  Int128 power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

int DigitCount(Int128 value) {
  int count = 0;
  for (; value != 0; value /= 10) ++count;
  return count;
}

std::string Digits(Int128 value) {
  if (value == 0) return "0";
  std::string reversed;
  for (Uint128 rest = value < 0 ? -static_cast<Uint128>(value) : static_cast<Uint128>(value);
       rest != 0; rest /= 10) {
    reversed.push_back(static_cast<char>('0' + static_cast<int>(rest % 10)));
  }
  if (value < 0) reversed.push_back('-');
  return {reversed.rbegin(), reversed.rend()};
}

// The product of a decimal text without leading zeros and 2^exponent, exponent at most 60.
std::string TimesPowerOfTwo(std::string_view digits, int32_t exponent) {
  std::string product(digits.rbegin(), digits.rend());  // least significant first
  while (exponent > 0) {
    const int32_t step = std::min(exponent, 30);
    uint64_t carry = 0;
    for (char& digit : product) {
      const uint64_t sum = (static_cast<uint64_t>(digit - '0') << step) + carry;
      digit = static_cast<char>('0' + sum % 10);
      carry = sum / 10;
    }
    for (; carry != 0; carry /= 10) product.push_back(static_cast<char>('0' + carry % 10));
    exponent -= step;
  }
  std::ranges::reverse(product);
  return product;
}

Int128 ToInt128(std::string_view digits) {
  Int128 value = 0;
  for (const char digit : digits) value = value * 10 + (digit - '0');
  return value;
}

// The amount `digits` * 10^scale in billionths, rounded up, at most kMaxAmount.
Int128 Billionths(std::string_view digits, int64_t scale) {
  constexpr int64_t kGiga = 1'000'000'000;
  constexpr Int128 kMax = static_cast<Int128>(kMaxAmount) * kGiga;
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return 0;
  const int64_t shift = scale - kNanoScale;
  const int64_t kept = static_cast<int64_t>(digits.size()) + shift;
  if (kept > kInt64Digits + 11) return kMax;  // past 10^20: beyond int64
  if (kept <= 0) return 1;
  if (shift >= 0) {
    return std::min(kMax, ToInt128(digits) * PowerOfTen(static_cast<int>(shift)));
  }
  const std::string_view dropped = digits.substr(static_cast<size_t>(kept));
  const bool round_up = dropped.find_first_not_of('0') != std::string_view::npos;
  return std::min(kMax, ToInt128(digits.substr(0, static_cast<size_t>(kept))) + (round_up ? 1 : 0));
}

}  // namespace

// A text taken apart: -00012.50Mi is negative, whole "12", fraction "50", binary 2^20.
struct Quantity::Parts {
  bool negative = false;
  std::string_view whole;  // without leading zeros, "0" if nothing is left
  std::string_view fraction;
  Format format = Format::kDecimalSi;
  int32_t exponent = 0;  // of 10, or of 2 for kBinarySi
};

Result<Quantity::Parts> Quantity::Split(std::string_view text) {
  if (text.empty()) return Malformed();
  Parts parts;
  if (text[0] == '-' || text[0] == '+') {
    parts.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  parts.whole = TakeDigits(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    parts.fraction = TakeDigits(text);
  }
  // No digits at all read as zero, as in `m` or `+`.
  parts.whole.remove_prefix(std::min(parts.whole.find_first_not_of('0'), parts.whole.size()));
  if (parts.whole.empty()) parts.whole = "0";
  if (!HasSuffixShape(text)) return Malformed();

  const auto is_text = [text](const Suffix& suffix) { return suffix.text == text; };
  if (const auto* it = std::ranges::find_if(kDecimalSuffixes, is_text);
      it != kDecimalSuffixes.end()) {
    parts.exponent = it->exponent;
    return parts;
  }
  if (const auto* it = std::ranges::find_if(kBinarySuffixes, is_text);
      it != kBinarySuffixes.end()) {
    parts.exponent = it->exponent;
    parts.format = Format::kBinarySi;
    return parts;
  }
  if (text[0] == 'e' || text[0] == 'E') {
    const char* begin = text.data() + 1 + (text.substr(1).starts_with('+') ? 1 : 0);
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(begin, end, parts.exponent);
    // Room for the digits of the number beside the exponent.
    constexpr int32_t kMaxExponent = std::numeric_limits<int32_t>::max() / 2;
    if (error == std::errc() && stop == end && std::abs(int64_t{parts.exponent}) <= kMaxExponent) {
      parts.format = Format::kDecimalExponent;
      return parts;
    }
  }
  return BadRequest("unable to parse quantity's suffix");
}

// What fits int64 without rounding is not capped either: 10E and 1e30 keep their amount.
std::optional<Quantity> Quantity::Small(const Parts& parts) {
  const auto whole_digits = static_cast<int>(std::min<size_t>(parts.whole.size(), 100));
  const auto fraction_digits = static_cast<int>(std::min<size_t>(parts.fraction.size(), 100));
  int32_t scale = 0;
  int64_t factor = 1;
  if (parts.format == Format::kBinarySi) {
    if (fraction_digits != 0) return std::nullopt;
    if (kBinaryDigits - whole_digits - parts.exponent * 3 / 10 - 1 < 0) return std::nullopt;
    factor = int64_t{1} << parts.exponent;
  } else {
    if (whole_digits + fraction_digits > kInt64Digits) return std::nullopt;
    scale = parts.exponent - fraction_digits;
  }
  if (scale < kNanoScale) return std::nullopt;
  const auto digits = static_cast<int64_t>(ToInt128(parts.whole) * PowerOfTen(fraction_digits) +
                                           ToInt128(parts.fraction));
  const Int128 value = static_cast<Int128>(digits) * factor;
  if (value > kMaxAmount) return std::nullopt;
  return Quantity(parts.negative ? -value : value, scale, parts.format);
}

Quantity Quantity::Large(const Parts& parts) {
  std::string digits(parts.whole);
  digits.append(parts.fraction);
  int64_t scale = -static_cast<int64_t>(parts.fraction.size());
  Format format = parts.format;
  if (format == Format::kBinarySi) {
    digits = TimesPowerOfTwo(digits, parts.exponent);
  } else {
    scale += parts.exponent;
  }
  const Int128 amount = Billionths(digits, scale);
  if (format == Format::kBinarySi && amount > 0 && amount < PowerOfTen(-kNanoScale)) {
    format = Format::kDecimalSi;
  }
  return {parts.negative ? -amount : amount, kNanoScale, format};
}

Result<Quantity> Quantity::Parse(std::string_view text) {
  PINTLE_TRY(const Parts parts, Split(text));
  if (const std::optional<Quantity> small = Small(parts)) return *small;
  return Large(parts);
}

std::optional<Quantity::Int128> Quantity::UnscaledAt(int32_t scale) const {
  if (unscaled_ == 0) return 0;
  const int64_t shift = int64_t{scale_} - scale;
  if (DigitCount(unscaled_) + shift >= kInt128Digits) return std::nullopt;
  return unscaled_ * PowerOfTen(static_cast<int>(shift));
}

std::string Quantity::ToString() const {
  if (is_zero()) return "0";
  Int128 number = unscaled_;
  int32_t exponent = scale_;
  while (number % 10 == 0) {
    number /= 10;
    ++exponent;
  }

  const std::optional<Int128> whole =
      exponent >= 0 ? Quantity(number, exponent, format_).UnscaledAt(0) : std::nullopt;
  if (format_ == Format::kBinarySi && whole && (*whole <= -1024 || *whole >= 1024)) {
    Int128 rest = *whole;
    size_t power = 0;
    for (; rest % 1024 == 0 && power < kBinarySuffixes.size(); ++power) rest /= 1024;
    return Digits(rest) + std::string(power == 0 ? "" : kBinarySuffixes[power - 1].text);
  }

  // The exponent becomes a multiple of three that there is a suffix for.
  int32_t target = exponent - ((exponent % 3) + 3) % 3;
  if (format_ != Format::kDecimalExponent) {
    target = std::min(target, kDecimalSuffixes.back().exponent);
  }
  std::string digits = Digits(number);
  digits.append(static_cast<size_t>(exponent - target), '0');
  if (format_ == Format::kDecimalExponent) {
    return target == 0 ? digits : fmt::format("{}e{}", digits, target);
  }
  for (const Suffix& suffix : kDecimalSuffixes) {
    if (suffix.exponent == target) return digits.append(suffix.text);
  }
  return digits;  // not reached: every multiple of three from -9 to 18 has a suffix
}

std::optional<int64_t> Quantity::AsInt() const {
  Int128 value = unscaled_;
  int32_t scale = scale_;
  for (; scale < 0; ++scale) {
    if (value % 10 != 0) return std::nullopt;
    value /= 10;
  }
  const std::optional<Int128> whole = Quantity(value, scale, format_).UnscaledAt(0);
  if (!whole || *whole > kMaxAmount || *whole < std::numeric_limits<int64_t>::min()) {
    return std::nullopt;
  }
  return static_cast<int64_t>(*whole);
}

double Quantity::AsApproximateDouble() const {
  return static_cast<double>(unscaled_) * std::pow(10.0, scale_);
}

Quantity Quantity::RoundedUp(int32_t scale) const {
  if (scale_ >= scale || unscaled_ == 0) return *this;
  const int64_t drop = int64_t{scale} - scale_;
  if (drop >= kInt128Digits) return {sign(), scale, format_};
  const Int128 unit = PowerOfTen(static_cast<int>(drop));
  const Int128 rounded = unscaled_ / unit + (unscaled_ % unit == 0 ? 0 : sign());
  return {rounded, scale, format_};
}

std::optional<Quantity> Quantity::Plus(const Quantity& other) const {
  if (other.is_zero()) return *this;
  if (is_zero()) return other;  // with its format: in another it may have any number of digits
  const int32_t scale = std::min(scale_, other.scale_);
  const std::optional<Int128> a = UnscaledAt(scale);
  const std::optional<Int128> b = other.UnscaledAt(scale);
  if (!a || !b) return std::nullopt;
  return Quantity(*a + *b, scale, format_);
}

std::strong_ordering operator<=>(const Quantity& a, const Quantity& b) {
  if (a.sign() != b.sign() || a.is_zero()) return a.sign() <=> b.sign();
  const int32_t scale = std::min(a.scale_, b.scale_);
  const std::optional<Int128> left = a.UnscaledAt(scale);
  const std::optional<Int128> right = b.UnscaledAt(scale);
  if (left && right) return *left <=> *right;
  // One takes more digits than are kept, so it is the larger one by far.
  const bool left_is_larger = !left.has_value();
  return left_is_larger == (a.sign() > 0) ? std::strong_ordering::greater
                                          : std::strong_ordering::less;
}

Result<std::string> CanonicalQuantity(std::string_view text) {
  PINTLE_TRY(const Quantity::Parts parts, Quantity::Split(text));
  const std::optional<Quantity> small = Quantity::Small(parts);
  if (!small) return Quantity::Large(parts).ToString();
  if (small->is_zero()) return std::string("0");
  if (small->format() == Quantity::Format::kBinarySi) {
    return ToInt128(parts.whole) % 8 != 0 ? std::string(text) : small->ToString();
  }
  const std::string digits = std::string(parts.whole).append(parts.fraction);
  const bool kept = small->scale_ % 3 == 0 && !digits.ends_with("000") && digits[0] != '0';
  return kept ? std::string(text) : small->ToString();
}

namespace {

// A set of letters, so that looking for one is no search.
constexpr uint64_t Letters(std::string_view letters) {
  uint64_t set = 0;
  for (char letter : letters) set |= uint64_t{1} << (letter - 'A');
  return set;
}
bool IsIn(uint64_t letters, char c) {
  return c >= 'A' && c <= 'z' && (letters >> (c - 'A') & 1) != 0;
}

}  // namespace

bool IsPlainQuantity(std::string_view text) {
  constexpr size_t kMaxDigits = 6;  // with any suffix here far below int64
  constexpr uint64_t kDecimalSuffixes = Letters("numkMGT");
  constexpr uint64_t kBinarySuffixes = Letters("KMGT");
  size_t digits = 0;
  uint32_t number = 0;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits) {
    if (digits == kMaxDigits) return false;
    number = number * 10 + static_cast<uint32_t>(text[digits] - '0');
  }
  std::string_view suffix = text.substr(digits);
  if (digits == 0 || text[0] == '0') return text == "0";
  switch (suffix.size()) {
    case 0:
      return number % 1000 != 0;
    case 1:
      return number % 1000 != 0 && IsIn(kDecimalSuffixes, suffix[0]);
    case 2:
      return number % 1024 != 0 && suffix[1] == 'i' && IsIn(kBinarySuffixes, suffix[0]);
    default:
      return false;
  }
}

}  // namespace pintle
