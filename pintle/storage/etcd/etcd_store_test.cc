#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <semaphore>
#include <thread>

#include "pintle/storage/etcd/etcd_server_for_test.h"
#include "pintle/storage/limits.h"
#include "pintle/storage/store_contract.h"
#include "pintle/storage/store_errors.h"

namespace pintle::storage::etcd {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

// Keys of the shared server that nobody else uses.
EtcdOptions NewPlace() {
  static std::atomic<int> places = 0;
  EtcdOptions options = SharedServer().Options();
  options.prefix = fmt::format("/store-test-{}", ++places);
  return options;
}

TEST(EtcdStoreTest, KeysAreThoseOfKubernetesBelowThePrefix) {
  EtcdServer& server = SharedServer();
  EtcdOptions options = server.Options();
  options.key_root = "/registry";
  for (const std::string& prefix : {std::string("/registry"), NewPlace().prefix}) {
    options.prefix = prefix;
    auto store = MustOpen(options);
    MustCreate(*store, "/registry/minions/a", prefix);
    EXPECT_EQ(server.Control({"get", "--print-value-only", fmt::format("{}/minions/a", prefix)}),
              fmt::format("{}\n", prefix));
    auto got = BlockOn(store->Get("/registry/minions/a"));
    ASSERT_TRUE(got && got->record);
    EXPECT_EQ(got->record->key, "/registry/minions/a");
    auto outside = BlockOn(store->Create("/other/a", Bytes("v")));
    ASSERT_FALSE(outside);
    EXPECT_EQ(outside.error().reason(), Reason::kBadRequest);
  }
}

TEST(EtcdStoreTest, TheVersionDecidesWhetherProgressIsTrusted) {
  auto store = MustOpen(NewPlace());
  const std::string version = SharedServer().Control({"version"});
  if (version.find("3.4.23") == std::string::npos) GTEST_SKIP() << version;
  EXPECT_FALSE(store->SupportsProgress());
}

// On an idle etcd 3.4 answers are right too, so that the way can be walked.
TEST(EtcdStoreTest, ProgressOnDemandBringsAWatchToTheRevisionOfForeignKeys) {
  const EtcdOptions place = NewPlace();
  EtcdOptions trusting = place;
  trusting.trust_progress = true;
  auto store = MustOpen(trusting);
  EXPECT_TRUE(store->SupportsProgress());
  EventLog log;
  auto watch = store->StartWatch("/", 0, log.Sink());
  ASSERT_TRUE(watch);
  auto foreign = MustOpen(NewPlace());
  const Revision revision = MustCreate(*foreign, "/key", "v").revision;
  EXPECT_LT((*watch)->progress(), revision);
  EXPECT_TRUE(BlockOn((*watch)->WaitFor(revision, kPatience)));
  EXPECT_GE((*watch)->progress(), revision);
  EXPECT_TRUE(log.WaitForEvents(0).empty());

  EtcdOptions doubting = place;
  doubting.trust_progress = false;
  auto doubter = MustOpen(doubting);
  EventLog other_log;
  auto other = doubter->StartWatch("/", 0, other_log.Sink());
  const Revision later = MustCreate(*foreign, "/key2", "v").revision;
  Status status = BlockOn((*other)->WaitFor(later, milliseconds(300)));
  ASSERT_FALSE(status);
  EXPECT_EQ(CauseOf(status.error()), "ResourceVersionTooLarge");
}

TEST(EtcdStoreTest, AWriteThroughOneStoreIsReadAndWatchedThroughAnother) {
  const EtcdOptions place = NewPlace();
  auto one = MustOpen(place);
  auto two = MustOpen(place);
  EventLog log;
  auto watch = two->StartWatch("/", 0, log.Sink());
  ASSERT_TRUE(watch);
  for (int i = 0; i < 50; ++i) {
    const std::string key = fmt::format("/k{}", i);
    const Revision revision = MustCreate(*one, key, "v").revision;
    auto got = BlockOn(two->Get(key));
    ASSERT_TRUE(got && got->record);
    EXPECT_EQ(got->record->mod_revision, revision);
    EXPECT_GE(MustCurrent(*two), revision);
    EXPECT_TRUE(BlockOn((*watch)->WaitFor(revision, kPatience)));
    EXPECT_EQ(log.WaitForEvents(0).size(), static_cast<size_t>(i + 1));
  }
}

// A store that was opened later has no events of its own from before.
TEST(EtcdStoreTest, AWatchOfOldHistoryComesFromEtcdAndThenJoinsTheOthers) {
  const EtcdOptions place = NewPlace();
  auto writer = MustOpen(place);
  const Revision first = MustCreate(*writer, "/w/a", "0").revision;
  Revision revision = first;
  for (int i = 1; i <= 20; ++i) {
    revision = MustUpdate(*writer, "/w/a", revision, std::to_string(i)).revision;
    MustCreate(*writer, fmt::format("/other/{}", i), "x");
  }
  auto store = MustOpen(place);
  EventLog log;
  auto watch = store->StartWatch("/w/", first, log.Sink());
  ASSERT_TRUE(watch);
  EXPECT_TRUE(BlockOn((*watch)->WaitFor(revision, kPatience)));
  EXPECT_EQ(log.WaitForEvents(20).back().current.value.view(), "20");
  revision = MustUpdate(*store, "/w/a", revision, "last").revision;
  EXPECT_EQ(log.WaitForEvents(21).back().previous->value.view(), "20");
  EXPECT_TRUE(BlockOn((*watch)->WaitFor(revision, kPatience)));
  // Now it stands where the others are: a write elsewhere moves it.
  const Revision elsewhere = MustCreate(*store, "/other/last", "x").revision;
  EXPECT_GE((*watch)->progress(), elsewhere);
  EXPECT_EQ(log.WaitForEvents(0).size(), 21u);
}

TEST(EtcdStoreTest, LargeEventsComeWhole) {
  const EtcdOptions place = NewPlace();
  auto writer = MustOpen(place);
  const Revision start = MustCurrent(*writer);
  constexpr int kRecords = 6;
  const std::string half(kMaxValueBytes / 2, 'v');
  for (int i = 0; i < kRecords; ++i) {
    const std::string key = fmt::format("/big{}", i);
    MustUpdate(*writer, key, MustCreate(*writer, key, half).revision, half + half);
  }
  auto store = MustOpen(place);
  EventLog log;
  auto watch = store->StartWatch("/", start, log.Sink());
  ASSERT_TRUE(watch);
  const std::vector<Event> events = log.WaitForEvents(2 * kRecords);
  for (int i = 0; i < kRecords; ++i) {
    EXPECT_EQ(events[2 * i].current.value.view(), half);
    EXPECT_EQ(events[2 * i + 1].current.value.size(), 2 * half.size());
    EXPECT_EQ(events[2 * i + 1].previous->value.view(), half);
  }
  // And so do ranges.
  const RangeResult range = MustRange(*store, {.prefix = "/"});
  EXPECT_EQ(range.records.size(), static_cast<size_t>(kRecords));
}

TEST(EtcdStoreTest, RangesOfManyPagesAreOneSnapshot) {
  auto store = MustOpen(NewPlace());
  constexpr int kRecords = 1300;
  std::counting_semaphore<kRecords> done(0);
  for (int i = 0; i < kRecords; ++i) {
    Start(store->Create(fmt::format("/k{:05}", i), Bytes("v")), [&](Result<WriteResult> result) {
      EXPECT_TRUE(result && result->succeeded);
      done.release();
    });
  }
  for (int i = 0; i < kRecords; ++i) done.acquire();
  std::atomic<bool> stop = false;
  constexpr int kLeft = 800;
  std::thread deleter([&] {
    for (int i = kRecords - 1; i >= kLeft && !stop; --i) {
      auto got = BlockOn(store->Get(fmt::format("/k{:05}", i)));
      MustDelete(*store, got->record->key, got->record->mod_revision);
    }
  });
  for (int i = 0; i < 10; ++i) {
    const RangeResult range = MustRange(*store, {.prefix = "/"});
    EXPECT_EQ(range.records.size(), range.count);
    const RangeResult again = MustRange(*store, {.prefix = "/", .revision = range.revision});
    EXPECT_EQ(Describe(again.records), Describe(range.records));
  }
  stop = true;
  deleter.join();
  const RangeResult some = MustRange(*store, {.prefix = "/", .limit = 700});
  EXPECT_EQ(some.records.size(), 700u);
  EXPECT_GT(some.count, 700u);
}

TEST(EtcdStoreTest, RecordsOfTheSameTimeShareALease) {
  EtcdServer server;
  auto store = MustOpen(server.Options());
  for (int i = 0; i < 20; ++i) MustCreate(*store, fmt::format("/e{}", i), "v", 3600);
  EXPECT_THAT(server.Control({"lease", "list"}), HasSubstr("found 1 leases"));
  MustCreate(*store, "/other", "v", 60);
  EXPECT_THAT(server.Control({"lease", "list"}), HasSubstr("found 2 leases"));
}

TEST(EtcdStoreTest, ALeaseThatIsGoneIsReplaced) {
  EtcdServer server;
  auto store = MustOpen(server.Options());
  MustCreate(*store, "/a", "v", 3600);
  const std::string leases = server.Control({"lease", "list"});
  const std::string lease = leases.substr(leases.find('\n') + 1, 16);
  server.Control({"lease", "revoke", lease});
  EXPECT_TRUE(MustCreate(*store, "/b", "v", 3600).succeeded);
  EXPECT_FALSE(BlockOn(store->Get("/a"))->record);
}

TEST(EtcdStoreTest, WhatEtcdRefusesForItsSizeSaysSo) {
  EtcdServer server({}, {"--max-request-bytes=100000"});
  auto store = MustOpen(server.Options());
  for (size_t size : {size_t{200'000}, size_t{1'000'000}, kMaxValueBytes + 1}) {
    auto result = BlockOn(store->Create("/big", Bytes(std::string(size, 'v'))));
    ASSERT_FALSE(result) << size;
    EXPECT_EQ(result.error().reason(), Reason::kRequestEntityTooLarge) << result.error().message();
  }
  EXPECT_TRUE(MustCreate(*store, "/small", "v").succeeded);
}

TEST(EtcdStoreTest, AFullDatabaseIsAFaultOfTheServer) {
  // etcd measures what it has committed, which is a tenth of a second behind what it has written if
  // it is not told to commit each write.
  EtcdServer server({}, {"--quota-backend-bytes=2000000", "--backend-batch-limit=1"});
  auto store = MustOpen(server.Options());
  for (int i = 0; i < 30; ++i) {
    auto result = BlockOn(store->Create(fmt::format("/k{}", i), Bytes(std::string(500'000, 'v'))));
    if (result) continue;
    EXPECT_EQ(result.error().reason(), Reason::kInternalError);
    EXPECT_THAT(result.error().message(), HasSubstr("space exceeded"));
    EXPECT_TRUE(BlockOn(store->Get("/k0"))->record) << "reads go on";
    return;
  }
  ADD_FAILURE() << "it was never full";
}

int64_t VersionOfCompactionKey(EtcdServer& server) {
  const std::string text = server.Control({"get", "compact_rev_key", "--write-out=fields"});
  const size_t at = text.find("\"Version\" : ");
  return at == std::string::npos ? 0 : std::stoll(text.substr(at + 12));
}

TEST(EtcdStoreTest, SeveralServersCompactTogetherOnceAnInterval) {
  EtcdServer server;
  EtcdOptions options = server.Options();
  options.compaction_interval = milliseconds(400);
  const auto began = std::chrono::steady_clock::now();
  auto one = MustOpen(options);
  auto two = MustOpen(options);
  auto three = MustOpen(options);
  const Revision old = MustCreate(*one, "/a", "1").revision;
  MustUpdate(*one, "/a", old, "2");
  // The first round only notes the revision, the second compacts to it.
  Result<RangeResult> range;
  do {
    range = BlockOn(two->Range({.prefix = "/", .revision = old - 1}));
    std::this_thread::yield();
  } while (range && std::chrono::steady_clock::now() - began < kPatience);
  ASSERT_FALSE(range);
  EXPECT_EQ(range.error().reason(), Reason::kExpired);
  const int64_t version = VersionOfCompactionKey(server);
  const auto intervals = (std::chrono::steady_clock::now() - began) / options.compaction_interval;
  EXPECT_GE(version, 2);
  // Three servers, yet one compaction an interval; a server that just started may add one.
  EXPECT_LE(version, intervals + 3);
  EXPECT_EQ(BlockOn(three->Get("/a"))->record->value.view(), "2");
}

TEST(EtcdStoreTest, CompactionOvertakesAWatchThatIsStillReadingHistory) {
  const EtcdOptions place = NewPlace();
  auto writer = MustOpen(place);
  const Revision first = MustCreate(*writer, "/w/a", "0").revision;
  Revision revision = first;
  for (int i = 1; i <= 300; ++i) {
    revision = MustUpdate(*writer, "/w/a", revision, std::to_string(i)).revision;
  }
  auto store = MustOpen(place);
  EventLog log;
  auto watch = store->StartWatch("/w/", first, log.Sink());
  ASSERT_TRUE(watch);
  ASSERT_TRUE(BlockOn(writer->Compact(revision)));
  // All of it in order, or a prefix of it and kExpired; nothing else.
  const bool expired = log.WaitForEventsOrEnd(300);
  const std::vector<Event> events = log.WaitForEvents(0);
  for (size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(events[i].current.value.view(), std::to_string(i + 1));
    EXPECT_EQ(events[i].previous->value.view(), std::to_string(i));
  }
  if (expired) {
    EXPECT_EQ(log.WaitForEnd()->reason(), Reason::kExpired);
  } else {
    EXPECT_EQ(events.size(), 300u);
  }
}

// A thread that runs callbacks, as those of the server do.
class TestExecutor final : public Executor {
 public:
  TestExecutor() : thread_([this] { Run(); }) {}
  ~TestExecutor() override {
    Post([this] { ended_ = true; });
    thread_.join();
  }
  void Post(std::function<void()> callback) override {
    std::scoped_lock lock(mutex_);
    callbacks_.push_back(std::move(callback));
    wake_.notify_one();
  }
  std::unique_ptr<Timer> PostAfter(milliseconds, std::function<void()>) override { return nullptr; }

 private:
  void Run() {
    Executor::Scope scope(this);
    while (!ended_) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return !callbacks_.empty(); });
      std::function<void()> callback = std::move(callbacks_.front());
      callbacks_.pop_front();
      lock.unlock();
      callback();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> callbacks_;
  bool ended_ = false;
  std::thread thread_;
};

TEST(EtcdStoreTest, CoroutinesComeBackToTheExecutorTheyLeft) {
  auto store = MustOpen(NewPlace());
  TestExecutor executor;
  Executor* ended_on = nullptr;
  std::binary_semaphore done(0);
  executor.Post([&] {
    Start(store->Create("/a", Bytes("v")), [&](Result<WriteResult> result) {
      EXPECT_TRUE(result);
      ended_on = Executor::Current();
      done.release();
    });
  });
  done.acquire();
  EXPECT_EQ(ended_on, &executor);
}

TEST(EtcdStoreTest, BadOptionsAreRefusedWithTheReason) {
  struct Case {
    EtcdOptions options;
    const char* message;
  };
  auto with = [](auto change) {
    EtcdOptions options;
    options.servers = {"http://127.0.0.1:1"};
    options.open_timeout = milliseconds(200);
    change(options);
    return options;
  };
  const Case cases[] = {
      {with([](EtcdOptions& o) { o.servers.clear(); }), "no etcd server is named"},
      {with([](EtcdOptions& o) { o.servers = {"127.0.0.1:2379"}; }), "is not of the form"},
      {with([](EtcdOptions& o) { o.ca_file = "/none"; }), "cannot read \"/none\""},
      {with([](EtcdOptions& o) { o.key_file = "/dev/null"; }), "cannot read \"/dev/null\""},
      {with([](EtcdOptions& o) { o.certificate_file = "/etc/hostname"; }), "needs its key"},
      {with([](EtcdOptions&) {}), "no etcd server can be reached: http://127.0.0.1:1"},
  };
  for (const Case& c : cases) {
    auto store = OpenEtcdStore(c.options);
    ASSERT_FALSE(store) << c.message;
    EXPECT_THAT(store.error().message(), HasSubstr(c.message));
  }
}

TEST(EtcdStoreTest, ClosingEndsOperationsUnderWayAtOnce) {
  EtcdServer server;
  auto store = MustOpen(server.Options());
  MustCreate(*store, "/a", "v");
  server.Kill();
  std::counting_semaphore<20> done(0);
  std::atomic<int> unavailable = 0;
  std::atomic<int> closed = 0;
  auto ended = [&](const auto& result) {
    if (!result && result.error().reason() == Reason::kServiceUnavailable) ++unavailable;
    if (!result && result.error().message() == Stopping().message()) ++closed;
    done.release();
  };
  for (int i = 0; i < 10; ++i) {
    Start(store->Get("/a"), ended);
    Start(store->Create("/b", Bytes("v")), ended);
  }
  store.reset();
  for (int i = 0; i < 20; ++i) done.acquire();
  EXPECT_EQ(unavailable, 20);
  // Reads, at least, would have been tried again until their deadline.
  EXPECT_GE(closed, 10);
}

// As long as a watch has to read history on its own, others do not move it.
TEST(EtcdStoreTest, ClosingEndsTheWaitForAWatchThatReadsHistory) {
  const EtcdOptions place = NewPlace();
  auto writer = MustOpen(place);
  const Revision first = MustCreate(*writer, "/w/a", "0").revision;
  const Revision last = MustUpdate(*writer, "/w/a", first, "1").revision;
  MustCreate(*writer, "/other", "x");
  auto store = MustOpen(place);
  EventLog log;
  auto watch = store->StartWatch("/w/", first, log.Sink());
  ASSERT_TRUE(watch);
  log.WaitForEvents(1);
  Status ended;
  std::binary_semaphore done(0);
  Start((*watch)->WaitFor(last + 1'000'000, kPatience), [&](Status result) {
    ended = std::move(result);
    done.release();
  });
  store.reset();
  done.acquire();
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().reason(), Reason::kServiceUnavailable);
}

// A CA, a certificate of the server and one of a client.
class Certificates {
 public:
  Certificates() {
    Request("ca", Path("ca.crt"), {"-x509", "-days", "2"});
    for (const std::string name : {"server", "client"}) {
      Request(name, Path(name + ".csr"), {"-addext", "subjectAltName=IP:127.0.0.1"});
      RunProgram({"openssl", "x509", "-req", "-in", Path(name + ".csr"), "-CA", Path("ca.crt"),
                  "-CAkey", Path("ca.key"), "-CAcreateserial", "-days", "2", "-copy_extensions",
                  "copy", "-out", Path(name + ".crt")});
    }
  }
  std::string Path(std::string_view name) const {
    return fmt::format("{}/{}", folder_.path(), name);
  }

 private:
  void Request(const std::string& name, const std::string& output,
               const std::vector<std::string>& more) {
    std::vector<std::string> command = {"openssl",
                                        "req",
                                        "-new",
                                        "-newkey",
                                        "ec",
                                        "-pkeyopt",
                                        "ec_paramgen_curve:P-256",
                                        "-nodes",
                                        "-subj",
                                        "/CN=" + name,
                                        "-keyout",
                                        Path(name + ".key"),
                                        "-out",
                                        output};
    command.insert(command.end(), more.begin(), more.end());
    RunProgram(command);
  }

  TemporaryFolder folder_;
};

TEST(EtcdStoreTest, TlsWithClientCertificates) {
  Certificates certificates;
  EtcdServer server({},
                    {"--cert-file=" + certificates.Path("server.crt"),
                     "--key-file=" + certificates.Path("server.key"), "--client-cert-auth",
                     "--trusted-ca-file=" + certificates.Path("ca.crt")},
                    /*tls=*/true);
  EtcdOptions options = server.Options();
  options.ca_file = certificates.Path("ca.crt");
  options.certificate_file = certificates.Path("client.crt");
  options.key_file = certificates.Path("client.key");
  {
    auto store = MustOpen(options);
    ASSERT_NE(store, nullptr);
    EventLog log;
    auto watch = store->StartWatch("/", 0, log.Sink());
    MustCreate(*store, "/a", "secret");
    EXPECT_EQ(log.WaitForEvents(1).size(), 1u);
  }
  options.open_timeout = milliseconds(1000);
  EtcdOptions nobody = options;
  nobody.certificate_file = nobody.key_file = "";
  EtcdOptions distrustful = options;
  distrustful.ca_file = certificates.Path("client.crt");
  EtcdOptions plain = options;
  plain.servers = {fmt::format("http://127.0.0.1:{}", server.port())};
  for (const EtcdOptions& bad : {nobody, distrustful, plain}) {
    auto refused = OpenEtcdStore(bad);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().reason(), Reason::kServiceUnavailable);
  }
}

}  // namespace
}  // namespace pintle::storage::etcd
