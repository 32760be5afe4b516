#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <semaphore>
#include <thread>

#include "pintle/storage/lmdb/lmdb_store.h"
#include "pintle/storage/memory/memory_store.h"
#include "pintle/storage/store_testing.h"

namespace pintle::storage {
namespace {

enum class Engine { kMemory, kLmdb };

// What every engine must do.
class StoreContract : public testing::TestWithParam<Engine> {
 protected:
  void SetUp() override {
    if (GetParam() == Engine::kMemory) {
      store_ = NewMemoryStore();
      return;
    }
    auto opened = OpenLmdbStore({.path = folder_.path()});
    ASSERT_TRUE(opened) << opened.error().message();
    store_ = std::move(*opened);
  }

  Store& store() { return *store_; }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
};

INSTANTIATE_TEST_SUITE_P(Engines, StoreContract, testing::Values(Engine::kMemory, Engine::kLmdb),
                         [](const auto& info) {
                           return info.param == Engine::kMemory ? "Memory" : "Lmdb";
                         });

std::string CauseOf(const Error& error) {
  if (error.details() == nullptr || error.details()->causes.empty()) return "";
  return error.details()->causes[0].reason;
}

TEST_P(StoreContract, StartsEmptyAtRevisionOne) {
  EXPECT_EQ(MustCurrent(store()), 1);
  auto got = BlockOn(store().Get("/a"));
  ASSERT_TRUE(got);
  EXPECT_FALSE(got->record);
  EXPECT_EQ(got->revision, 1);
  EXPECT_EQ(MustRange(store(), {.prefix = "/"}).count, 0u);
}

TEST_P(StoreContract, EveryWriteGetsItsOwnRevision) {
  const WriteResult created = MustCreate(store(), "/a", "1");
  EXPECT_TRUE(created.succeeded);
  EXPECT_EQ(created.revision, 2);
  EXPECT_EQ(MustCreate(store(), "/b", "1").revision, 3);
  EXPECT_EQ(MustUpdate(store(), "/a", 2, "2").revision, 4);
  const WriteResult deleted = MustDelete(store(), "/b", 3);
  EXPECT_TRUE(deleted.succeeded);
  EXPECT_EQ(deleted.revision, 5);
  EXPECT_EQ(deleted.current->value.view(), "1");
  EXPECT_EQ(deleted.current->mod_revision, 3);
  EXPECT_EQ(MustCurrent(store()), 5);

  auto got = BlockOn(store().Get("/a"));
  ASSERT_TRUE(got && got->record);
  EXPECT_EQ(got->record->value.view(), "2");
  EXPECT_EQ(got->record->mod_revision, 4);
  EXPECT_EQ(got->record->create_revision, 2);
  EXPECT_EQ(got->revision, 5);
}

TEST_P(StoreContract, ConflictsReturnWhatIsThereAndCostNoRevision) {
  MustCreate(store(), "/a", "1");
  const WriteResult again = MustCreate(store(), "/a", "other");
  EXPECT_FALSE(again.succeeded);
  EXPECT_EQ(again.current->value.view(), "1");
  EXPECT_EQ(again.current->mod_revision, 2);
  EXPECT_EQ(again.revision, 2);

  EXPECT_FALSE(MustUpdate(store(), "/a", 7, "x").succeeded);
  EXPECT_FALSE(MustDelete(store(), "/a", 1).succeeded);
  EXPECT_EQ(MustDelete(store(), "/a", 1).current->mod_revision, 2);
  for (Revision expected : {0, 5}) {
    const WriteResult absent = MustDelete(store(), "/none", expected);
    EXPECT_FALSE(absent.succeeded);
    EXPECT_FALSE(absent.current);
  }
  EXPECT_FALSE(MustUpdate(store(), "/none", 5, "x").succeeded);
  EXPECT_EQ(MustCurrent(store()), 2);
}

TEST_P(StoreContract, EmptyValuesAreValues) {
  MustCreate(store(), "/a", "");
  auto got = BlockOn(store().Get("/a"));
  ASSERT_TRUE(got && got->record);
  EXPECT_TRUE(got->record->value);
  EXPECT_EQ(got->record->value.size(), 0u);
}

TEST_P(StoreContract, RefusesKeysItCannotKeep) {
  for (const std::string& key : {std::string(), std::string(2000, 'k'), std::string("/a\0b", 4)}) {
    auto result = BlockOn(store().Create(key, Bytes("v"), 0));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().reason(), Reason::kBadRequest);
  }
}

TEST_P(StoreContract, RangesByPrefixStartLimitAndCount) {
  for (const char* key : {"/p/b", "/p/a", "/p/c/x", "/q/a", "/p", "/p0", "/p/d"}) {
    MustCreate(store(), key, "v");
  }
  struct Case {
    std::string prefix, start;
    size_t limit;
    std::string keys;
    size_t count;
  } const cases[] = {
      {"/p/", "", 0, "/p/a /p/b /p/c/x /p/d ", 4},
      {"/p/", "", 2, "/p/a /p/b ", 4},
      {"/p/", std::string("/p/b\0", 5), 2, "/p/c/x /p/d ", 2},
      {"/p/", "/p/b", 1, "/p/b ", 3},
      {"/p/", "/p/z", 0, "", 0},
      {"/p/", "/a", 0, "/p/a /p/b /p/c/x /p/d ", 4},
      {"/p/", "/q", 0, "", 0},
      {"", "", 0, "/p /p/a /p/b /p/c/x /p/d /p0 /q/a ", 7},
      {"/none/", "", 0, "", 0},
  };
  for (const Case& c : cases) {
    const RangeResult result =
        MustRange(store(), {.prefix = c.prefix, .start = c.start, .limit = c.limit});
    std::string keys;
    for (const KeyValue& record : result.records) keys += record.key + ' ';
    EXPECT_EQ(keys, c.keys) << c.prefix << " from " << c.start;
    EXPECT_EQ(result.count, c.count) << c.prefix << " from " << c.start;
    EXPECT_EQ(result.revision, 8);
  }
  EXPECT_EQ(*BlockOn(store().Count("/p/")), 4u);
}

TEST_P(StoreContract, KeysLongerThanAnIndexPageKeyKeepTheirOrder) {
  const std::string head =
      "/long/" + std::string(474, 'h');  // just as long as the head of the index
  const std::string tails[] = {"", "a", "aa", "ab" + std::string(400, 'x'), "b"};
  for (int i : {3, 0, 4, 2, 1}) MustCreate(store(), head + tails[i], std::to_string(i));
  const Revision before = MustCurrent(store());
  MustUpdate(store(), head + "aa", 5, "new");
  MustDelete(store(), head + "a", 6);
  auto values = [&](Revision revision, const std::string& start) {
    std::string text;
    for (const KeyValue& record :
         MustRange(store(), {.prefix = "/long/", .start = start, .revision = revision}).records) {
      text += std::string(record.value.view()) + ' ';
    }
    return text;
  };
  EXPECT_EQ(values(0, ""), "0 new 3 4 ");
  EXPECT_EQ(values(before, ""), "0 1 2 3 4 ");
  EXPECT_EQ(values(before, head + "ab"), "3 4 ");
  EXPECT_EQ(*BlockOn(store().Count(head)), 4u);
  EXPECT_EQ(BlockOn(store().Get(head + "aa"))->record->value.view(), "new");
  EXPECT_FALSE(BlockOn(store().Get(head + "a"))->record);
}

TEST_P(StoreContract, RangesAtAnOldRevision) {
  MustCreate(store(), "/a", "1");      // 2
  MustCreate(store(), "/b", "1");      // 3
  MustUpdate(store(), "/a", 2, "2");   // 4
  MustDelete(store(), "/b", 3);        // 5
  MustCreate(store(), "/b", "again");  // 6
  const char* const expected[] = {
      "",                  // 1
      "/a=1@2",            // 2
      "/a=1@2 /b=1@3",     // 3
      "/a=2@4 /b=1@3",     // 4
      "/a=2@4",            // 5
      "/a=2@4 /b=again@6"  // 6
  };
  for (Revision revision = 1; revision <= 6; ++revision) {
    const RangeResult result = MustRange(store(), {.prefix = "/", .revision = revision});
    EXPECT_EQ(Describe(result.records), expected[revision - 1]);
    EXPECT_EQ(result.revision, revision);
    EXPECT_EQ(result.count, result.records.size());
  }
  EXPECT_EQ(MustRange(store(), {.prefix = "/", .limit = 1, .revision = 3}).count, 2u);
}

TEST_P(StoreContract, FutureRevisionsAreATimeoutWithACause) {
  MustCreate(store(), "/a", "1");
  auto range = BlockOn(store().Range({.prefix = "/", .revision = 9}));
  ASSERT_FALSE(range);
  EXPECT_EQ(range.error().reason(), Reason::kTimeout);
  EXPECT_EQ(range.error().message(), "Timeout: Too large resource version: 9, current: 2");
  EXPECT_EQ(CauseOf(range.error()), "ResourceVersionTooLarge");
  EventLog log;
  auto watch = store().StartWatch("/", 9, log.Sink());
  ASSERT_FALSE(watch);
  EXPECT_EQ(CauseOf(watch.error()), "ResourceVersionTooLarge");
  EXPECT_EQ(CauseOf(BlockOn(store().Compact(9)).error()), "ResourceVersionTooLarge");
}

TEST_P(StoreContract, CompactionForgetsOldRevisionsOnly) {
  MustCreate(store(), "/a", "1");     // 2
  MustCreate(store(), "/b", "1");     // 3
  MustUpdate(store(), "/a", 2, "2");  // 4
  MustDelete(store(), "/b", 3);       // 5
  MustUpdate(store(), "/a", 4, "3");  // 6
  ASSERT_TRUE(BlockOn(store().Compact(4)));
  ASSERT_TRUE(BlockOn(store().Compact(3))) << "compacting again to less is not a failure";

  auto old = BlockOn(store().Range({.prefix = "/", .revision = 3}));
  ASSERT_FALSE(old);
  EXPECT_EQ(old.error().reason(), Reason::kExpired);
  EXPECT_EQ(Describe(MustRange(store(), {.prefix = "/", .revision = 4}).records), "/a=2@4 /b=1@3");
  EXPECT_EQ(Describe(MustRange(store(), {.prefix = "/", .revision = 5}).records), "/a=2@4");

  EventLog expired;
  auto expired_watch = store().StartWatch("/", 3, expired.Sink());
  ASSERT_TRUE(expired_watch);
  EXPECT_EQ(expired.WaitForEnd()->reason(), Reason::kExpired);

  // Previous values are there for every event after the compaction.
  EventLog log;
  auto watch = store().StartWatch("/", 4, log.Sink());
  EXPECT_EQ(Describe(log.WaitForEvents(2)), "delete /b=@5 was 1@3\nput /a=3@6 was 2@4\n");

  ASSERT_TRUE(BlockOn(store().Compact(6)));
  EXPECT_EQ(Describe(MustRange(store(), {.prefix = "/"}).records), "/a=3@6");
  EXPECT_EQ(MustCreate(store(), "/b", "new").revision, 7);
  EXPECT_EQ(Describe(std::vector{log.WaitForEvents(3)[2]}), "put /b=new@7\n");
}

// Also shows that conditions are checked in queue order: each update expects the revision of the
// one before.
TEST_P(StoreContract, CompactionOfManyRevisionsLeavesTheCurrentState) {
  constexpr int kUpdates = 3000;  // more than one slice of the removal
  MustCreate(store(), "/cold", "x");
  const Revision first = MustCreate(store(), "/hot", "0").revision;
  std::atomic<int> succeeded = 0;
  std::counting_semaphore<kUpdates> done(0);
  for (int i = 1; i <= kUpdates; ++i) {
    Start(store().Update("/hot", first + i - 1, Bytes(std::to_string(i))),
          [&](Result<WriteResult> result) {
            succeeded += result && result->succeeded ? 1 : 0;
            done.release();
          });
  }
  for (int i = 0; i < kUpdates; ++i) done.acquire();
  ASSERT_EQ(succeeded, kUpdates);
  ASSERT_TRUE(BlockOn(store().Compact(first + kUpdates)));
  EXPECT_EQ(Describe(MustRange(store(), {.prefix = "/"}).records), "/cold=x@2 /hot=3000@3003");
  EXPECT_TRUE(MustUpdate(store(), "/hot", first + kUpdates, "last").succeeded);
}

TEST_P(StoreContract, WatchReplaysHistoryThenGoesOn) {
  MustCreate(store(), "/w/a", "1");     // 2
  MustCreate(store(), "/other", "1");   // 3
  MustUpdate(store(), "/w/a", 2, "2");  // 4
  MustDelete(store(), "/w/a", 4);       // 5
  EventLog log;
  auto watch = store().StartWatch("/w/", 2, log.Sink());
  ASSERT_TRUE(watch);
  log.WaitForEvents(2);
  MustCreate(store(), "/w/a", "3");  // 6
  EXPECT_EQ(Describe(log.WaitForEvents(3)),
            "put /w/a=2@4 was 1@2\n"
            "delete /w/a=@5 was 2@4\n"
            "put /w/a=3@6\n");
  EXPECT_TRUE(BlockOn((*watch)->WaitFor(6, kPatience)));
  MustCreate(store(), "/other2", "1");
  EXPECT_EQ((*watch)->progress(), 7) << "writes elsewhere count as progress";
}

TEST_P(StoreContract, WatchFromZeroBeginsNow) {
  MustCreate(store(), "/w/a", "1");
  EventLog log;
  auto watch = store().StartWatch("/w/", 0, log.Sink());
  ASSERT_TRUE(watch);
  MustCreate(store(), "/w/b", "2");
  EXPECT_EQ(Describe(log.WaitForEvents(1)), "put /w/b=2@3\n");
}

TEST_P(StoreContract, AnAcknowledgedWriteHasReachedLiveWatches) {
  EventLog log;
  auto watch = store().StartWatch("/", 0, log.Sink());
  ASSERT_TRUE(watch);
  for (int i = 0; i < 50; ++i) {
    const Revision revision = MustCreate(store(), "/k" + std::to_string(i), "v").revision;
    EXPECT_GE((*watch)->progress(), revision);
    EXPECT_EQ(log.WaitForEvents(0).size(), static_cast<size_t>(i + 1));
  }
}

TEST_P(StoreContract, WaitForEndsWithTimeoutOrWhenTheWatchDoes) {
  EventLog log;
  auto watch = store().StartWatch("/", 0, log.Sink());
  ASSERT_TRUE(watch);
  Status status = BlockOn((*watch)->WaitFor(100, std::chrono::milliseconds(5)));
  ASSERT_FALSE(status);
  EXPECT_EQ(CauseOf(status.error()), "ResourceVersionTooLarge");

  std::optional<Status> ended;
  std::binary_semaphore done(0);
  Start((*watch)->WaitFor(100, kPatience), [&](Status result) {
    ended = std::move(result);
    done.release();
  });
  watch->reset();
  done.acquire();
  EXPECT_EQ(ended->error().reason(), Reason::kServiceUnavailable);
}

// Each watch starts at another moment of a storm of writes and must see exactly the events after
// its start.
TEST_P(StoreContract, WatchesSeeEveryEventOnceInOrderUnderConcurrentWriters) {
  constexpr int kWriters = 4;
  const int writes_each = GetParam() == Engine::kMemory ? 500 : 120;
  std::vector<std::thread> writers;
  for (int w = 0; w < kWriters; ++w) {
    writers.emplace_back([&, w] {
      const std::string key = "/w/" + std::to_string(w);
      Revision revision = 0;
      for (int i = 0; i < writes_each; ++i) {
        WriteResult result = revision == 0 ? MustCreate(store(), key, "c")
                             : i % 7 == 6  ? MustDelete(store(), key, revision)
                                           : MustUpdate(store(), key, revision, "u");
        ASSERT_TRUE(result.succeeded);
        revision = i % 7 == 6 && revision != 0 ? 0 : result.revision;
      }
    });
  }
  struct Started {
    EventLog log;
    Revision from = 0;
    std::unique_ptr<Watch> watch;
  };
  std::vector<std::unique_ptr<Started>> watches;
  for (int i = 0; i < 20; ++i) {
    auto started = std::make_unique<Started>();
    const Revision current = MustCurrent(store());
    started->from = i % 2 == 0 ? 1 + (current - 1) / 2 : current;
    started->watch = *store().StartWatch("/w/", started->from, started->log.Sink());
    watches.push_back(std::move(started));
  }
  for (std::thread& writer : writers) writer.join();
  const Revision last = MustCurrent(store());
  ASSERT_EQ(last, 1 + kWriters * writes_each);
  for (const auto& started : watches) {
    ASSERT_TRUE(BlockOn(started->watch->WaitFor(last, kPatience)));
    const std::vector<Event> events =
        started->log.WaitForEvents(static_cast<size_t>(last - started->from));
    ASSERT_EQ(events.size(), static_cast<size_t>(last - started->from));
    std::map<std::string, Revision> previous;
    for (size_t i = 0; i < events.size(); ++i) {
      const Event& event = events[i];
      ASSERT_EQ(event.current.mod_revision, started->from + 1 + static_cast<Revision>(i));
      auto known = previous.find(event.current.key);
      if (known != previous.end()) {
        EXPECT_EQ(event.previous ? event.previous->mod_revision : 0, known->second);
      }
      previous[event.current.key] =
          event.type == Event::Type::kPut ? event.current.mod_revision : 0;
    }
  }
}

TEST_P(StoreContract, CompareAndSwapLosesNoUpdate) {
  constexpr int kThreads = 4;
  const int increments = GetParam() == Engine::kMemory ? 200 : 40;
  MustCreate(store(), "/counter", "0");
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int done = 0; done < increments;) {
        auto got = BlockOn(store().Get("/counter"));
        const int value = std::stoi(std::string(got->record->value.view()));
        if (MustUpdate(store(), "/counter", got->record->mod_revision, std::to_string(value + 1))
                .succeeded) {
          ++done;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(BlockOn(store().Get("/counter"))->record->value.view(),
            std::to_string(kThreads * increments));
}

TEST_P(StoreContract, NoCallbackRunsAfterAWatchIsDestroyed) {
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    for (int i = 0; !stop; ++i) MustCreate(store(), "/k" + std::to_string(i), "v");
  });
  for (int round = 0; round < 50; ++round) {
    std::atomic<bool> destroyed = false;
    std::atomic<int> late = 0;
    WatchSink sink{.on_events = [&](std::vector<Event>, Revision) { late += destroyed ? 1 : 0; },
                   .on_end = [&](Error) { ++late; }};
    auto watch = store().StartWatch("/", round % 2 == 0 ? 1 : 0, std::move(sink));
    ASSERT_TRUE(watch);
    if (round % 3 != 0) std::this_thread::yield();
    watch->reset();
    destroyed = true;
    EXPECT_EQ(late, 0);
  }
  stop = true;
  writer.join();
}

