#include "pintle/codec/rfc3339.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "pintle/base/strings.h"

namespace pintle::codec {
namespace {

constexpr std::string_view kLayout = "2006-01-02T15:04:05Z07:00";
constexpr int64_t kMinSeconds = -62167219200;  // 0000-01-01T00:00:00Z
constexpr int64_t kMaxSeconds = 253402300799;  // 9999-12-31T23:59:59Z

// Takes the fixed parts of a time off the front of a text; the first one that fails is remembered.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text), rest_(text) {}

  void Literal(char expected) {
    if (failed()) return;
    if (rest_.empty() || rest_.front() != expected) return Fail(std::string_view(&expected, 1));
    rest_.remove_prefix(1);
  }
  // Two or four digits; `layout` is how the part is called in the error.
  int Number(std::string_view layout) {
    if (failed()) return 0;
    auto number = ParseUint64(rest_.substr(0, layout.size()));
    if (rest_.size() < layout.size() || !number || rest_.front() == '+') {
      Fail(layout);
      return 0;
    }
    rest_.remove_prefix(layout.size());
    return static_cast<int>(*number);
  }
  // `.digits`, if there is one, without trailing zeros.
  std::string_view Fraction() {
    if (failed() || rest_.size() < 2 || rest_[0] != '.') return {};
    size_t end = rest_.find_first_not_of("0123456789", 1);
    std::string_view fraction = rest_.substr(0, end);
    if (fraction.size() == 1) return {};
    rest_.remove_prefix(fraction.size());
    size_t last = fraction.find_last_not_of('0');
    return last == 0 ? std::string_view() : fraction.substr(0, last + 1);
  }
  std::string_view Rest() const { return rest_; }
  void Fail(std::string_view part) {
    Report(fmt::format("cannot parse {} as {}", Quoted(rest_), Quoted(part)), true);
  }
  void OutOfRange(std::string_view part) { Report(fmt::format("{} out of range", part), false); }
  bool failed() const { return error_.has_value(); }
  const std::string& error() const { return *error_; }

 private:
  void Report(std::string what, bool with_layout) {
    if (failed()) return;
    error_ = fmt::format("parsing time {}{}{}: {}", Quoted(text_), with_layout ? " as " : "",
                         with_layout ? Quoted(kLayout) : std::string(), what);
  }

  std::string_view text_;
  std::string_view rest_;
  std::optional<std::string> error_;
};

void CheckRange(Cursor& cursor, int value, int low, int high, std::string_view part) {
  if (!cursor.failed() && (value < low || value > high)) cursor.OutOfRange(part);
}

int DaysInMonth(int year, int month) {
  auto last = std::chrono::year(year) / std::chrono::month(static_cast<unsigned>(month)) /
              std::chrono::last;
  return static_cast<int>(static_cast<unsigned>(last.day()));
}

}  // namespace

Result<std::string> NormalizeRfc3339(std::string_view text) {
  Cursor cursor(text);
  int year = cursor.Number("2006");
  cursor.Literal('-');
  int month = cursor.Number("01");
  CheckRange(cursor, month, 1, 12, "month");
  cursor.Literal('-');
  int day = cursor.Number("02");
  cursor.Literal('T');
  CheckRange(cursor, cursor.Number("15"), 0, 23, "hour");
  cursor.Literal(':');
  CheckRange(cursor, cursor.Number("04"), 0, 59, "minute");
  cursor.Literal(':');
  CheckRange(cursor, cursor.Number("05"), 0, 59, "second");
  std::string_view fraction = cursor.Fraction();
  std::string_view zone = cursor.Rest();
  if (zone != "Z") {
    Cursor offset(zone.substr(zone.empty() ? 0 : 1));
    int hours = offset.Number("07");
    offset.Literal(':');
    int minutes = offset.Number("00");
    bool signed_offset = zone.starts_with('+') || zone.starts_with('-');
    if (!signed_offset || offset.failed() || !offset.Rest().empty()) cursor.Fail("Z07:00");
    CheckRange(cursor, hours, 0, 24, "time zone offset hour");
    CheckRange(cursor, minutes, 0, 60, "time zone offset minute");
    if (hours == 0 && minutes == 0) zone = "Z";
  }
  if (!cursor.failed() && (day < 1 || day > DaysInMonth(year, month))) cursor.OutOfRange("day");
  if (cursor.failed()) return BadRequest(cursor.error());
  return fmt::format("{}{}{}", text.substr(0, std::string_view("2006-01-02T15:04:05").size()),
                     fraction, zone);
}

std::string FormatRfc3339(int64_t seconds, int32_t nanoseconds) {
  if (nanoseconds < 0) {
    nanoseconds += 1'000'000'000;
    --seconds;
  }
  if (seconds < kMinSeconds || seconds > kMaxSeconds) return {};
  std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  auto days = std::chrono::floor<std::chrono::days>(time);
  std::chrono::year_month_day date(days);
  auto of_day = (time - days).count();
  std::string text =
      fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  of_day / 3600, of_day / 60 % 60, of_day % 60);
  if (nanoseconds != 0) {
    std::string fraction = fmt::format(".{:09}", nanoseconds);
    fraction.erase(fraction.find_last_not_of('0') + 1);
    text += fraction;
  }
  return text + 'Z';
}

}  // namespace pintle::codec
