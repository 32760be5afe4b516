#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "pintle/typeinfo/compare.h"
#include "pintle/typeinfo/copy.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/owned.h"
#include "pintle/typeinfo/random_fill.h"
#include "pintle/typeinfo/sample_types.h"
#include "pintle/typeinfo/zero.h"

// Copies, equality, zero and owners.
namespace pintle::typeinfo {
namespace {

using sample::Leaf;
using sample::Sample;

TEST(DeepCopy, SharesNothingWithTheOriginal) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 50; ++round) {
    Owned<Sample> copy = Owned<Sample>::New();
    Owned<Sample> reference = Owned<Sample>::New();
    std::mt19937_64 same_random = random;
    {
      Owned<Sample> original = Owned<Sample>::New();
      RandomFill(TypeOf<Sample>(), &*original, original.arena(), random, 4);
      *copy = DeepCopy(*original, copy.arena());
      EXPECT_TRUE(SemanticEqual(*original, *copy));
    }  // the original's memory is gone: the sanitizer sees any reference to it
    RandomFill(TypeOf<Sample>(), &*reference, reference.arena(), same_random, 4);
    EXPECT_TRUE(SemanticEqual(*reference, *copy));
  }
}

TEST(CopyStructure, IsEqualAndSharesTexts) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 50; ++round) {
    Owned<Sample> original = Owned<Sample>::New();
    RandomFill(TypeOf<Sample>(), &*original, original.arena(), random, 4);
    Sample copy;
    CopyStructure(TypeOf<Sample>(), &*original, &copy, original.arena());
    EXPECT_TRUE(SemanticEqual(*original, copy));
  }
  Arena arena;
  Sample original;
  original.names.Append(arena, arena.Copy("a text"));
  Sample copy;
  CopyStructure(TypeOf<Sample>(), &original, &copy, arena);
  EXPECT_EQ(copy.names[0].data(), original.names[0].data());
  EXPECT_NE(&copy.names[0], &original.names[0]);
}

TEST(Copies, ChangesDoNotReachTheOriginal) {
  for (auto copying : {static_cast<void (*)(const TypeInfo&, const void*, void*, Arena&)>(DeepCopy),
                       CopyStructure}) {
    Arena arena;
    Sample original;
    original.leaves.Append(arena).name = "a";
    original.leaf.Ensure(arena).port = 1;
    original.labels.Set(arena, "k", "v");
    original.names.Append(arena, "n");
    Sample copy;
    copying(TypeOf<Sample>(), &original, &copy, arena);
    copy.leaves[0].name = "b";
    copy.leaf->port = 2;
    copy.labels.Set(arena, "k", "w");
    copy.labels.Set(arena, "l", "w");
    copy.leaves.Append(arena).name = "c";
    copy.names[0] = "m";
    EXPECT_EQ(original.leaves[0].name, "a");
    EXPECT_EQ(original.leaves.size(), 1u);
    EXPECT_EQ(original.leaf->port, 1);
    EXPECT_EQ(*original.labels.Find("k"), "v");
    EXPECT_EQ(original.labels.Find("l"), nullptr);
    EXPECT_EQ(original.names[0], "n");
  }
}

TEST(DeepCopy, KeepsNilAndEmptyApart) {
  Arena arena;
  Sample original;
  original.blob = Binary{"", 0};
  original.names.Append(arena, "x");
  original.names.Erase(0);
  Sample copy = DeepCopy(original, arena);
  EXPECT_FALSE(copy.blob.is_nil());
  EXPECT_FALSE(copy.names.is_nil());
  EXPECT_TRUE(copy.leaves.is_nil());
  EXPECT_TRUE(copy.labels.is_nil());
}

TEST(SemanticEqual, NilEqualsEmpty) {
  Arena arena;
  Sample a;
  Sample b;
  b.names.Append(arena, "x");
  b.names.Erase(0);
  b.labels.Set(arena, "k", "v");
  b.labels.Erase("k");
  b.blob = Binary{"", 0};
  EXPECT_TRUE(SemanticEqual(a, b));
  EXPECT_FALSE(StrictEqual(TypeOf<Sample>(), &a, &b));
  EXPECT_TRUE(StrictEqual(TypeOf<Sample>(), &a, &a));
  EXPECT_TRUE(StrictEqual(TypeOf<Sample>(), &b, &b));
}

