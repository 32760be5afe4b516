#include "pintle/storage/cache/subscription.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "pintle/storage/store_errors.h"

namespace pintle::storage {
namespace {

// Past events are not read faster than the watcher takes them: with so many waiting, the reading
// stops, and goes on when less than half of them are left.
constexpr size_t kMaxWaitingPastEvents = 8'192;

// A subscription: either one of the subscribers of the cache, or, as long as it has to catch up
// with events older than the window, a watch on the store of its own.
class Subscription final : public CacheCore::Straggler,
                           public std::enable_shared_from_this<Subscription> {
 public:
  Subscription(std::shared_ptr<CacheCore> core, CacheCore::Subscriber subscriber)
      : core_(std::move(core)), subscriber_(std::move(subscriber)), position_(subscriber_.from) {}

  // Joins the cache, or follows the store until that is possible.
  Status Start() {
    Revision position = 0;
    {
      std::scoped_lock lock(mutex_);
      PINTLE_TRY(place_, core_->Join(subscriber_));
      if (place_) return {};
      position = position_;
    }
    // Before the watch, so that stopping finds it; it looks whether the cache has stopped when it
    // joins.
    if (!std::exchange(straggler_, true)) core_->AddStraggler(weak_from_this());
    const std::string& prefix =
        subscriber_.key_prefix.empty() ? core_->prefix() : subscriber_.key_prefix;
    auto self = shared_from_this();
    WatchSink sink{
        .on_events = [self](const std::vector<Event>& events,
                            Revision revision) { self->OnStoreEvents(events, revision); },
        .on_end = [self](Error error) { self->OnStoreEnd(std::move(error)); }};
    PINTLE_TRY(auto watch, core_->store().StartWatch(prefix, position, std::move(sink)));
    std::scoped_lock lock(mutex_);
    // If it has joined the cache meanwhile, has paused or has ended, the watch is not needed any
    // more and ends with this scope.
    if (!place_ && !ended_ && !paused_) store_watch_ = std::move(watch);
    return {};
  }

  void Continue() {
    if (!paused_.load(std::memory_order_relaxed)) return;
    if (!MayContinue()) return;
    {
      std::scoped_lock lock(mutex_);
      if (ended_ || !paused_.exchange(false)) return;
    }
    Status started = Start();
    if (!started) OnStoreEnd(std::move(started).error());
  }

  void EndWith(const Error& error) override {
    std::unique_ptr<Watch> watch;  // after the lock
    std::scoped_lock lock(mutex_);
    if (std::exchange(ended_, true)) return;
    watch = std::move(store_watch_);
    if (place_) {
      core_->EndSubscriber(*place_, error);
    } else {
      subscriber_.sink.on_end(error);
    }
  }

  void End() {
    std::unique_ptr<Watch> watch;
    std::optional<CacheCore::SubscriberList::iterator> place;
    {
      std::scoped_lock lock(mutex_);
      ended_ = true;
      watch = std::move(store_watch_);
      place = std::exchange(place_, std::nullopt);
    }
    watch.reset();
    if (place) core_->Leave(*place);
  }

  Revision progress() const {
    std::scoped_lock lock(mutex_);
    return place_ ? std::max(position_, core_->Dispatched()) : position_;
  }

 private:
  // So much was taken that a pause is over.
  bool MayContinue() const { return subscriber_.sink.waiting() <= kMaxWaitingPastEvents / 2; }

  // A thread of the store.
  void OnStoreEvents(const std::vector<Event>& events, Revision revision) {
    std::unique_ptr<Watch> watch;  // ended by its own callback, after the lock
    std::scoped_lock lock(mutex_);
    // One that was started before a pause and comes late has nothing to say any more.
    if (place_ || ended_ || paused_ || revision <= position_) return;
    std::vector<CacheEventPtr> made;
    for (const Event& event : events) {
      if (event.current.mod_revision > position_) made.push_back(core_->MakePastEvent(event));
    }
    const CacheWatchSink& sink = subscriber_.sink;
    const auto& give = sink.on_past_events ? sink.on_past_events : sink.on_events;
    if (!made.empty()) give(made);
    position_ = revision;
    subscriber_.from = position_;
    auto joined = core_->Join(subscriber_);
    if (!joined) {
      ended_ = true;
      sink.on_end(std::move(joined).error());
      return;
    }
    place_ = *joined;
    paused_ = !place_ && sink.waiting && sink.waiting() > kMaxWaitingPastEvents;
    // The watcher may have taken them all before it could see the pause: then nobody would end it.
    if (paused_ && MayContinue()) paused_ = false;
    if (place_ || paused_) watch = std::move(store_watch_);
  }

  void OnStoreEnd(Error error) {
    std::scoped_lock lock(mutex_);
    if (place_ || ended_ || paused_) return;
    ended_ = true;
    // Nothing is lost unless it is compacted: the watcher may come back to where it was.
    if (error.reason() != Reason::kExpired) {
      error = Error(Reason::kServiceUnavailable, error.message());
    }
    subscriber_.sink.on_end(std::move(error));
  }

  const std::shared_ptr<CacheCore> core_;
  std::atomic<bool> paused_{false};  // changed under mutex_
  bool straggler_ = false;           // of the owner's thread
  // Taken before the mutexes of the core, never after them.
  mutable std::mutex mutex_;
  // Guarded by mutex_; the sink and the prefix never change.
  CacheCore::Subscriber subscriber_;
  Revision position_;
  bool ended_ = false;
  std::optional<CacheCore::SubscriberList::iterator> place_;
  std::unique_ptr<Watch> store_watch_;
};

// What the subscriber holds; the subscription is also held by the callbacks it gave to the store.
class Handle final : public CacheWatch {
 public:
  explicit Handle(std::shared_ptr<Subscription> subscription)
      : subscription_(std::move(subscription)) {}
  ~Handle() override { subscription_->End(); }
  Revision progress() const override { return subscription_->progress(); }
  void Continue() override { subscription_->Continue(); }

 private:
  const std::shared_ptr<Subscription> subscription_;
};

}  // namespace

Result<std::unique_ptr<CacheWatch>> StartSubscription(std::shared_ptr<CacheCore> core,
                                                      Revision from, CacheWatchSink sink,
                                                      std::string key_prefix) {
  if (!core->serving()) return std::unexpected(Stopping());
  const Revision known = core->Known();
  if (from > known) return std::unexpected(RevisionTooLarge(from, known, kRevisionRetrySeconds));
  CacheCore::Subscriber subscriber{.key_prefix = std::move(key_prefix),
                                   .sink = std::move(sink),
                                   .from = from > 0 ? from : core->revision()};
  auto subscription = std::make_shared<Subscription>(std::move(core), std::move(subscriber));
  PINTLE_RETURN_IF_ERROR(subscription->Start());
  return std::make_unique<Handle>(std::move(subscription));
}

}  // namespace pintle::storage
