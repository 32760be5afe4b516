// Measures the store and the watch cache against the goals of docs/benchmarks.md. Prints one line a
// figure: name, value, unit. bench/store.py starts an etcd beside it and judges.
//
//   store_bench FOLDER [ETCD_URL]     FOLDER is made, and emptied before and after
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "pintle/base/executor.h"
#include "pintle/storage/cache/event_queue.h"
#include "pintle/storage/cache/watch_cache.h"
#include "pintle/storage/etcd_module.h"
#include "pintle/storage/lmdb/lmdb_store.h"
#include "pintle/storage/memory/memory_store.h"

namespace pintle::storage {
namespace {

constexpr size_t kValueBytes = 1024;
constexpr int kCachedObjects = 10'000;
constexpr int kLargeStoreObjects = 100'000;
constexpr int kWatchers = 1'000;
constexpr int kWatchedEvents = 50;
constexpr int kRepeats = 30;
// Short and many, since a disk has good and bad moments; the median of the rounds counts.
constexpr int kRounds = 21;
constexpr std::chrono::milliseconds kWriteTime{300};
constexpr const char* kPrefix = "/registry/things/";

void Print(const std::string& name, double value, const char* unit) {
  fmt::print("{:<44} {:>12.2f} {}\n", name, value, unit);
  std::fflush(stdout);
}

void Require(const Status& status) {
  if (status) return;
  fmt::print(stderr, "store_bench: {}\n", status.error().message());
  std::exit(1);
}

template <typename T>
T Value(Result<T> result) {
  if (!result) Require(std::unexpected(result.error()));
  return std::move(*result);
}

double Milliseconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}
double ThreadCpu() { return Milliseconds(CLOCK_THREAD_CPUTIME_ID); }
double ProcessCpu() { return Milliseconds(CLOCK_PROCESS_CPUTIME_ID); }
double Wall() { return Milliseconds(CLOCK_MONOTONIC); }

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// Anonymous resident memory: the map of LMDB is the kernel's to drop.
double ResidentMiB() {
  malloc_trim(0);
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssAnon:")) return std::stod(line.substr(8)) / 1024;
  }
  return 0;
}

std::string Key(int number) { return fmt::format("{}default/thing-{:06}", kPrefix, number); }
// As large as asked, and not the same twice.
Bytes SomeValue(int number) {
  std::string value = fmt::format("{{\"number\":{},\"text\":\"", number);
  value.resize(kValueBytes - 2, 'x');
  return Bytes(value + "\"}");
}

// What a kind with a few labels and selectable fields has.
ObjectHeader SomeHeader(std::string_view key, const Bytes&) {
  ObjectHeader header;
  header.labels = {{"app", "benchmark"}, {"tier", "backend"}};
  header.fields = {{"metadata.name", std::string(key.substr(key.rfind('/') + 1))},
                   {"metadata.namespace", "default"}};
  header.uid = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0";
  return header;
}

std::unique_ptr<WatchCache> StartCache(Store& store, WatchCacheOptions options = {}) {
  auto cache = std::make_unique<WatchCache>(store, kPrefix, SomeHeader, std::move(options));
  Require(BlockOn(cache->Start()));
  return cache;
}

// Writers that each have one write under way, as coroutines: no thread of ours is in between.
class Writers {
 public:
  Writers(Store& store, int writers, int first, int end) : store_(store), next_(first), end_(end) {
    running_ = writers;
    for (int i = 0; i < writers; ++i) {
      pintle::Start(Write(), [this] { Ended(); });
    }
  }
  // No more than those under way.
  void Stop() { end_ = 0; }
  // How many were written.
  int Wait() {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [&] { return running_ == 0; });
    return written_;
  }

 private:
  Task<void> Write() {
    for (;;) {
      const int number = next_++;
      if (number >= end_) co_return;
      auto writing = store_.Create(Key(number), SomeValue(number));
      Result<WriteResult> result = co_await writing;
      WriteResult written = Value(std::move(result));
      if (!written.succeeded) Require(Fail(Reason::kConflict, "the key was there"));
      ++written_;
    }
  }
  void Ended() {
    std::scoped_lock lock(mutex_);
    if (--running_ == 0) ended_.notify_all();
  }

  Store& store_;
  std::atomic<int> next_;
  std::atomic<int> end_;
  std::atomic<int> written_{0};
  std::mutex mutex_;
  std::condition_variable ended_;
  int running_ = 0;  // guarded by mutex_
};

constexpr int kManyWriters = 64;
// More than any store writes in the time.
constexpr int kNoEnd = 1'000'000'000;

