#include "pintle/cel/time_text.h"

#include <fmt/format.h>

#include <chrono>

namespace pintle::cel {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool Take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // A number of exactly `digits` digits that is at most `most`.
  bool Number(size_t digits, int most, int& number) {
    if (rest_.size() < digits) return false;
    number = 0;
    for (size_t i = 0; i < digits; ++i) {
      if (!IsDigit(rest_[i])) return false;
      number = number * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(digits);
    return number <= most;
  }

  // `.5` and the like, if there is one; digits beyond nanoseconds are dropped.
  bool Fraction(uint32_t& nanoseconds) {
    nanoseconds = 0;
    if (!Take('.') && !Take(',')) return true;
    if (rest_.empty() || !IsDigit(rest_[0])) return false;
    uint32_t unit = kNanosecondsPerSecond / 10;
    for (; !rest_.empty() && IsDigit(rest_[0]); rest_.remove_prefix(1), unit /= 10) {
      nanoseconds += unit * static_cast<uint32_t>(rest_[0] - '0');
    }
    return true;
  }

  // `Z`, `+01:00`
  bool Zone(int& seconds) {
    seconds = 0;
    if (Take('Z')) return true;
    int sign = Take('-') ? -1 : 1;
    if (sign > 0 && !Take('+')) return false;
    int hours = 0;
    int minutes = 0;
    if (!Number(2, 24, hours) || !Take(':') || !Number(2, 60, minutes)) return false;
    seconds = sign * (hours * 3600 + minutes * 60);
    return true;
  }

  bool done() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace

std::optional<Datum> ParseTimestamp(std::string_view text) {
  Reader reader(text);
  int year = 0;
  int month = 0;
  int day = 0;
  int hour = 0;
  int minute = 0;
  int second = 0;
  uint32_t nanoseconds = 0;
  int zone = 0;
  bool read = reader.Number(4, 9999, year) && reader.Take('-') && reader.Number(2, 12, month) &&
              reader.Take('-') && reader.Number(2, 31, day) && reader.Take('T') &&
              reader.Number(2, 23, hour) && reader.Take(':') && reader.Number(2, 59, minute) &&
              reader.Take(':') && reader.Number(2, 59, second) && reader.Fraction(nanoseconds) &&
              reader.Zone(zone) && reader.done();
  if (!read) return std::nullopt;
  std::chrono::year_month_day date(std::chrono::year(year),
                                   std::chrono::month(static_cast<unsigned>(month)),
                                   std::chrono::day(static_cast<unsigned>(day)));
  if (!date.ok()) return std::nullopt;
  int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  int64_t seconds = days * 86'400 + hour * 3600 + minute * 60 + second - zone;
  return Datum::Timestamp(seconds, nanoseconds);
}

namespace {

// `.5` without trailing zeros; nothing for 0.
std::string FractionText(uint32_t nanoseconds) {
  if (nanoseconds == 0) return {};
  std::string text = fmt::format(".{:09}", nanoseconds);
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

}  // namespace

std::string TimestampText(int64_t seconds, uint32_t nanoseconds) {
  std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  auto day = std::chrono::floor<std::chrono::days>(time);
  std::chrono::year_month_day date(day);
  std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count(),
                     FractionText(nanoseconds));
}

std::string SecondsText(int64_t nanoseconds) {
  uint64_t amount =
      nanoseconds < 0 ? 0 - static_cast<uint64_t>(nanoseconds) : static_cast<uint64_t>(nanoseconds);
  return fmt::format("{}{}{}s", nanoseconds < 0 ? "-" : "", amount / kNanosecondsPerSecond,
                     FractionText(static_cast<uint32_t>(amount % kNanosecondsPerSecond)));
}

}  // namespace pintle::cel
