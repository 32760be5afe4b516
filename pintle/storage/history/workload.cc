#include "pintle/storage/history/workload.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

#include "pintle/storage/history/watch_recorder.h"

namespace pintle::storage::history {
namespace {

using Kind = Operation::Kind;

constexpr int kFolders = 3;
// Few keys, so that writers meet.
constexpr int kKeysPerFolder = 6;
// How far back reads, watches and compactions reach.
constexpr Revision kReadBack = 400;
constexpr Revision kCompactBack = 200;
constexpr std::chrono::milliseconds kCompactEvery{25};
constexpr int kMaxWatchMilliseconds = 60;
// So that readers do not take all of the processor from the writers.
constexpr std::chrono::microseconds kBetweenReads{50};
// How much longer than asked a run lasts for its least operations.
constexpr std::chrono::minutes kOvertime{1};

class Run {
 public:
  Run(Store& store, const RunOptions& options)
      : store_(store), options_(options), deadline_(Now() + Nanoseconds(options.duration)) {
    history_.prefix = options.prefix;
    if (history_.prefix.empty()) {
      history_.prefix = fmt::format("/history-{}-{}/", ::getpid(), options.seed);
    }
  }

  History Finish() {
    auto start = BlockOn(store_.CurrentRevision());
    history_.start = start.value_or(1);
    newest_ = history_.start;
    StartLastingWatches();
    std::vector<std::thread> threads;
    auto start_threads = [&](int count, auto body) {
      for (int i = 0; i < count; ++i) {
        const uint64_t seed = options_.seed * 1'000'003 + threads.size();
        threads.emplace_back([this, seed, body] { (this->*body)(seed); });
      }
    };
    start_threads(options_.writers, &Run::Write);
    start_threads(options_.readers, &Run::Read);
    start_threads(options_.watchers, &Run::WatchShortly);
    if (options_.compactions) start_threads(1, &Run::Compact);
    while (!Over()) {
      for (auto& watch : lasting_) watch->Sample();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    for (std::thread& thread : threads) thread.join();
    EndLastingWatches();
    return std::move(history_);
  }

 private:
  using Random = std::mt19937_64;

  static Time Nanoseconds(std::chrono::milliseconds duration) {
    return std::chrono::nanoseconds(duration).count();
  }
  static int64_t Pick(Random& random, int64_t count) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(count));
  }
  std::string Folder(int64_t number) const { return fmt::format("{}{}/", history_.prefix, number); }
  std::string AnyKey(Random& random) const {
    return Folder(Pick(random, kFolders)) + fmt::format("k{}", Pick(random, kKeysPerFolder));
  }
  // The whole prefix or a folder.
  std::string AnyPrefix(Random& random) const {
    const int64_t folder = Pick(random, kFolders + 1);
    return folder == kFolders ? history_.prefix : Folder(folder);
  }
  Revision Past(Random& random, Revision reach) const {
    return std::max(history_.start, newest_.load() - Pick(random, reach));
  }

  bool Over() const {
    if (writes_.load() >= options_.max_writes) return true;
    const Time now = Now();
    const bool enough = succeeded_writes_.load() >= options_.least_operations &&
                        answered_reads_.load() >= options_.least_operations;
    return now >= deadline_ && (enough || now >= deadline_ + Nanoseconds(kOvertime));
  }
  void Saw(Revision revision) {
    Revision newest = newest_.load();
    while (newest < revision && !newest_.compare_exchange_weak(newest, revision)) {
    }
  }

  void Keep(std::vector<Operation> operations) {
    std::scoped_lock lock(mutex_);
    std::ranges::move(operations, std::back_inserter(history_.operations));
  }
  void Keep(WatchRecord watch) {
    std::scoped_lock lock(mutex_);
    history_.watches.push_back(std::move(watch));
  }

  // Calls the store and notes the times and the failure, if there is one.
  template <typename Answer>
  std::optional<Answer> Call(Operation& operation, Task<Result<Answer>> task) {
    Result<Answer> answer = BlockOn(std::move(task));
    operation.returned = Now();
    if (answer) return std::move(*answer);
    operation.error = std::move(answer).error();
    return std::nullopt;
  }

