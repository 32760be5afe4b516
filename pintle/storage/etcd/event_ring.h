#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/storage/store.h"
#include "pintle/storage/watch_hub.h"

namespace pintle::storage::etcd {

// The last events of all keys, so that a watch from a moment ago need not ask etcd. Bounded in
// number and bytes; values are shared with whoever else holds them. Thread-safe.
class EventRing {
 public:
  // Holds nothing up to `start`.
  explicit EventRing(Revision start) : start_(start) {}

  // All events of the revisions after those before, up to and including `revision`.
  void Append(const std::vector<Event>& events, Revision revision);
  // It has every event after this revision.
  bool Covers(Revision from) const;
  // Forgets events up to this revision.
  void Forget(Revision revision);
  // Events with `after` < revision <= `up_to`, as WatchHub wants them; kExpired if not all of them
  // are here any more.
  Result<HistorySlice> Replay(const std::string& prefix, Revision after, Revision up_to) const;

 private:
  struct Batch {
    std::vector<Event> events;
    Revision revision = 0;
    size_t size_bytes = 0;
  };

  void DropOldest();

  mutable std::mutex mutex_;
  // Guarded by mutex_. All events after start_ are in batches_.
  Revision start_;
  std::deque<Batch> batches_;
  size_t event_count_ = 0;
  size_t size_bytes_ = 0;
};

// What an event takes in memory, about.
size_t SizeBytes(const Event& event);

}  // namespace pintle::storage::etcd
