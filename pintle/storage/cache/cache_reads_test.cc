#include <gtest/gtest.h>

#include <thread>

#include "pintle/storage/cache/cache_testing.h"
#include "pintle/storage/memory/memory_store.h"

namespace pintle::storage {
namespace {

using namespace std::chrono_literals;

std::string Describe(const Result<ListPage>& page) {
  if (!page) return std::string(ReasonText(page.error().reason()));
  std::string text;
  for (const CachedObjectPtr& object : page->objects) {
    text += object->key() + "=" + std::string(object->stored().view()) + " ";
  }
  text += "at " + std::to_string(page->revision);
  if (page->more) text += " more";
  if (page->remaining) text += " " + std::to_string(*page->remaining);
  return text;
}

bool IsOdd(const ObjectHeader& header) { return (header.labels[0].second.back() - '0') % 2 == 1; }

// /p/a=1@2 /p/b=2@3 /p/c=3@4 /p/d=4@5 /p/e=5@6, then /q/x@7.
class CacheReads : public testing::Test {
 protected:
  CacheReads() {
    int value = 0;
    for (const char* key : {"/p/a", "/p/b", "/p/c", "/p/d", "/p/e"}) {
      MustCreate(*store_, key, std::to_string(++value));
    }
    MustCreate(*store_, "/q/x", "1");
    WatchCacheOptions options;
    options.freshness_timeout = 20ms;
    cache_ = MustStart(controlled_, "/p/", options);
  }

  std::string List(ListQuery query) { return Describe(BlockOn(cache_->List(std::move(query)))); }

