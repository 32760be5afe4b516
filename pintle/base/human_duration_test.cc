#include "pintle/base/human_duration.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

TEST(HumanDurationTest, Vectors) {
  constexpr int64_t kMinute = 60;
  constexpr int64_t kHour = 3600;
  constexpr int64_t kDay = 86400;
  const struct {
    int64_t seconds;
    const char* text;
  } kCases[] = {
      {-43200, "<invalid>"},
      {-2, "<invalid>"},
      {-1, "0s"},
      {0, "0s"},
      {1, "1s"},
      {119, "119s"},
      {120, "2m"},
      {125, "2m5s"},
      {10 * kMinute - 1, "9m59s"},
      {10 * kMinute, "10m"},
      {10 * kMinute + 5, "10m"},
      {179 * kMinute, "179m"},
      {3 * kHour, "3h"},
      {3 * kHour + kMinute, "3h1m"},
      {8 * kHour - 1, "7h59m"},
      {8 * kHour + 30 * kMinute, "8h"},
      {47 * kHour, "47h"},
      {48 * kHour, "2d"},
      {50 * kHour, "2d2h"},
      {8 * kDay, "8d"},
      {729 * kDay, "729d"},
      {730 * kDay, "2y"},
      {731 * kDay, "2y1d"},
      {2919 * kDay, "7y364d"},
      {2920 * kDay, "8y"},
      {20 * 365 * kDay + 5 * kDay, "20y"},
  };
  for (const auto& [seconds, text] : kCases) EXPECT_EQ(HumanDuration(seconds), text) << seconds;
}

}  // namespace
}  // namespace pintle