  Operation DoWrite(Kind kind, const std::string& key, Revision expected) {
    Operation operation{.kind = kind, .key = key, .expected = expected};
    const size_t number = writes_.fetch_add(1);
    if (kind != Kind::kDelete) operation.value = fmt::format("v{}", number);
    operation.invoked = Now();
    auto task = [&] {
      if (kind == Kind::kCreate) return store_.Create(key, Bytes(operation.value));
      if (kind == Kind::kUpdate) return store_.Update(key, expected, Bytes(operation.value));
      return store_.Delete(key, expected);
    };
    if (auto answer = Call(operation, task())) {
      operation.succeeded = answer->succeeded;
      if (answer->succeeded) ++succeeded_writes_;
      operation.revision = answer->revision;
      if (answer->current) operation.records.push_back(std::move(*answer->current));
      Saw(operation.revision);
    }
    return operation;
  }

  Operation DoGet(const std::string& key) {
    Operation operation{.kind = Kind::kGet, .key = key};
    operation.invoked = Now();
    if (auto answer = Call(operation, store_.Get(key))) {
      operation.revision = answer->revision;
      if (answer->record) operation.records.push_back(std::move(*answer->record));
    }
    return operation;
  }

  // Each writer acts on what it believes; others make that stale, so a good part conflicts.
  void Write(uint64_t seed) {
    Random random(seed);
    std::map<std::string, Revision> believed;
    std::vector<Operation> operations;
    while (!Over()) {
      const std::string key = AnyKey(random);
      if (Pick(random, 3) == 0) {
        operations.push_back(DoGet(key));
      } else {
        const Revision there = believed[key];
        const Kind kind = there == 0             ? Kind::kCreate
                          : Pick(random, 4) == 0 ? Kind::kDelete
                                                 : Kind::kUpdate;
        operations.push_back(DoWrite(kind, key, there));
      }
      const Operation& done = operations.back();
      if (done.succeeded) {
        believed[key] = done.kind == Kind::kDelete ? 0 : done.revision;
      } else if (!done.error) {
        believed[key] = done.records.empty() ? 0 : done.records[0].mod_revision;
      }
    }
    Keep(std::move(operations));
  }

  void Read(uint64_t seed) {
    Random random(seed);
    std::vector<Operation> operations;
    while (!Over()) {
      std::this_thread::sleep_for(kBetweenReads);
      switch (Pick(random, 5)) {
        case 0:
          operations.push_back(DoGet(AnyKey(random)));
          break;
        case 1:
          operations.push_back(DoCount(AnyPrefix(random)));
          break;
        case 2:
          operations.push_back(DoRevision());
          break;
        default:
          operations.push_back(DoRange(random));
      }
      if (!operations.back().error) ++answered_reads_;
    }
    Keep(std::move(operations));
  }

  Operation DoCount(std::string prefix) {
    Operation operation{.kind = Kind::kCount, .key = std::move(prefix)};
    operation.invoked = Now();
    if (auto answer = Call(operation, store_.Count(operation.key))) operation.count = *answer;
    return operation;
  }

  Operation DoRevision() {
    Operation operation{.kind = Kind::kRevision};
    operation.invoked = Now();
    if (auto answer = Call(operation, store_.CurrentRevision())) operation.revision = *answer;
    return operation;
  }

  Operation DoRange(Random& random) {
    Operation operation{.kind = Kind::kRange};
    operation.range.prefix = AnyPrefix(random);
    if (Pick(random, 3) == 0) operation.range.start = AnyKey(random);
    if (Pick(random, 2) == 0) operation.range.limit = static_cast<size_t>(1 + Pick(random, 8));
    if (Pick(random, 2) == 0) operation.range.revision = Past(random, kReadBack);
    operation.invoked = Now();
    if (auto answer = Call(operation, store_.Range(operation.range))) {
      operation.revision = answer->revision;
      operation.records = std::move(answer->records);
      operation.count = answer->count;
    }
    return operation;
  }

