#include "pintle/value/value.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace pintle {
namespace {

TEST(Value, ObjectsAreSortedAndTheLastOfEqualKeysStays) {
  Arena arena;
  Value object = Value::Object(arena, {{"b", Value(1)}, {"a", Value(2)}, {"b", Value(3)}});
  ASSERT_EQ(object.size(), 2u);
  EXPECT_EQ(object.members()[0].key(), "a");
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
  EXPECT_EQ(with.members()[1].key(), "b");
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

TEST(Value, AMemberIsItsKeyAndItsValue) {
  Member member("name", Value(3));
  EXPECT_EQ(member.key(), "name");
  EXPECT_EQ(member.value, Value(3));
  // The length of the key is kept beside the value; it is no part of it.
  Value taken = member.value;
  EXPECT_EQ(taken, Value(3));
  Member other("longer name", taken);
  EXPECT_EQ(other.key(), "longer name");
  EXPECT_EQ(other.value.as_int(), 3);
  member = Member(member.key(), Value("text"));
  EXPECT_EQ(member.key(), "name");
  EXPECT_EQ(member.value.as_string(), "text");
  EXPECT_EQ(Member().key(), "");
  std::string longest(Member::kMaxKeyBytes, 'k');
  EXPECT_EQ(Member(longest, Value(true)).key().size(), Member::kMaxKeyBytes);
  EXPECT_TRUE(Member(longest, Value(true)).value.as_bool());
}

TEST(Value, KindsInOrder) {
  Arena arena;
  Value one[] = {Value(1)};
  Value two[] = {Value(1), Value()};
  const Value ascending[] = {
      Value(),
      Value(false),
      Value(true),
      Value(-1),
      Value(1),
      Value(-0.5),
      Value(0.5),
      Value(""),
      Value("a"),
      Value("aa"),
      Value("b"),
      Value::EmptyList(),
      Value::List(arena, one),
      Value::List(arena, two),
      Value::EmptyObject(),
      Value::Object(arena, {{"a", Value(1)}}),
      Value::Object(arena, {{"a", Value(1)}, {"b", Value(1)}}),
      Value::Object(arena, {{"a", Value(2)}}),
      Value::Object(arena, {{"b", Value(0)}}),
  };
  for (size_t i = 0; i < std::size(ascending); ++i) {
    for (size_t j = 0; j < std::size(ascending); ++j) {
      EXPECT_EQ(Compare(ascending[i], ascending[j]), i <=> j) << i << " " << j;
      EXPECT_EQ(ascending[i] == ascending[j], i == j) << i << " " << j;
      EXPECT_EQ(ascending[i].Clone(arena) == ascending[j], i == j) << i << " " << j;
    }
  }
}

// Nothing that walks a value may need stack for its depth.
TEST(Value, DepthIsNoLimit) {
  constexpr int kDepth = 300000;
  Arena arena;
  auto nested = [&](int innermost) {
    Value value(innermost);
    for (int i = 0; i < kDepth; ++i) {
      Value item[] = {value};
      value = i % 2 == 0 ? Value::List(arena, item) : Value::Object(arena, {{"a", value}});
    }
    return value;
  };
  Value one = nested(1);
  EXPECT_TRUE(one == nested(1));
  EXPECT_FALSE(one == nested(2));
  EXPECT_EQ(Compare(one, nested(1)), std::strong_ordering::equal);
  EXPECT_EQ(Compare(one, nested(2)), std::strong_ordering::less);
  EXPECT_TRUE(one.Clone(arena) == one);
}

TEST(Value, FindsPaths) {
  Arena arena;
  Value spec = Value::Object(arena, {{"replicas", Value(3)}, {"name", Value("n")}});
  Value root = Value::Object(arena, {{"spec", spec}, {"list", Value::EmptyList()}});
  EXPECT_EQ(root.FindPath({"spec", "replicas"}), Value(3));
  EXPECT_EQ(root.FindPath({}), root);
  EXPECT_TRUE(root.FindPath({"spec", "absent"}).is_null());
  EXPECT_TRUE(root.FindPath({"list", "replicas"}).is_null());
  EXPECT_TRUE(root.FindPath({"spec", "replicas", "deeper"}).is_null());
  EXPECT_EQ(spec.FindString("name"), "n");
  EXPECT_EQ(spec.FindString("replicas"), "");
}

TEST(Value, IsReadByManyThreads) {
  Arena arena;
  std::vector<Member> members;
  for (int i = 0; i < 1000; ++i) {
    members.push_back({arena.Copy("key" + std::to_string(i)), Value(i)});
  }
  const Value object = Value::Object(arena, members);
  std::vector<std::thread> readers;
  std::atomic<int> found = 0;
  for (int t = 0; t < 4; ++t) {
    readers.emplace_back([&object, &found] {
      Arena own;
      for (int i = 0; i < 1000; ++i) found += object.Find("key" + std::to_string(i)) == Value(i);
      found +=
          object.With(own, "key5", Value("edited")).size() == 1000 && object.Clone(own) == object;
    });
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(found, 4 * 1001);
}

}  // namespace
}  // namespace pintle
