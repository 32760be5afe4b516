#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <random>
#include <thread>

#include "pintle/storage/lmdb/lmdb_store.h"
#include "pintle/storage/store_testing.h"
#include "tests/storage/shim_session.h"
#include "tests/storage/trace_replay.h"

namespace pintle::storage_tests {
namespace {

using storage::Describe;
using storage::EventLog;
using storage::kPatience;
using storage::MustCreate;
using storage::MustRange;
using storage::OpenLmdbStore;
using storage::TemporaryFolder;

struct DiskFault {
  const char* name;
  int32_t write_error = 0;
  int32_t meta_write_error = 0;
  int32_t sync_error = 0;
  int32_t meta_write_happens = 0;
  int32_t short_writes = 0;
};

constexpr DiskFault kFaults[] = {
    {.name = "disk full", .write_error = ENOSPC},
    {.name = "write error", .write_error = EIO},
    {.name = "short writes", .short_writes = 1000},
    {.name = "sync error", .sync_error = EIO},
    {.name = "disk full at sync", .sync_error = ENOSPC},
    {.name = "meta page error", .meta_write_error = EIO},
    {.name = "meta page not synced", .meta_write_error = EIO, .meta_write_happens = 1},
    {.name = "meta page not synced, nothing else works",
     .write_error = EIO,
     .meta_write_error = EIO,
     .sync_error = EIO,
     .meta_write_happens = 1},
    {.name = "meta page cannot be settled",
     .meta_write_error = EIO,
     .sync_error = EIO,
     .meta_write_happens = 1},
};

void Set(const DiskFault& fault) {
  ShimControl& control = Control();
  control.meta_write_happens = fault.meta_write_happens;
  control.meta_write_error = fault.meta_write_error;
  control.sync_error = fault.sync_error;
  control.write_error = fault.write_error;
  control.short_writes = fault.short_writes;
}

void ClearFaults() { Set({.name = "none"}); }

class StorageFault : public testing::Test {
 protected:
  void SetUp() override { Reopen(); }
  void TearDown() override { ClearFaults(); }

  void Reopen() {
    store_.reset();
    auto opened = OpenLmdbStore({.path = folder_.path()});
    ASSERT_TRUE(opened) << opened.error().message();
    store_ = std::move(*opened);
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
};

// The keys with whole values; a failed write may be there or not.
std::string KeysIn(Store& store) {
  std::string keys;
  for (const auto& record : MustRange(store, {.prefix = "/"}).records) {
    EXPECT_EQ(record.value.view(), MakeValue(record.key, 1));
    if (!record.key.starts_with("/during")) keys += record.key + ' ';
  }
  return keys;
}

TEST_F(StorageFault, WritesFailReadsGoOnAndWritingResumes) {
  EventLog live;
  auto watch = store_->StartWatch("/", 0, live.Sink());
  std::string keys;
  int round = 0;
  for (const DiskFault& fault : kFaults) {
    SCOPED_TRACE(fault.name);
    ++round;
    auto create = [&](const std::string& key) {
      return BlockOn(store_->Create(key, Bytes(MakeValue(key, 1)), 0));
    };
    const int32_t faults_before = Control().faults;
    Set(fault);
    for (int attempt = 0; attempt < 3; ++attempt) {
      auto refused = create(fmt::format("/during{}-{}", round, attempt));
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().reason(), Reason::kInternalError);
      EXPECT_EQ(refused.error().code(), 500);
      EXPECT_EQ(KeysIn(*store_), keys);
      EXPECT_FALSE(BlockOn(store_->CheckHealth()));
      EventLog log;
      auto late_watch = store_->StartWatch("/", 1, log.Sink());
      ASSERT_TRUE(late_watch);
      log.WaitForEvents(static_cast<size_t>(round - 1));
    }
    EXPECT_GT(Control().faults, faults_before);
    ClearFaults();
    const std::string key = fmt::format("/after{}", round);
    auto written = create(key);
    ASSERT_TRUE(written && written->succeeded);
    keys += key + ' ';
    EXPECT_EQ(KeysIn(*store_), keys);
    EXPECT_TRUE(BlockOn(store_->CheckHealth()));
  }
  // What happened in spite of a failure was told to watches all the same, in its place.
  const Revision current = storage::MustCurrent(*store_);
  const auto live_events = live.WaitForEvents(static_cast<size_t>(current - 1));
  EventLog replayed;
  auto replay = store_->StartWatch("/", 1, replayed.Sink());
  EXPECT_EQ(Describe(replayed.WaitForEvents(live_events.size())), Describe(live_events));
  const std::string before = Describe(MustRange(*store_, {.prefix = "/"}).records);
  Reopen();
  EXPECT_EQ(Describe(MustRange(*store_, {.prefix = "/"}).records), before);
}

TEST_F(StorageFault, HealthReturnsWithoutAWrite) {
  Set({.name = "disk full", .write_error = ENOSPC});
  EXPECT_FALSE(BlockOn(store_->Create("/a", Bytes("1"), 0)));
  EXPECT_FALSE(BlockOn(store_->CheckHealth()));
  ClearFaults();
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!BlockOn(store_->CheckHealth()) && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_TRUE(BlockOn(store_->CheckHealth()));
}

// Faults that come and go under writers: each until it has been met, then none until a write has
// been acknowledged. So there are faults however fast the writers are, and they come to an end
// however slow the disk is.
class Storm {
 public:
  explicit Storm(uint64_t seed) : random_(seed) {
    Begin();
    thread_ = std::thread([this] { Run(); });
  }
  // The writers' report.
  void OnLine(const std::string& line) {
    Mark(line);
    if (!line.starts_with("begin")) Wake();
  }
  void Stop() {
    stop_ = true;
    Wake();
    thread_.join();
  }

