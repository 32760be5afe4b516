#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <semaphore>
#include <thread>

#include "pintle/storage/store_contract.h"

namespace pintle::storage {
namespace {

TEST_P(StoreContract, WatchReplaysHistoryThenGoesOn) {
  const Revision first = Create("/w/a", "1");
  Create("/other", "1");
  const Revision second = Update("/w/a", first, "2");
  Delete("/w/a", second);
  EventLog log;
  auto watch = store().StartWatch(Key("/w/"), first, log.Sink());
  ASSERT_TRUE(watch);
  log.WaitForEvents(2);
  const Revision last = Create("/w/a", "3");
  EXPECT_EQ(Show(log.WaitForEvents(3)),
            "put /w/a=2@3 was 1@1\n"
            "delete /w/a=@4 was 2@3\n"
            "put /w/a=3@5\n");
  EXPECT_TRUE(BlockOn((*watch)->WaitFor(last, kPatience)));
  const Revision elsewhere = Create("/other2", "1");
  if (store().SupportsProgress()) {
    EXPECT_TRUE(BlockOn((*watch)->WaitFor(elsewhere, kPatience)))
        << "writes elsewhere count as progress";
    EXPECT_GE((*watch)->progress(), elsewhere);
  }
  EXPECT_EQ(log.WaitForEvents(0).size(), 3u);
}

TEST_P(StoreContract, WatchFromZeroBeginsNow) {
  Create("/w/a", "1");
  EventLog log;
  auto watch = store().StartWatch(Key("/w/"), 0, log.Sink());
  ASSERT_TRUE(watch);
  // An engine that begins elsewhere than in this call may begin after the next write.
  if (GetParam().watches_precede_answers) {
    Create("/w/b", "2");
    EXPECT_EQ(Show(log.WaitForEvents(1)), "put /w/b=2@2\n");
    return;
  }
  std::vector<Event> events;
  while (events.empty()) {
    Create("/w/b" + std::to_string(MustCurrent(store())), "2");
    events = log.WaitForEvents(0);
  }
  EXPECT_FALSE(events[0].current.key.ends_with("/w/a"));
}

TEST_P(StoreContract, AnAcknowledgedWriteHasReachedLiveWatches) {
  if (!GetParam().watches_precede_answers) GTEST_SKIP() << "watches come when they come";
  EventLog log;
  auto watch = store().StartWatch(Key("/"), MustCurrent(store()), log.Sink());
  ASSERT_TRUE(watch);
  for (int i = 0; i < 50; ++i) {
    const Revision revision = Create("/k" + std::to_string(i), "v");
    EXPECT_GE((*watch)->progress(), revision);
    EXPECT_EQ(log.WaitForEvents(0).size(), static_cast<size_t>(i + 1));
  }
}

TEST_P(StoreContract, WaitForEndsWithTimeoutOrWhenTheWatchDoes) {
  EventLog log;
  const Revision current = MustCurrent(store());
  auto watch = store().StartWatch(Key("/"), current, log.Sink());
  ASSERT_TRUE(watch);
  const Revision future = current + 1'000'000;
  Status status = BlockOn((*watch)->WaitFor(future, std::chrono::milliseconds(5)));
  ASSERT_FALSE(status);
  EXPECT_EQ(CauseOf(status.error()), "ResourceVersionTooLarge");

  std::optional<Status> ended;
  std::binary_semaphore done(0);
  Start((*watch)->WaitFor(future, kPatience), [&](Status result) {
    ended = std::move(result);
    done.release();
  });
  watch->reset();
  done.acquire();
  ASSERT_FALSE(*ended);
  EXPECT_EQ(ended->error().reason(), Reason::kServiceUnavailable);
}

TEST_P(StoreContract, ClosingTheStoreEndsWaits) {
  EventLog log;
  const Revision current = MustCurrent(store());
  auto watch = store().StartWatch(Key("/"), current, log.Sink());
  ASSERT_TRUE(watch);
  std::optional<Status> ended;
  std::binary_semaphore done(0);
  Start((*watch)->WaitFor(current + 1'000'000, kPatience), [&](Status result) {
    ended = std::move(result);
    done.release();
  });
  Close();
  done.acquire();
  ASSERT_FALSE(*ended);
  EXPECT_EQ(ended->error().reason(), Reason::kServiceUnavailable);
}

// One thread's writes to a key of its own: created, updated, deleted, created again, ...
void WriteInTurn(Store& store, const std::string& key, int writes,
                 const std::function<void(Revision)>& wrote) {
  Revision revision = 0;
  for (int i = 0; i < writes; ++i) {
    const bool deletes = i % 7 == 6 && revision != 0;
    WriteResult result = revision == 0 ? MustCreate(store, key, "c")
                         : deletes     ? MustDelete(store, key, revision)
                                       : MustUpdate(store, key, revision, "u");
    ASSERT_TRUE(result.succeeded);
    wrote(result.revision);
    revision = deletes ? 0 : result.revision;
  }
}

// `revisions` are those of all writes, in order.
void ExpectExactlyTheEventsAfter(Revision from, const std::vector<Revision>& revisions,
                                 const std::vector<Event>& events) {
  const auto begin = std::upper_bound(revisions.begin(), revisions.end(), from);
  ASSERT_EQ(events.size(), static_cast<size_t>(revisions.end() - begin));
  std::map<std::string, Revision> previous;
  for (size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    ASSERT_EQ(event.current.mod_revision, begin[static_cast<ptrdiff_t>(i)]);
    auto known = previous.find(event.current.key);
    if (known != previous.end()) {
      EXPECT_EQ(event.previous ? event.previous->mod_revision : 0, known->second);
    }
    previous[event.current.key] = event.type == Event::Type::kPut ? event.current.mod_revision : 0;
  }
}

// Each watch starts at another moment of a storm of writes and must see exactly the events after
// its start.
TEST_P(StoreContract, WatchesSeeEveryEventOnceInOrderUnderConcurrentWriters) {
  constexpr int kWriters = 4;
  const Revision base = MustCurrent(store());
  std::mutex mutex;
  std::vector<Revision> revisions;
  std::vector<std::thread> writers;
  for (int w = 0; w < kWriters; ++w) {
    writers.emplace_back([&, w] {
      WriteInTurn(store(), Key("/w/" + std::to_string(w)), GetParam().writes_per_thread,
                  [&](Revision revision) {
                    std::scoped_lock lock(mutex);
                    revisions.push_back(revision);
                  });
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
    started->from = i % 2 == 0 ? base + (current - base) / 2 : current;
    started->watch = *store().StartWatch(Key("/w/"), started->from, started->log.Sink());
    watches.push_back(std::move(started));
  }
  for (std::thread& writer : writers) writer.join();
  std::sort(revisions.begin(), revisions.end());
  ASSERT_EQ(std::adjacent_find(revisions.begin(), revisions.end()), revisions.end());
  ASSERT_EQ(revisions.size(), static_cast<size_t>(kWriters * GetParam().writes_per_thread));
  for (const auto& started : watches) {
    ASSERT_TRUE(BlockOn(started->watch->WaitFor(revisions.back(), kPatience)));
    ExpectExactlyTheEventsAfter(started->from, revisions, started->log.WaitForEvents(0));
  }
}

TEST_P(StoreContract, NoCallbackRunsAfterAWatchIsDestroyed) {
  std::atomic<bool> stop = false;
  const Revision before = MustCurrent(store());
  std::thread writer([&] {
    for (int i = 0; !stop; ++i) MustCreate(store(), Key("/k" + std::to_string(i)), "v");
  });
  for (int round = 0; round < 50; ++round) {
    std::atomic<bool> destroyed = false;
    std::atomic<int> late = 0;
    WatchSink sink{.on_events = [&](std::vector<Event>, Revision) { late += destroyed ? 1 : 0; },
                   .on_end = [&](Error) { ++late; }};
    auto watch = store().StartWatch(Key("/"), round % 2 == 0 ? before : 0, std::move(sink));
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
  std::binary_semaphore called(0);
  WatchSink sink{.on_events =
                     [&](std::vector<Event> events, Revision) {
                       if (events.empty()) return;
                       ++calls;
                       watch.reset();
                       called.release();
                     },
                 .on_end = [](Error) {}};
  watch = *store().StartWatch(Key("/"), MustCurrent(store()), std::move(sink));
  Create("/a", "1");
  ASSERT_TRUE(called.try_acquire_for(kPatience));
  Create("/b", "1");
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(watch, nullptr);
}

TEST_P(StoreContract, ClosingTheStoreEndsWatches) {
  EventLog log;
  const Revision current = MustCurrent(store());
  auto watch = store().StartWatch(Key("/"), current, log.Sink());
  ASSERT_TRUE(watch);
  Close();
  auto end = log.WaitForEnd();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->reason(), Reason::kServiceUnavailable);
  EXPECT_FALSE(BlockOn((*watch)->WaitFor(current + 50, kPatience)));
}

}  // namespace
}  // namespace pintle::storage
