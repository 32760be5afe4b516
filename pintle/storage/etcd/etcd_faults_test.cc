#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <map>
#include <semaphore>
#include <thread>

#include "pintle/storage/etcd/etcd_server_for_test.h"
#include "pintle/storage/etcd/tcp_proxy_for_test.h"
#include "pintle/storage/history/workload.h"

// Servers that die and networks that break, under load.
namespace pintle::storage::etcd {
namespace {

using std::chrono::milliseconds;

// Above the deadline of a call and the time a silent connection is believed in.
constexpr std::chrono::seconds kLongPatience{60};

// Writers that go on whatever happens, and a watch of everything from before the first write. At
// the end the watch must have been given every event once and in order, and every acknowledged
// write must be there.
class Load {
 public:
  // A writer for each of `writers`; the watch is one of `watched`.
  Load(Store& watched, const std::vector<Store*>& writers) {
    auto watch = watched.StartWatch("/", MustCurrent(watched), log_.Sink());
    EXPECT_TRUE(watch);
    watch_ = std::move(*watch);
    for (size_t i = 0; i < writers.size(); ++i) {
      threads_.emplace_back([this, i, store = writers[i]] { Write(*store, i); });
    }
  }
  ~Load() { Join(); }

  // Until so many more writes have been acknowledged, or refused.
  void WaitForWrites(size_t count) {
    std::unique_lock lock(mutex_);
    const size_t wanted = acknowledged_.size() + count;
    EXPECT_TRUE(
        changed_.wait_for(lock, kLongPatience, [&] { return acknowledged_.size() >= wanted; }));
  }
  void WaitForFailures(size_t count) {
    std::unique_lock lock(mutex_);
    const size_t wanted = failed_ + count;
    EXPECT_TRUE(changed_.wait_for(lock, kLongPatience, [&] { return failed_ >= wanted; }));
  }

  void StopAndCheck(Store& reader) {
    Join();
    const RangeResult state = MustRange(reader, {.prefix = "/"});
    const Revision last = LastWrite(state);
    Status complete = BlockOn(watch_->WaitFor(last, kLongPatience));
    ASSERT_TRUE(complete) << complete.error().message();
    Check(state, log_.WaitForEvents(0));
  }

 private:
  struct Written {
    std::string key;
    std::string value;
  };

  void Join() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  void Write(Store& store, size_t writer) {
    const std::string key = fmt::format("/w{}", writer);
    Revision expected = 0;
    for (int i = 0; !stop_; ++i) {
      const std::string value = std::to_string(i);
      auto result = expected == 0 ? BlockOn(store.Create(key, Bytes(value)))
                                  : BlockOn(store.Update(key, expected, Bytes(value)));
      if (result && result->succeeded) {
        expected = result->revision;
        std::scoped_lock lock(mutex_);
        acknowledged_.emplace(expected, Written{key, value});
        changed_.notify_all();
        continue;
      }
      {
        std::scoped_lock lock(mutex_);
        ++failed_;
        changed_.notify_all();
      }
      // It may have happened or not, or may happen yet.
      auto got = BlockOn(store.Get(key));
      if (got) expected = got->record ? got->record->mod_revision : 0;
    }
  }

  Revision LastWrite(const RangeResult& state) const {
    Revision last = 0;
    for (const KeyValue& record : state.records) last = std::max(last, record.mod_revision);
    return last;
  }

  void Check(const RangeResult& state, const std::vector<Event>& events) {
    std::map<std::string, Revision> known;
    std::map<std::string, Revision> known_at_state;  // a write that was given up may come later
    std::map<Revision, Written> seen;
    Revision revision = 0;
    for (const Event& event : events) {
      const KeyValue& record = event.current;
      ASSERT_GT(record.mod_revision, revision) << "repeated, or out of order";
      revision = record.mod_revision;
      ASSERT_EQ(event.previous ? event.previous->mod_revision : 0, known[record.key])
          << "an event before " << revision << " is missing";
      known[record.key] = revision;
      if (revision <= state.revision) known_at_state[record.key] = revision;
      seen.emplace(revision, Written{record.key, std::string(record.value.view())});
    }
    for (const KeyValue& record : state.records) {
      EXPECT_EQ(known_at_state[record.key], record.mod_revision) << record.key;
    }
    for (const auto& [at, written] : acknowledged_) {
      ASSERT_TRUE(seen.contains(at)) << "the write acknowledged at " << at << " is not there";
      EXPECT_EQ(seen[at].key, written.key);
      EXPECT_EQ(seen[at].value, written.value);
    }
  }

