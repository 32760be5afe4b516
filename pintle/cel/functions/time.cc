#include <fmt/format.h>

#include <chrono>

#include "pintle/base/strings.h"
#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"
#include "pintle/cel/functions/time_zone.h"
#include "pintle/cel/time_text.h"

namespace pintle::cel {
namespace {

enum class Part : uint8_t {
  kYear,
  kMonth,
  kDayOfYear,
  kDayOfMonth,
  kDate,
  kDayOfWeek,
  kHours,
  kMinutes,
  kSeconds,
  kMilliseconds,
};

constexpr int64_t kSecondsPerHour = 3600;
constexpr int64_t kSecondsPerMinute = 60;
constexpr int64_t kNanosecondsPerMillisecond = 1'000'000;

int64_t PartOf(Part part, int64_t local_seconds, uint32_t nanoseconds) {
  std::chrono::sys_seconds time{std::chrono::seconds(local_seconds)};
  auto day = std::chrono::floor<std::chrono::days>(time);
  std::chrono::year_month_day date(day);
  std::chrono::hh_mm_ss clock(time - day);
  switch (part) {
    case Part::kYear:
      return static_cast<int>(date.year());
    case Part::kMonth:
      return static_cast<unsigned>(date.month()) - int64_t{1};
    case Part::kDayOfYear: {
      std::chrono::year_month_day first(date.year(), std::chrono::January, std::chrono::day(1));
      return (day - std::chrono::sys_days(first)).count();
    }
    case Part::kDayOfMonth:
      return static_cast<unsigned>(date.day()) - int64_t{1};
    case Part::kDate:
      return static_cast<unsigned>(date.day());
    case Part::kDayOfWeek:
      return std::chrono::weekday(day).c_encoding();
    case Part::kHours:
      return clock.hours().count();
    case Part::kMinutes:
      return clock.minutes().count();
    case Part::kSeconds:
      return clock.seconds().count();
    case Part::kMilliseconds:
      return nanoseconds / kNanosecondsPerMillisecond;
  }
  return 0;
}

template <Part kPart>
Datum Get(Evaluation&, Arguments arguments) {
  return Datum::Int(PartOf(kPart, arguments[0].as_int(), arguments[0].nanoseconds()));
}

template <Part kPart>
Datum GetIn(Evaluation& evaluation, Arguments arguments) {
  std::string_view zone = arguments[1].text();
  std::optional<int64_t> offset = ZoneOffset(zone, arguments[0].as_int());
  if (!offset) {
    return NewError(evaluation.arena(), fmt::format("unknown time zone {}", zone));
  }
  return Datum::Int(PartOf(kPart, arguments[0].as_int() + *offset, arguments[0].nanoseconds()));
}

// How many whole ones a duration has.
template <int64_t kNanoseconds>
Datum Total(Evaluation&, Arguments arguments) {
  return Datum::Int(arguments[0].as_int() / kNanoseconds);
}

constexpr Row kRows[] = {
    {"getFullYear", "timestamp_to_year", "timestamp.() int", Get<Part::kYear>},
    {"getFullYear", "timestamp_to_year_with_tz", "timestamp.(string) int", GetIn<Part::kYear>},
    {"getMonth", "timestamp_to_month", "timestamp.() int", Get<Part::kMonth>},
    {"getMonth", "timestamp_to_month_with_tz", "timestamp.(string) int", GetIn<Part::kMonth>},
    {"getDayOfYear", "timestamp_to_day_of_year", "timestamp.() int", Get<Part::kDayOfYear>},
    {"getDayOfYear", "timestamp_to_day_of_year_with_tz", "timestamp.(string) int",
     GetIn<Part::kDayOfYear>},
    {"getDayOfMonth", "timestamp_to_day_of_month", "timestamp.() int", Get<Part::kDayOfMonth>},
    {"getDayOfMonth", "timestamp_to_day_of_month_with_tz", "timestamp.(string) int",
     GetIn<Part::kDayOfMonth>},
    {"getDate", "timestamp_to_day_of_month_1_based", "timestamp.() int", Get<Part::kDate>},
    {"getDate", "timestamp_to_day_of_month_1_based_with_tz", "timestamp.(string) int",
     GetIn<Part::kDate>},
    {"getDayOfWeek", "timestamp_to_day_of_week", "timestamp.() int", Get<Part::kDayOfWeek>},
    {"getDayOfWeek", "timestamp_to_day_of_week_with_tz", "timestamp.(string) int",
     GetIn<Part::kDayOfWeek>},
    {"getHours", "timestamp_to_hours", "timestamp.() int", Get<Part::kHours>},
    {"getHours", "timestamp_to_hours_with_tz", "timestamp.(string) int", GetIn<Part::kHours>},
    {"getHours", "duration_to_hours", "duration.() int",
     Total<kSecondsPerHour * kNanosecondsPerSecond>},
    {"getMinutes", "timestamp_to_minutes", "timestamp.() int", Get<Part::kMinutes>},
    {"getMinutes", "timestamp_to_minutes_with_tz", "timestamp.(string) int", GetIn<Part::kMinutes>},
    {"getMinutes", "duration_to_minutes", "duration.() int",
     Total<kSecondsPerMinute * kNanosecondsPerSecond>},
    {"getSeconds", "timestamp_to_seconds", "timestamp.() int", Get<Part::kSeconds>},
    {"getSeconds", "timestamp_to_seconds_with_tz", "timestamp.(string) int", GetIn<Part::kSeconds>},
    {"getSeconds", "duration_to_seconds", "duration.() int", Total<kNanosecondsPerSecond>},
    {"getMilliseconds", "timestamp_to_milliseconds", "timestamp.() int", Get<Part::kMilliseconds>},
    {"getMilliseconds", "timestamp_to_milliseconds_with_tz", "timestamp.(string) int",
     GetIn<Part::kMilliseconds>},
    {"getMilliseconds", "duration_to_milliseconds", "duration.() int",
     Total<kNanosecondsPerMillisecond>},
};

}  // namespace

std::span<const Row> TimeRows() { return kRows; }

}  // namespace pintle::cel
