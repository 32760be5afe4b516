#include "pintle/storage/cache/watch_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "pintle/storage/cache/cache_testing.h"
#include "pintle/storage/lmdb/lmdb_store.h"
#include "pintle/storage/memory/memory_store.h"
#include "pintle/storage/store_testing.h"

namespace pintle::storage {
namespace {

using namespace std::chrono_literals;

TEST(WatchCache, LoadsAndFollowsItsPrefix) {
  auto store = NewMemoryStore();
  MustCreate(*store, "/p/a", "1");  // 2
  MustCreate(*store, "/q/a", "1");  // 3
  auto cache = MustStart(*store, "/p/");
  EXPECT_TRUE(cache->ready());
  EXPECT_EQ(Describe(*cache->Current()), "/p/a=1@2 at 3");
  auto before = cache->Current();
  MustCreate(*store, "/p/b", "1");     // 4
  MustUpdate(*store, "/p/a", 2, "2");  // 5
  EXPECT_EQ(Describe(*cache->Current()), "/p/a=2@5 /p/b=1@4 at 5");
  MustDelete(*store, "/p/b", 4);  // 6
  EXPECT_EQ(Describe(*cache->Current()), "/p/a=2@5 at 6");
  EXPECT_EQ(Describe(*before), "/p/a=1@2 at 3") << "a snapshot never changes";
  MustCreate(*store, "/q/b", "1");  // 7
  EXPECT_EQ(cache->revision(), 7) << "writes elsewhere advance the cache";
  EXPECT_EQ(cache->Current()->Find("/p/a")->stored().view(), "2");
  EXPECT_EQ(cache->Current()->Find("/p/b"), nullptr);
}

TEST(WatchCache, CountsByPrefixAndStart) {
  auto store = NewMemoryStore();
  for (const char* key : {"/p/n1/a", "/p/n1/b", "/p/n2/a", "/p/n3/a", "/p/n3/b", "/p/n3/c"}) {
    MustCreate(*store, key, "v");
  }
  auto snapshot = MustStart(*store, "/p/")->Current();
  EXPECT_EQ(snapshot->count(), 6u);
  EXPECT_EQ(snapshot->CountFrom("", "/p/"), 6u);
  EXPECT_EQ(snapshot->CountFrom("", "/p/n1/"), 2u);
  EXPECT_EQ(snapshot->CountFrom("/p/n3/b", "/p/n3/"), 2u);
  EXPECT_EQ(snapshot->CountFrom("/p/n2/", "/p/"), 4u);
  EXPECT_EQ(snapshot->CountFrom("/p/n9", "/p/n1/"), 0u);
  EXPECT_EQ(snapshot->CountFrom("", ""), 6u);
}

TEST(WatchCache, WaitForEndsAtTheRevisionOrTimesOut) {
  auto store = NewMemoryStore();
  auto cache = MustStart(*store, "/p/");
  EXPECT_TRUE(BlockOn(cache->WaitFor(1, 0ms)));
  std::thread writer([&] { MustCreate(*store, "/q/a", "1"); });
  EXPECT_TRUE(BlockOn(cache->WaitFor(2, kPatience)));
  writer.join();
  Status status = BlockOn(cache->WaitFor(99, 5ms));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message(), "Timeout: Too large resource version: 99, current: 2");
  EXPECT_EQ(status.error().details()->causes[0].reason, "ResourceVersionTooLarge");
  EXPECT_EQ(status.error().details()->retry_after_seconds, 1);
}

TEST(WatchCache, SubscribersGetTheWindowAndThenLiveEvents) {
  auto store = NewMemoryStore();
  auto cache = MustStart(*store, "/p/");
  MustCreate(*store, "/p/a", "1");     // 2
  MustCreate(*store, "/p/b", "1");     // 3
  MustUpdate(*store, "/p/a", 2, "2");  // 4
  Watcher all(*cache, 2);
  Watcher one(*cache, 1, "/p/a");
  Watcher now(*cache, 0);
  MustDelete(*store, "/p/a", 4);  // 5
  const std::string changes =
      "MODIFIED /p/a=2@4 was 1\n"
      "DELETED /p/a=2@5 was 2\n";
  EXPECT_EQ(all.TakeText(3), "ADDED /p/b=1@3\n" + changes);
  EXPECT_EQ(one.TakeText(3), "ADDED /p/a=1@2\n" + changes);
  EXPECT_EQ(now.TakeText(1), "DELETED /p/a=2@5 was 2\n");
  EXPECT_EQ(all.watch().progress(), 5);
  EXPECT_TRUE(all.queue().empty());
}

TEST(WatchCache, SubscribersShareEventsAndTheirFrames) {
  auto store = NewMemoryStore();
  auto cache = MustStart(*store, "/p/");
  Watcher first(*cache, 1);
  Watcher second(*cache, 1);
  MustCreate(*store, "/p/a", "1");
  int made = 0;
  for (Watcher* watcher : {&first, &second}) {
    const CacheEventPtr event = watcher->Take(1)[0];
    EXPECT_EQ(event->Frame(1, [&] { return Bytes("frame " + std::to_string(++made)); }).view(),
              "frame 1");
    EXPECT_EQ(event->object(), cache->Current()->Find("/p/a"));
  }
}

TEST(WatchCache, AFutureRevisionIsRefused) {
  auto store = NewMemoryStore();
  auto cache = MustStart(*store, "/p/");
  auto queue = EventQueue::Create(1);
  auto subscribed = cache->Subscribe(50, queue->Sink());
  ASSERT_FALSE(subscribed);
  EXPECT_EQ(subscribed.error().reason(), Reason::kTimeout);
}

TEST(WatchCache, EventsOlderThanTheWindowComeFromTheStore) {
  auto store = NewMemoryStore();
  WatchCacheOptions options;
  options.window.max_events = 3;
  auto cache = MustStart(*store, "/p/", options);
  Revision revision = MustCreate(*store, "/p/a", "0").revision;  // 2
  for (int i = 1; i < 20; ++i) {
    revision = MustUpdate(*store, "/p/a", revision, std::to_string(i)).revision;
  }
  Watcher old(*cache, 1);
  std::vector<CacheEventPtr> events = old.Take(20);
  ASSERT_EQ(events.size(), 20u);
  MustUpdate(*store, "/p/a", revision, "20");
  events.push_back(old.Take(1)[0]);
  for (int i = 0; i <= 20; ++i) {
    EXPECT_EQ(events[i]->revision(), i + 2);
    EXPECT_EQ(events[i]->object()->stored().view(), std::to_string(i));
    EXPECT_EQ(events[i]->previous() != nullptr, i > 0);
  }
  EXPECT_EQ(events[20]->object(), cache->Current()->Find("/p/a"))
      << "it has joined the other subscribers";
  EXPECT_EQ(old.watch().progress(), 22);
}

TEST(WatchCache, AQuietPrefixAlsoJoinsAfterCatchingUp) {
  auto store = NewMemoryStore();
  for (int i = 0; i < 10; ++i) MustCreate(*store, "/q/" + std::to_string(i), "v");
  auto cache = MustStart(*store, "/p/");  // its window starts at 11
  Watcher old(*cache, 3);
  MustCreate(*store, "/p/a", "1");
  EXPECT_EQ(old.Take(1)[0]->revision(), 12);
}

TEST(WatchCache, ACompactedStartEndsWithExpired) {
  auto store = NewMemoryStore();
  Revision revision = MustCreate(*store, "/p/a", "0").revision;
  revision = MustUpdate(*store, "/p/a", revision, "1").revision;
  ASSERT_TRUE(BlockOn(store->Compact(revision)));
  auto cache = MustStart(*store, "/p/");
  Watcher old(*cache, 1);
  auto end = BlockOn(old.queue().Next());
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().reason(), Reason::kExpired);
}