TEST(SemanticEqual, SeesEveryDifference) {
  Arena arena;
  const std::vector<void (*)(Sample&, Arena&)> kChanges = {
      [](Sample& s, Arena&) { s.header.kind = "k"; },
      [](Sample& s, Arena&) { s.nested.port = 1; },
      [](Sample& s, Arena&) { s.flag = true; },
      [](Sample& s, Arena&) { s.large = 1; },
      [](Sample& s, Arena&) { s.ratio = 0.5; },
      [](Sample& s, Arena&) { s.text = "t"; },
      [](Sample& s, Arena&) { s.blob = Binary{"x", 1}; },
      [](Sample& s, Arena&) { s.any = Value(int64_t{1}); },
      [](Sample& s, Arena&) { s.at = Time::FromSeconds(0); },
      [](Sample& s, Arena&) { s.fine = MicroTime{{0, 1000, true}}; },
      [](Sample& s, Arena&) { s.maybe_flag = false; },
      [](Sample& s, Arena& arena) { s.leaf.Ensure(arena); },
      [](Sample& s, Arena& arena) { s.names.Append(arena); },
      [](Sample& s, Arena& arena) { s.labels.Set(arena, "k", ""); },
      [](Sample& s, Arena& arena) { s.labels.Set(arena, "j", ""); },
      [](Sample& s, Arena& arena) { s.labels.Set(arena, "k", "v"); },
      [](Sample& s, Arena& arena) { s.tree.Ensure(arena).extra.Ensure(arena); },
  };
  for (size_t i = 0; i < kChanges.size(); ++i) {
    for (size_t j = 0; j < kChanges.size(); ++j) {
      Sample a;
      Sample b;
      kChanges[i](a, arena);
      kChanges[j](b, arena);
      EXPECT_EQ(SemanticEqual(a, b), i == j) << i << " " << j;
    }
  }
}

// The order agrees with equality, and two objects stand in it one way whoever asks.
TEST(SemanticCompare, AgreesWithEquality) {
  std::mt19937_64 random(17);
  Arena arena;
  std::vector<Sample> objects(1);
  for (int i = 0; i < 60; ++i) {
    Sample& filled = objects.emplace_back();
    RandomFill(TypeOf<Sample>(), &filled, arena, random, 1 + i % 3);
    objects.push_back(DeepCopy(filled, arena));
  }
  auto compare = [](const Sample& a, const Sample& b) {
    return SemanticCompare(TypeOf<Sample>(), &a, &b);
  };
  for (const Sample& a : objects) {
    for (const Sample& b : objects) {
      EXPECT_EQ(compare(a, b) == 0, SemanticEqual(a, b));
      EXPECT_EQ(compare(a, b) < 0, compare(b, a) > 0);
    }
  }
  std::ranges::sort(objects, [&](const Sample& a, const Sample& b) { return compare(a, b) < 0; });
  for (size_t i = 1; i < objects.size(); ++i) EXPECT_TRUE(compare(objects[0], objects[i]) <= 0);
}

TEST(SemanticCompare, AmountsAreNotTexts) {
  const TypeInfo& type = TypeOf<Quantity>();
  const Quantity ascending[] = {{"-1"}, {""}, {"999m"}, {"1"}, {"1Ki"}, {"bad"}, {"worse"}};
  for (size_t i = 0; i < std::size(ascending); ++i) {
    for (size_t j = 0; j < std::size(ascending); ++j) {
      EXPECT_EQ(SemanticCompare(type, &ascending[i], &ascending[j]), i <=> j) << i << " " << j;
    }
  }
  const Quantity zero{"0"};
  const Quantity thousand{"1000m"};
  EXPECT_TRUE(SemanticCompare(type, &ascending[1], &zero) == 0);
  EXPECT_TRUE(SemanticCompare(type, &ascending[3], &thousand) == 0);
}

