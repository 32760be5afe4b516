#include "pintle/base/duration_text.h"

#include <array>
#include <cstdint>
#include <limits>

#include "pintle/base/strings.h"

namespace pintle {
namespace {

constexpr uint64_t kMicrosecond = 1'000;
constexpr uint64_t kMillisecond = 1'000'000;
constexpr uint64_t kSecond = 1'000'000'000;
constexpr uint64_t kMinute = 60 * kSecond;
constexpr uint64_t kHour = 60 * kMinute;
// One more than the largest int64, the most a negative duration may hold.
constexpr uint64_t kLimit = uint64_t{1} << 63;

struct Unit {
  std::string_view name;
  uint64_t nanoseconds;
};
constexpr std::array<Unit, 8> kUnits = {{{"ns", 1},
                                         {"us", kMicrosecond},
                                         {"\u00b5s", kMicrosecond},
                                         {"\u03bcs", kMicrosecond},
                                         {"ms", kMillisecond},
                                         {"s", kSecond},
                                         {"m", kMinute},
                                         {"h", kHour}}};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::unexpected<Error> Invalid(std::string_view text) {
  return BadRequest("time: invalid duration " + Quoted(text));
}

// The digits before the point; false when they pass the limit.
bool TakeWhole(std::string_view& rest, uint64_t& whole) {
  for (; !rest.empty() && IsDigit(rest[0]); rest.remove_prefix(1)) {
    if (whole > kLimit / 10) return false;
    whole = whole * 10 + static_cast<uint64_t>(rest[0] - '0');
    if (whole > kLimit) return false;
  }
  return true;
}

// The digits after the point as value / scale; those that do not fit are dropped.
void TakeFraction(std::string_view& rest, uint64_t& value, double& scale) {
  bool full = false;
  for (; !rest.empty() && IsDigit(rest[0]); rest.remove_prefix(1)) {
    if (full || value > (kLimit - 1) / 10) {
      full = true;
      continue;
    }
    const uint64_t next = value * 10 + static_cast<uint64_t>(rest[0] - '0');
    if (next > kLimit) {
      full = true;
      continue;
    }
    value = next;
    scale *= 10;
  }
}

const Unit* FindUnit(std::string_view name) {
  for (const Unit& unit : kUnits) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

// One number with its unit, in nanoseconds.
Result<uint64_t> TakePart(std::string_view& rest, std::string_view text) {
  uint64_t whole = 0;
  uint64_t fraction = 0;
  double scale = 1;
  if (rest[0] != '.' && !IsDigit(rest[0])) return Invalid(text);
  size_t before = rest.size();
  if (!TakeWhole(rest, whole)) return Invalid(text);
  bool has_digits = rest.size() != before;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    before = rest.size();
    TakeFraction(rest, fraction, scale);
    has_digits |= rest.size() != before;
  }
  if (!has_digits) return Invalid(text);

  size_t end = 0;
  while (end < rest.size() && rest[end] != '.' && !IsDigit(rest[end])) ++end;
  if (end == 0) return BadRequest("time: missing unit in duration " + Quoted(text));
  const std::string_view name = rest.substr(0, end);
  const Unit* unit = FindUnit(name);
  if (unit == nullptr) {
    return BadRequest("time: unknown unit " + Quoted(name) + " in duration " + Quoted(text));
  }
  rest.remove_prefix(end);
  if (whole > kLimit / unit->nanoseconds) return Invalid(text);
  uint64_t total = whole * unit->nanoseconds;
  if (fraction > 0) {
    total += static_cast<uint64_t>(static_cast<double>(fraction) *
                                   (static_cast<double>(unit->nanoseconds) / scale));
    if (total > kLimit) return Invalid(text);
  }
  return total;
}

// `value` in a unit of 10^digits, as a decimal without trailing zeros.
void AppendDecimal(std::string& out, uint64_t value, int digits) {
  uint64_t divisor = 1;
  for (int i = 0; i < digits; ++i) divisor *= 10;
  out += std::to_string(value / divisor);
  uint64_t rest = value % divisor;
  if (rest == 0) return;
  out += '.';
  while (rest != 0) {
    divisor /= 10;
    out += static_cast<char>('0' + rest / divisor);
    rest %= divisor;
  }
}

}  // namespace

Result<std::chrono::nanoseconds> ParseDuration(std::string_view text) {
  std::string_view rest = text;
  bool negative = false;
  if (!rest.empty() && (rest[0] == '-' || rest[0] == '+')) {
    negative = rest[0] == '-';
    rest.remove_prefix(1);
  }
  if (rest == "0") return std::chrono::nanoseconds(0);
  if (rest.empty()) return Invalid(text);
  uint64_t total = 0;
  while (!rest.empty()) {
    PINTLE_TRY(const uint64_t part, TakePart(rest, text));
    total += part;
    if (total > kLimit) return Invalid(text);
  }
  if (!negative && total == kLimit) return Invalid(text);
  return std::chrono::nanoseconds(static_cast<int64_t>(negative ? -total : total));
}

std::string DurationText(std::chrono::nanoseconds duration) {
  const int64_t count = duration.count();
  const uint64_t value = count < 0 ? -static_cast<uint64_t>(count) : static_cast<uint64_t>(count);
  std::string out = count < 0 ? "-" : "";
  if (value == 0) return "0s";
  if (value < kMicrosecond) return out + std::to_string(value) + "ns";
  if (value < kMillisecond) return AppendDecimal(out, value, 3), out + "\u00b5s";
  if (value < kSecond) return AppendDecimal(out, value, 6), out + "ms";
  if (value >= kHour) out += std::to_string(value / kHour) + "h";
  if (value >= kMinute) out += std::to_string(value % kHour / kMinute) + "m";
  AppendDecimal(out, value % kMinute, 9);
  return out + "s";
}

}  // namespace pintle