  std::unique_ptr<Store> store_ = NewMemoryStore();
  ControlledStore controlled_{*store_};
  std::unique_ptr<WatchCache> cache_;
};

TEST_F(CacheReads, Pages) {
  EXPECT_EQ(List({.prefix = "/p/"}), "/p/a=1 /p/b=2 /p/c=3 /p/d=4 /p/e=5 at 7");
  EXPECT_EQ(List({.prefix = "/p/", .limit = 5}), "/p/a=1 /p/b=2 /p/c=3 /p/d=4 /p/e=5 at 7");
  EXPECT_EQ(List({.prefix = "/p/", .limit = 2}), "/p/a=1 /p/b=2 at 7 more 3");
  EXPECT_EQ(List({.prefix = "/p/", .start = std::string("/p/b\0", 5), .limit = 2}),
            "/p/c=3 /p/d=4 at 7 more 1");
  EXPECT_EQ(List({.prefix = "/p/", .limit = 2, .matches = IsOdd}), "/p/a=1 /p/c=3 at 7 more");
  EXPECT_EQ(List({.prefix = "/p/", .start = "/p/d", .limit = 1, .matches = IsOdd}), "/p/e=5 at 7");
  EXPECT_EQ(List({.prefix = "/p/z"}), "at 7");
}

// The store's answer must be the index's, page by page.
TEST_F(CacheReads, PagesFromTheStoreAreTheSame) {
  std::vector<ListQuery> queries;
  for (size_t limit : {0, 1, 2, 3, 5, 9}) {
    for (const char* start : {"", "/p/b", "/p/bb", "/p/z"}) {
      for (bool some : {false, true}) {
        ListQuery query{.prefix = "/p/", .start = start, .limit = limit};
        if (some) query.matches = IsOdd;
        queries.push_back(query);
      }
    }
  }
  for (ListQuery query : queries) {
    query.exact_revision = 7;
    auto from_index = BlockOn(cache_->List(query));
    ControlledStore hiding(*store_);
    hiding.HideProgress();
    auto other = MustStart(hiding, "/p/");
    query.freshness.latest = true;
    query.exact_revision = 0;
    auto from_store = BlockOn(other->List(query));
    ASSERT_TRUE(from_index);
    ASSERT_TRUE(from_store);
    // With a selection the store does not look whether what is left matches.
    if (query.matches) from_index->more = from_store->more = false;
    EXPECT_EQ(Describe(from_index), Describe(from_store))
        << query.start << " " << query.limit << " " << (query.matches != nullptr);
  }
}

// With a selection that little matches it may take many reads to fill a page.
TEST_F(CacheReads, AListThatNobodyWaitsForReadsNoMore) {
  ControlledStore hiding(*store_);
  hiding.HideProgress();
  auto other = MustStart(hiding, "/p/");
  Cancellation cancellation;
  ListQuery query{.prefix = "/p/", .limit = 1, .freshness = {.latest = true}};
  query.cancellation = &cancellation;
  const int before = hiding.ranges();
  int seen = 0;
  query.matches = [&](const ObjectHeader&) {
    if (++seen == 3) cancellation.Cancel(Error(Reason::kTimeout, "over"));
    return false;
  };
  EXPECT_EQ(Describe(BlockOn(other->List(query))), "Timeout");
  EXPECT_EQ(hiding.ranges() - before, 2) << "one object, then two";
}

TEST_F(CacheReads, ExactRevisions) {
  MustUpdate(*store_, "/p/a", 2, "9");  // 8
  MustCreate(*store_, "/q/y", "1");     // 9
  const int ranges = controlled_.ranges();
  EXPECT_EQ(List({.prefix = "/p/", .limit = 1, .exact_revision = 8}), "/p/a=9 at 8 more 4");
  EXPECT_EQ(List({.prefix = "/p/", .limit = 1, .exact_revision = 9}), "/p/a=9 at 9 more 4");
  EXPECT_EQ(controlled_.ranges(), ranges) << "the index has not changed since 8";
  EXPECT_EQ(List({.prefix = "/p/", .limit = 1, .exact_revision = 7}), "/p/a=1 at 7 more 4");
  EXPECT_EQ(List({.prefix = "/p/", .exact_revision = 3}), "/p/a=1 /p/b=2 at 3");
  auto page = BlockOn(cache_->List({.prefix = "/p/", .exact_revision = 7}));
  ASSERT_TRUE(page);
  EXPECT_EQ(page->objects[1], cache_->Current()->Find("/p/b")) << "kept encodings are used again";
  ASSERT_TRUE(BlockOn(store_->Compact(6)));
  EXPECT_EQ(List({.prefix = "/p/", .exact_revision = 7}),
            "/p/a=1 /p/b=2 /p/c=3 /p/d=4 /p/e=5 at 7");
  EXPECT_EQ(List({.prefix = "/p/", .exact_revision = 5}), "Expired");
}

TEST_F(CacheReads, Statistics) {
  const CacheStatistics& statistics = cache_->statistics();
  EXPECT_EQ(statistics.loads, 1u);
  EXPECT_EQ(statistics.stored_bytes, 5);
  MustUpdate(*store_, "/p/a", 2, "1234567");  // 8
  MustDelete(*store_, "/p/b", 3);             // 9
  MustCreate(*store_, "/q/y", "1");           // 10
  EXPECT_EQ(statistics.events_received, 2u);
  EXPECT_EQ(statistics.events_dispatched, 2u);
  EXPECT_EQ(statistics.stored_bytes, 10);
  List({.prefix = "/p/", .freshness = {.latest = true}, .matches = IsOdd});
  EXPECT_EQ(statistics.index_lists, 1u);
  EXPECT_EQ(statistics.index_fetched, 4u);
  EXPECT_EQ(statistics.index_returned, 3u);
  EXPECT_EQ(statistics.consistent_lists, 1u);
  EXPECT_EQ(statistics.read_waits.count(0), 1u);
  List({.prefix = "/p/", .exact_revision = 3, .matches = IsOdd});
  EXPECT_EQ(statistics.store_lists, 1u);
  EXPECT_EQ(statistics.store_fetched, 2u);
  EXPECT_EQ(statistics.store_evaluated, 2u);
  EXPECT_EQ(statistics.store_returned, 1u);
  EXPECT_EQ(statistics.consistent_fallbacks, 0u);
  EXPECT_EQ(List({.prefix = "/p/", .exact_revision = 99}), "Timeout");
  EXPECT_EQ(statistics.read_waits.count(0), 2u);  // the wait for 3
  EXPECT_GE(statistics.read_waits.sum_seconds(), 0.02);
}

TEST_F(CacheReads, AFutureRevisionTimesOut) {
  EXPECT_EQ(List({.prefix = "/p/", .exact_revision = 99}), "Timeout");
  auto got = BlockOn(cache_->Get("/p/a", {.not_before = 99}));
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().message(), "Timeout: Too large resource version: 99, current: 7");
  EXPECT_EQ(got.error().details()->retry_after_seconds, 1);
}

// Another server's write that has not come through the watch yet.
TEST_F(CacheReads, TheLatestIsWaitedForOrFetched) {
  controlled_.HoldEvents(true);
  MustUpdate(*store_, "/p/a", 2, "new");  // 8
  auto any = BlockOn(cache_->Get("/p/a", {}));
  EXPECT_EQ((*any)->stored().view(), "1");
  auto latest = BlockOn(cache_->Get("/p/a", {.latest = true}));
  ASSERT_TRUE(latest);
  EXPECT_EQ((*latest)->stored().view(), "new");
  EXPECT_EQ(List({.prefix = "/p/a", .freshness = {.latest = true}}), "/p/a=new at 8");
  auto snapshot = BlockOn(cache_->Read("/p/", {.latest = true}));
  ASSERT_TRUE(snapshot);
  EXPECT_EQ((*snapshot)->revision(), 8);
  EXPECT_EQ((*snapshot)->count(), 5u);
  // A watch may begin at the revision the store has told, and gets only what comes after it.
  Watcher watcher(*cache_, 8);
  controlled_.HoldEvents(false);
  MustUpdate(*store_, "/p/a", 8, "newer");  // 9
  EXPECT_EQ(watcher.TakeText(1), "MODIFIED /p/a=newer@9 was new\n");
}

TEST_F(CacheReads, WithoutProgressFreshReadsAskTheStore) {
  ControlledStore hiding(*store_);
  hiding.HideProgress();
  auto cache = MustStart(hiding, "/p/");
  MustCreate(*store_, "/q/z", "1");  // 8: no event of /p/ will tell
  EXPECT_EQ(cache->revision(), 7);
  EXPECT_TRUE(BlockOn(cache->WaitFor(8, 0ms))) << "the store has come there";
  EXPECT_FALSE(BlockOn(cache->WaitFor(9, 0ms)));
  auto got = BlockOn(cache->Get("/p/a", {.latest = true}));
  ASSERT_TRUE(got);
  EXPECT_EQ(*got, cache->Current()->Find("/p/a")) << "the same version is the same object";
  auto gone = BlockOn(cache->Get("/p/none", {.latest = true}));
  ASSERT_TRUE(gone);
  EXPECT_EQ(*gone, nullptr);
  EXPECT_EQ(
      Describe(BlockOn(cache->List({.prefix = "/p/", .limit = 1, .freshness = {.latest = true}}))),
      "/p/a=1 at 8 more 4");
  EXPECT_EQ(Describe(BlockOn(cache->List({.prefix = "/p/a", .freshness = {.not_before = 8}}))),
            "/p/a=1 at 8");
  EXPECT_EQ(Describe(BlockOn(cache->List({.prefix = "/p/a", .freshness = {.not_before = 9}}))),
            "Timeout");
  Watcher watcher(*cache, 8);
  MustDelete(*store_, "/p/e", 6);  // 9
  EXPECT_EQ(watcher.TakeText(1), "DELETED /p/e=5@9 was 5\n");
}

}  // namespace
}  // namespace pintle::storage
