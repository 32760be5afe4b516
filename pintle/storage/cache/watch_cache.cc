#include "pintle/storage/cache/watch_cache.h"

#include <algorithm>
#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "pintle/storage/store_errors.h"

namespace pintle::storage {
namespace {

// A client that asked for a revision the cache has not seen may try again after this.
constexpr int kRetryAfterSeconds = 1;
// How long loading waits for its own watch to be up to date.
constexpr std::chrono::seconds kStartTimeout{30};

// The smallest string that is greater than every string with this prefix; empty if there is none.
std::string PrefixEnd(std::string_view prefix) {
  std::string end(prefix);
  while (!end.empty() && end.back() == '\xff') end.pop_back();
  if (!end.empty()) end.back() = static_cast<char>(static_cast<unsigned char>(end.back()) + 1);
  return end;
}

}  // namespace

size_t Snapshot::CountFrom(std::string_view start, std::string_view prefix) const {
  const std::string end_key = PrefixEnd(prefix);
  const size_t begin = tree_.Rank(std::max(start, prefix));
  const size_t end = end_key.empty() ? tree_.size() : tree_.Rank(end_key);
  return end > begin ? end - begin : 0;
}

// Everything of a cache. The store's dispatch thread applies events to a copy of the index, swaps
// it in under `state_mutex_`, which readers hold only to copy two words, and then hands the events
// to the subscribers under `dispatch_mutex_`.
class WatchCache::Core : public std::enable_shared_from_this<WatchCache::Core> {
 public:
  // A subscription as the cache sees it.
  struct Subscriber {
    std::string key_prefix;
    CacheWatchSink sink;
    // Only events after this are wanted.
    Revision from = 0;
  };
  using SubscriberList = std::list<Subscriber>;
  class Subscription;
  class Handle;

  Core(Store& store, std::string prefix, HeaderExtractor extract_header, WatchCacheOptions options)
      : store_(store),
        prefix_(std::move(prefix)),
        extract_header_(std::move(extract_header)),
        options_(std::move(options)) {}

  Task<Status> Start();
  // Ends the cache's watch and all subscriptions.
  void Stop(const Error& error);

  bool ready() const {
    std::scoped_lock lock(state_mutex_);
    return ready_;
  }
  std::shared_ptr<const Snapshot> Current() const;
  Revision revision() const;
  // Events up to this revision have been given to all subscribers.
  Revision Dispatched() const;
  // The cache's watch; null if there is none.
  std::shared_ptr<Watch> watch() const {
    std::scoped_lock lock(state_mutex_);
    return watch_;
  }

  Result<std::unique_ptr<CacheWatch>> Subscribe(Revision from, CacheWatchSink sink,
                                                std::string key_prefix);
  // Makes it a subscriber and gives it the events since `subscriber.from`, if the window reaches
  // back to there; else nothing happens and nothing is returned. Fails when the cache has stopped.
  Result<std::optional<SubscriberList::iterator>> Join(const Subscriber& subscriber);
  void Leave(SubscriberList::iterator subscriber);

  CachedObjectPtr MakeObject(const KeyValue& record) const;
  CacheEventPtr MakeEvent(const Event& event, CachedObjectPtr previous) const;

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;
  struct WindowEntry {
    CacheEventPtr event;
    SteadyTime seen;
  };

  // Puts what was loaded in place; returns the number of this load.
  uint64_t Reset(std::vector<CachedObjectPtr> objects, Revision revision);
  WatchSink StoreSink(uint64_t load);
  // The store's dispatch thread.
  void Apply(uint64_t load, const std::vector<Event>& events);
  void OnStoreEnd(uint64_t load, const Error& error);
  void AddToWindow(CacheEventPtr event, SteadyTime now);
  static void Give(const Subscriber& subscriber, std::span<const CacheEventPtr> events);

  Store& store_;
  const std::string prefix_;
  const HeaderExtractor extract_header_;
  const WatchCacheOptions options_;

  mutable std::mutex state_mutex_;
  // Guarded by state_mutex_.
  bool ready_ = false;
  // Counts loads, so that callbacks of an earlier watch are told apart.
  uint64_t load_ = 0;
  Snapshot::Tree tree_;
  // Of the last event or load in tree_.
  Revision tree_revision_ = 0;
  std::shared_ptr<Watch> watch_;

