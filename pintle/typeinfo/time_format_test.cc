#include "pintle/typeinfo/time_format.h"

#include <gtest/gtest.h>

namespace pintle::typeinfo {
namespace {

TEST(TimeFormat, ParsesAndFormats) {
  struct {
    std::string_view text;
    std::string_view micro;
  } const kCases[] = {
      {"1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000Z"},
      {"1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500000Z"},
      {"2020-02-29T12:00:00+05:30", "2020-02-29T06:30:00.000000Z"},
      {"2020-01-01T00:00:00-01:00", "2020-01-01T01:00:00.000000Z"},
      {"0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000000Z"},
      {"0000-01-01T00:00:00-00:01", "0000-01-01T00:01:00.000000Z"},
      {"9999-12-31T23:59:59.9999999999Z", "9999-12-31T23:59:59.999999Z"},
      {"2020-01-01T5:00:00,25Z", "2020-01-01T05:00:00.250000Z"},
  };
  for (const auto& c : kCases) {
    std::optional<Time> time = ParseRfc3339(c.text);
    ASSERT_TRUE(time && time->set) << c.text;
    EXPECT_EQ(FormatMicroTime(*time), c.micro);
    std::string seconds(c.micro.substr(0, 19));
    EXPECT_EQ(FormatTime(*time), seconds + "Z");
    EXPECT_EQ(*ParseMicroTime(c.micro), *ParseRfc3339(c.micro));
  }
  EXPECT_EQ(ParseRfc3339("2020-01-01T00:00:00.123456789Z")->nanoseconds, 123456789);
  EXPECT_EQ(ParseRfc3339("1970-01-02T00:00:01Z")->seconds, 86401);
}

TEST(TimeFormat, TheZeroTimeIsUnset) {
  std::optional<Time> zero = ParseRfc3339("0001-01-01T00:00:00Z");
  ASSERT_TRUE(zero);
  EXPECT_FALSE(zero->set);
  EXPECT_EQ(FormatTime(Time()), "0001-01-01T00:00:00Z");
}

TEST(TimeFormat, SaysWhatDoesNotParse) {
  constexpr std::string_view kAs = R"( as "2006-01-02T15:04:05Z07:00": cannot parse )";
  struct {
    std::string_view text;
    std::string_view cannot_parse;  // after kAs
    std::string_view message = {};  // instead of kAs
  } const kCases[] = {
      {"", R"("" as "2006")"},
      {"hello", R"("hello" as "2006")"},
      {"2020", R"("" as "-")"},
      {"2020-1-01T00:00:00Z", R"("1-01T00:00:00Z" as "01")"},
      {"2020-01-01", R"("" as "T")"},
      {"2020-01-01 00:00:00Z", R"(" 00:00:00Z" as "T")"},
      {"2020-01-01T00:00:0Z", R"("0Z" as "05")"},
      {"2020-01-01T00:00:00", R"("" as "Z07:00")"},
      {"2020-01-01T00:00:00+0100", R"("+0100" as "Z07:00")"},
      {"2020-01-01T00:00:00.Z", R"(".Z" as "Z07:00")"},
      {"2020-13-01T00:00:00Z", "", ": month out of range"},
      {"2020-00-01T00:00:00Z", "", ": month out of range"},
      {"2020-01-32T00:00:00Z", "", ": day out of range"},
      {"2021-02-29T00:00:00Z", "", ": day out of range"},
      {"2020-01-00T00:00:00Z", "", ": day out of range"},
      {"2020-01-01T24:00:00Z", "", ": hour out of range"},
      {"2020-01-01T00:60:00Z", "", ": minute out of range"},
      {"2020-01-01T00:00:60Z", "", ": second out of range"},
      {"2020-01-01T00:00:00+25:00", "", ": time zone offset hour out of range"},
      {"2020-01-01T00:00:00Zx", "", R"(: extra text: "x")"},
      {"0000-01-01T00:00:00+00:01", "", ": year out of range"},
      {"9999-12-31T23:59:59-00:01", "", ": year out of range"},
  };
  for (const auto& c : kCases) {
    Result<Time> time = ParseTime(c.text);
    ASSERT_FALSE(time) << c.text;
    std::string expected = "parsing time \"" + std::string(c.text) + "\"";
    expected +=
        c.message.empty() ? std::string(kAs) + std::string(c.cannot_parse) : std::string(c.message);
    EXPECT_EQ(time.error().message(), expected);
    EXPECT_FALSE(ParseRfc3339(c.text));
  }
}

TEST(TimeFormat, MicroTimeWantsSixDigits) {
  for (std::string_view text :
       {"2020-01-01T00:00:00Z", "2020-01-01T00:00:00.12345Z", "2020-01-01T00:00:00.1234567Z"}) {
    EXPECT_FALSE(ParseMicroTime(text)) << text;
  }
}

}  // namespace
}  // namespace pintle::typeinfo