void Fill(Store& store, int objects) { Writers(store, 1024, 0, objects).Wait(); }

double WritesPerSecond(Store& store, int writers, int first) {
  const double start = Wall();
  Writers running(store, writers, first, kNoEnd);
  std::this_thread::sleep_for(kWriteTime);
  running.Stop();
  const int written = running.Wait();
  return written / (Wall() - start) * 1e3;
}

// Embedded and etcd take turns, so that both see the same disk.
void MeasureWrites(const std::string& folder, const std::string& etcd_url) {
  auto embedded = Value(OpenLmdbStore({.path = folder + "/writes"}));
  std::unique_ptr<Store> etcd;
  if (!etcd_url.empty()) {
    EtcdOptions options;
    options.servers = {etcd_url};
    etcd = Value(OpenEtcdStore(options));
  }
  int first = 0;
  for (int writers : {kManyWriters, 1}) {
    std::vector<double> embedded_rates;
    std::vector<double> etcd_rates;
    for (int round = 0; round < kRounds; ++round) {
      embedded_rates.push_back(WritesPerSecond(*embedded, writers, first));
      if (etcd) etcd_rates.push_back(WritesPerSecond(*etcd, writers, first));
      first += 1'000'000;
    }
    Print(fmt::format("writes, {} writers, embedded", writers), Median(embedded_rates), "/s");
    if (etcd) Print(fmt::format("writes, {} writers, etcd", writers), Median(etcd_rates), "/s");
  }
}

// First of all, while the heap is still compact.
void MeasureMemory(const std::string& folder) {
  const std::string path = folder + "/memory";
  {
    Fill(*Value(OpenLmdbStore({.path = path})), kCachedObjects);
  }
  auto store = Value(OpenLmdbStore({.path = path}));
  const double before = ResidentMiB();
  auto cache = StartCache(*store);
  Print("memory, 10,000 objects of 1 KiB", ResidentMiB() - before, "MiB");
  auto snapshot = cache->Current();
  for (auto at = snapshot->From(""); !at.Done(); at.Next()) {
    at.value()->Encoding(1, [&] { return Bytes(std::string(at.value()->stored().view())); });
  }
  Print("memory, with one encoding of each kept", ResidentMiB() - before, "MiB");
}

void MeasureLists() {
  auto store = NewMemoryStore();
  Fill(*store, kCachedObjects);
  WatchCacheOptions options;
  options.budget = std::make_shared<EncodingBudget>(size_t{64} * 1024 * 1024);
  auto cache = StartCache(*store, options);
  auto list = [&](bool latest) {
    ListQuery query{.prefix = kPrefix};
    query.freshness.latest = latest;
    ListPage page = Value(BlockOn(cache->List(std::move(query))));
    std::vector<Bytes> pieces;
    pieces.reserve(page.objects.size());
    for (const CachedObjectPtr& object : page.objects) {
      pieces.push_back(object->Encoding(
          1, [&] { return Bytes("[" + std::string(object->stored().view()) + "]"); }));
    }
    return pieces.size();
  };
  if (list(true) != kCachedObjects) Require(Fail(Reason::kInternalError, "the list is not whole"));
  std::vector<double> times;
  for (int i = 0; i < kRepeats; ++i) {
    const double start = ThreadCpu();
    list(true);
    times.push_back(ThreadCpu() - start);
  }
  Print("list of 10,000 as ready bytes, CPU", Median(times), "ms");
}

// One thread that runs callbacks, as a thread of the server does.
class BenchExecutor final : public Executor {
 public:
  BenchExecutor() : thread_([this] { Run(); }) {}
  ~BenchExecutor() override {
    Post(nullptr);
    thread_.join();
  }
  void Post(std::function<void()> callback) override {
    {
      std::scoped_lock lock(mutex_);
      callbacks_.push_back(std::move(callback));
      if (callbacks_.size() > 1) return;
    }
    wake_.notify_one();
  }
  std::unique_ptr<Timer> PostAfter(std::chrono::milliseconds, std::function<void()>) override {
    return nullptr;
  }

 private:
  void Run() {
    Scope scope(this);
    for (;;) {
      std::deque<std::function<void()>> taken;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return !callbacks_.empty(); });
        std::swap(taken, callbacks_);
      }
      for (auto& callback : taken) {
        if (!callback) return;
        callback();
      }
    }
  }
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> callbacks_;  // guarded by mutex_
  std::thread thread_;
};

