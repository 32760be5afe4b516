#include "pintle/storage/watch_hub.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

#include "pintle/storage/guarded_sink.h"
#include "pintle/storage/store_errors.h"

namespace pintle::storage {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

// A watch as the hub sees it; its handle may be gone already.
struct WatchState {
  WatchState(std::string prefix, Revision from, WatchSink sink)
      : prefix(std::move(prefix)), position(from), sink(std::move(sink)) {}

  const std::string prefix;
  // Events up to here have been given to the sink or are not wanted.
  std::atomic<Revision> position;
  // It gets every batch; only the hub's thread sets it.
  std::atomic<bool> live{false};
  GuardedSink sink;
};

using WatchPointer = std::shared_ptr<WatchState>;

struct Batch {
  std::vector<Event> events;
  Revision revision = 0;
  std::function<void()> acknowledge;
};

// A coroutine that waits until a watch has come to a revision.
struct Waiter {
  WatchPointer watch;
  Revision revision;
  SteadyTime deadline;
  Resolver<Status> resolve;
};

// What other threads hand to the hub's thread.
struct Inbox {
  std::vector<WatchPointer> watches;
  std::vector<Batch> batches;
  std::vector<Waiter> waiters;
  bool a_watch_closed = false;

  bool empty() const {
    return watches.empty() && batches.empty() && waiters.empty() && !a_watch_closed;
  }
};

// Finds the live watches of a key. Few prefix lengths are in use (one per depth and resource name),
// so one hash lookup a length is cheaper than comparing every watch.
class LiveIndex {
 public:
  void Add(WatchPointer watch) {
    auto& bucket = by_length_[watch->prefix.size()][watch->prefix];
    bucket.push_back(std::move(watch));
  }

  template <typename Visit>
  void ForEachMatch(const std::string& key, Visit visit) const {
    for (const auto& [length, buckets] : by_length_) {
      if (length > key.size()) break;
      auto bucket = buckets.find(key.substr(0, length));
      if (bucket == buckets.end()) continue;
      for (const WatchPointer& watch : bucket->second) visit(watch);
    }
  }

  template <typename Visit>
  void ForEach(Visit visit) const {
    for (const auto& [length, buckets] : by_length_) {
      for (const auto& [prefix, bucket] : buckets) {
        for (const WatchPointer& watch : bucket) visit(watch);
      }
    }
  }

  void DropClosed() {
    for (auto length = by_length_.begin(); length != by_length_.end();) {
      for (auto& [prefix, bucket] : length->second) {
        std::erase_if(bucket, [](const WatchPointer& watch) { return watch->sink.closed(); });
      }
      std::erase_if(length->second, [](const auto& entry) { return entry.second.empty(); });
      length = length->second.empty() ? by_length_.erase(length) : std::next(length);
    }
  }

 private:
  std::map<size_t, std::unordered_map<std::string, std::vector<WatchPointer>>> by_length_;
};

}  // namespace

class WatchHub::Core {
 public:
  Core(Revision revision, ReplayFunction replay)
      : replay_(std::move(replay)), dispatched_(revision) {}

  // Any thread.
  template <typename Change>
  bool Post(Change change) {
    {
      std::scoped_lock lock(mutex_);
      if (stopped_) return false;
      change(inbox_);
    }
    wake_.notify_one();
    return true;
  }

  // Any thread.
  void RequestStop() {
    {
      std::scoped_lock lock(mutex_);
      stopped_ = true;
    }
    wake_.notify_one();
  }

  // Any thread.
  Revision ProgressOf(const WatchState& watch) const {
    const Revision position = watch.position.load();
    return watch.live.load() ? std::max(position, dispatched_.load()) : position;
  }

  // The hub's thread.
  void Run() {
    bool stopping = false;
    while (!stopping) {
      Inbox inbox = TakeInbox(&stopping);
      for (WatchPointer& watch : inbox.watches) catching_up_.push_back(std::move(watch));
      // Before the batches: a watch that is up to date must not go through history for them.
      JoinThoseUpToDate();
      for (Batch& batch : inbox.batches) Dispatch(std::move(batch));
      if (!stopping) CatchUp();
      if (inbox.a_watch_closed) DropClosed();
      std::move(inbox.waiters.begin(), inbox.waiters.end(), std::back_inserter(waiters_));
      SettleWaiters(stopping);
    }
    EndAll();
  }

 private:
  // Waits for something to do.
  Inbox TakeInbox(bool* stopping) {
    std::unique_lock lock(mutex_);
    auto something_to_do = [&] { return stopped_ || !inbox_.empty() || !catching_up_.empty(); };
    std::optional<SteadyTime> deadline;
    for (const Waiter& waiter : waiters_) {
      deadline = std::min(waiter.deadline, deadline.value_or(waiter.deadline));
    }
    if (deadline) {
      wake_.wait_until(lock, *deadline, something_to_do);
    } else {
      wake_.wait(lock, something_to_do);
    }
    *stopping = stopped_;
    return std::exchange(inbox_, Inbox());
  }

  void JoinThoseUpToDate() {
    std::erase_if(catching_up_, [&](const WatchPointer& watch) {
      if (watch->sink.closed()) return true;
      if (watch->position < dispatched_) return false;
      watch->live = true;
      live_.Add(watch);
      return true;
    });
  }

