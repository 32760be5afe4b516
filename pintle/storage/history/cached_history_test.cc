#include <gtest/gtest.h>

#include "pintle/storage/cache/event_queue.h"
#include "pintle/storage/cache/watch_cache.h"
#include "pintle/storage/history/workload.h"
#include "pintle/storage/lmdb/lmdb_store.h"
#include "pintle/storage/memory/memory_store.h"
#include "pintle/storage/store_testing.h"

namespace pintle::storage::history {
namespace {

KeyValue RecordOf(const CachedObject& object) {
  return {.key = object.key(),
          .value = object.stored(),
          .mod_revision = object.mod_revision(),
          .create_revision = 0};
}

// A store read and watched through a cache: what holds for the one must hold for the other.
class CachedStore final : public Store {
 public:
  CachedStore(Store& store, WatchCache& cache) : store_(store), cache_(cache) {}

  Task<Result<GetResult>> Get(std::string key) override {
    auto reading = cache_.Read(key, {.latest = true});
    PINTLE_CO_TRY(SnapshotPtr snapshot, co_await reading);
    GetResult result;
    result.revision = snapshot->revision();
    if (auto object = snapshot->Find(key)) result.record = RecordOf(*object);
    co_return result;
  }

  Task<Result<RangeResult>> Range(RangeOptions options) override {
    ListQuery query{.prefix = options.prefix, .start = options.start, .limit = options.limit};
    query.freshness.latest = options.revision == 0;
    query.exact_revision = options.revision;
    auto listing = cache_.List(std::move(query));
    PINTLE_CO_TRY(ListPage page, co_await listing);
    RangeResult result;
    result.revision = page.revision;
    for (const CachedObjectPtr& object : page.objects) result.records.push_back(RecordOf(*object));
    result.count = page.objects.size() + page.remaining.value_or(0);
    co_return result;
  }

  Task<Result<size_t>> Count(std::string prefix) override {
    auto reading = cache_.Read(prefix, {.latest = true});
    PINTLE_CO_TRY(SnapshotPtr snapshot, co_await reading);
    co_return snapshot->CountFrom({}, prefix);
  }

  Task<Result<WriteResult>> Create(std::string key, Bytes value, int64_t ttl_seconds) override {
    auto writing = store_.Create(std::move(key), std::move(value), ttl_seconds);
    Result<WriteResult> result = co_await writing;
    co_return Known(std::move(result));
  }
  Task<Result<WriteResult>> Update(std::string key, Revision expected, Bytes value,
                                   int64_t ttl_seconds) override {
    auto writing = store_.Update(std::move(key), expected, std::move(value), ttl_seconds);
    Result<WriteResult> result = co_await writing;
    co_return Known(std::move(result));
  }
  Task<Result<WriteResult>> Delete(std::string key, Revision expected) override {
    auto writing = store_.Delete(std::move(key), expected);
    Result<WriteResult> result = co_await writing;
    co_return Known(std::move(result));
  }
  Task<Result<Revision>> CurrentRevision() override { co_return cache_.revision(); }
  Task<Status> Compact(Revision revision) override { return store_.Compact(revision); }

  Result<std::unique_ptr<Watch>> StartWatch(std::string prefix, Revision from,
                                            WatchSink sink) override {
    CacheWatchSink cache_sink{.on_events =
                                  [give = sink.on_events](std::span<const CacheEventPtr> cached) {
                                    std::vector<Event> events;
                                    for (const CacheEventPtr& event : cached)
                                      events.push_back(EventOf(*event));
                                    const Revision last = events.back().current.mod_revision;
                                    give(std::move(events), last);
                                  },
                              .on_end = sink.on_end};
    PINTLE_TRY(auto watch, cache_.Subscribe(from, std::move(cache_sink), std::move(prefix)));
    return std::make_unique<CachedWatch>(std::move(watch));
  }

 private:
  class CachedWatch final : public Watch {
   public:
    explicit CachedWatch(std::unique_ptr<CacheWatch> watch) : watch_(std::move(watch)) {}
    Revision progress() const override { return watch_->progress(); }
    Task<Status> WaitFor(Revision, std::chrono::milliseconds) override { co_return Status(); }

   private:
    const std::unique_ptr<CacheWatch> watch_;
  };

  static Event EventOf(const CacheEvent& event) {
    Event result;
    result.current = RecordOf(*event.object());
    if (event.type() == CacheEvent::Type::kDeleted) {
      result.type = Event::Type::kDelete;
      EXPECT_EQ(event.object()->stored().view(), event.previous()->stored().view());
    }
    EXPECT_EQ(event.previous() == nullptr, event.type() == CacheEvent::Type::kAdded);
    if (event.previous()) result.previous = RecordOf(*event.previous());
    return result;
  }

  // The cache does not know when a record was created.
  static Result<WriteResult> Known(Result<WriteResult> result) {
    if (result && result->current) result->current->create_revision = 0;
    return result;
  }

  Store& store_;
  WatchCache& cache_;
};

void CheckThroughACache(Store& store) {
  RunOptions options = RunOptions::FromEnvironment();
  options.prefix = "/cached/";
  options.check.create_revisions = false;
  WatchCacheOptions cache_options;
  cache_options.window.max_events = 100;  // so that watches come from the window and from before it
  WatchCache cache(
      store, options.prefix, [](std::string_view, const Bytes&) { return ObjectHeader(); },
      cache_options);
  ASSERT_TRUE(BlockOn(cache.Start()));
  CachedStore cached(store, cache);
  const Outcome outcome = RunAndCheck(cached, options);
  EXPECT_TRUE(outcome.violations.empty()) << outcome.Text();
  EXPECT_GT(outcome.events, 100u);
}

TEST(CachedHistory, TheCacheOfAMemoryStoreKeepsTheContract) {
  auto store = NewMemoryStore();
  CheckThroughACache(*store);
}

TEST(CachedHistory, TheCacheOfAnEmbeddedStoreKeepsTheContract) {
  TemporaryFolder folder;
  auto store = OpenLmdbStore({.path = folder.path()});
  ASSERT_TRUE(store);
  CheckThroughACache(**store);
}

}  // namespace
}  // namespace pintle::storage::history
