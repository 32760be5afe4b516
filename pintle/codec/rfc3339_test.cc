#include "pintle/codec/rfc3339.h"

#include <gtest/gtest.h>

namespace pintle::codec {
namespace {

TEST(Rfc3339Test, Normalize) {
  constexpr struct {
    std::string_view input;
    std::string_view expected;
  } kRows[] = {
      {"2013-03-21T20:04:00Z", "2013-03-21T20:04:00Z"},
      {"2013-03-21T20:04:00.120+01:30", "2013-03-21T20:04:00.12+01:30"},
      {"2013-03-21T20:04:00.000-00:00", "2013-03-21T20:04:00Z"},
      {"2012-02-29T00:00:00Z", "2012-02-29T00:00:00Z"},
      {"2013-02-29T00:00:00Z", R"(parsing time "2013-02-29T00:00:00Z": day out of range)"},
      {"2013-13-01T00:00:00Z", R"(parsing time "2013-13-01T00:00:00Z": month out of range)"},
      {"2013-01-01T24:00:00Z", R"(parsing time "2013-01-01T24:00:00Z": hour out of range)"},
      {"2013-01-01",
       "parsing time \"2013-01-01\" as \"2006-01-02T15:04:05Z07:00\": cannot parse "
       "\"\" as \"T\""},
      {"2013-01-01T00:00:00",
       "parsing time \"2013-01-01T00:00:00\" as "
       "\"2006-01-02T15:04:05Z07:00\": cannot parse \"\" as \"Z07:00\""},
      {"2013-01-01T00:00:00+0100",
       "parsing time \"2013-01-01T00:00:00+0100\" as \"2006-01-02T15:04:05Z07:00\": cannot parse "
       "\"+0100\" as \"Z07:00\""},
  };
  for (const auto& row : kRows) {
    auto result = NormalizeRfc3339(row.input);
    EXPECT_EQ(result ? *result : result.error().message(), row.expected) << row.input;
  }
}

TEST(Rfc3339Test, Format) {
  EXPECT_EQ(FormatRfc3339(0, 0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(FormatRfc3339(-1, -500'000'000), "1969-12-31T23:59:58.5Z");
  EXPECT_EQ(FormatRfc3339(-62167219200, 0), "0000-01-01T00:00:00Z");
  EXPECT_EQ(FormatRfc3339(253402300799, 1), "9999-12-31T23:59:59.000000001Z");
  EXPECT_EQ(FormatRfc3339(-62167219201, 0), "");
  EXPECT_EQ(FormatRfc3339(253402300800, 0), "");
}

}  // namespace
}  // namespace pintle::codec
