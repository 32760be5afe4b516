#include "pintle/value/numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace pintle {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

TEST(Numbers, WholeOnes) {
  EXPECT_EQ(AsWhole(Value(7)), 7);
  EXPECT_EQ(AsWhole(Value(7.0)), 7);
  EXPECT_EQ(AsWhole(Value(-0.0)), 0);
  EXPECT_EQ(AsWhole(Value(-9223372036854775808.0)), kLeast);
  EXPECT_EQ(AsWhole(Value(9223372036854775808.0)), std::nullopt);
  EXPECT_EQ(AsWhole(Value(1.5)), std::nullopt);
  EXPECT_EQ(AsWhole(Value(std::nan(""))), std::nullopt);
  EXPECT_EQ(AsWhole(Value(std::numeric_limits<double>::infinity())), std::nullopt);
  EXPECT_EQ(AsWhole(Value("1")), std::nullopt);
}

TEST(Numbers, EqualWhateverTheirKind) {
  struct Case {
    Value a;
    Value b;
    bool equal;
  };
  for (const Case& c : std::vector<Case>{
           {Value(1), Value(1.0), true},
           {Value(0), Value(-0.0), true},
           {Value(1), Value(2.0), false},
           {Value(1), Value(1.5), false},
           // These round to the same double.
           {Value(kMost), Value(9223372036854775808.0), false},
           {Value((int64_t{1} << 53) + 1), Value(9007199254740992.0), false},
           {Value(kLeast), Value(-9223372036854775808.0), true},
           {Value(1), Value("1"), false},
           {Value(1), Value(true), false},
           {Value(int64_t{1} << 61), Value(0x1p61), true},
           {Value(int64_t{2305843009213694000}), Value(0x1p61), true},
           {Value(int64_t{2305843009213694001}), Value(0x1p61), false},
           {Value(5), Value(1e300), false},
           {Value(0), Value(), false},
           {Value(1), Value::EmptyList(), false},
       }) {
    EXPECT_EQ(EqualByNumber(c.a, c.b), c.equal);
    EXPECT_EQ(EqualByNumber(c.b, c.a), c.equal);
  }
}

TEST(Numbers, OrderedWhateverTheirKind) {
  constexpr int64_t kExact = int64_t{1} << 53;  // above it not every integer is a double
  const Value ascending[] = {Value(),
                             Value(true),
                             Value(-std::numeric_limits<double>::infinity()),
                             Value(-9223372036854777856.0),
                             Value(kLeast),
                             Value(kLeast + 1),
                             Value(-1.5),
                             Value(-1),
                             Value(-0.5),
                             Value(0),
                             Value(0.5),
                             Value(1.0),
                             Value(1.5),
                             Value(static_cast<double>(kExact)),
                             Value(kExact + 1),
                             Value(static_cast<double>(kExact + 2)),
                             Value(kMost),
                             Value(9223372036854775808.0),
                             Value(std::nan("")),
                             Value("1"),
                             Value::EmptyList()};
  for (size_t i = 0; i < std::size(ascending); ++i) {
    for (size_t j = 0; j < std::size(ascending); ++j) {
      EXPECT_EQ(CompareByNumber(ascending[i], ascending[j]), i <=> j) << i << " " << j;
    }
  }
  EXPECT_EQ(CompareByNumber(Value(1), Value(1.0)), std::strong_ordering::equal);
  EXPECT_EQ(CompareByNumber(Value(-0.0), Value(0)), std::strong_ordering::equal);
  EXPECT_EQ(CompareByNumber(Value(-0.0), Value(0.0)), std::strong_ordering::equal);
  EXPECT_EQ(CompareByNumber(Value(kLeast), Value(-9223372036854775808.0)),
            std::strong_ordering::equal);
  EXPECT_EQ(Compare(Value(1), Value(1.0)), std::strong_ordering::less);
}

TEST(Numbers, EqualAnywhereInAValue) {
  Arena arena;
  auto tree = [&](Value number, const char* text) {
    Value items[] = {Value(true), number};
    Value inner = Value::Object(arena, {{"list", Value::List(arena, items)}, {"x", number}});
    return Value::Object(arena, {{"in", inner}, {"text", Value(text)}});
  };
  EXPECT_TRUE(EqualByNumber(tree(Value(1), "a"), tree(Value(1.0), "a")));
  EXPECT_FALSE(tree(Value(1), "a") == tree(Value(1.0), "a"));
  EXPECT_FALSE(EqualByNumber(tree(Value(1), "a"), tree(Value(1.5), "a")));
  EXPECT_FALSE(EqualByNumber(tree(Value(1), "a"), tree(Value(1.0), "b")));
  EXPECT_FALSE(EqualByNumber(tree(Value(1), "a"), tree(Value(1), "a").Without(arena, "in")));
}

TEST(Numbers, MadeWhole) {
  Arena arena;
  Value items[] = {Value(2.0), Value(2.5), Value(3), Value("x")};
  Value value = Value::Object(arena, {{"l", Value::List(arena, items)}, {"n", Value(1.0)}});
  EXPECT_TRUE(HasWholeDoubles(value));
  Value whole = WithWholeNumbers(arena, value);
  EXPECT_EQ(whole.Find("n"), Value(1));
  EXPECT_EQ(whole.Find("l").items()[0], Value(2));
  EXPECT_EQ(whole.Find("l").items()[1], Value(2.5));
  EXPECT_FALSE(HasWholeDoubles(whole));
}

}  // namespace
}  // namespace pintle
