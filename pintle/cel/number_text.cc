#include "pintle/cel/number_text.h"

#include <charconv>
#include <limits>

namespace pintle::cel {
namespace {

std::optional<uint64_t> Digits(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  uint64_t number = 0;
  auto result = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::optional<int64_t> ParseInt(std::string_view text, bool minus) {
  constexpr uint64_t kLargest = std::numeric_limits<int64_t>::max();
  std::optional<uint64_t> number = Digits(text);
  if (!number || *number > kLargest + (minus ? 1 : 0)) return std::nullopt;
  return static_cast<int64_t>(minus ? 0 - *number : *number);
}

std::optional<uint64_t> ParseUint(std::string_view text) {
  return Digits(text.substr(0, text.size() - 1));
}

std::optional<double> ParseDouble(std::string_view text, bool minus) {
  double number = 0;
  auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec != std::errc()) return std::nullopt;
  return minus ? -number : number;
}

}  // namespace pintle::cel
