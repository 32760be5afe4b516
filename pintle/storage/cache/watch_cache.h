#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pintle/base/cancellation.h"
#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/storage/cache/cache_statistics.h"
#include "pintle/storage/cache/cached_object.h"
#include "pintle/storage/cache/event_window.h"
#include "pintle/storage/cache/snapshot.h"
#include "pintle/storage/store.h"

namespace pintle::storage {

// Receives events of a subscription, called on a dispatch thread (or inside Subscribe), never twice
// at once. It must only hand over: no call back into the cache, no destruction of the subscription.
struct CacheWatchSink {
  // In revision order without gaps or repeats, never empty.
  std::function<void(std::span<const CacheEventPtr> events)> on_events;
  // The same for events of the past, which come faster than they happened; absent: on_events.
  std::function<void(std::span<const CacheEventPtr> events)> on_past_events{};
  // The last call: kExpired when the position of the subscription is lost (its start was compacted
  // away, or the cache had to load anew), kServiceUnavailable when the cache stops.
  std::function<void(Error error)> on_end;
  // How many events wait here to be taken; absent: none ever. While there are many, no more past
  // events come until CacheWatch::Continue.
  std::function<size_t()> waiting{};
};

// A running subscription; destroying it ends it, and after that no callback runs. May outlive the
// cache.
class CacheWatch {
 public:
  virtual ~CacheWatch() = default;
  // Every event up to this revision has been given to the sink, also if none was for it.
  virtual Revision progress() const = 0;
  // To be called after events were taken from where the sink put them. Cheap.
  virtual void Continue() = 0;
};

struct WatchCacheOptions {
  WindowLimits window;
  // For the encodings of objects and the frames of events; null means without bound.
  std::shared_ptr<EncodingBudget> budget;
  // How long a read waits for the index to become fresh enough.
  std::chrono::milliseconds freshness_timeout{3'000};
};

// How new an answer must be. Default: whatever the cache has.
struct Freshness {
  // Not older than any write acknowledged before the call, by any server of the store.
  bool latest = false;
  // Not older than this revision; kTimeout with cause `ResourceVersionTooLarge` if it does not
  // come.
  Revision not_before = 0;
};

struct ListQuery {
  // Whole store keys: those that begin with this, from `start` on.
  std::string prefix;
  std::string start{};
  // At most this many objects; 0 means all.
  size_t limit = 0;
  Freshness freshness{};
  // The state at exactly this revision; kExpired if it is compacted away. 0 means any that is fresh
  // enough.
  Revision exact_revision = 0;
  // Which objects are wanted; absent: all.
  std::function<bool(const ObjectHeader& header)> matches{};
  // Asked between reads of the store; null: it is always wanted.
  const Cancellation* cancellation = nullptr;
};

struct ListPage {
  std::vector<CachedObjectPtr> objects;  // in key order
  Revision revision = 0;
  // There are more after the last of `objects`.
  bool more = false;
  // How many; known only where all objects are wanted.
  std::optional<size_t> remaining;
  // Where encodings of runs of the objects are kept, if they follow each other in the index; else
  // null.
  std::shared_ptr<const PageMemo> pages;
};

class CacheCore;

// A follower of one resource prefix of a store: the current objects as an immutable index, a window
// of past events, and a hub for watchers. If the store ends its watch, it resumes at its position,
// or loads anew if that is compacted; meanwhile it serves what it has. All members are thread-safe.
// The store must outlive it.
class WatchCache {
 public:
  // `prefix` ends in `/`.
  WatchCache(Store& store, std::string prefix, HeaderExtractor extract_header,
             WatchCacheOptions options = {});
  // As Stop. Not inside a callback of the cache.
  ~WatchCache();
  WatchCache(const WatchCache&) = delete;
  WatchCache& operator=(const WatchCache&) = delete;

  // Loads the prefix and follows it from then on; the cache is usable when this ends without an
  // error. Once.
  Task<Status> Start();
  // Ends all subscriptions with `error` and refuses new ones and reads: the resource is not served
  // any more. Not inside a callback of the cache.
  void Stop(const Error& error);
  // Ends all subscriptions with `error`; the cache goes on. For changes of what watchers are sent.
  void EndSubscriptions(const Error& error);
  // It follows the store: false before Start has ended, while it recovers, and after Stop.
  bool ready() const;

  // The state now, not older than any write acknowledged by this store before the call. Before
  // Start an empty one at revision 0.
  SnapshotPtr Current() const;
  // The revision Current() would have.
  Revision revision() const;
  const CacheStatistics& statistics() const;
  // Ends when the cache has come to `revision`: at once, or within `timeout`, else kTimeout with
  // cause `ResourceVersionTooLarge`. With a store that does not tell progress it is enough that the
  // store has come there: read with `not_before`. kServiceUnavailable if the cache stops.
  Task<Status> WaitFor(Revision revision, std::chrono::milliseconds timeout) const;

  // Reads. From the index if it is or becomes fresh enough in time, else from the store itself;
  // objects are those of the index, with their kept encodings, wherever they are the same version.
  //
  // A snapshot that has all objects whose keys begin with `prefix`, and perhaps more.
  Task<Result<SnapshotPtr>> Read(std::string prefix, Freshness freshness) const;
  // Null if there is no such object.
  Task<Result<CachedObjectPtr>> Get(std::string key, Freshness freshness) const;
  Task<Result<ListPage>> List(ListQuery query) const;

  // Events with revision > `from`; 0 means from now on. Events still in the window are given to the
  // sink before this returns, older ones follow from the store's history; if that is compacted,
  // on_end(kExpired). Fails with kTimeout, cause `ResourceVersionTooLarge`, if `from` is not known
  // to have been reached: WaitFor first. `key_prefix`, if not empty, restricts it to keys that
  // begin so (one namespace, one object).
  Result<std::unique_ptr<CacheWatch>> Subscribe(Revision from, CacheWatchSink sink,
                                                std::string key_prefix = {});

 private:
  const std::shared_ptr<CacheCore> core_;  // shared with subscriptions, which may outlive the cache
};

}  // namespace pintle::storage
