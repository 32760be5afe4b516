#include "pintle/base/human_duration.h"

#include <fmt/format.h>

namespace pintle {
namespace {

constexpr int64_t kMinute = 60;
constexpr int64_t kHour = 60 * kMinute;
constexpr int64_t kDay = 24 * kHour;
constexpr int64_t kYear = 365 * kDay;
// Clocks of client and server may differ by this much without an age being called invalid.
constexpr int64_t kSkewSeconds = 1;

// `<n><unit>`, with the rest in the smaller unit unless that is zero.
std::string TwoUnits(int64_t seconds, int64_t large, char large_name, int64_t small,
                     char small_name) {
  int64_t rest = seconds % large / small;
  if (rest == 0) return fmt::format("{}{}", seconds / large, large_name);
  return fmt::format("{}{}{}{}", seconds / large, large_name, rest, small_name);
}

}  // namespace

std::string HumanDuration(int64_t seconds) {
  if (seconds < -kSkewSeconds) return kInvalidAge;
  if (seconds < 0) return "0s";
  if (seconds < 2 * kMinute) return fmt::format("{}s", seconds);
  if (seconds < 10 * kMinute) return TwoUnits(seconds, kMinute, 'm', 1, 's');
  if (seconds < 3 * kHour) return fmt::format("{}m", seconds / kMinute);
  if (seconds < 8 * kHour) return TwoUnits(seconds, kHour, 'h', kMinute, 'm');
  if (seconds < 2 * kDay) return fmt::format("{}h", seconds / kHour);
  if (seconds < 8 * kDay) return TwoUnits(seconds, kDay, 'd', kHour, 'h');
  if (seconds < 2 * kYear) return fmt::format("{}d", seconds / kDay);
  if (seconds < 8 * kYear) return TwoUnits(seconds, kYear, 'y', kDay, 'd');
  return fmt::format("{}y", seconds / kYear);
}

}  // namespace pintle
