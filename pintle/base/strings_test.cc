#include "pintle/base/strings.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

TEST(Strings, QuotesAsApiMessagesDo) {
  EXPECT_EQ(Quoted("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(Quoted("\n\t\x01\x7f"), R"("\n\t\x01\x7f")");
  EXPECT_EQ(Quoted("gr\xc3\xbc\xc3\x9f"), "\"gr\xc3\xbc\xc3\x9f\"");
  EXPECT_EQ(Quoted("\xff"), R"("\xff")");
  EXPECT_EQ(Quoted("\xe2\x80\xa8"), R"("\u2028")");
}

TEST(Strings, ShowsDoublesInShortestForm) {
  struct Case {
    double value;
    const char* text;
  };
  for (const Case& c : std::initializer_list<Case>{{1.0, "1"},
                                                   {1e3, "1000"},
                                                   {1.10, "1.1"},
                                                   {9223372036854775808.0, "9223372036854776000"},
                                                   {0.0, "0"},
                                                   {-0.0, "-0"},
                                                   {123.456, "123.456"},
                                                   {1e21, "1e+21"},
                                                   {1e23, "1e+23"},
                                                   {1e-6, "0.000001"},
                                                   {1e-7, "1e-7"},
                                                   {-0.5, "-0.5"},
                                                   {5e-324, "5e-324"},
                                                   {1.5e300, "1.5e+300"}}) {
    std::string out;
    AppendDouble(out, c.value);
    EXPECT_EQ(out, c.text);
  }
}

TEST(Strings, SplitsJoinsAndTrims) {
  EXPECT_EQ(Split("a,,b", ','), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(Split("", ','), (std::vector<std::string_view>{""}));
  EXPECT_EQ(Join({"a", "b"}, ", "), "a, b");
  EXPECT_EQ(Join({}, ", "), "");
  EXPECT_EQ(TrimSpace(" \t a b\r\n"), "a b");
  EXPECT_EQ(TrimSpace(" \n"), "");
  EXPECT_EQ(ToLower("aZ\xc3\x84"), "az\xc3\x84");
  EXPECT_TRUE(EqualIgnoreCase("KIND", "kind"));
  EXPECT_FALSE(EqualIgnoreCase("kind", "kinds"));
  EXPECT_EQ(HexLower("\x01\xab"), "01ab");
}

TEST(Strings, Base64) {
  for (std::string text : {"", "a", "ab", "abc", "abcd"}) {
    EXPECT_EQ(Base64Decode(Base64Encode(text)), text);
    EXPECT_EQ(Base64UrlDecode(Base64UrlEncode(text)), text);
  }
  EXPECT_EQ(Base64Decode("YW\nJj"), "abc");
  size_t at = 0;
  EXPECT_FALSE(Base64Decode("YWJ!", &at));
  EXPECT_EQ(at, 3u);
  EXPECT_FALSE(Base64Decode("YWI"));
  EXPECT_FALSE(Base64Decode("YWI=YWI="));
}

TEST(Strings, Utf8) {
  EXPECT_TRUE(IsValidUtf8("plain \xe2\x82\xac \xf0\x9f\x98\x80"));
  for (const char* bad : {"\x80", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82"}) {
    EXPECT_FALSE(IsValidUtf8(bad));
  }
  EXPECT_EQ(ReplaceInvalidUtf8("a\xff"
                               "b"),
            "a\xef\xbf\xbd"
            "b");
}

TEST(Strings, FindsTheNearestName) {
  EXPECT_EQ(NearestName("secure-prot", {"bind-address", "secure-port"}), "secure-port");
  EXPECT_EQ(NearestName("zzz", {"bind-address", "secure-port"}), std::nullopt);
}

TEST(Strings, ParsesWholeIntegersOnly) {
  EXPECT_EQ(ParseInt64("-12"), -12);
  EXPECT_EQ(ParseInt64("+5"), 5);
  for (const char* bad : {"", "x", "1x", "1.0", "+-1", "9223372036854775808"}) {
    EXPECT_FALSE(ParseInt64(bad)) << bad;
  }
  EXPECT_EQ(ParseUint64("18446744073709551615"), UINT64_MAX);
  EXPECT_FALSE(ParseUint64("-1"));
}

TEST(Strings, ShortensBetweenCharacters) {
  EXPECT_EQ(Shortened("abcdefghijkl", 12), "abcdefghijkl");
  EXPECT_EQ(Shortened("abcdefghijklm", 12), "abcdef...klm");
  for (size_t most = 0; most < 40; ++most) {
    std::string cut = Shortened("aäö€😀äöü€😀aäö€😀äöü€😀", most);
    EXPECT_TRUE(IsValidUtf8(cut)) << most;
    EXPECT_LE(cut.size(), std::max<size_t>(most, 3) + 3) << most;
  }
  // No character is this long.
  EXPECT_LE(Shortened(std::string(1000, '\x80'), 100).size(), 110U);
}

}  // namespace
}  // namespace pintle
