#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <vector>

#include "pintle/storage/cache/cached_object.h"
#include "pintle/storage/store.h"

namespace pintle::storage {

// How much of the past is kept in memory for watches that come back. What is older is still served,
// from the store's history, only slower.
struct WindowLimits {
  // Events are kept this long, so that the window grows with the rate of writes and shrinks
  // again...
  std::chrono::seconds age{75};
  // ...but at least so many, however old,
  size_t min_events = 100;
  // and at most so many events and bytes of objects, however young.
  size_t max_events = 100 * 1024;
  size_t max_bytes = 64 * 1024 * 1024;
};

// The latest events of a cache, oldest first, without gaps. Not thread-safe.
class EventWindow {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit EventWindow(const WindowLimits& limits) : limits_(limits) {}

  // Forgets everything; `start` is the revision of the state it begins after.
  void Reset(Revision start);
  // Adds the next event and drops what the limits do not cover any more.
  void Add(CacheEventPtr event, Time now);

  // The window has all events after this revision.
  Revision start() const { return start_; }
  // Those after `from`, which is not before start().
  std::vector<CacheEventPtr> After(Revision from) const;
  size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    CacheEventPtr event;
    Time seen;
  };
  // Roughly what the event keeps in memory when the object has changed again.
  static size_t BytesOf(const CacheEvent& event) { return event.object()->stored().size(); }
  bool IsOver(Time now) const;

  const WindowLimits limits_;
  std::deque<Entry> entries_;
  size_t bytes_ = 0;
  Revision start_ = 0;
};

}  // namespace pintle::storage