 private:
  void Begin() {
    faults_before_ = Control().faults;
    Set(kFaults[random_() % std::size(kFaults)]);
  }
  void Pause() { std::this_thread::sleep_for(std::chrono::microseconds(random_() % 8000)); }
  void Wake() {
    ++acknowledged_;
    acknowledged_.notify_all();
  }
  void Run() {
    while (!stop_) {
      Pause();
      if (Control().faults == faults_before_) continue;
      const int acknowledged = acknowledged_;
      ClearFaults();
      Pause();
      if (!stop_) acknowledged_.wait(acknowledged);
      if (!stop_) Begin();
    }
    ClearFaults();
  }

  std::mt19937_64 random_;
  int32_t faults_before_ = 0;
  std::atomic<int> acknowledged_ = 0;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

// Faults come and go under writers; then the power fails at every point of that, with the writes
// before a failed sync lost or not.
TEST_F(StorageFault, NothingAcknowledgedIsLostInAStormOfFaults) {
  const uint64_t seed = std::random_device{}();
  Trace trace{ReadWholeFile(folder_.path() + "/data.mdb"), {}};
  EventLog live;
  auto watch = store_->StartWatch("/", 1, live.Sink());
  const int32_t faults_before = Control().faults;
  StartRecording();
  Storm storm(seed);
  const WriterOptions options{
      .seed = seed, .first_number = 1, .writes_each = 40, .tolerate_failures = true};
  EXPECT_TRUE(RunWriters(*store_, options, [&](const std::string& line) { storm.OnLine(line); }));
  storm.Stop();
  EXPECT_TRUE(MustCreate(*store_, "/check/last", "").succeeded);
  trace.steps = ReadTraceSteps(StopRecording());

  const Revision current = storage::MustCurrent(*store_);
  const auto events = live.WaitForEvents(static_cast<size_t>(current - 1));
  ASSERT_EQ(events.size(), static_cast<size_t>(current - 1));
  for (size_t i = 0; i < events.size(); ++i) {
    ASSERT_EQ(events[i].current.mod_revision, static_cast<Revision>(i) + 2);
  }
  Journal journal;
  for (const TraceStep& step : trace.steps) {
    if (step.kind == TraceRecord::kMark) journal.Add(step.bytes);
  }
  Reopen();
  EXPECT_EQ(journal.Check(*store_), "") << "seed " << seed;
  const ReplayResult result = ReplayWithPowerFailures(trace, seed, ReplayFolder(), /*stride=*/2);
  EXPECT_EQ(result.problem, "") << "seed " << seed;
  fmt::print("{} faults, {} power failures\n", Control().faults - faults_before,
             result.power_failures);
  EXPECT_GT(Control().faults, faults_before);
}

}  // namespace
}  // namespace pintle::storage_tests