  void Dispatch(Batch batch) {
    std::unordered_map<WatchState*, std::vector<Event>> deliveries;
    for (const Event& event : batch.events) {
      live_.ForEachMatch(event.current.key, [&](const WatchPointer& watch) {
        if (event.current.mod_revision <= watch->position) return;
        deliveries[watch.get()].push_back(event);
      });
    }
    for (auto& [watch, events] : deliveries) {
      watch->sink.Deliver(std::move(events), batch.revision);
    }
    dispatched_ = batch.revision;
    if (batch.acknowledge) batch.acknowledge();
  }

  // One slice of history for every watch that is behind.
  void CatchUp() {
    for (const WatchPointer& watch : catching_up_) {
      if (watch->sink.closed()) continue;
      Result<HistorySlice> slice = replay_(watch->prefix, watch->position, dispatched_);
      if (!slice) {
        watch->sink.End(std::move(slice).error());
        continue;
      }
      const Revision covered = slice->covered;
      watch->sink.Deliver(std::move(slice->events), covered);
      watch->position = covered;
    }
    JoinThoseUpToDate();
  }

  void DropClosed() {
    live_.DropClosed();
    std::erase_if(catching_up_, [](const WatchPointer& watch) { return watch->sink.closed(); });
  }

  void SettleWaiters(bool stopping) {
    if (waiters_.empty()) return;
    const SteadyTime now = std::chrono::steady_clock::now();
    std::vector<Waiter> rest;
    for (Waiter& waiter : waiters_) {
      const Revision progress = ProgressOf(*waiter.watch);
      if (progress >= waiter.revision) {
        waiter.resolve(Status());
      } else if (stopping || waiter.watch->sink.closed()) {
        waiter.resolve(std::unexpected(Stopping()));
      } else if (now >= waiter.deadline) {
        waiter.resolve(std::unexpected(RevisionTooLarge(waiter.revision, progress)));
      } else {
        rest.push_back(std::move(waiter));
      }
    }
    waiters_ = std::move(rest);
  }

  void EndAll() {
    live_.ForEach([](const WatchPointer& watch) { watch->sink.End(Stopping()); });
    for (const WatchPointer& watch : catching_up_) watch->sink.End(Stopping());
    live_ = LiveIndex();
    catching_up_.clear();
  }

  const ReplayFunction replay_;
  // Events up to here have been given to all live watches.
  std::atomic<Revision> dispatched_;

  std::mutex mutex_;
  std::condition_variable wake_;
  // Guarded by mutex_.
  Inbox inbox_;
  bool stopped_ = false;

  // Of the hub's thread alone.
  LiveIndex live_;
  std::vector<WatchPointer> catching_up_;
  std::vector<Waiter> waiters_;

 public:
  // The handle a watch's owner holds.
  class Handle final : public Watch {
   public:
    Handle(std::shared_ptr<Core> core, WatchPointer watch)
        : core_(std::move(core)), watch_(std::move(watch)) {}

    ~Handle() override {
      watch_->sink.Close();
      core_->Post([](Inbox& inbox) { inbox.a_watch_closed = true; });
    }

    Revision progress() const override { return core_->ProgressOf(*watch_); }

    Task<Status> WaitFor(Revision revision, std::chrono::milliseconds timeout) override {
      return WaitForProgress(core_, watch_, revision, timeout);
    }

   private:
    // Holds what it needs itself: the handle may be destroyed meanwhile.
    static Task<Status> WaitForProgress(std::shared_ptr<Core> core, WatchPointer watch,
                                        Revision revision, std::chrono::milliseconds timeout) {
      if (core->ProgressOf(*watch) >= revision) co_return Status();
      const SteadyTime deadline = std::chrono::steady_clock::now() + timeout;
      Await<Status> wait([core, watch, revision, deadline](Resolver<Status> resolve) {
        const bool posted = core->Post([&](Inbox& inbox) {
          inbox.waiters.push_back(Waiter{watch, revision, deadline, resolve});
        });
        if (!posted) resolve(std::unexpected(Stopping()));
      });
      co_return co_await wait;
    }

    const std::shared_ptr<Core> core_;
    const WatchPointer watch_;
  };
};

WatchHub::WatchHub(Revision revision, ReplayFunction replay)
    : core_(std::make_shared<Core>(revision, std::move(replay))),
      thread_([core = core_] { core->Run(); }) {}

WatchHub::~WatchHub() { Stop(); }

std::unique_ptr<Watch> WatchHub::Add(std::string prefix, Revision from, WatchSink sink) {
  auto watch = std::make_shared<WatchState>(std::move(prefix), from, std::move(sink));
  if (!core_->Post([&](Inbox& inbox) { inbox.watches.push_back(watch); })) {
    watch->sink.End(Stopping());
  }
  return std::make_unique<Core::Handle>(core_, std::move(watch));
}

void WatchHub::Publish(std::vector<Event> events, Revision revision,
                       std::function<void()> acknowledge) {
  core_->Post([&](Inbox& inbox) {
    inbox.batches.push_back(Batch{std::move(events), revision, std::move(acknowledge)});
  });
}

void WatchHub::Stop() {
  core_->RequestStop();
  if (thread_.joinable()) thread_.join();
}

}  // namespace pintle::storage
