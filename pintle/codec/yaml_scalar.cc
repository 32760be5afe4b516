#include "pintle/codec/yaml_scalar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace pintle::codec {
namespace {

using Kind = YamlScalar::Kind;

constexpr std::array<std::string_view, 11> kTrue = {"y",    "Y",    "yes", "Yes", "YES", "true",
                                                    "True", "TRUE", "on",  "On",  "ON"};
constexpr std::array<std::string_view, 11> kFalse = {"n",     "N",     "no",  "No",  "NO", "false",
                                                     "False", "FALSE", "off", "Off", "OFF"};
constexpr std::array<std::string_view, 5> kNull = {"", "~", "null", "Null", "NULL"};
constexpr std::array<std::string_view, 3> kInfinity = {".inf", ".Inf", ".INF"};
constexpr std::array<std::string_view, 3> kNan = {".nan", ".NaN", ".NAN"};

template <size_t kSize>
bool Contains(const std::array<std::string_view, kSize>& texts, std::string_view text) {
  return std::ranges::find(texts, text) != texts.end();
}

YamlScalar String() { return YamlScalar{.kind = Kind::kString}; }
YamlScalar Double(double value) { return {.kind = Kind::kDouble, .double_value = value}; }

std::optional<YamlScalar> ResolveWord(std::string_view text) {
  if (Contains(kNull, text)) return YamlScalar{};
  if (Contains(kTrue, text)) return YamlScalar{.kind = Kind::kBool, .bool_value = true};
  if (Contains(kFalse, text)) return YamlScalar{.kind = Kind::kBool, .bool_value = false};
  if (Contains(kNan, text)) return Double(std::numeric_limits<double>::quiet_NaN());
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (!Contains(kInfinity, text)) return std::nullopt;
  double infinity = std::numeric_limits<double>::infinity();
  return Double(negative ? -infinity : infinity);
}

// Takes the base's prefix off the digits: 0x, 0o, 0b, and a plain 0 for octal.
int TakeBase(std::string_view& digits) {
  if (digits.size() < 2 || digits[0] != '0') return 10;
  int base = 8;
  size_t prefix = 2;
  switch (digits[1]) {
    case 'x':
    case 'X':
      base = 16;
      break;
    case 'b':
    case 'B':
      base = 2;
      break;
    case 'o':
    case 'O':
      break;
    default:
      prefix = 1;
  }
  digits.remove_prefix(prefix);
  return base;
}

std::optional<YamlScalar> ResolveInt(std::string_view text) {
  bool has_sign = text.starts_with('-') || text.starts_with('+');
  bool negative = text.starts_with('-');
  std::string_view digits = text.substr(has_sign ? 1 : 0);
  int base = TakeBase(digits);
  uint64_t magnitude = 0;
  auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, base);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  constexpr auto kMaxInt = static_cast<uint64_t>(INT64_MAX);
  if (magnitude <= kMaxInt + (negative ? 1 : 0)) {
    auto value = static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
    return YamlScalar{.kind = Kind::kInt, .int_value = value};
  }
  if (has_sign) return std::nullopt;
  return YamlScalar{.kind = Kind::kUnsigned, .unsigned_value = magnitude};
}

size_t CountDigits(std::string_view text) {
  size_t end = text.find_first_not_of("0123456789");
  return end == std::string_view::npos ? text.size() : end;
}

// [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
bool LooksLikeFloat(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  size_t whole = CountDigits(text);
  text.remove_prefix(whole);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    size_t fraction = CountDigits(text);
    if (whole + fraction == 0) return false;
    text.remove_prefix(fraction);
  } else if (whole == 0) {
    return false;
  }
  if (text.empty()) return true;
  if (text[0] != 'e' && text[0] != 'E') return false;
  text.remove_prefix(1);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && CountDigits(text) == text.size();
}

std::optional<YamlScalar> ResolveFloat(const std::string& text) {
  if (!LooksLikeFloat(text)) return std::nullopt;
  double value = std::strtod(text.c_str(), nullptr);
  if (!std::isfinite(value)) return std::nullopt;
  return Double(value);
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// `2020-01-02...` and `12:30:45`, which older readers take for a date and a number.
bool LooksLikeTime(std::string_view text) {
  if (CountDigits(text) == 4 && text.size() > 6 && text[4] == '-' && IsDigit(text[5])) return true;
  return text.find(':') != std::string_view::npos &&
         text.find_first_not_of("0123456789:._+-") == std::string_view::npos;
}

}  // namespace

YamlScalar ResolvePlain(std::string_view text) {
  if (auto word = ResolveWord(text)) return *word;
  char first = text[0];
  if (first == '.') return ResolveFloat(std::string(text)).value_or(String());
  if (first != '-' && first != '+' && !IsDigit(first)) return String();
  std::string digits(text);
  std::erase(digits, '_');
  if (auto number = ResolveInt(digits)) return *number;
  return ResolveFloat(digits).value_or(String());
}

bool NeedsQuotes(std::string_view text) {
  if (text == "=" || text == "<<" || LooksLikeTime(text)) return true;
  if (ResolvePlain(text).kind != Kind::kString) return true;
  // Some readers let underscores stand in fractions too.
  if (text.find('_') == std::string_view::npos) return false;
  std::string digits(text);
  std::erase(digits, '_');
  return ResolvePlain(digits).kind != Kind::kString;
}

std::string KeyText(const YamlScalar& scalar) {
  switch (scalar.kind) {
    case Kind::kBool:
      return scalar.bool_value ? "true" : "false";
    case Kind::kInt:
      return std::to_string(scalar.int_value);
    default:
      break;
  }
  double value = scalar.double_value;
  if (std::isnan(value)) return ".nan";
  // Shortest digits of the 32-bit value; exponent form from 1e6 on and below 1e-4.
  bool fits = std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max());
  if (!fits) return value < 0 ? "-.inf" : ".inf";
  auto single = static_cast<float>(value);
  float magnitude = std::abs(single);
  bool plain = magnitude == 0 || (magnitude >= 1e-4F && magnitude < 1e6F);
  std::array<char, 64> buffer;
  auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), single,
                           plain ? std::chars_format::fixed : std::chars_format::scientific)
                 .ptr;
  return {buffer.data(), end};
}

}  // namespace pintle::codec
