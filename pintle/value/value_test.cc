#include "pintle/value/value.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

TEST(Value, ObjectsAreSortedAndTheLastOfEqualKeysStays) {
  Arena arena;
  Value object = Value::Object(arena, {{"b", Value(1)}, {"a", Value(2)}, {"b", Value(3)}});
  ASSERT_EQ(object.size(), 2u);
  EXPECT_EQ(object.members()[0].key, "a");
  EXPECT_EQ(object.Find("b"), Value(3));
  EXPECT_FALSE(object.Has("c"));
}

TEST(Value, FindsMembersInLargeObjects) {
  Arena arena;
  std::vector<std::string> keys;
  for (int i = 0; i < 100; ++i) keys.push_back("key" + std::to_string(i));
  std::vector<Member> members;
  for (size_t i = 0; i < keys.size(); ++i) members.push_back({keys[i], Value(static_cast<int>(i))});
  Value object = Value::Object(arena, members);
  for (size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(object.Find(keys[i]), Value(static_cast<int>(i)));
  }
  EXPECT_EQ(object.FindPtr("key"), nullptr);
  EXPECT_EQ(object.FindPtr("zzz"), nullptr);
}

TEST(Value, EditingSharesWhatItDoesNotChange) {
  Arena arena;
  Value inner = Value::Object(arena, {{"x", Value(1)}});
  Value root = Value::Object(arena, {{"a", inner}, {"c", Value("text")}});
  Value with = root.With(arena, "b", Value(true));
  EXPECT_EQ(with.size(), 3u);
  EXPECT_EQ(with.members()[1].key, "b");
  EXPECT_EQ(with.Find("a").members().data(), inner.members().data());
  EXPECT_EQ(root.size(), 2u);
  EXPECT_EQ(root.With(arena, "c", Value()).Find("c"), Value());
  EXPECT_EQ(with.Without(arena, "b"), root);
  EXPECT_EQ(Value().With(arena, "k", Value(1)).size(), 1u);
}

TEST(Value, IntegersAndDoublesDiffer) {
  EXPECT_FALSE(Value(1) == Value(1.0));
  EXPECT_NE(Compare(Value(1), Value(1.0)), std::strong_ordering::equal);
}

TEST(Value, ClonesDeeply) {
  Value copy;
  Arena kept;
  {
    Arena arena;
    Value items[] = {Value::String(arena, "one"), Value(2)};
    Value original = Value::Object(arena, {{arena.Copy("list"), Value::List(arena, items)}});
    copy = original.Clone(kept);
    EXPECT_EQ(copy, original);
  }
  EXPECT_EQ(copy.Find("list").items()[0].as_string(), "one");
}

}  // namespace
}  // namespace pintle