TEST(WatchCache, AfterARestartWatchesGoOnWhereTheyWere) {
  TemporaryFolder folder;
  Revision seen = 0;
  {
    auto store = *OpenLmdbStore({.path = folder.path()});
    auto cache = MustStart(*store, "/p/");
    seen = MustCreate(*store, "/p/a", "1").revision;  // 2
    MustUpdate(*store, "/p/a", seen, "2");            // 3
    MustDelete(*store, "/p/a", 3);                    // 4
  }
  auto store = *OpenLmdbStore({.path = folder.path()});
  auto cache = MustStart(*store, "/p/");
  Watcher watcher(*cache, seen);
  MustCreate(*store, "/p/a", "3");  // 5
  EXPECT_EQ(watcher.TakeText(3),
            "MODIFIED /p/a=2@3 was 1\n"
            "DELETED /p/a=2@4 was 2\n"
            "ADDED /p/a=3@5\n");
}

TEST(WatchCache, ABacklogLargerThanTheQueueIsNotTakenForSlowness) {
  auto store = NewMemoryStore();
  auto cache = MustStart(*store, "/p/");
  for (int i = 0; i < 50; ++i) MustCreate(*store, "/p/" + std::to_string(i), "v");
  Watcher late(*cache, 1, {}, /*capacity=*/2);
  MustCreate(*store, "/p/new", "v");
  EXPECT_FALSE(late.queue().overflowed());
  EXPECT_EQ(late.Take(51).size(), 51u);
}

