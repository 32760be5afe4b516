#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "pintle/storage/cache/cache_statistics.h"
#include "pintle/storage/cache/event_window.h"
#include "pintle/storage/cache/snapshot.h"
#include "pintle/storage/cache/watch_cache.h"
#include "pintle/storage/store.h"

namespace pintle::storage {

// A client that asked for a revision the cache has not seen may try again after this.
inline constexpr int kRevisionRetrySeconds = 1;

// Everything of a cache but the subscriptions. The store's dispatch thread applies events to a copy
// of the index, swaps it in under `state_mutex_`, which readers hold only to copy a few words, and
// then hands the events to the subscribers under `dispatch_mutex_`.
//
//             Start                     the store ends the watch
//   kIdle ----------> kFollowing  ------------------------------->  kRecovering
//                         ^       <-------------------------------
//                         |         resumed at the position, or loaded anew if that is compacted
//                         +---- Stop (from anywhere) ----> kStopped
class CacheCore : public std::enable_shared_from_this<CacheCore> {
 public:
  // A subscription as the cache sees it.
  struct Subscriber {
    std::string key_prefix;
    CacheWatchSink sink;
    // Only events after this are wanted.
    Revision from = 0;
  };
  using SubscriberList = std::list<Subscriber>;

  CacheCore(Store& store, std::string prefix, HeaderExtractor extract_header,
            WatchCacheOptions options);

  Task<Status> Start();
  // Not on a thread of the store.
  void Stop(const Error& error);

  bool ready() const;
  // It was started and not stopped.
  bool serving() const;
  SnapshotPtr Current() const;
  Revision revision() const;
  // Events up to this revision have been given to all subscribers.
  Revision Dispatched() const;
  // The newest revision the store is known to have come to.
  Revision Known() const;

  // cache_reads.cc
  Task<Status> WaitFor(Revision revision, std::chrono::milliseconds timeout);
  Task<Result<SnapshotPtr>> Read(std::string prefix, Freshness freshness);
  Task<Result<CachedObjectPtr>> Get(std::string key, Freshness freshness);
  Task<Result<ListPage>> List(ListQuery query);

  // Makes it a subscriber and gives it the events since `subscriber.from`, if the window reaches
  // back to there; else nothing happens and nothing is returned. Fails when the cache has stopped.
  Result<std::optional<SubscriberList::iterator>> Join(const Subscriber& subscriber);
  void Leave(SubscriberList::iterator subscriber);
  void EndSubscriber(SubscriberList::iterator subscriber, const Error& error);
  // All subscriptions, also those that catch up.
  void EndSubscriptions(const Error& error);

  // A subscription that may be catching up with the store's history.
  class Straggler {
   public:
    virtual ~Straggler() = default;
    // Without a lock of the core held.
    virtual void EndWith(const Error& error) = 0;
  };
  void AddStraggler(std::weak_ptr<Straggler> straggler);

  Store& store() const { return store_; }
  CacheStatistics& statistics() { return statistics_; }
  const std::string& prefix() const { return prefix_; }
  CachedObjectPtr MakeObject(const KeyValue& record,
                             const std::shared_ptr<EncodingBudget>& budget) const;
  CacheEventPtr MakeEvent(const Event& event, CachedObjectPtr previous) const;
  CacheEventPtr MakePastEvent(const Event& event) const;

 private:
  enum class Phase : uint8_t { kIdle, kFollowing, kRecovering, kStopped };

  // cache_recovery.cc
  //
  // Loads the prefix.
  Task<Status> Load();
  // Watches the prefix from there on; ends when the watch is up to date.
  Task<Status> Follow(Revision from);
  // Puts what was loaded in place of what was there, and ends the subscribers, who have missed what
  // was between.
  void Reset(std::vector<CachedObjectPtr> objects, Revision revision);
  WatchSink StoreSink(uint64_t watch_number);
  // A thread of the store.
  void OnStoreEnd(uint64_t watch_number, const Error& error);
  void StartRecovery(const Error& error);
  // The recovery's thread, from the loss of the watch until there is one again.
  void Recover();
  // Why the watch was lost last, if it is; otherwise, or after Stop, recovery is over.
  std::optional<Error> TakeLoss();
  // Ends the cache but does not wait for the recovery's thread.
  void End(const Error& error);

  // With dispatch_mutex_ held.
  void EndSubscribers(const Error& error);
  // A thread of the store.
  void Apply(uint64_t watch_number, const std::vector<Event>& events);
  Revision RevisionLocked() const;

  // cache_reads.cc
  //
  // The index once it is fresh enough; null if it does not become so in time.
  Task<Result<SnapshotPtr>> FreshIndex(Freshness freshness);
  // The watch, if waiting for it can bring the index up to date.
  std::shared_ptr<Watch> TellingWatch() const;
  bool Stopped() const;
  void NoteKnown(Revision revision);
  // The object of the index if it is this version, else one for this answer.
  CachedObjectPtr Adopt(const Snapshot& current, const KeyValue& record) const;
  Task<Result<SnapshotPtr>> ReadStore(std::string prefix, Revision not_before);
  Task<Result<ListPage>> ListStore(ListQuery query, Revision not_before);
  ListPage ListIndex(const SnapshotPtr& index, const ListQuery& query, Revision revision);

  Store& store_;
  const std::string prefix_;
  const HeaderExtractor extract_header_;
  const WatchCacheOptions options_;
  CacheStatistics statistics_;

  mutable std::mutex state_mutex_;
  std::condition_variable stop_recovery_;
  // Guarded by state_mutex_.
  Phase phase_ = Phase::kIdle;
  // Counts watches, so that callbacks of an earlier one are told apart.
  uint64_t watch_number_ = 0;
  Snapshot::Tree tree_;
  // Of tree_.
  std::shared_ptr<const PageMemo> pages_ = std::make_shared<const PageMemo>();
  // Of the last event or load in tree_.
  Revision tree_revision_ = 0;
  std::shared_ptr<Watch> watch_;
  // How far an earlier watch had come; nothing of the prefix changed between tree_revision_ and it.
  Revision position_ = 0;
  Revision known_ = 0;
  std::optional<Error> loss_;
  std::thread recovery_;

  std::mutex dispatch_mutex_;
  // Guarded by dispatch_mutex_.
  bool stopped_ = false;
  EventWindow window_;
  SubscriberList subscribers_;
  // Some are gone or have joined since.
  std::vector<std::weak_ptr<Straggler>> stragglers_;
};

}  // namespace pintle::storage
