#include "apis/set_if_unset.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pintle::apis {
namespace {

using ::testing::ElementsAre;
using Texts = typeinfo::Map<typeinfo::Str>;

Texts MapOf(Arena& arena, std::initializer_list<std::string_view> keys, std::string_view value) {
  Texts map;
  for (std::string_view key : keys) map.Set(arena, key, value);
  return map;
}

std::vector<std::string> Shown(const Texts& map) {
  std::vector<std::string> shown;
  for (const auto& [key, value] : map) shown.push_back(fmt::format("{}={}", key, value));
  return shown;
}

TEST(AddMissing, KeepsWhatIsThereAndTheOrderOfKeys) {
  Arena arena;
  Texts target = MapOf(arena, {"b", "d", "f"}, "old");
  const Texts before = target;
  AddMissing(arena, MapOf(arena, {"a", "b", "c", "f", "g"}, "new"), target);
  EXPECT_THAT(Shown(target), ElementsAre("a=new", "b=old", "c=new", "d=old", "f=old", "g=new"));
  EXPECT_THAT(Shown(before), ElementsAre("b=old", "d=old", "f=old"))
      << "who shares it sees no change";
}

TEST(AddMissing, NothingMissingIsNoChange) {
  Arena arena;
  Texts target = MapOf(arena, {"a"}, "old");
  const auto* data = target.data;
  AddMissing(arena, MapOf(arena, {"a"}, "new"), target);
  AddMissing(arena, Texts(), target);
  EXPECT_EQ(target.data, data);
  Texts nil;
  AddMissing(arena, Texts(), nil);
  EXPECT_TRUE(nil.is_nil());
  AddMissing(arena, target, nil);
  EXPECT_THAT(Shown(nil), ElementsAre("a=old"));
}

// To put each into its place would move the other half each time.
TEST(AddMissing, Many) {
  constexpr int kCount = 100'000;
  Arena arena;
  Texts source;
  Texts target;
  for (int i = 0; i < kCount; ++i) {
    source.Set(arena, arena.Copy(fmt::format("a{:06}", i)), "");
    target.Set(arena, arena.Copy(fmt::format("b{:06}", i)), "");
  }
  AddMissing(arena, source, target);
  EXPECT_EQ(target.size(), size_t{2 * kCount});
  EXPECT_NE(target.Find("a099999"), nullptr);
  EXPECT_NE(target.Find("b000000"), nullptr);
}

}  // namespace
}  // namespace pintle::apis