TEST(WatchCache, HistoryIsReadNoFasterThanItIsTaken) {
  auto store = NewMemoryStore();
  constexpr int kWrites = 40'000;
  Revision revision = MustCreate(*store, "/p/a", "0").revision;
  for (int i = 1; i < kWrites; ++i) revision = MustUpdate(*store, "/p/a", revision, "v").revision;
  auto cache = MustStart(*store, "/p/");
  Watcher old(*cache, 1);
  size_t most = 0;
  Revision expected = 2;
  while (expected <= revision) {
    most = std::max(most, old.queue().size());
    for (const CacheEventPtr& event : old.Take(100)) ASSERT_EQ(event->revision(), expected++);
    old.watch().Continue();
  }
  EXPECT_LT(most, size_t{kWrites} / 2);
  MustUpdate(*store, "/p/a", revision, "live");
  EXPECT_EQ(old.Take(1)[0]->revision(), revision + 1);
}

TEST(WatchCache, AWatcherThatTakesAllBeforeItIsPausedGoesOn) {
  auto store = NewMemoryStore();
  constexpr size_t kWrites = 10'000;  // several slices of history
  Revision revision = MustCreate(*store, "/p/a", "0").revision;
  for (size_t i = 1; i < kWrites; ++i) {
    revision = MustUpdate(*store, "/p/a", revision, "v").revision;
  }
  auto cache = MustStart(*store, "/p/");
  auto queue = EventQueue::Create(1);
  CacheWatchSink sink = queue->Sink();
  // Whenever so many wait that the reading is paused, they have been taken at the next look.
  std::atomic<size_t> looks = 0;
  sink.waiting = [&] { return looks++ % 2 == 0 ? size_t{1'000'000} : 0; };
  auto watch = cache->Subscribe(1, std::move(sink));
  ASSERT_TRUE(watch);
  // It sees no pause, and so does not say that there is room again.
  for (size_t taken = 0; taken < kWrites;) {
    auto batch = BlockOn(queue->Next());
    ASSERT_TRUE(batch);
    taken += batch->events.size();
  }
}

TEST(WatchCache, ASlowWatcherIsClosedAndDisturbsNobody) {
  auto store = NewMemoryStore();
  auto cache = MustStart(*store, "/p/");
  Watcher slow(*cache, 1, {}, /*capacity=*/2);
  Watcher good(*cache, 1);
  for (int i = 0; i < 5; ++i) MustCreate(*store, "/p/" + std::to_string(i), "v");
  EXPECT_EQ(good.Take(5).size(), 5u);
  EXPECT_TRUE(slow.queue().overflowed());
}

TEST(WatchCache, EncodingsStayWithinTheBudget) {
  auto store = NewMemoryStore();
  WatchCacheOptions options;
  options.budget = std::make_shared<EncodingBudget>(1000);
  auto cache = MustStart(*store, "/p/", options);
  for (int i = 0; i < 20; ++i) MustCreate(*store, "/p/" + std::to_string(i), "v");
  auto snapshot = cache->Current();
  for (auto at = snapshot->From(""); !at.Done(); at.Next()) {
    EXPECT_EQ(at.value()->Encoding(1, [] { return Bytes(std::string(100, 'e')); }).size(), 100u);
  }
  EXPECT_EQ(options.budget->used_bytes(), 1000u);
  snapshot.reset();
  cache.reset();
  EXPECT_EQ(options.budget->used_bytes(), 0u);
}

TEST(WatchCache, EndsItsSubscriptionsAndMayDieBeforeThem) {
  auto store = NewMemoryStore();
  auto cache = MustStart(*store, "/p/");
  Watcher watcher(*cache, 0);
  cache.reset();
  auto end = BlockOn(watcher.queue().Next());
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().reason(), Reason::kServiceUnavailable);
  EXPECT_GE(watcher.watch().progress(), 0);
  MustCreate(*store, "/p/a", "1");
  watcher.End();
}

TEST(WatchCache, IsNotReadyOnceTheStoreHasStopped) {
  auto store = NewMemoryStore();
  auto cache = MustStart(*store, "/p/");
  Watcher watcher(*cache, 0);
  store.reset();
  EXPECT_FALSE(cache->ready());
  EXPECT_FALSE(BlockOn(watcher.queue().Next()));
  EXPECT_FALSE(BlockOn(cache->WaitFor(99, kPatience)));
  EXPECT_FALSE(cache->Subscribe(0, watcher.queue().Sink()));
}

