#include "pintle/typeinfo/types.h"

#include <gtest/gtest.h>

namespace pintle::typeinfo {
namespace {

struct Part {
  Str name = {};
  Opt<int32_t> size = {};
};

TEST(OptTest, ComparesAndEdits) {
  Opt<int32_t> none;
  Opt<int32_t> zero = 0;
  EXPECT_NE(none, zero);
  EXPECT_EQ(zero, 0);
  EXPECT_EQ(none, Opt<int32_t>());
  none.value = 7;  // of what is not set the value says nothing
  EXPECT_EQ(none, Opt<int32_t>());
  *zero = 3;
  EXPECT_EQ(zero.value_or(1), 3);
  zero.reset();
  EXPECT_EQ(zero.value_or(1), 1);
  Opt<Str> text = Str("abc");
  EXPECT_EQ(text->size(), 3u);
}

TEST(PtrTest, ReadsOnWhereNothingIs) {
  Arena arena;
  Ptr<Part> part;
  EXPECT_EQ(part.OrEmpty().size.value_or(5), 5);
  part.Ensure(arena).size = 2;
  EXPECT_EQ(part.OrEmpty().size.value_or(5), 2);
}

TEST(PtrTest, SetLeavesOtherViewsAlone) {
  Arena arena;
  Ptr<Part> part;
  part.Set(arena, {.name = "a"});
  Ptr<Part> other = part;
  part.Set(arena, {.name = "b"});
  EXPECT_EQ(other->name, "a");
  EXPECT_EQ(part->name, "b");
}

TEST(ListTest, CloneIsAListOfItsOwn) {
  Arena arena;
  auto names = List<Str>::Of(arena, {"a", "b"});
  List<Str> clone = names.Clone(arena);
  clone[0] = "x";
  clone.Append(arena, "c");
  names.Append(arena, "d");
  EXPECT_EQ(names[0], "a");
  EXPECT_EQ(names.back(), "d");
  EXPECT_EQ(clone.front(), "x");
  EXPECT_EQ(clone.back(), "c");
  EXPECT_TRUE(clone.contains("b"));
  EXPECT_FALSE(clone.contains("d"));
  EXPECT_TRUE(List<Str>().Clone(arena).is_nil());
  EXPECT_FALSE(List<Str>::Sized(arena, 0).Clone(arena).is_nil());
}

TEST(ListTest, SizedHasDefaultElements) {
  Arena arena;
  auto parts = List<Part>::Sized(arena, 3);
  ASSERT_EQ(parts.size(), 3u);
  for (const Part& part : parts) EXPECT_FALSE(part.size);
  EXPECT_FALSE(List<Part>::Sized(arena, 0).is_nil());
}

TEST(MapTest, FindsAndClones) {
  Arena arena;
  Map<Str> labels;
  EXPECT_EQ(labels.value_or("a", "none"), "none");
  labels.Set(arena, "b", "2");
  labels.Set(arena, "a", "1");
  EXPECT_TRUE(labels.contains("a"));
  EXPECT_EQ(labels.value_or("a", "none"), "1");
  Map<Str> clone = labels.Clone(arena);
  *clone.Find("a") = "x";
  clone.Erase("b");
  clone.Set(arena, "c", "3");
  EXPECT_EQ(labels.value_or("a", ""), "1");
  EXPECT_EQ(labels.size(), 2u);
  EXPECT_TRUE(labels.contains("b"));
  EXPECT_TRUE(Map<Str>().Clone(arena).is_nil());
}

TEST(BinaryTest, OfText) {
  EXPECT_EQ(Binary::Of("abc").view(), "abc");
  EXPECT_FALSE(Binary::Of("").is_nil());
  EXPECT_TRUE(Binary().is_nil());
}

}  // namespace
}  // namespace pintle::typeinfo
