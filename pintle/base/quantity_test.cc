#include "pintle/base/quantity.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace pintle {
namespace {

struct CanonicalCase {
  std::string_view text;
  std::string_view canonical;
};

TEST(QuantityTest, CanonicalForms) {
  const std::vector<CanonicalCase> cases = {
      {"0", "0"},
      {"0n", "0"},
      {"0Ki", "0"},
      {"-0", "0"},
      {"000", "0"},
      {"0.0", "0"},
      {"+", "0"},
      {".", "0"},
      {"m", "0"},
      {"1", "1"},
      {"1000m", "1"},
      {"500m", "500m"},
      {"0.5", "500m"},
      {".5", "500m"},
      {"1.5", "1500m"},
      {"1.", "1."},
      {"-1.5", "-1500m"},
      {"0100", "0100"},
      {"+5", "+5"},
      {"1.500", "1.500"},
      {"100000", "100k"},
      {"123456", "123456"},
      {"1500k", "1500k"},
      {"1000k", "1M"},
      {"0.3G", "300M"},
      {"10E", "10E"},
      {"1000E", "1000E"},
      {"1n", "1n"},
      {"0.1n", "1n"},
      {"-0.1n", "-1n"},
      {"1.0000000001", "1000000001n"},
      {"12Mi", "12Mi"},
      {"1024Mi", "1Gi"},
      {"1536Mi", "1536Mi"},
      {"2048Ki", "2Mi"},
      {"1.5Gi", "1536Mi"},
      {"0.5Mi", "512Ki"},
      {"1.1Ki", "1126400m"},
      {"0.5Ki", "512"},
      {"1023Ki", "1023Ki"},
      {"8Ki", "8Ki"},
      {"0.0001Ki", "102400u"},
      {"9223372036854775807", "9223372036854775807"},
      {"9223372036854775808", "9223372036854775807"},
      {"100000000000000000000000", "9223372036854775807"},
      {"-100000000000000000000000", "-9223372036854775807"},
      {"16Ei", "9223372036854775807"},
      {"1e3", "1e3"},
      {"1E3", "1E3"},
      {"1000e3", "1e6"},
      {"12e5", "1200e3"},
      {"1e-3", "1e-3"},
      {"1e+3", "1e+3"},
      {"1.5e3", "1500"},
      {"1e-10", "1e-9"},
      {"123456789012345678901234567890e-30", "123456790e-9"},
  };
  for (const CanonicalCase& test : cases) {
    const Result<std::string> canonical = CanonicalQuantity(test.text);
    ASSERT_TRUE(canonical) << test.text << ": " << canonical.error().message();
    EXPECT_EQ(*canonical, test.canonical) << test.text;
    const Result<std::string> again = CanonicalQuantity(*canonical);
    ASSERT_TRUE(again) << *canonical;
    EXPECT_EQ(*again, *canonical) << "not stable";
    EXPECT_EQ(*Quantity::Parse(test.text), *Quantity::Parse(*canonical)) << test.text;
  }
}

TEST(QuantityTest, RefusedTexts) {
  constexpr std::string_view kFormat =
      "quantities must match the regular expression "
      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  constexpr std::string_view kSuffix = "unable to parse quantity's suffix";
  const std::vector<CanonicalCase> cases = {
      {"", kFormat},        {" 1", kFormat},    {"1 ", kFormat},
      {"1.1.M", kFormat},   {"aoeu", kFormat},  {"1+1.0M", kFormat},
      {"0.1mi", kSuffix},   {"1i", kSuffix},    {"1ki", kSuffix},
      {"-3.01e-", kSuffix}, {"1e", kSuffix},    {"1Mi5", kSuffix},
      {"1K", kSuffix},      {"1e2e3", kFormat}, {"1e99999999999", kSuffix},
      {"true", kFormat},    {"1e--3", kFormat}, {"1e2147483647", kSuffix},
  };
  for (const CanonicalCase& test : cases) {
    const Result<Quantity> parsed = Quantity::Parse(test.text);
    ASSERT_FALSE(parsed) << test.text;
    EXPECT_EQ(parsed.error().message(), test.canonical) << test.text;
  }
}

TEST(QuantityTest, ComparesAmountsNotTexts) {
  const auto parse = [](std::string_view text) { return *Quantity::Parse(text); };
  EXPECT_EQ(parse("1000m"), parse("1"));
  EXPECT_EQ(parse("1Ki"), parse("1024"));
  EXPECT_EQ(parse("1e3"), parse("1k"));
  EXPECT_LT(parse("1n"), parse("1u"));
  EXPECT_LT(parse("-1"), parse("1n"));
  EXPECT_LT(parse("1Ei"), parse("1e1000000000"));
  EXPECT_LT(parse("-1e1000000000"), parse("1"));
  EXPECT_GT(parse("-1n"), parse("-1e50"));
  EXPECT_LT(parse("0"), parse("1n"));
}

TEST(QuantityTest, RoundsUpAndAdds) {
  const auto parse = [](std::string_view text) { return *Quantity::Parse(text); };
  EXPECT_EQ(parse("1234567n").RoundedUp(-3).ToString(), "2m");
  EXPECT_EQ(parse("-1234567n").RoundedUp(-3).ToString(), "-2m");
  EXPECT_EQ(parse("1n").RoundedUp(40).AsInt(), std::nullopt);
  EXPECT_EQ(parse("5").RoundedUp(-3).ToString(), "5");
  EXPECT_EQ(parse("50k").Plus(Quantity::FromInt(20))->ToString(), "50020");
  EXPECT_EQ(parse("1Mi").Plus(parse("1Mi"))->ToString(), "2Mi");
  EXPECT_EQ(parse("1").Plus(parse("1").Negated())->ToString(), "0");
  EXPECT_EQ(parse("0").Plus(parse("1Gi"))->ToString(), "1Gi");
  EXPECT_EQ(parse("0").Plus(parse("1e999999999"))->ToString(), "1e999999999");
  EXPECT_FALSE(parse("1").Plus(parse("1e100")));
  EXPECT_EQ(parse("2k").AsInt(), 2000);
  EXPECT_EQ(parse("2000m").AsInt(), 2);
  EXPECT_EQ(parse("1m").AsInt(), std::nullopt);
  EXPECT_EQ(parse("10E").AsInt(), std::nullopt);
  EXPECT_DOUBLE_EQ(parse("1500m").AsApproximateDouble(), 1.5);
}

TEST(QuantityTest, PlainOnesAreCanonical) {
  for (std::string_view text : {"0", "1", "500m", "128Mi", "999999Ti", "1001", "64Gi", "7n"}) {
    EXPECT_TRUE(IsPlainQuantity(text)) << text;
  }
  for (std::string_view text : {"", "m", "00", "01", "1000", "1024Mi", "0Mi", "1E", "1Ei", "1.5",
                                "-1", "1e3", "1234567", "1mi", "1KI", "1Mix"}) {
    EXPECT_FALSE(IsPlainQuantity(text)) << text;
  }
  for (uint64_t number = 0; number < 1'000'000; number += number < 3000 ? 1 : 997) {
    for (std::string_view suffix :
         {"", "n", "u", "m", "k", "M", "G", "T", "Ki", "Mi", "Gi", "Ti"}) {
      std::string text = std::to_string(number) + std::string(suffix);
      if (!IsPlainQuantity(text)) continue;
      EXPECT_EQ(*CanonicalQuantity(text), text);
    }
  }
}

}  // namespace
}  // namespace pintle
