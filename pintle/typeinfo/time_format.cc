#include "pintle/typeinfo/time_format.h"

#include <fmt/format.h>

#include <chrono>

#include "pintle/base/strings.h"

namespace pintle::typeinfo {
namespace {

// How messages name the expected form.
constexpr std::string_view kTimeLayout = "2006-01-02T15:04:05Z07:00";
constexpr std::string_view kMicroTimeLayout = "2006-01-02T15:04:05.000000Z07:00";
constexpr int kMicroDigits = 6;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Reads one time text from left to right and keeps the first failure. Two liberties beyond RFC 3339
// are part of the API: the hour may have one digit, the fraction may start with a comma.
class Parser {
 public:
  Parser(std::string_view text, std::string_view layout)
      : text_(text), rest_(text), layout_(layout) {}

  Result<Time> Parse(bool micro) {
    int year = Year();
    Literal("-");
    int month = Number("01", 2, 1, 12, "month");
    Literal("-");
    int day = Number("02", 2, 0, 99, "day");
    Literal("T");
    int hour = Number("15", 1, 0, 23, "hour");
    Literal(":");
    int minute = Number("04", 2, 0, 59, "minute");
    Literal(":");
    int second = Number("05", 2, 0, 59, "second");
    int nanoseconds = micro ? MicroFraction() : Fraction();
    int offset_seconds = Offset();
    if (!failure_ && !rest_.empty()) FailWith(": extra text: " + Quoted(rest_));
    std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                     std::chrono::day(day)};
    if (!failure_ && !date.ok()) FailWith(": day out of range");
    if (failure_) return BadRequest(std::move(*failure_));
    int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    int64_t seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset_seconds;
    if (seconds < kMinTimeSeconds || seconds > kMaxTimeSeconds) {
      FailWith(": year out of range");
      return BadRequest(std::move(*failure_));
    }
    if (seconds == kZeroTimeSeconds && nanoseconds == 0) return Time{};
    return Time{seconds, nanoseconds, true};
  }

 private:
  void FailWith(std::string_view message) {
    if (!failure_) failure_ = fmt::format("parsing time {}{}", Quoted(text_), message);
  }
  void Unexpected(std::string_view element) {
    FailWith(fmt::format(" as {}: cannot parse {} as {}", Quoted(layout_), Quoted(rest_),
                         Quoted(element)));
  }

  void Literal(std::string_view text) {
    if (failure_) return;
    if (!rest_.starts_with(text)) return Unexpected(text);
    rest_.remove_prefix(text.size());
  }

  // Number of digits at `from`, at most `max`.
  size_t Digits(size_t from, size_t max) const {
    size_t count = 0;
    while (count < max && from + count < rest_.size() && IsDigit(rest_[from + count])) ++count;
    return count;
  }
  int Take(size_t digits) {
    int value = 0;
    for (size_t i = 0; i < digits; ++i) value = value * 10 + (rest_[i] - '0');
    rest_.remove_prefix(digits);
    return value;
  }

  int Year() {
    if (Digits(0, 4) != 4) return Unexpected("2006"), 0;
    return Take(4);
  }

  int Number(std::string_view element, size_t min_digits, int low, int high,
             std::string_view name) {
    if (failure_) return 0;
    size_t digits = Digits(0, 2);
    if (digits < min_digits) return Unexpected(element), 0;
    int value = Take(digits);
    if (value < low || value > high) FailWith(fmt::format(": {} out of range", name));
    return value;
  }

  bool AtFraction() const {
    return rest_.size() >= 2 && (rest_[0] == '.' || rest_[0] == ',') && IsDigit(rest_[1]);
  }
  // Takes the separator and `digits` digits.
  int TakeFraction(size_t digits) {
    int nanoseconds = 0;
    for (size_t i = 0; i < 9; ++i) {
      nanoseconds = nanoseconds * 10 + (i < digits ? rest_[i + 1] - '0' : 0);
    }
    rest_.remove_prefix(digits + 1);
    return nanoseconds;
  }
  int Fraction() {
    if (failure_ || !AtFraction()) return 0;
    return TakeFraction(Digits(1, rest_.size()));
  }
  int MicroFraction() {
    if (failure_) return 0;
    if (!AtFraction() || Digits(1, kMicroDigits) != kMicroDigits) return Unexpected(".000000"), 0;
    return TakeFraction(kMicroDigits);
  }

  int Offset() {
    if (failure_) return 0;
    if (rest_.starts_with('Z')) return rest_.remove_prefix(1), 0;
    bool well_formed = rest_.size() >= 6 && (rest_[0] == '+' || rest_[0] == '-') &&
                       Digits(1, 2) == 2 && rest_[3] == ':' && Digits(4, 2) == 2;
    if (!well_formed) return Unexpected("Z07:00"), 0;
    int sign = rest_[0] == '-' ? -1 : 1;
    rest_.remove_prefix(1);
    int hours = Number("07", 2, 0, 24, "time zone offset hour");
    Literal(":");
    int minutes = Number("00", 2, 0, 60, "time zone offset minute");
    return sign * (hours * 3600 + minutes * 60);
  }

  std::string_view text_;
  std::string_view rest_;
  std::string_view layout_;
  std::optional<std::string> failure_;
};

// Appends `value`, which is not negative and has no more digits, with leading zeros.
void AppendDigits(std::string& out, int64_t value, size_t digits) {
  char text[8];
  for (size_t i = digits; i > 0; --i, value /= 10)
    text[i - 1] = static_cast<char>('0' + value % 10);
  out.append(text, digits);
}

std::string Format(const Time& time, bool micro) {
  int64_t seconds = time.set ? time.seconds : kZeroTimeSeconds;
  int64_t days = seconds / 86400 - (seconds % 86400 < 0 ? 1 : 0);
  int64_t in_day = seconds - days * 86400;
  std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(days))};
  const int year = static_cast<int>(date.year());
  std::string out;
  out.reserve(sizeof("2006-01-02T15:04:05.000000Z"));
  if (year < 0 || year > 9999) {
    out += fmt::format("{:04}", year);
  } else {
    AppendDigits(out, year, 4);
  }
  const struct {
    char before;
    int64_t value;
  } parts[] = {{'-', static_cast<unsigned>(date.month())},
               {'-', static_cast<unsigned>(date.day())},
               {'T', in_day / 3600},
               {':', in_day / 60 % 60},
               {':', in_day % 60}};
  for (const auto& part : parts) {
    out += part.before;
    AppendDigits(out, part.value, 2);
  }
  if (micro) {
    out += '.';
    AppendDigits(out, time.set ? time.nanoseconds / 1000 : 0, kMicroDigits);
  }
  out += 'Z';
  return out;
}

}  // namespace

Result<Time> ParseTime(std::string_view text) { return Parser(text, kTimeLayout).Parse(false); }

Result<MicroTime> ParseMicroTime(std::string_view text) {
  PINTLE_TRY(Time time, Parser(text, kMicroTimeLayout).Parse(true));
  return MicroTime{time};
}

std::optional<Time> ParseRfc3339(std::string_view text) {
  Result<Time> time = ParseTime(text);
  return time ? std::optional<Time>(*time) : std::nullopt;
}

std::string FormatTime(const Time& time) { return Format(time, false); }
std::string FormatMicroTime(const Time& time) { return Format(time, true); }

}  // namespace pintle::typeinfo