// Watchers that take every event and ask for its frame, as they would to send it.
class Watchers {
 public:
  Watchers(WatchCache& cache, int count) {
    for (int i = 0; i < count; ++i) {
      queues_.push_back(EventQueue::Create(10'000));
      watches_.push_back(Value(cache.Subscribe(0, queues_.back()->Sink(), kPrefix)));
      executor_.Post([this, queue = queues_.back()] { pintle::Start(Take(queue), [] {}); });
    }
  }
  ~Watchers() {
    for (auto& queue : queues_) queue->Close();
  }
  void WaitFor(int frames) {
    std::unique_lock lock(mutex_);
    came_.wait(lock, [&] { return frames_ >= frames; });
  }
  int encodes() const { return encodes_; }

 private:
  Task<void> Take(std::shared_ptr<EventQueue> queue) {
    for (;;) {
      auto taking = queue->Next();
      Result<EventBatch> batch = co_await taking;
      if (!batch || batch->closed) co_return;
      for (const CacheEventPtr& event : batch->events) {
        event->Frame(1, [&] {
          ++encodes_;
          return Bytes("{\"type\":\"ADDED\",\"object\":" +
                       std::string(event->object()->stored().view()) + "}");
        });
      }
      std::scoped_lock lock(mutex_);
      frames_ += static_cast<int>(batch->events.size());
      if (frames_ % kWatchers == 0) came_.notify_all();
    }
  }
  std::atomic<int> encodes_{0};
  std::mutex mutex_;
  std::condition_variable came_;
  int frames_ = 0;  // guarded by mutex_
  std::vector<std::shared_ptr<EventQueue>> queues_;
  std::vector<std::unique_ptr<CacheWatch>> watches_;
  BenchExecutor executor_;
};

void MeasureWatchers() {
  auto store = NewMemoryStore();
  WatchCacheOptions options;
  options.budget = std::make_shared<EncodingBudget>(size_t{64} * 1024 * 1024);
  auto cache = StartCache(*store, options);
  Watchers watchers(*cache, kWatchers);
  std::vector<double> times;
  for (int i = 0; i < kWatchedEvents; ++i) {
    const double start = ProcessCpu();
    Value(BlockOn(store->Create(Key(i), SomeValue(i))));
    watchers.WaitFor((i + 1) * kWatchers);
    times.push_back(ProcessCpu() - start);
  }
  Print("1,000 watchers, CPU of one event", Median(times), "ms");
  Print("1,000 watchers, encodes of one event", double(watchers.encodes()) / kWatchedEvents, "");
}

void MeasureOpening(const std::string& folder) {
  const std::string path = folder + "/large";
  {
    Fill(*Value(OpenLmdbStore({.path = path})), kLargeStoreObjects);
  }
  const double start = Wall();
  auto store = Value(OpenLmdbStore({.path = path}));
  const double opened = Wall();
  auto cache = StartCache(*store);
  const double loaded = Wall();
  if (cache->Current()->count() != kLargeStoreObjects) {
    Require(Fail(Reason::kInternalError, "the store is not whole"));
  }
  Print("opening 100,000 objects", opened - start, "ms");
  Print("opening 100,000 objects, and the cache", loaded - start, "ms");
}

void MeasureTree() {
  for (int size : {1'000, 10'000, 100'000}) {
    std::vector<CachedObjectPtr> objects;
    auto header = std::make_shared<const ObjectHeader>();
    for (int i = 0; i < size; ++i) {
      objects.push_back(std::make_shared<const CachedObject>(Key(i), i, Bytes(), header, nullptr));
    }
    auto tree = Snapshot::Tree::FromSorted(objects);
    constexpr int kWrites = 200'000;
    uint64_t number = 1;
    const double start = ThreadCpu();
    for (int i = 0; i < kWrites; ++i) {
      number = number * 6364136223846793005u + 1442695040888963407u;
      const auto snapshot = tree;  // somebody reads: nothing is changed in place
      tree.Put(objects[(number >> 33) % objects.size()]);
    }
    Print(fmt::format("tree of {}, one write", size), (ThreadCpu() - start) * 1e6 / kWrites, "ns");
  }
}

int Main(int count, char** arguments) {
  if (count < 2) {
    fmt::print(stderr, "usage: store_bench FOLDER [ETCD_URL]\n");
    return 2;
  }
  const std::string folder = arguments[1];
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  MeasureMemory(folder);
  MeasureLists();
  MeasureWatchers();
  MeasureTree();
  MeasureOpening(folder);
  MeasureWrites(folder, count > 2 ? arguments[2] : "");
  std::filesystem::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace pintle::storage

int main(int count, char** arguments) { return pintle::storage::Main(count, arguments); }
