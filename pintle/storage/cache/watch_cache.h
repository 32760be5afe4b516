#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/storage/cache/cached_object.h"
#include "pintle/storage/cache/persistent_tree.h"
#include "pintle/storage/store.h"

namespace pintle::storage {

// All objects of one resource prefix at one revision. Immutable; any thread. Cheap to take and to
// keep.
class Snapshot {
 public:
  using Tree = PersistentTree<CachedObject>;
  using Iterator = Tree::Iterator;

  Snapshot(Tree tree, Revision revision) : tree_(std::move(tree)), revision_(revision) {}

  // The store's revision this is the state at; not older than any write acknowledged before it was
  // taken.
  Revision revision() const { return revision_; }
  // Number of objects.
  size_t count() const { return tree_.size(); }
  // Null if there is none. Keys are whole store keys.
  CachedObjectPtr Find(std::string_view key) const { return tree_.Find(key); }
  // At the first key >= `key`, in bytewise order; valid while this snapshot lives:
  //   for (auto at = snapshot->From(start); !at.Done() && at.key().starts_with(prefix); at.Next())
  Iterator From(std::string_view key) const { return tree_.LowerBound(key); }
  // Number of keys >= `start` that begin with `prefix`; O(log n).
  size_t CountFrom(std::string_view start, std::string_view prefix) const;

 private:
  Tree tree_;
  Revision revision_;
};

// Receives events of a subscription, called on a dispatch thread (or inside Subscribe), never twice
// at once. It must only hand over: no call back into the cache, no destruction of the subscription.
struct CacheWatchSink {
  // In revision order without gaps or repeats, never empty.
  std::function<void(std::span<const CacheEventPtr> events)> on_events;
  // The last call: kExpired when the start was compacted away, kServiceUnavailable when the cache
  // stops.
  std::function<void(Error error)> on_end;
};

// A running subscription; destroying it ends it, and after that no callback runs. May outlive the
// cache.
class CacheWatch {
 public:
  virtual ~CacheWatch() = default;
  // Every event up to this revision has been given to the sink, also if none was for it.
  virtual Revision progress() const = 0;
};

struct WatchCacheOptions {
  // At most this many past events are kept for new subscriptions; older ones come from the store.
  size_t window_capacity = 16 * 1024;
  // Events older than this are dropped while there are more than `window_minimum`.
  std::chrono::seconds window_age{75};
  size_t window_minimum = 128;
  // For the encodings of objects and the frames of events; null means without bound.
  std::shared_ptr<EncodingBudget> budget;
};

// A follower of one resource prefix of a store: the current objects as an immutable index, a window
// of past events, and a hub for watchers. All members are thread-safe. The store must outlive it.
class WatchCache {
 public:
  // `prefix` ends in `/`.
  WatchCache(Store& store, std::string prefix, HeaderExtractor extract_header,
             WatchCacheOptions options = {});
  // Ends all subscriptions with kServiceUnavailable. Not inside a callback of the cache.
  ~WatchCache();
  WatchCache(const WatchCache&) = delete;
  WatchCache& operator=(const WatchCache&) = delete;

  // Loads the prefix and follows it from then on; the cache is usable when this ends without an
  // error. If it stops being ready(), Start again loads anew. Not twice at the same time.
  Task<Status> Start();
  // False before Start has ended and after the store has ended the cache's watch.
  bool ready() const;

  // The state now. Before Start an empty one at revision 0.
  std::shared_ptr<const Snapshot> Current() const;
  // The revision Current() would have.
  Revision revision() const;
  // Ends when revision() >= `revision`: at once, or within `timeout`, else kTimeout with cause
  // `ResourceVersionTooLarge`. kServiceUnavailable if the cache is not ready or stops.
  Task<Status> WaitFor(Revision revision, std::chrono::milliseconds timeout) const;

  // Events with revision > `from`; 0 means from now on. Events still in the window are given to the
  // sink before this returns, older ones follow from the store's history; if that is compacted,
  // on_end(kExpired). Fails with kTimeout, cause `ResourceVersionTooLarge`, if `from` > revision():
  // WaitFor first. `key_prefix`, if not empty, restricts it to keys that begin so (one namespace,
  // one object).
  Result<std::unique_ptr<CacheWatch>> Subscribe(Revision from, CacheWatchSink sink,
                                                std::string key_prefix = {});

 private:
  class Core;
  const std::shared_ptr<Core> core_;  // shared with subscriptions, which may outlive the cache
};

}  // namespace pintle::storage