  EventLog log_;
  std::unique_ptr<Watch> watch_;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::map<Revision, Written> acknowledged_;
  size_t failed_ = 0;
  std::vector<std::thread> threads_;
};

// A store whose way to etcd goes through a proxy, and one beside it that sees etcd directly.
struct BehindProxy {
  EtcdServer server;
  TcpProxy proxy{server.port()};
  std::unique_ptr<Store> direct = MustOpen(server.Options());
  std::unique_ptr<Store> store = MustOpen(Through(proxy));

  EtcdOptions Through(const TcpProxy& way) {
    EtcdOptions options = server.Options();
    options.servers = {way.url()};
    return options;
  }
};

TEST(EtcdFaultsTest, AServerThatIsKilledAndStartedAgain) {
  EtcdServer server;
  auto store = MustOpen(server.Options());
  Load load(*store, {store.get(), store.get(), store.get()});
  for (int round = 0; round < 5; ++round) {
    load.WaitForWrites(40);
    server.Restart();
  }
  load.WaitForWrites(40);
  load.StopAndCheck(*store);
}

TEST(EtcdFaultsTest, ANetworkThatIsCut) {
  BehindProxy setup;
  // What others write meanwhile must come later.
  Load load(*setup.store, {setup.store.get(), setup.store.get(), setup.direct.get()});
  for (int round = 0; round < 8; ++round) {
    load.WaitForWrites(30);
    setup.proxy.SetMode(TcpProxy::Mode::kCut);
    load.WaitForWrites(30);
    setup.proxy.SetMode(TcpProxy::Mode::kPass);
  }
  load.WaitForWrites(100);
  load.StopAndCheck(*setup.direct);
}

TEST(EtcdFaultsTest, ANetworkThatSwallowsEverything) {
  BehindProxy setup;
  Load load(*setup.store, {setup.store.get(), setup.store.get(), setup.direct.get()});
  load.WaitForWrites(30);
  // Short: everything comes late. Long: connections and calls are given up.
  setup.proxy.SetMode(TcpProxy::Mode::kBlackHole);
  load.WaitForWrites(50);
  setup.proxy.SetMode(TcpProxy::Mode::kPass);
  load.WaitForWrites(50);
  setup.proxy.SetMode(TcpProxy::Mode::kBlackHole);
  load.WaitForFailures(2);
  EXPECT_FALSE(BlockOn(setup.store->CheckHealth()));
  setup.proxy.SetMode(TcpProxy::Mode::kPass);
  load.WaitForWrites(50);
  load.StopAndCheck(*setup.direct);
  EXPECT_TRUE(BlockOn(setup.store->CheckHealth()));
}

TEST(EtcdFaultsTest, MembersOfAClusterThatDie) {
  EtcdCluster cluster;
  auto store = MustOpen(cluster.Options());
  ASSERT_NE(store, nullptr);
  Load load(*store, {store.get(), store.get(), store.get()});
  load.WaitForWrites(30);
  const size_t leader = cluster.Leader();
  cluster.member(leader).Kill();
  load.WaitForWrites(30);
  cluster.member(leader).Start();
  // Whichever serves us now, one of the two that lived is it.
  for (size_t i = 1; i < 3; ++i) {
    EtcdServer& member = cluster.member((leader + i) % 3);
    load.WaitForWrites(30);
    member.Restart();
  }
  load.WaitForWrites(30);
  load.StopAndCheck(*store);
}

TEST(EtcdFaultsTest, MembersOfAClusterThatHang) {
  EtcdCluster cluster;
  auto store = MustOpen(cluster.Options());
  ASSERT_NE(store, nullptr);
  Load load(*store, {store.get(), store.get(), store.get()});
  for (size_t i = 0; i < 3; ++i) {
    load.WaitForWrites(30);
    cluster.member(i).Signal(SIGSTOP);
    load.WaitForWrites(30);
    cluster.member(i).Signal(SIGCONT);
  }
  load.WaitForWrites(30);
  load.StopAndCheck(*store);
}

TEST(EtcdFaultsTest, HistoryCompactedWhileTheNetworkWasCutEndsWatches) {
  BehindProxy setup;
  EventLog log;
  auto watch = setup.store->StartWatch("/", 0, log.Sink());
  ASSERT_TRUE(watch);
  const Revision seen = MustCreate(*setup.store, "/a", "1").revision;
  log.WaitForEvents(1);
  setup.proxy.SetMode(TcpProxy::Mode::kCut);
  Revision revision = MustCreate(*setup.direct, "/missed", "1").revision;
  revision = MustUpdate(*setup.direct, "/missed", revision, "2").revision;
  revision = MustUpdate(*setup.direct, "/missed", revision, "3").revision;
  ASSERT_TRUE(BlockOn(setup.direct->Compact(revision)));
  setup.proxy.SetMode(TcpProxy::Mode::kPass);
  auto end = log.WaitForEnd();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->reason(), Reason::kExpired);
  EXPECT_EQ(Describe(log.WaitForEvents(1)), fmt::format("put /a=1@{}\n", seen));

