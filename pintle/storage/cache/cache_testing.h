#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pintle/storage/cache/event_queue.h"
#include "pintle/storage/cache/watch_cache.h"
#include "pintle/storage/forwarding_store_for_test.h"
#include "pintle/storage/store_errors.h"
#include "pintle/storage/store_testing.h"

// What the tests of the cache share.
namespace pintle::storage {

// The whole value is the label `v`.
inline ObjectHeader LabelFromValue(std::string_view, const Bytes& value) {
  ObjectHeader header;
  header.labels.emplace_back("v", std::string(value.view()));
  return header;
}

inline std::unique_ptr<WatchCache> MustStart(Store& store, std::string prefix,
                                             WatchCacheOptions options = {}) {
  auto cache =
      std::make_unique<WatchCache>(store, std::move(prefix), LabelFromValue, std::move(options));
  Status status = BlockOn(cache->Start());
  EXPECT_TRUE(status) << status.error().message();
  return cache;
}

inline std::string Describe(const Snapshot& snapshot) {
  std::string text;
  for (auto at = snapshot.From(""); !at.Done(); at.Next()) {
    text += std::string(at.key()) + '=' + at.value()->header().labels[0].second + '@' +
            std::to_string(at.value()->mod_revision()) + ' ';
  }
  return text + "at " + std::to_string(snapshot.revision());
}

inline std::string Describe(const CacheEvent& event) {
  static constexpr const char* kNames[] = {"ADDED ", "MODIFIED ", "DELETED "};
  std::string text = kNames[static_cast<size_t>(event.type())];
  text += event.object()->key() + '=' + event.object()->header().labels[0].second + '@' +
          std::to_string(event.revision());
  if (event.previous()) text += " was " + event.previous()->header().labels[0].second;
  return text + '\n';
}

// A subscription with its queue.
class Watcher {
 public:
  Watcher(WatchCache& cache, Revision from, std::string key_prefix = {}, size_t capacity = 100'000)
      : queue_(EventQueue::Create(capacity)) {
    auto subscribed = cache.Subscribe(from, queue_->Sink(), std::move(key_prefix));
    EXPECT_TRUE(subscribed) << subscribed.error().message();
    if (subscribed) watch_ = std::move(*subscribed);
  }

  std::vector<CacheEventPtr> Take(size_t count) {
    std::vector<CacheEventPtr> taken;
    while (taken.size() < count) {
      auto batch = BlockOn(queue_->Next(count - taken.size()));
      if (!batch || batch->closed) {
        ADD_FAILURE() << "ended after " << taken.size() << " events";
        break;
      }
      taken.insert(taken.end(), batch->events.begin(), batch->events.end());
    }
    return taken;
  }

  std::string TakeText(size_t count) {
    std::string text;
    for (const CacheEventPtr& event : Take(count)) text += Describe(*event);
    return text;
  }

  // Why it ended.
  Error TakeEnd() {
    for (;;) {
      auto batch = BlockOn(queue_->Next());
      if (!batch) return batch.error();
      if (batch->closed) return Error(Reason::kUnknown, "closed");
    }
  }

  EventQueue& queue() { return *queue_; }
  CacheWatch& watch() { return *watch_; }
  void End() { watch_.reset(); }

 private:
  std::shared_ptr<EventQueue> queue_;
  std::unique_ptr<CacheWatch> watch_;
};

// A store whose watches a test can end, whose reads it can make fail, and which may hide progress
// as an old etcd does: then a watch is known to have come as far as its last event and no further.
class ControlledStore final : public ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;

  void HideProgress() { hides_progress_ = true; }
  // Reads and new watches fail.
  void SetDown(bool down) { down_ = down; }
  // Watches give no events while they are held, as if the network were slow.
  void HoldEvents(bool held) {
    held_ = held;
    if (held) return;
    std::vector<std::shared_ptr<Relay>> watches;
    {
      std::scoped_lock lock(mutex_);
      watches = watches_;
    }
    for (const auto& watch : watches) watch->Flush();
  }
  // All of them, or the oldest only.
  void EndWatches(const Error& error, bool oldest_only = false) {
    std::vector<std::shared_ptr<Relay>> watches;
    {
      std::scoped_lock lock(mutex_);
      watches = std::exchange(watches_, {});
      if (oldest_only) {
        watches_.assign(std::next(watches.begin()), watches.end());
        watches.resize(1);
      }
    }
    for (const auto& watch : watches) watch->End(error);
  }
  int ranges() const { return ranges_; }

