#include "pintle/storage/cache/cache_core.h"

#include <algorithm>
#include <utility>

#include "pintle/storage/store_errors.h"

namespace pintle::storage {
namespace {

void Give(const CacheCore::Subscriber& subscriber, std::span<const CacheEventPtr> events,
          bool past) {
  const CacheWatchSink& sink = subscriber.sink;
  if (!sink.on_events) return;
  const auto& give = past && sink.on_past_events ? sink.on_past_events : sink.on_events;
  auto wanted = [&](const CacheEventPtr& event) {
    return event->revision() > subscriber.from &&
           event->object()->key().starts_with(subscriber.key_prefix);
  };
  if (std::all_of(events.begin(), events.end(), wanted)) {
    if (!events.empty()) give(events);
    return;
  }
  std::vector<CacheEventPtr> matching;
  std::copy_if(events.begin(), events.end(), std::back_inserter(matching), wanted);
  if (!matching.empty()) give(matching);
}

// How many bytes more the objects of the index have by this event.
int64_t GrowthBy(const CacheEvent& event) {
  int64_t bytes = 0;
  if (event.type() != CacheEvent::Type::kDeleted) {
    bytes += static_cast<int64_t>(event.object()->stored().size());
  }
  if (event.previous()) bytes -= static_cast<int64_t>(event.previous()->stored().size());
  return bytes;
}

}  // namespace

CacheCore::CacheCore(Store& store, std::string prefix, HeaderExtractor extract_header,
                     WatchCacheOptions options)
    : store_(store),
      prefix_(std::move(prefix)),
      extract_header_(std::move(extract_header)),
      options_(std::move(options)),
      window_(options_.window) {}

bool CacheCore::ready() const {
  std::scoped_lock lock(state_mutex_);
  return phase_ == Phase::kFollowing;
}

bool CacheCore::serving() const {
  std::scoped_lock lock(state_mutex_);
  return phase_ == Phase::kFollowing || phase_ == Phase::kRecovering;
}

// All events up to the watch's progress are in the index; if the index has none that is newer, it
// is exactly the state at that revision, whatever other prefixes were written.
Revision CacheCore::RevisionLocked() const {
  const Revision progress = watch_ != nullptr ? watch_->progress() : 0;
  return std::max({progress, position_, tree_revision_});
}

SnapshotPtr CacheCore::Current() const {
  std::scoped_lock lock(state_mutex_);
  return std::make_shared<const Snapshot>(tree_, tree_revision_, RevisionLocked(), pages_);
}

Revision CacheCore::revision() const {
  std::scoped_lock lock(state_mutex_);
  return RevisionLocked();
}

Revision CacheCore::Dispatched() const {
  std::scoped_lock lock(state_mutex_);
  // tree_revision_ is left out: it is there a little before the subscribers have the event.
  return std::max(watch_ != nullptr ? watch_->progress() : 0, position_);
}

Revision CacheCore::Known() const {
  std::scoped_lock lock(state_mutex_);
  return std::max(known_, RevisionLocked());
}

CachedObjectPtr CacheCore::MakeObject(const KeyValue& record,
                                      const std::shared_ptr<EncodingBudget>& budget) const {
  auto header = std::make_shared<const ObjectHeader>(extract_header_(record.key, record.value));
  return std::make_shared<const CachedObject>(record.key, record.mod_revision, record.value,
                                              std::move(header), budget);
}

CacheEventPtr CacheCore::MakeEvent(const Event& event, CachedObjectPtr previous) const {
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
  return std::make_shared<const CacheEvent>(type, MakeObject(event.current, options_.budget),
                                            std::move(previous), options_.budget);
}

CacheEventPtr CacheCore::MakePastEvent(const Event& event) const {
  auto previous = event.previous ? MakeObject(*event.previous, options_.budget) : nullptr;
  return MakeEvent(event, std::move(previous));
}

void CacheCore::Apply(uint64_t watch_number, const std::vector<Event>& events) {
  Snapshot::Tree tree;
  Revision applied = 0;
  {
    std::scoped_lock lock(state_mutex_);
    if (watch_number != watch_number_) return;
    tree = tree_;  // only this thread changes it, so the work below needs no lock
    applied = tree_revision_;
  }
  CacheStatistics::Add(statistics_.events_received, events.size());
  std::vector<CacheEventPtr> made;
  made.reserve(events.size());
  int64_t grown_bytes = 0;
  for (const Event& event : events) {
    if (event.current.mod_revision <= applied) continue;
    // What was just created was not there before: it need not be looked for.
    const bool created = event.type == Event::Type::kPut &&
                         event.current.create_revision == event.current.mod_revision;
    made.push_back(MakeEvent(event, created ? nullptr : tree.Find(event.current.key)));
    grown_bytes += GrowthBy(*made.back());
    if (event.type == Event::Type::kDelete) {
      tree.Erase(event.current.key);
    } else {
      tree.Put(made.back()->object());
    }
  }
  if (made.empty()) return;
  auto pages = std::make_shared<const PageMemo>();  // the old one is freed after the lock
  {
    std::scoped_lock lock(state_mutex_);
    if (watch_number != watch_number_) return;
    std::swap(tree_, tree);
    std::swap(pages_, pages);
    tree_revision_ = made.back()->revision();
  }
  statistics_.stored_bytes.fetch_add(grown_bytes, std::memory_order_relaxed);
  const EventWindow::Time now = std::chrono::steady_clock::now();
  std::scoped_lock lock(dispatch_mutex_);
  for (const CacheEventPtr& event : made) window_.Add(event, now);
  for (const Subscriber& subscriber : subscribers_) Give(subscriber, made, /*past=*/false);
  CacheStatistics::Add(statistics_.events_dispatched, made.size());
}

Result<std::optional<CacheCore::SubscriberList::iterator>> CacheCore::Join(
    const Subscriber& subscriber) {
  std::scoped_lock lock(dispatch_mutex_);
  if (stopped_) return std::unexpected(Stopping());
  if (subscriber.from < window_.start()) return std::nullopt;
  subscribers_.push_back(subscriber);
  Give(subscribers_.back(), window_.After(subscriber.from), /*past=*/true);
  return std::prev(subscribers_.end());
}

void CacheCore::Leave(SubscriberList::iterator subscriber) {
  // The sink's captures are destroyed outside the lock.
  SubscriberList left;
  std::scoped_lock lock(dispatch_mutex_);
  left.splice(left.begin(), subscribers_, subscriber);
}

namespace {

// It stays in the list, deaf, until its owner leaves.
void EndOne(CacheCore::Subscriber& subscriber, const Error& error) {
  subscriber.sink.on_events = nullptr;
  if (auto on_end = std::exchange(subscriber.sink.on_end, nullptr)) on_end(error);
}

}  // namespace

void CacheCore::EndSubscriber(SubscriberList::iterator subscriber, const Error& error) {
  std::scoped_lock lock(dispatch_mutex_);
  EndOne(*subscriber, error);
}

void CacheCore::EndSubscribers(const Error& error) {
  for (Subscriber& subscriber : subscribers_) EndOne(subscriber, error);
}

void CacheCore::EndSubscriptions(const Error& error) {
  std::vector<std::weak_ptr<Straggler>> stragglers;
  {
    std::scoped_lock lock(dispatch_mutex_);
    EndSubscribers(error);
    std::swap(stragglers, stragglers_);
  }
  for (const std::weak_ptr<Straggler>& weak : stragglers) {
    if (auto straggler = weak.lock()) straggler->EndWith(error);
  }
}

void CacheCore::AddStraggler(std::weak_ptr<Straggler> straggler) {
  std::scoped_lock lock(dispatch_mutex_);
  std::erase_if(stragglers_, [](const auto& weak) { return weak.expired(); });
  stragglers_.push_back(std::move(straggler));
}

}  // namespace pintle::storage