  // Who reads anew can go on from there.
  EventLog again;
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  Result<std::unique_ptr<Watch>> next = std::unexpected(*end);
  while (!next && std::chrono::steady_clock::now() < deadline) {
    const RangeResult state = MustRange(*setup.store, {.prefix = "/"});
    next = setup.store->StartWatch("/", state.revision, again.Sink());
  }
  ASSERT_TRUE(next);
  MustUpdate(*setup.store, "/missed", revision, "4");
  EXPECT_EQ(Describe(again.WaitForEvents(1)),
            fmt::format("put /missed=4@{} was 3@{}\n", revision + 1, revision));
}

TEST(EtcdFaultsTest, AWriteThatFailedMayHaveHappenedButIsNeverHalfThere) {
  BehindProxy setup;
  constexpr int kWrites = 400;
  std::counting_semaphore<kWrites> done(0);
  std::atomic<int> acknowledged = 0;
  for (int i = 0; i < kWrites; ++i) {
    Start(setup.store->Create(fmt::format("/k{}", i), Bytes(std::string(1000, 'v'))),
          [&](const Result<WriteResult>& result) {
            if (result) ++acknowledged;
            done.release();
          });
    if (i == kWrites / 2) setup.proxy.SetMode(TcpProxy::Mode::kCut);
  }
  setup.proxy.SetMode(TcpProxy::Mode::kPass);
  for (int i = 0; i < kWrites; ++i) done.acquire();
  const RangeResult state = MustRange(*setup.direct, {.prefix = "/"});
  EXPECT_GE(state.count, static_cast<size_t>(acknowledged));
  for (const KeyValue& record : state.records) EXPECT_EQ(record.value.size(), 1000u);
}

history::RunOptions HistoryOptions() {
  history::RunOptions options = history::RunOptions::FromEnvironment();
  options.patience = kLongPatience;
  return options;
}

TEST(EtcdFaultsTest, KeepsTheContractUnderARandomHistory) {
  EtcdServer server;
  auto store = MustOpen(server.Options());
  const history::Outcome outcome = history::RunAndCheck(*store, HistoryOptions());
  EXPECT_TRUE(outcome.violations.empty()) << outcome.Text();
  EXPECT_GT(outcome.writes, 50u);
  EXPECT_GT(outcome.events, 50u);
}

TEST(EtcdFaultsTest, KeepsTheContractUnderARandomHistoryWhileTheNetworkBreaks) {
  EtcdServer server;
  TcpProxy proxy(server.port());
  EtcdOptions etcd = server.Options();
  etcd.servers = {proxy.url()};
  auto store = MustOpen(etcd);
  history::RunOptions options = HistoryOptions();
  options.duration = std::chrono::seconds(4);
  options.check.failures_allowed = true;
  std::atomic<bool> stop = false;
  std::thread breaker([&] {
    for (int i = 0; !stop; ++i) {
      std::this_thread::sleep_for(milliseconds(300));
      proxy.SetMode(i % 3 == 2 ? TcpProxy::Mode::kBlackHole : TcpProxy::Mode::kCut);
      std::this_thread::sleep_for(milliseconds(100));
      proxy.SetMode(TcpProxy::Mode::kPass);
    }
  });
  std::thread ender([&] {
    std::this_thread::sleep_for(options.duration - std::chrono::seconds(1));
    stop = true;
  });
  const history::Outcome outcome = history::RunAndCheck(*store, options);
  ender.join();
  breaker.join();
  EXPECT_TRUE(outcome.violations.empty()) << outcome.Text();
  EXPECT_GT(outcome.writes, 50u);
}

}  // namespace
}  // namespace pintle::storage::etcd
