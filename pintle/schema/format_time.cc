#include <re2/re2.h>

#include <array>
#include <chrono>
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
};

constexpr std::array<Unit, 8> kUnits = {{{{"ns", "ns"}, "nano"},
                                         {{"us", "µs"}, "micro"},
                                         {{"ms", "ms"}, "milli"},
                                         {{"s", "s"}, "sec"},
                                         {{"m", "m"}, "min"},
                                         {{"h", "hr"}, "hour"},
                                         {{"d", "d"}, "day"},
                                         {{"w", "wk"}, "week"}}};

bool IsUnit(std::string_view text) {
  std::string unit = ToLower(text);
  for (const Unit& known : kUnits) {
    if (unit == known.exact[0] || unit == known.exact[1] || unit.starts_with(known.prefix)) {
      return true;
    }
  }
  return false;
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
  static const RE2 kTime(
      "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[zZ]|[-+][0-9]{2}:[0-9]{2})");
  return IsDate(text.substr(0, kDateBytes)) &&
         RE2::FullMatch(Piece(text.substr(kDateBytes + 1)), kTime);
}

bool IsDuration(std::string_view text) {
  if (ParseDuration(text)) return true;
  // Else spelled out, as in "3 weeks": one number with a unit anywhere makes it a duration.
  static const RE2 kPart("([0-9]+)\\s*([A-Za-zµ]+)");
  re2::StringPiece rest = Piece(text);
  std::string number;
  std::string unit;
  bool found = false;
  while (RE2::FindAndConsume(&rest, kPart, &number, &unit)) {
    if (!ParseInt64(number)) return false;
    found |= IsUnit(unit);
  }
  return found;
}

}  // namespace pintle::schema::format_detail
