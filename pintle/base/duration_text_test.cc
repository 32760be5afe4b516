#include "pintle/base/duration_text.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace pintle {
namespace {

struct DurationCase {
  std::string_view text;
  int64_t nanoseconds;
  std::string_view written;
};

TEST(DurationTextTest, ReadsAndWrites) {
  const std::vector<DurationCase> cases = {
      {"0", 0, "0s"},
      {"-0", 0, "0s"},
      {"5s", 5'000'000'000, "5s"},
      {"+5s", 5'000'000'000, "5s"},
      {"-5.6s", -5'600'000'000, "-5.6s"},
      {"5.s", 5'000'000'000, "5s"},
      {".5s", 500'000'000, "500ms"},
      {"1.004s", 1'004'000'000, "1.004s"},
      {"100.00100s", 100'001'000'000, "1m40.001s"},
      {"10ns", 10, "10ns"},
      {"12us", 12'000, "12\u00b5s"},
      {"12\u00b5s10ns", 12'010, "12.01\u00b5s"},
      {"12\u03bcs", 12'000, "12\u00b5s"},
      {"13ms", 13'000'000, "13ms"},
      {"15m", 900'000'000'000, "15m0s"},
      {"1h", 3'600'000'000'000, "1h0m0s"},
      {"3h30m", 12'600'000'000'000, "3h30m0s"},
      {"39h9m14.425s", 140'954'425'000'000, "39h9m14.425s"},
      {"0.3333333333333333333h", 1'200'000'000'000, "20m0s"},
      {"9223372036854775807ns", 9223372036854775807, "2562047h47m16.854775807s"},
      {"-9223372036854775808ns", INT64_MIN, "-2562047h47m16.854775808s"},
      {"0.100000000000000000000h", 360'000'000'000, "6m0s"},
  };
  for (const DurationCase& test : cases) {
    const Result<std::chrono::nanoseconds> parsed = ParseDuration(test.text);
    ASSERT_TRUE(parsed) << test.text << ": " << parsed.error().message();
    EXPECT_EQ(parsed->count(), test.nanoseconds) << test.text;
    EXPECT_EQ(DurationText(*parsed), test.written);
    EXPECT_EQ(ParseDuration(test.written)->count(), test.nanoseconds) << test.written;
  }
}

TEST(DurationTextTest, RefusesOtherTexts) {
  struct Case {
    std::string_view text;
    std::string_view message;
  };
  const std::vector<Case> cases = {
      {"", R"(time: invalid duration "")"},
      {"3", R"(time: missing unit in duration "3")"},
      {"-", R"(time: invalid duration "-")"},
      {"s", R"(time: invalid duration "s")"},
      {".", R"(time: invalid duration ".")"},
      {".s", R"(time: invalid duration ".s")"},
      {"3d", R"(time: unknown unit "d" in duration "3d")"},
      {"1h 2m", R"(time: unknown unit "h " in duration "1h 2m")"},
      {"9223372036854775808ns", R"(time: invalid duration "9223372036854775808ns")"},
      {"9223372036854775.808us", R"(time: invalid duration "9223372036854775.808us")"},
      {"3000000h", R"(time: invalid duration "3000000h")"},
      {"99999999999999999999s", R"(time: invalid duration "99999999999999999999s")"},
  };
  for (const Case& test : cases) {
    const Result<std::chrono::nanoseconds> parsed = ParseDuration(test.text);
    ASSERT_FALSE(parsed) << test.text;
    EXPECT_EQ(parsed.error().message(), test.message);
  }
}

}  // namespace
}  // namespace pintle
