#include <gtest/gtest.h>

#include <thread>

#include "pintle/storage/cache/cache_testing.h"
#include "pintle/storage/memory/memory_store.h"

namespace pintle::storage {
namespace {

using namespace std::chrono_literals;

const Error kLost(Reason::kInternalError, "the connection is lost");
const Error kCompacted(Reason::kExpired, "compacted");

class CacheRecovery : public testing::Test {
 protected:
  CacheRecovery() {
    MustCreate(*store_, "/p/a", "1");  // 2
    cache_ = MustStart(controlled_, "/p/");
  }

  bool BecomesReady() {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!cache_->ready()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(1ms);
    }
    return true;
  }

  std::unique_ptr<Store> store_ = NewMemoryStore();
  ControlledStore controlled_{*store_};
  std::unique_ptr<WatchCache> cache_;
};

TEST_F(CacheRecovery, ALostWatchIsResumedAndNobodyNotices) {
  Watcher watcher(*cache_, 0);
  controlled_.SetDown(true);
  controlled_.EndWatches(kLost);
  EXPECT_FALSE(cache_->ready());
  MustUpdate(*store_, "/p/a", 2, "2");  // 3
  MustCreate(*store_, "/p/b", "1");     // 4
  MustDelete(*store_, "/p/b", 4);       // 5
  EXPECT_EQ(Describe(*cache_->Current()), "/p/a=1@2 at 2") << "old, but what it says it is";
  const int ranges = controlled_.ranges();
  controlled_.SetDown(false);
  EXPECT_EQ(watcher.TakeText(3),
            "MODIFIED /p/a=2@3 was 1\n"
            "ADDED /p/b=1@4\n"
            "DELETED /p/b=1@5 was 1\n");
  EXPECT_TRUE(BecomesReady());
  EXPECT_EQ(Describe(*cache_->Current()), "/p/a=2@3 at 5");
  EXPECT_EQ(controlled_.ranges(), ranges) << "nothing was loaded anew";
  MustCreate(*store_, "/p/c", "1");  // 6
  EXPECT_EQ(watcher.TakeText(1), "ADDED /p/c=1@6\n");
}

TEST_F(CacheRecovery, ACompactedPositionLoadsAnewAndEndsTheWatchersThatLostTheirs) {
  Watcher lost(*cache_, 0);
  controlled_.SetDown(true);
  controlled_.EndWatches(kLost);
  MustUpdate(*store_, "/p/a", 2, "2");  // 3
  MustCreate(*store_, "/p/b", "1");     // 4
  ASSERT_TRUE(BlockOn(store_->Compact(4)));
  controlled_.SetDown(false);
  const Error end = lost.TakeEnd();
  EXPECT_EQ(end.reason(), Reason::kExpired);
  EXPECT_EQ(end.message(), "too old resource version: 2 (4)");
  EXPECT_TRUE(BecomesReady());
  EXPECT_EQ(Describe(*cache_->Current()), "/p/a=2@3 /p/b=1@4 at 4");
  Watcher next(*cache_, 4);
  Watcher too_old(*cache_, 3);
  MustDelete(*store_, "/p/b", 4);  // 5
  EXPECT_EQ(next.TakeText(1), "DELETED /p/b=1@5 was 1\n");
  EXPECT_EQ(too_old.TakeEnd().reason(), Reason::kExpired);
}

TEST_F(CacheRecovery, AWatchEndedByCompactionIsReplaced) {
  Watcher lost(*cache_, 0);
  controlled_.EndWatches(kCompacted);
  EXPECT_EQ(lost.TakeEnd().reason(), Reason::kExpired);
  EXPECT_TRUE(BecomesReady());
  Watcher next(*cache_, 0);
  MustUpdate(*store_, "/p/a", 2, "2");  // 3
  EXPECT_EQ(next.TakeText(1), "MODIFIED /p/a=2@3 was 1\n");
}

TEST_F(CacheRecovery, AWatcherThatStillCatchesUpGoesOn) {
  MustUpdate(*store_, "/p/a", 2, "2");  // 3
  ControlledStore controlled(*store_);
  auto cache = MustStart(controlled, "/p/");  // its window begins at 3
  controlled.HoldEvents(true);
  Watcher catching_up(*cache, 2);
  Watcher joined(*cache, 3);
  controlled.EndWatches(kCompacted, /*oldest_only=*/true);
  EXPECT_EQ(joined.TakeEnd().reason(), Reason::kExpired);
  controlled.HoldEvents(false);
  EXPECT_EQ(catching_up.TakeText(1), "MODIFIED /p/a=2@3 was 1\n");
  MustUpdate(*store_, "/p/a", 3, "3");  // 4
  EXPECT_EQ(catching_up.TakeText(1), "MODIFIED /p/a=3@4 was 2\n");
}

TEST_F(CacheRecovery, AWatcherThatLosesItsOwnWatchMayComeBack) {
  MustUpdate(*store_, "/p/a", 2, "2");  // 3
  ControlledStore controlled(*store_);
  auto cache = MustStart(controlled, "/p/");  // its window begins at 3
  controlled.HoldEvents(true);
  Watcher catching_up(*cache, 2);
  controlled.EndWatches(kLost);
  EXPECT_EQ(catching_up.TakeEnd().reason(), Reason::kServiceUnavailable);
}

TEST_F(CacheRecovery, ReadsThatMustBeFreshGoToTheStoreMeanwhile) {
  auto old_object = cache_->Current()->Find("/p/a");
  controlled_.SetDown(true);
  controlled_.EndWatches(kLost);
  MustCreate(*store_, "/p/b", "1");  // 3
  // The cache keeps trying; between its attempts the store answers.
  auto any = BlockOn(cache_->Get("/p/b", {}));
  ASSERT_TRUE(any);
  EXPECT_EQ(*any, nullptr);
  EXPECT_FALSE(BlockOn(cache_->Get("/p/b", {.latest = true}))) << "it cannot be known";
  controlled_.SetDown(false);
  auto latest = BlockOn(cache_->Get("/p/b", {.latest = true}));
  ASSERT_TRUE(latest);
  ASSERT_NE(*latest, nullptr);
  EXPECT_EQ((*latest)->mod_revision(), 3);
  auto page = BlockOn(cache_->List({.prefix = "/p/", .freshness = {.latest = true}}));
  ASSERT_TRUE(page);
  ASSERT_EQ(page->objects.size(), 2u);
  EXPECT_EQ(page->objects[0], old_object) << "the same version is the same object";
}

TEST_F(CacheRecovery, StopsWhileItRecovers) {
  Watcher watcher(*cache_, 0);
  controlled_.SetDown(true);
  controlled_.EndWatches(kLost);
  cache_.reset();
  EXPECT_EQ(watcher.TakeEnd().reason(), Reason::kServiceUnavailable);
}

TEST_F(CacheRecovery, SurvivesManyLossesUnderLoad) {
  Watcher watcher(*cache_, 2);
  constexpr int kWrites = 2000;
  std::thread writer([&] {
    Revision revision = 2;
    for (int i = 0; i < kWrites; ++i) {
      revision = MustUpdate(*store_, "/p/a", revision, std::to_string(i)).revision;
    }
  });
  std::atomic<bool> over = false;
  std::thread breaker([&] {
    while (!over) {
      controlled_.EndWatches(kLost);
      std::this_thread::sleep_for(2ms);
    }
  });
  writer.join();
  over = true;
  breaker.join();
  // However often it was interrupted, from here on nothing keeps it from coming to the end.
  Revision expected = 3;
  for (const CacheEventPtr& event : watcher.Take(kWrites)) {
    ASSERT_EQ(event->revision(), expected++);
    ASSERT_EQ(event->previous()->mod_revision(), event->revision() - 1);
  }
  EXPECT_TRUE(BecomesReady());
  EXPECT_EQ(cache_->Current()->Find("/p/a")->stored().view(), std::to_string(kWrites - 1));
}

}  // namespace
}  // namespace pintle::storage