  void WatchShortly(uint64_t seed) {
    Random random(seed);
    while (!Over()) {
      const Revision from = Pick(random, 4) == 0 ? 0 : Past(random, kReadBack);
      WatchRecorder watch(store_, AnyPrefix(random), from);
      const Time until = Now() + Pick(random, kMaxWatchMilliseconds) * 1'000'000;
      while (Now() < until && !Over() && !watch.ended()) {
        watch.Sample();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      Keep(watch.Finish(false));
    }
  }

  void Compact(uint64_t seed) {
    Random random(seed);
    std::vector<Operation> operations;
    while (!Over()) {
      std::this_thread::sleep_for(kCompactEvery);
      Operation operation{.kind = Kind::kCompact, .expected = Past(random, kCompactBack)};
      operation.invoked = Now();
      Status done = BlockOn(store_.Compact(operation.expected));
      operation.returned = Now();
      if (!done) operation.error = std::move(done).error();
      operations.push_back(std::move(operation));
    }
    Keep(std::move(operations));
  }

  void StartLastingWatches() {
    for (int i = 0; i < options_.lasting_watches; ++i) {
      const std::string prefix = i == 0 ? history_.prefix : Folder(i % kFolders);
      lasting_.push_back(std::make_unique<WatchRecorder>(store_, prefix, history_.start));
    }
  }

  // A last write in every folder shows every watch that it has come to the end.
  void EndLastingWatches() {
    std::vector<Operation> operations;
    const Time until = Now() + Nanoseconds(options_.patience);
    for (int folder = 0; folder < kFolders; ++folder) {
      do {
        operations.push_back(DoWrite(Kind::kCreate, Folder(folder) + "~end", 0));
        // With faults around, the write is tried until it is there one way or the other.
      } while (operations.back().error && Now() < until);
    }
    Keep(std::move(operations));
    for (size_t i = 0; i < lasting_.size(); ++i) {
      const std::string prefix =
          i == 0 ? history_.prefix : Folder(static_cast<int64_t>(i) % kFolders);
      lasting_[i]->WaitForEvent(LastWriteOf(prefix), options_.patience);
      Keep(lasting_[i]->Finish(true));
    }
  }

  // Also one that failed but happened all the same, if somebody saw it.
  Revision LastWriteOf(const std::string& prefix) {
    std::scoped_lock lock(mutex_);
    Revision last = 0;
    for (const Operation& operation : history_.operations) {
      if (operation.succeeded && operation.key.starts_with(prefix)) {
        last = std::max(last, operation.revision);
      }
      for (const KeyValue& record : operation.records) {
        if (record.key.starts_with(prefix)) last = std::max(last, record.mod_revision);
      }
    }
    return last;
  }

  Store& store_;
  const RunOptions& options_;
  const Time deadline_;
  std::atomic<size_t> writes_{0};
  std::atomic<size_t> succeeded_writes_{0};
  std::atomic<size_t> answered_reads_{0};
  std::atomic<Revision> newest_{0};
  std::vector<std::unique_ptr<WatchRecorder>> lasting_;
  std::mutex mutex_;
  History history_;  // guarded by mutex_ while threads run
};

}  // namespace

RunOptions RunOptions::FromEnvironment() {
  RunOptions options;
  options.seed = std::random_device{}();
  if (const char* seed = std::getenv("PINTLE_HISTORY_SEED")) {
    options.seed = std::strtoull(seed, nullptr, 10);
  }
  if (const char* seconds = std::getenv("PINTLE_HISTORY_SECONDS")) {
    options.duration = std::chrono::seconds(std::strtoul(seconds, nullptr, 10));
    options.max_writes = 1'000'000;
  }
  return options;
}

History Record(Store& store, const RunOptions& options) { return Run(store, options).Finish(); }

std::string Outcome::Text() const {
  std::string text =
      fmt::format("PINTLE_HISTORY_SEED={}: {} writes, {} reads, {} watches, {} events", seed,
                  writes, reads, watches, events);
  for (const std::string& violation : violations) text += "\n  " + violation;
  return text;
}

Outcome RunAndCheck(Store& store, const RunOptions& options) {
  const History history = Record(store, options);
  Outcome outcome;
  outcome.seed = options.seed;
  outcome.violations = Check(history, options.check);
  for (const Operation& operation : history.operations) {
    ++(operation.IsWrite() ? outcome.writes : outcome.reads);
  }
  outcome.watches = history.watches.size();
  for (const WatchRecord& watch : history.watches) outcome.events += watch.events.size();
  return outcome;
}

}  // namespace pintle::storage::history
