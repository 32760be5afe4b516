#include <re2/re2.h>

#include <array>
#include <chrono>
#include <optional>
#include <string>

#include "pintle/base/duration_text.h"
#include "pintle/base/strings.h"
#include "pintle/schema/format.h"

namespace pintle::schema::format_detail {
namespace {

using re2::RE2;

re2::StringPiece Piece(std::string_view text) { return {text.data(), text.size()}; }

struct Unit {
  // Spellings that must match whole, and the beginning of the longest one.
  std::array<std::string_view, 2> exact;
  std::string_view prefix;
  std::chrono::nanoseconds length;
};

constexpr std::array<Unit, 8> kUnits = {{{{"ns", "ns"}, "nano", std::chrono::nanoseconds(1)},
                                         {{"us", "µs"}, "micro", std::chrono::microseconds(1)},
                                         {{"ms", "ms"}, "milli", std::chrono::milliseconds(1)},
                                         {{"s", "s"}, "sec", std::chrono::seconds(1)},
                                         {{"m", "m"}, "min", std::chrono::minutes(1)},
                                         {{"h", "hr"}, "hour", std::chrono::hours(1)},
                                         {{"d", "d"}, "day", std::chrono::days(1)},
                                         {{"w", "wk"}, "week", std::chrono::weeks(1)}}};

const Unit* FindUnit(std::string_view text) {
  std::string unit = ToLower(text);
  for (const Unit& known : kUnits) {
    if (unit == known.exact[0] || unit == known.exact[1] || unit.starts_with(known.prefix)) {
      return &known;
    }
  }
  return nullptr;
}

}  // namespace

bool IsDate(std::string_view text) {
  static const RE2 kDate("([0-9]{4})-([0-9]{2})-([0-9]{2})");
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  if (!RE2::FullMatch(Piece(text), kDate, &year, &month, &day)) return false;
  return std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(month),
                                     std::chrono::day(day))
      .ok();
}

bool IsDateTime(std::string_view text) {
  constexpr size_t kDateBytes = 10;
  if (text.size() <= kDateBytes || (text[kDateBytes] | 0x20) != 't') return false;
  // Any one character has always been taken for the decimal point.
  static const RE2 kTime(
      "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:.[0-9]+)?(?:[zZ]|[-+][0-9]{2}:[0-9]{2})");
  return IsDate(text.substr(0, kDateBytes)) &&
         RE2::FullMatch(Piece(text.substr(kDateBytes + 1)), kTime);
}

bool IsDuration(std::string_view text) { return ParseSpelledDuration(text).has_value(); }

std::optional<std::chrono::nanoseconds> ParseSpelledDuration(std::string_view text) {
  if (auto duration = ParseDuration(text)) return *duration;
  // Else spelled out, as in "3 weeks": one number with a unit anywhere makes it a duration.
  static const RE2 kPart("([0-9]+)\\s*([A-Za-zµ]+)");
  re2::StringPiece rest = Piece(text);
  std::string digits;
  std::string name;
  bool found = false;
  uint64_t sum = 0;  // what does not fit wraps around
  while (RE2::FindAndConsume(&rest, kPart, &digits, &name)) {
    std::optional<int64_t> number = ParseInt64(digits);
    if (!number) return std::nullopt;
    const Unit* unit = FindUnit(name);
    if (unit == nullptr) continue;
    found = true;
    sum += static_cast<uint64_t>(*number) * static_cast<uint64_t>(unit->length.count());
  }
  if (!found) return std::nullopt;
  return std::chrono::nanoseconds(static_cast<int64_t>(sum));
}

}  // namespace pintle::schema::format_detail
