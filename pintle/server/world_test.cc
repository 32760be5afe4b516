#include "pintle/server/world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "pintle/storage/memory/memory_store.h"

namespace pintle::server {
namespace {

class WorldTest : public testing::Test {
 protected:
  features::FeatureGates gates_;
  std::unique_ptr<storage::Store> store_ = storage::NewMemoryStore();
  api::Metrics metrics_{gates_};
  ServerWorld world_{gates_, *store_, metrics_};
};

TEST_F(WorldTest, UidsAreRandomUuids) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    std::string uid = world_.NewUid();
    ASSERT_EQ(uid.size(), 36u);
    for (size_t at = 0; at < uid.size(); ++at) {
      bool dash = at == 8 || at == 13 || at == 18 || at == 23;
      ASSERT_TRUE(dash ? uid[at] == '-' : std::string("0123456789abcdef").contains(uid[at])) << uid;
    }
    EXPECT_EQ(uid[14], '4') << "version";
    EXPECT_TRUE(std::string("89ab").contains(uid[19])) << "variant";
    EXPECT_TRUE(seen.insert(uid).second);
  }
}

TEST_F(WorldTest, SuffixesUseTheWholeAlphabetAndNothingElse) {
  const std::string alphabet = "bcdfghjklmnpqrstvwxz2456789";
  EXPECT_EQ(world_.RandomSuffix(0), "");
  EXPECT_EQ(world_.RandomSuffix(5).size(), 5u);
  std::string many = world_.RandomSuffix(5000);
  ASSERT_EQ(many.size(), 5000u);
  std::set<char> letters(many.begin(), many.end());
  EXPECT_EQ(letters, std::set<char>(alphabet.begin(), alphabet.end()));
}

TEST_F(WorldTest, TheClockRuns) { EXPECT_GT(world_.clock().NowSeconds(), 1'600'000'000); }

}  // namespace
}  // namespace pintle::server