  std::mutex dispatch_mutex_;
  // Guarded by dispatch_mutex_.
  bool stopped_ = true;
  std::deque<WindowEntry> window_;
  // The window has all events after this one.
  Revision window_start_ = 0;
  SubscriberList subscribers_;
};

// A subscription: either one of the subscribers of the cache, or, as long as it has to catch up
// with events older than the window, a watch on the store of its own.
class WatchCache::Core::Subscription
    : public std::enable_shared_from_this<WatchCache::Core::Subscription> {
 public:
  Subscription(std::shared_ptr<Core> core, Subscriber subscriber)
      : core_(std::move(core)), subscriber_(std::move(subscriber)), position_(subscriber_.from) {}

  // Joins the cache, or follows the store until that is possible.
  Status Start() {
    {
      std::scoped_lock lock(mutex_);
      PINTLE_TRY(place_, core_->Join(subscriber_));
      if (place_) return {};
    }
    const std::string& prefix =
        subscriber_.key_prefix.empty() ? core_->prefix_ : subscriber_.key_prefix;
    auto self = shared_from_this();
    WatchSink sink{
        .on_events = [self](const std::vector<Event>& events,
                            Revision revision) { self->OnStoreEvents(events, revision); },
        .on_end = [self](Error error) { self->OnStoreEnd(std::move(error)); }};
    PINTLE_TRY(auto watch, core_->store_.StartWatch(prefix, position_, std::move(sink)));
    std::scoped_lock lock(mutex_);
    // If it has joined the cache meanwhile, the watch is not needed any more and ends with this
    // scope.
    if (!place_ && !ended_) store_watch_ = std::move(watch);
    return {};
  }

  void End() {
    std::unique_ptr<Watch> watch;
    std::optional<SubscriberList::iterator> place;
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
  // The store's dispatch thread.
  void OnStoreEvents(const std::vector<Event>& events, Revision revision) {
    std::unique_ptr<Watch> watch;  // ended by its own callback, after the lock
    std::scoped_lock lock(mutex_);
    if (place_ || ended_) return;
    std::vector<CacheEventPtr> made;
    for (const Event& event : events) {
      auto previous = event.previous ? core_->MakeObject(*event.previous) : nullptr;
      made.push_back(core_->MakeEvent(event, std::move(previous)));
    }
    if (!made.empty()) subscriber_.sink.on_events(made);
    position_ = std::max(position_, revision);
    subscriber_.from = position_;
    auto joined = core_->Join(subscriber_);
    if (!joined) {
      ended_ = true;
      subscriber_.sink.on_end(std::move(joined).error());
      return;
    }
    place_ = *joined;
    if (place_) watch = std::move(store_watch_);
  }

  void OnStoreEnd(Error error) {
    std::scoped_lock lock(mutex_);
    if (place_ || ended_) return;
    ended_ = true;
    subscriber_.sink.on_end(std::move(error));
  }

  const std::shared_ptr<Core> core_;
  // Taken before the mutexes of the core, never after them.
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  Subscriber subscriber_;
  Revision position_;
  bool ended_ = false;
  std::optional<SubscriberList::iterator> place_;
  std::unique_ptr<Watch> store_watch_;
};

// What the subscriber holds; the subscription is also held by the callbacks it gave to the store.
class WatchCache::Core::Handle final : public CacheWatch {
 public:
  explicit Handle(std::shared_ptr<Subscription> subscription)
      : subscription_(std::move(subscription)) {}
  ~Handle() override { subscription_->End(); }
  Revision progress() const override { return subscription_->progress(); }

 private:
  const std::shared_ptr<Subscription> subscription_;
};

uint64_t WatchCache::Core::Reset(std::vector<CachedObjectPtr> objects, Revision revision) {
  auto tree = Snapshot::Tree::FromSorted(std::move(objects));
  {
    std::scoped_lock lock(dispatch_mutex_);
    stopped_ = false;
    window_.clear();
    window_start_ = revision;
  }
  std::scoped_lock lock(state_mutex_);
  std::swap(tree_, tree);
  tree_revision_ = revision;
  return ++load_;
}

// The callbacks do not keep the core alive: it ends the watch when the cache goes.
WatchSink WatchCache::Core::StoreSink(uint64_t load) {
  std::weak_ptr<Core> weak = weak_from_this();
  return {.on_events =
              [weak, load](const std::vector<Event>& events, Revision) {
                if (auto core = weak.lock()) core->Apply(load, events);
              },
          .on_end =
              [weak, load](const Error& error) {
                if (auto core = weak.lock()) core->OnStoreEnd(load, error);
              }};
}

Task<Status> WatchCache::Core::Start() {
  auto self = shared_from_this();  // the cache may be destroyed meanwhile
  RangeOptions range;
  range.prefix = prefix_;
  auto reading = store_.Range(std::move(range));
  PINTLE_CO_TRY(RangeResult loaded, co_await reading);
  std::vector<CachedObjectPtr> objects;
  objects.reserve(loaded.records.size());
  for (const KeyValue& record : loaded.records) objects.push_back(MakeObject(record));
  const uint64_t load = Reset(std::move(objects), loaded.revision);

  PINTLE_CO_TRY(auto started, store_.StartWatch(prefix_, loaded.revision, StoreSink(load)));
  std::shared_ptr<Watch> watch = std::move(started);
  auto reading_revision = store_.CurrentRevision();
  PINTLE_CO_TRY(Revision current, co_await reading_revision);
  auto waiting = watch->WaitFor(current, kStartTimeout);
  PINTLE_CO_RETURN_IF_ERROR(co_await waiting);
  std::scoped_lock lock(state_mutex_);
  if (load != load_) co_return std::unexpected(Stopping());
  std::swap(watch_, watch);  // an earlier one ends after the lock
  ready_ = true;
  co_return Status();
}

void WatchCache::Core::Stop(const Error& error) {
  std::shared_ptr<Watch> watch;
  {
    std::scoped_lock lock(state_mutex_);
    ready_ = false;
    ++load_;
    watch = std::exchange(watch_, nullptr);
  }
  watch.reset();  // without a lock: it waits for the callback that runs
  std::scoped_lock lock(dispatch_mutex_);
  stopped_ = true;
  for (Subscriber& subscriber : subscribers_) {
    subscriber.sink.on_events = nullptr;
    if (auto on_end = std::exchange(subscriber.sink.on_end, nullptr)) on_end(error);
  }
}

// All events up to the watch's progress are in the index; if the index has none that is newer, it
// is exactly the state at that revision, whatever other prefixes were written.
std::shared_ptr<const Snapshot> WatchCache::Core::Current() const {
  std::scoped_lock lock(state_mutex_);
  const Revision progress = watch_ != nullptr ? watch_->progress() : 0;
  return std::make_shared<const Snapshot>(tree_, std::max(progress, tree_revision_));
}

Revision WatchCache::Core::revision() const {
  std::scoped_lock lock(state_mutex_);
  const Revision progress = watch_ != nullptr ? watch_->progress() : 0;
  return std::max(progress, tree_revision_);
}

Revision WatchCache::Core::Dispatched() const {
  std::scoped_lock lock(state_mutex_);
  return watch_ != nullptr ? watch_->progress() : 0;
}

CachedObjectPtr WatchCache::Core::MakeObject(const KeyValue& record) const {
  auto header = std::make_shared<const ObjectHeader>(extract_header_(record.key, record.value));
  return std::make_shared<const CachedObject>(record.key, record.mod_revision, record.value,
                                              std::move(header), options_.budget);
}

CacheEventPtr WatchCache::Core::MakeEvent(const Event& event, CachedObjectPtr previous) const {
  using Type = CacheEvent::Type;
  if (event.type == Event::Type::kDelete) {
    // A deletion without a previous record cannot be told from its key alone; show an empty object.
    auto header = previous ? previous->shared_header() : std::make_shared<const ObjectHeader>();
    auto last = std::make_shared<const CachedObject>(event.current.key, event.current.mod_revision,
                                                     previous ? previous->stored() : Bytes(),
                                                     std::move(header), options_.budget);
    return std::make_shared<const CacheEvent>(Type::kDeleted, std::move(last), std::move(previous),
                                              options_.budget);
  }
  const Type type = previous ? Type::kModified : Type::kAdded;
  return std::make_shared<const CacheEvent>(type, MakeObject(event.current), std::move(previous),
                                            options_.budget);
}

void WatchCache::Core::Give(const Subscriber& subscriber, std::span<const CacheEventPtr> events) {
  if (!subscriber.sink.on_events) return;
  auto wanted = [&](const CacheEventPtr& event) {
    return event->revision() > subscriber.from &&
           event->object()->key().starts_with(subscriber.key_prefix);
  };
  if (std::all_of(events.begin(), events.end(), wanted)) {
    if (!events.empty()) subscriber.sink.on_events(events);
    return;
  }
  std::vector<CacheEventPtr> matching;
  std::copy_if(events.begin(), events.end(), std::back_inserter(matching), wanted);
  if (!matching.empty()) subscriber.sink.on_events(matching);
}

void WatchCache::Core::Apply(uint64_t load, const std::vector<Event>& events) {
  if (events.empty()) return;
  Snapshot::Tree tree;
  {
    std::scoped_lock lock(state_mutex_);
    if (load != load_) return;
    tree = tree_;  // only this thread changes it, so the work below needs no lock
  }
  std::vector<CacheEventPtr> made;
  made.reserve(events.size());
  for (const Event& event : events) {
    made.push_back(MakeEvent(event, tree.Find(event.current.key)));
    if (event.type == Event::Type::kDelete) {
      tree.Erase(event.current.key);
    } else {
      tree.Put(made.back()->object());
    }
  }
  {
    std::scoped_lock lock(state_mutex_);
    if (load != load_) return;
    std::swap(tree_, tree);
    tree_revision_ = made.back()->revision();
  }
  const SteadyTime now = std::chrono::steady_clock::now();
  std::scoped_lock lock(dispatch_mutex_);
  for (const CacheEventPtr& event : made) AddToWindow(event, now);
  for (const Subscriber& subscriber : subscribers_) Give(subscriber, made);
}

void WatchCache::Core::AddToWindow(CacheEventPtr event, SteadyTime now) {
  window_.push_back({std::move(event), now});
  auto too_many = [&] {
    if (window_.size() > options_.window_capacity) return true;
    return window_.size() > options_.window_minimum &&
           now - window_.front().seen > options_.window_age;
  };
  while (!window_.empty() && too_many()) {
    window_start_ = window_.front().event->revision();
    window_.pop_front();
  }
}

void WatchCache::Core::OnStoreEnd(uint64_t load, const Error& error) {
  {
    std::scoped_lock lock(state_mutex_);
    if (load != load_) return;
  }
  Stop(error);
}

Result<std::unique_ptr<CacheWatch>> WatchCache::Core::Subscribe(Revision from, CacheWatchSink sink,
                                                                std::string key_prefix) {
  if (!ready()) return std::unexpected(Stopping());
  const Revision current = revision();
  if (from > current) {
    return std::unexpected(RevisionTooLarge(from, current, kRetryAfterSeconds));
  }
  Subscriber subscriber{.key_prefix = std::move(key_prefix),
                        .sink = std::move(sink),
                        .from = from > 0 ? from : current};
  auto subscription = std::make_shared<Subscription>(shared_from_this(), std::move(subscriber));
  PINTLE_RETURN_IF_ERROR(subscription->Start());
  return std::make_unique<Handle>(std::move(subscription));
}

Result<std::optional<WatchCache::Core::SubscriberList::iterator>> WatchCache::Core::Join(
    const Subscriber& subscriber) {
  std::scoped_lock lock(dispatch_mutex_);
  if (stopped_) return std::unexpected(Stopping());
  if (subscriber.from < window_start_) return std::nullopt;
  auto first = std::partition_point(window_.begin(), window_.end(), [&](const WindowEntry& entry) {
    return entry.event->revision() <= subscriber.from;
  });
  std::vector<CacheEventPtr> missed;
  for (; first != window_.end(); ++first) missed.push_back(first->event);
  subscribers_.push_back(subscriber);
  Give(subscribers_.back(), missed);
  return std::prev(subscribers_.end());
}

void WatchCache::Core::Leave(SubscriberList::iterator subscriber) {
  // The sink's captures are destroyed outside the lock.
  SubscriberList left;
  std::scoped_lock lock(dispatch_mutex_);
  left.splice(left.begin(), subscribers_, subscriber);
}

WatchCache::WatchCache(Store& store, std::string prefix, HeaderExtractor extract_header,
                       WatchCacheOptions options)
    : core_(std::make_shared<Core>(store, std::move(prefix), std::move(extract_header),
                                   std::move(options))) {}

WatchCache::~WatchCache() { core_->Stop(Stopping()); }

Task<Status> WatchCache::Start() { return core_->Start(); }

bool WatchCache::ready() const { return core_->ready(); }

std::shared_ptr<const Snapshot> WatchCache::Current() const { return core_->Current(); }

Revision WatchCache::revision() const { return core_->revision(); }

Task<Status> WatchCache::WaitFor(Revision revision, std::chrono::milliseconds timeout) const {
  auto core = core_;  // the cache may be destroyed meanwhile
  if (core->revision() >= revision) co_return Status();
  std::shared_ptr<Watch> watch = core->watch();
  if (watch == nullptr) co_return std::unexpected(Stopping());
  auto waiting = watch->WaitFor(revision, timeout);
  watch.reset();  // so that stopping the cache ends the wait
  Status status = co_await waiting;
  if (!status && status.error().reason() == Reason::kTimeout) {
    co_return std::unexpected(RevisionTooLarge(revision, core->revision(), kRetryAfterSeconds));
  }
  co_return status;
}

Result<std::unique_ptr<CacheWatch>> WatchCache::Subscribe(Revision from, CacheWatchSink sink,
                                                          std::string key_prefix) {
  return core_->Subscribe(from, std::move(sink), std::move(key_prefix));
}

}  // namespace pintle::storage