// Whoever stands beside a NaN in a list is still told from others.
TEST(SemanticCompare, NanIsAboveAllNumbers) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double ascending[] = {-infinity, -1.5, 0, 2, infinity, std::nan("")};
  for (size_t i = 0; i < std::size(ascending); ++i) {
    for (size_t j = 0; j < std::size(ascending); ++j) {
      EXPECT_EQ(SemanticCompare(TypeOf<double>(), &ascending[i], &ascending[j]), i <=> j);
      const float x = static_cast<float>(ascending[i]);
      const float y = static_cast<float>(ascending[j]);
      EXPECT_EQ(SemanticCompare(TypeOf<float>(), &x, &y), i <=> j) << i << " " << j;
    }
  }
}

TEST(SemanticCompare, NumbersInValuesAreComparedByAmount) {
  Arena arena;
  auto compare = [](const Value& a, const Value& b) {
    Sample x;
    Sample y;
    x.any = a;
    y.any = b;
    EXPECT_EQ(SemanticCompare(TypeOf<Sample>(), &x, &y) == 0, SemanticEqual(x, y));
    return SemanticCompare(TypeOf<Sample>(), &x, &y);
  };
  auto list = [&](const Value& number) {
    Value items[] = {Value(true), number};
    return Value::Object(arena, {{"list", Value::List(arena, items)}});
  };
  const Value ascending[] = {Value(true), Value(-1.5), Value(1), Value(1.5), Value(2), Value("1")};
  for (size_t i = 0; i < std::size(ascending); ++i) {
    for (size_t j = 0; j < std::size(ascending); ++j) {
      EXPECT_EQ(compare(ascending[i], ascending[j]), i <=> j) << i << " " << j;
      EXPECT_EQ(compare(list(ascending[i]), list(ascending[j])), i <=> j) << i << " " << j;
    }
  }
  EXPECT_EQ(compare(Value(1), Value(1.0)), std::strong_ordering::equal);
  EXPECT_EQ(compare(list(Value(1.0)), list(Value(1))), std::strong_ordering::equal);
}

TEST(SemanticEqual, NumbersInValuesAreComparedByAmount) {
  Sample a;
  Sample b;
  a.any = Value(int64_t{1});
  b.any = Value(1.0);
  EXPECT_TRUE(SemanticEqual(a, b));
  EXPECT_TRUE(StrictEqual(TypeOf<Sample>(), &a, &b));
  b.any = Value(1.5);
  EXPECT_FALSE(SemanticEqual(a, b));
  b.any = Value("1");
  EXPECT_FALSE(SemanticEqual(a, b));
}

TEST(IsZero, OnlyDefaultsAreZero) {
  Arena arena;
  Sample sample;
  EXPECT_TRUE(IsZero(TypeOf<Sample>(), &sample));
  sample.names = List<Str>::Of(arena, {"a"});
  sample.names.Erase(0);
  EXPECT_FALSE(IsZero(TypeOf<Sample>(), &sample));
  sample.names.reset();
  sample.nested.node_port = 0;
  EXPECT_FALSE(IsZero(TypeOf<Sample>(), &sample));
}

TEST(Owned, KeepsTheObjectWithItsArena) {
  OwnedStruct erased;
  {
    Owned<Leaf> leaf = Owned<Leaf>::New();
    leaf->name = leaf.arena().Copy("n");
    erased = leaf;
  }
  ASSERT_NE(erased.As<Leaf>(), nullptr);
  EXPECT_EQ(erased.As<Leaf>()->name, "n");
  EXPECT_EQ(erased.As<Sample>(), nullptr);
  OwnedStruct clone = erased.Clone();
  erased.As<Leaf>()->name = "changed";
  erased = OwnedStruct();
  EXPECT_EQ(clone.As<Leaf>()->name, "n");
  EXPECT_EQ(Owned<Leaf>::CopyOf(*clone.As<Leaf>())->name, "n");
}

}  // namespace
}  // namespace pintle::typeinfo
