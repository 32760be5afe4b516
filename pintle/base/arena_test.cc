#include "pintle/base/arena.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pintle {
namespace {

TEST(Arena, BlocksAreAlignedAndApart) {
  Arena arena;
  std::vector<std::string_view> blocks;
  for (size_t size : {1U, 3U, 8U, 100U, 700U, 5000U, 0U, 1U}) {
    for (size_t align : {1U, 2U, 8U, 16U}) {
      auto* block = static_cast<char*>(arena.Allocate(size, align));
      ASSERT_NE(block, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % align, 0U);
      std::memset(block, static_cast<int>(blocks.size()), size);
      blocks.emplace_back(block, size);
    }
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_EQ(blocks[i], std::string(blocks[i].size(), static_cast<char>(i)));
  }
}

TEST(Arena, SaysWhenMoreIsTakenThanMayBe) {
  Arena arena;
  arena.Room<char>(1'000'000);
  EXPECT_FALSE(arena.spent());
  arena.Limit(1'100'000);
  EXPECT_TRUE(arena.MayTake(50'000));
  EXPECT_FALSE(arena.spent());
  // What is asked for is there all the same.
  std::memset(arena.Room<char>(200'000), 1, 200'000);
  EXPECT_TRUE(arena.spent());
  Arena other;
  other.Limit(1'000'000);
  EXPECT_FALSE(other.MayTake(2'000'000));
  EXPECT_TRUE(other.spent()) << "who was told so stops";
  Arena moved(std::move(arena));
  EXPECT_TRUE(moved.spent());
}

TEST(Arena, ReservedRoomIsOneChunk) {
  Arena arena;
  arena.Reserve(10000);
  size_t taken = arena.allocated_bytes();
  EXPECT_GE(taken, 10000U);
  for (int i = 0; i < 1000; ++i) arena.Room<char>(10);
  EXPECT_EQ(arena.allocated_bytes(), taken);
  arena.Reserve(1);
  EXPECT_GT(arena.allocated_bytes(), taken);
}

TEST(Arena, WastesAtMostAQuarter) {
  Arena arena;
  size_t used = 0;
  for (int i = 0; i < 5000; ++i, used += 24) arena.Allocate(24, 8);
  EXPECT_LT(arena.allocated_bytes(), used * 4 / 3);
}

TEST(Arena, MovesWithAllThatLivesInIt) {
  auto owner = std::make_shared<int>(7);
  Arena first;
  std::string_view text = first.Copy("text");
  first.Keep(owner);
  Arena second(std::move(first));
  EXPECT_EQ(text, "text");
  EXPECT_EQ(owner.use_count(), 2);
  // The one moved from is as new.
  EXPECT_EQ(first.Copy("other"), "other");  // NOLINT(bugprone-use-after-move)
  second = Arena();
  EXPECT_EQ(owner.use_count(), 1);
}

}  // namespace
}  // namespace pintle
