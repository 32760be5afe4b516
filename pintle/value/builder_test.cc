#include "pintle/value/builder.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

namespace pintle {
namespace {

TEST(ValueBuilder, NestedContainers) {
  Arena arena;
  ValueBuilder builder(arena);
  builder.BeginObject();
  builder.Key("list");
  builder.BeginList();
  builder.Add(Value(1));
  builder.BeginObject();
  EXPECT_TRUE(builder.in_object());
  EXPECT_EQ(builder.depth(), 3U);
  builder.Key("x");
  builder.Add(Value("y"));
  builder.EndObject();
  EXPECT_FALSE(builder.in_object());
  builder.BeginList();
  builder.EndList();
  builder.EndList();
  builder.Key("empty");
  builder.BeginObject();
  builder.EndObject();
  builder.EndObject();
  Value items[] = {Value(1), Value::Object(arena, {{"x", Value("y")}}), Value::EmptyList()};
  EXPECT_EQ(builder.Take(), Value::Object(arena, {{"list", Value::List(arena, items)},
                                                  {"empty", Value::EmptyObject()}}));
  EXPECT_FALSE(builder.repeated());

  builder.Add(Value("used again"));
  EXPECT_EQ(builder.Take(), Value("used again"));
}

TEST(ValueBuilder, GrowsBeyondItsOwnRoom) {
  Arena arena;
  ValueBuilder builder(arena);
  constexpr int kCount = 100000;
  builder.BeginList();
  for (int i = 0; i < kCount; ++i) builder.Add(Value(i));
  for (int i = 0; i < kCount; ++i) builder.BeginList();
  for (int i = 0; i < kCount; ++i) builder.EndList();
  builder.EndList();
  Value list = builder.Take();
  ASSERT_EQ(list.size(), kCount + 1U);
  for (int i = 0; i < kCount; ++i) ASSERT_EQ(list.items()[i], Value(i));
}

// Keys of few letters, so that they repeat and begin alike, with zeros and bytes past ASCII; of all
// sizes around those that are compared in another way.
std::string RandomKey(std::mt19937& random) {
  constexpr char kLetters[] = {'a', 'b', '\0', '\xff'};
  std::string key(random() % 4 == 0 ? 7 + random() % 12 : random() % 4, 'a');
  for (size_t i = key.size() > 8 ? 7 : 0; i < key.size(); ++i) key[i] = kLetters[random() % 4];
  return key;
}

TEST(ValueBuilder, SortsMembersAndKeepsTheLastOfEqualKeys) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    Arena arena;
    ValueBuilder builder(arena);
    std::map<std::string, int> expected;
    bool repeated = false;
    size_t count = random() % (round % 10 == 0 ? 200 : 12);
    builder.BeginObject();
    for (size_t i = 0; i < count; ++i) {
      std::string key = RandomKey(random);
      builder.Key(arena.Copy(key));
      builder.Add(Value(static_cast<int>(i)));
      repeated |= !expected.insert_or_assign(key, static_cast<int>(i)).second;
    }
    builder.EndObject();
    EXPECT_EQ(builder.repeated(), repeated);
    Value object = builder.Take();
    ASSERT_EQ(object.size(), expected.size());
    auto at = object.members().begin();
    for (const auto& [key, value] : expected) {
      ASSERT_EQ(at->key(), key);
      ASSERT_EQ(at->value, Value(value));
      ASSERT_EQ(object.Find(key), Value(value));
      ++at;
    }
  }
}

}  // namespace
}  // namespace pintle