TEST(WatchCache, StopEndsAllSubscriptionsAlsoThoseThatCatchUp) {
  auto store = NewMemoryStore();
  for (int i = 0; i < 20; ++i) MustCreate(*store, "/p/" + std::to_string(i), "v");
  ControlledStore controlled(*store);
  auto cache = MustStart(controlled, "/p/");
  Watcher joined(*cache, 0);
  controlled.HoldEvents(true);
  Watcher catching_up(*cache, 3);
  cache->Stop(Error(Reason::kServiceUnavailable, "not served any more"));
  EXPECT_EQ(joined.TakeEnd().message(), "not served any more");
  EXPECT_EQ(catching_up.TakeEnd().message(), "not served any more");
  EXPECT_FALSE(cache->ready());
  EXPECT_FALSE(cache->Subscribe(0, joined.queue().Sink()));
  EXPECT_FALSE(BlockOn(cache->Get("/p/1", {.latest = true})));
}

TEST(WatchCache, EndingSubscriptionsLeavesTheCacheAsItIs) {
  auto store = NewMemoryStore();
  auto cache = MustStart(*store, "/p/");
  Watcher first(*cache, 0);
  cache->EndSubscriptions(Error(Reason::kServiceUnavailable, "changed"));
  EXPECT_EQ(first.TakeEnd().message(), "changed");
  EXPECT_TRUE(cache->ready());
  Watcher second(*cache, 0);
  MustCreate(*store, "/p/a", "1");
  EXPECT_EQ(second.TakeText(1), "ADDED /p/a=1@2\n");
}

// Writers, a small window, and watchers that come and go at all ages; each must rebuild the final
// state from a snapshot and the events after it.
TEST(WatchCache, SnapshotPlusEventsIsTheStateUnderConcurrentWriters) {
  auto store = NewMemoryStore();
  WatchCacheOptions options;
  options.window.max_events = 40;
  auto cache = MustStart(*store, "/p/", options);
  constexpr int kWriters = 3;
  constexpr int kWrites = 400;
  std::vector<std::thread> writers;
  for (int w = 0; w < kWriters; ++w) {
    writers.emplace_back([&, w] {
      std::map<std::string, Revision> mine;
      for (int i = 0; i < kWrites; ++i) {
        const std::string folder = i % 5 == 0 ? "/other/" : "/p/";
        const std::string key = folder + std::to_string(w) + "-" + std::to_string(i % 17);
        Revision& revision = mine[key];
        const std::string value = std::to_string(i);
        if (revision == 0) {
          revision = MustCreate(*store, key, value).revision;
        } else if (i % 3 == 0) {
          MustDelete(*store, key, revision);
          revision = 0;
        } else {
          revision = MustUpdate(*store, key, revision, value).revision;
        }
        auto snapshot = cache->Current();
        EXPECT_GE(snapshot->revision(), revision);
        const CachedObjectPtr cached = snapshot->Find(key);
        if (folder == "/p/") {
          EXPECT_EQ(cached ? cached->mod_revision() : 0, revision);
        }
      }
    });
  }
  struct Follower {
    std::shared_ptr<const Snapshot> start;
    std::unique_ptr<Watcher> watcher;
  };
  std::vector<Follower> followers;
  for (int i = 0; i < 30; ++i) {
    auto snapshot = i % 3 == 0 && i > 0 ? followers[0].start : cache->Current();
    followers.push_back({snapshot, std::make_unique<Watcher>(*cache, snapshot->revision())});
    Watcher short_lived(*cache, snapshot->revision());
  }
  for (std::thread& writer : writers) writer.join();
  const Revision last = MustCurrent(*store);
  auto final_state = cache->Current();
  EXPECT_EQ(final_state->revision(), last);
  std::map<std::string, Revision> expected;
  for (const KeyValue& record : MustRange(*store, {.prefix = "/p/"}).records) {
    expected[record.key] = record.mod_revision;
  }
  for (Follower& follower : followers) {
    std::map<std::string, Revision> state;
    for (auto at = follower.start->From(""); !at.Done(); at.Next()) {
      state[std::string(at.key())] = at.value()->mod_revision();
    }
    Revision previous = follower.start->revision();
    // Whoever still catches up gets the rest from the store's thread; a last write makes the end
    // visible.
    while (follower.watcher->watch().progress() < last || !follower.watcher->queue().empty()) {
      if (follower.watcher->queue().empty()) {
        std::this_thread::yield();
        continue;
      }
      for (const CacheEventPtr& event : follower.watcher->Take(1)) {
        ASSERT_GT(event->revision(), previous);
        previous = event->revision();
        const std::string& key = event->object()->key();
        ASSERT_EQ(event->previous() ? event->previous()->mod_revision() : 0, state[key]);
        state[key] = event->type() == CacheEvent::Type::kDeleted ? 0 : event->revision();
      }
    }
    std::erase_if(state, [](const auto& entry) { return entry.second == 0; });
    EXPECT_EQ(state, expected);
  }
}

}  // namespace
}  // namespace pintle::storage
