#include "pintle/http/query.h"

#include <gtest/gtest.h>

namespace pintle::http {
namespace {

TEST(PercentDecode, DecodesOrRefuses) {
  EXPECT_EQ(PercentDecode("/a%2Fb%20c+d", PlusSign::kLiteral), "/a/b c+d");
  EXPECT_EQ(PercentDecode("a+b%2B", PlusSign::kSpace), "a b+");
  EXPECT_EQ(PercentDecode("%C3%bc", PlusSign::kLiteral), "\xc3\xbc");
  for (const char* bad : {"%", "%1", "a%zz", "%%41"}) {
    EXPECT_EQ(PercentDecode(bad, PlusSign::kLiteral), std::nullopt) << bad;
  }
}

TEST(Query, KeepsOrderAndRepetition) {
  Query query("a=1&b=x%3Dy&a=2&flag&empty=&sp=+%2b");
  EXPECT_EQ(query.First("a"), "1");
  EXPECT_EQ(query.All("a"), (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(query.First("b"), "x=y");
  EXPECT_EQ(query.First("flag"), "");
  EXPECT_EQ(query.First("empty"), "");
  EXPECT_EQ(query.First("sp"), " +");
  EXPECT_FALSE(query.Has("c"));
  EXPECT_TRUE(query.All("c").empty());
  EXPECT_EQ(query.pairs().size(), 6u);
}

TEST(Query, LeavesOutWhatCannotBeDecoded) {
  Query query("a=%zz&b=1;c=2&&d=%41");
  EXPECT_EQ(query.pairs(), (std::vector<std::pair<std::string, std::string>>{{"d", "A"}}));
  EXPECT_TRUE(Query("").pairs().empty());
}

}  // namespace
}  // namespace pintle::http