  Task<Result<GetResult>> Get(std::string key) override {
    if (down_) co_return Down();
    auto reading = inner().Get(std::move(key));
    Result<GetResult> result = co_await reading;
    co_return result;
  }
  Task<Result<RangeResult>> Range(RangeOptions options) override {
    ++ranges_;
    if (down_) co_return Down();
    auto reading = inner().Range(std::move(options));
    Result<RangeResult> result = co_await reading;
    co_return result;
  }
  Task<Result<Revision>> CurrentRevision() override {
    if (down_) co_return Down();
    auto reading = inner().CurrentRevision();
    Result<Revision> result = co_await reading;
    co_return result;
  }
  bool SupportsProgress() const override { return !hides_progress_; }

  Result<std::unique_ptr<Watch>> StartWatch(std::string prefix, Revision from,
                                            WatchSink sink) override {
    if (down_) return Down();
    auto relay = std::make_shared<Relay>(*this, std::move(sink), from);
    {
      std::scoped_lock lock(mutex_);
      watches_.push_back(relay);
    }
    WatchSink inner_sink{.on_events = [relay](std::vector<Event> events,
                                              Revision revision) { relay->Give(events, revision); },
                         .on_end = [relay](const Error& error) { relay->End(error); }};
    PINTLE_TRY(auto watch, inner().StartWatch(std::move(prefix), from, std::move(inner_sink)));
    return std::make_unique<ControlledWatch>(std::move(relay), std::move(watch));
  }

 private:
  // Between the watch of the inner store and the sink.
  struct Relay {
    Relay(ControlledStore& owner, WatchSink sink, Revision from)
        : owner(owner), sink(std::move(sink)), position(from) {}
    void Give(const std::vector<Event>& events, Revision revision) {
      std::scoped_lock lock(mutex);
      late.emplace_back(events, revision);
      if (!owner.held_) Flush();
    }
    void Flush() {
      std::scoped_lock lock(mutex);
      for (auto& [events, revision] : std::exchange(late, {})) {
        if (ended) return;
        sink.on_events(std::move(events), revision);
        position = revision;
      }
    }
    void End(const Error& error) {
      {
        std::scoped_lock lock(mutex);
        if (ended.exchange(true)) return;
      }
      sink.on_end(error);
    }
    ControlledStore& owner;
    WatchSink sink;
    // Read without the mutex: progress() must not wait for a callback.
    std::atomic<bool> ended{false};
    std::atomic<Revision> position;
    std::recursive_mutex mutex;  // held during callbacks, which may destroy the watch
    std::vector<std::pair<std::vector<Event>, Revision>> late;  // guarded by mutex
  };

  class ControlledWatch final : public Watch {
   public:
    ControlledWatch(std::shared_ptr<Relay> relay, std::unique_ptr<Watch> inner)
        : relay_(std::move(relay)), inner_(std::move(inner)) {}
    ~ControlledWatch() override {
      {
        std::scoped_lock lock(relay_->mutex);
        relay_->ended = true;
      }
      // Not ended here: this may be inside a callback that the test's thread makes, for which the
      // thread of the inner store waits.
      std::scoped_lock lock(relay_->owner.mutex_);
      relay_->owner.retired_.push_back(std::move(inner_));
    }
    Revision progress() const override {
      return Tells() ? std::max(relay_->position.load(), inner_->progress())
                     : relay_->position.load();
    }
    Task<Status> WaitFor(Revision revision, std::chrono::milliseconds timeout) override {
      if (Tells()) return inner_->WaitFor(revision, timeout);
      return NoProgress(revision, progress());
    }

   private:
    bool Tells() const {
      return !relay_->owner.hides_progress_ && !relay_->ended && !relay_->owner.held_;
    }
    static Task<Status> NoProgress(Revision wanted, Revision current) {
      co_return std::unexpected(RevisionTooLarge(wanted, current));
    }
    const std::shared_ptr<Relay> relay_;
    std::unique_ptr<Watch> inner_;
  };

  static std::unexpected<Error> Down() { return Fail(Reason::kServiceUnavailable, "down"); }

  std::atomic<bool> hides_progress_{false};
  std::atomic<bool> down_{false};
  std::atomic<int> ranges_{0};
  std::atomic<bool> held_{false};
  std::mutex mutex_;
  // Guarded by mutex_.
  std::vector<std::shared_ptr<Relay>> watches_;
  std::vector<std::unique_ptr<Watch>> retired_;
};

}  // namespace pintle::storage