TEST_P(StoreContract, AWatchMayBeDestroyedInItsOwnCallback) {
  std::unique_ptr<Watch> watch;
  std::atomic<int> calls = 0;
  WatchSink sink{.on_events =
                     [&](std::vector<Event>, Revision) {
                       ++calls;
                       watch.reset();
                     },
                 .on_end = [](Error) {}};
  watch = *store().StartWatch("/", 0, std::move(sink));
  MustCreate(store(), "/a", "1");
  MustCreate(store(), "/b", "1");
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(watch, nullptr);
}

TEST_P(StoreContract, ClosingTheStoreEndsWatches) {
  EventLog log;
  auto watch = store().StartWatch("/", 0, log.Sink());
  ASSERT_TRUE(watch);
  store_.reset();
  EXPECT_EQ(log.WaitForEnd()->reason(), Reason::kServiceUnavailable);
  EXPECT_FALSE(BlockOn((*watch)->WaitFor(50, kPatience)));
}

TEST_P(StoreContract, RecordsExpireWithADeletionEvent) {
  EventLog log;
  auto watch = store().StartWatch("/", 0, log.Sink());
  MustCreate(store(), "/short", "s", /*ttl_seconds=*/1);        // 2
  MustCreate(store(), "/renewed", "r", /*ttl_seconds=*/1);      // 3
  MustUpdate(store(), "/renewed", 3, "r2", /*ttl_seconds=*/0);  // 4
  MustCreate(store(), "/long", "l", /*ttl_seconds=*/1000);      // 5
  EXPECT_EQ(Describe(log.WaitForEvents(5)),
            "put /short=s@2\n"
            "put /renewed=r@3\n"
            "put /renewed=r2@4 was r@3\n"
            "put /long=l@5\n"
            "delete /short=@6 was s@2\n");
  EXPECT_EQ(Describe(MustRange(store(), {.prefix = "/"}).records), "/long=l@5 /renewed=r2@4");
}

}  // namespace
}  // namespace pintle::storage
