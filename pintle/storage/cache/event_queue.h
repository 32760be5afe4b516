#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/storage/cache/cached_object.h"
#include "pintle/storage/cache/watch_cache.h"

namespace pintle::storage {

// What a watcher took from its queue. `events` may be empty after a Wake or at the end.
struct EventBatch {
  std::vector<CacheEventPtr> events;
  // Nothing will come after this batch: the queue was closed without an error.
  bool closed = false;
};

// A bounded queue between the dispatch thread and one watcher. Push, Wake and Close are
// thread-safe; Next is for one consumer at a time and resumes on the consumer's executor
// (which it must have: without one it would resume inside Push). When the
// consumer falls `capacity` events or kMaxWaitingBytes of objects behind the queue is closed with
// kTooManyRequests and takes no more; past events, which the consumer could not have taken earlier,
// do not count.
class EventQueue : public std::enable_shared_from_this<EventQueue> {
 public:
  // An event keeps its object in memory until it is taken.
  static constexpr size_t kMaxWaitingBytes = size_t{64} * 1024 * 1024;

  static std::shared_ptr<EventQueue> Create(size_t capacity);

  // A sink that pushes here and keeps the queue alive.
  CacheWatchSink Sink();

  // Waits for events, Wake or Close; gives up to `max_events` queued ones, oldest first. After
  // Close, and after an error once the events queued before it are taken, it answers the same at
  // every call.
  Task<Result<EventBatch>> Next(size_t max_events = kMaxBatchEvents);

  // Drops what is queued and ends the stream cleanly: the client has gone or the time is over.
  void Close();
  // Ends the stream with `error` after what is queued.
  void Fail(Error error);
  // Makes the pending or else the next Next return even if there is no event: for timers
  // (bookmarks).
  void Wake();
  // Adds events at the end; ignored once closed.
  void Push(std::span<const CacheEventPtr> events);
  void PushPast(std::span<const CacheEventPtr> events);

  // Called once, on the pushing thread, when the consumer has fallen behind. Before the first
  // event.
  void OnOverflow(std::function<void()> callback) { on_overflow_ = std::move(callback); }

  // No event waits to be taken, and none was left out: it has not failed. To send a bookmark: read
  // the watch's progress() first, and if then the queue is empty and all events taken from it are
  // sent, that revision is the one to show.
  bool empty() const;
  size_t size() const;
  // It was closed because the consumer was too slow.
  bool overflowed() const;

 private:
  static constexpr size_t kMaxBatchEvents = 256;

  explicit EventQueue(size_t capacity) : capacity_(capacity) {}

  // Resolves the waiting Next, if any, outside the lock.
  void WakeWaiter(std::unique_lock<std::mutex> lock);
  // How much waits, for whoever reads the past: events, where large ones count as several.
  size_t Weight() const;
  // What Next would return now; nothing if it has to wait.
  std::optional<Result<EventBatch>> TryTake(size_t max_events);

  const size_t capacity_;
  std::function<void()> on_overflow_;
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::deque<CacheEventPtr> events_;
  size_t bytes_ = 0;  // of their objects
  // So many of events_, at the front, with so many bytes, do not count.
  size_t past_ = 0;
  size_t past_bytes_ = 0;
  std::optional<Error> error_;
  bool closed_ = false;
  bool overflowed_ = false;
  bool woken_ = false;
  std::optional<Resolver<bool>> waiter_;
};

}  // namespace pintle::storage
