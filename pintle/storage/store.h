#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/bytes.h"
#include "pintle/base/error.h"
#include "pintle/base/task.h"

// The contract every engine meets: a map from keys to bytes with one global revision, optimistic
// single-key writes and a watchable history. It is what the API needs of etcd and nothing more.
namespace pintle::storage {

using Revision = int64_t;

// A stored record. `mod_revision` is the revision of the write that made it.
struct KeyValue {
  std::string key;
  Bytes value;
  Revision mod_revision = 0;
  Revision create_revision = 0;
};

struct Event {
  enum class Type : uint8_t { kPut, kDelete };
  Type type = Type::kPut;
  // The new record; for a deletion the key, no value, and the revision of the deletion.
  KeyValue current;
  // The record before this event, absent for a creation.
  std::optional<KeyValue> previous;
};

struct GetResult {
  std::optional<KeyValue> record;
  // The store's revision the answer is true at.
  Revision revision = 0;
};

struct RangeOptions {
  // Every key starting with this; must end in `/` to mean a folder.
  std::string prefix{};
  // Only keys >= this; empty means the start of the prefix.
  std::string start{};
  // At most this many records; 0 means all.
  size_t limit = 0;
  // The revision to read at; 0 means now.
  Revision revision = 0;
};

struct RangeResult {
  std::vector<KeyValue> records;  // in bytewise key order
  // Records of the range from `start` on, whatever the limit.
  size_t count = 0;
  Revision revision = 0;
};

// What became of a write. A write that found another state than expected is not an error:
// `succeeded` is false and `current` is what is there (absent if nothing is).
struct WriteResult {
  bool succeeded = false;
  // Of the write, or of the read that found the conflict.
  Revision revision = 0;
  // On success of a deletion: the record removed. On conflict: the record there.
  std::optional<KeyValue> current;
};

// Receives events. Called on a thread of the store's choice, never two calls at once for one watch,
// in revision order without gaps or repeats. It must not block: hand over and return.
struct WatchSink {
  // All events of one revision or of several whole revisions, oldest first; `revision` is the last
  // one they cover. Without events it only says how far the watch has come while it catches up with
  // history.
  std::function<void(std::vector<Event> events, Revision revision)> on_events;
  // The watch has ended and will call nothing again: kExpired when `from` was compacted away,
  // kServiceUnavailable when the store stops.
  std::function<void(Error error)> on_end;
};

// A running watch; destroying it stops it. After the destructor returns no callback runs (so hold
// no lock there that the sink takes); inside its own callback it may be destroyed too. May outlive
// the store. Thread-safe.
class Watch {
 public:
  virtual ~Watch() = default;
  // Every event up to this revision has been given to the sink; it grows with writes to any key. A
  // write through this store is acknowledged only after the watches that are not still catching up
  // with history have progressed to it.
  virtual Revision progress() const = 0;
  // Ends when progress() >= `revision`; after `timeout` kTimeout with cause
  // `ResourceVersionTooLarge`, kServiceUnavailable when the store stops.
  virtual Task<Status> WaitFor(Revision revision, std::chrono::milliseconds timeout) = 0;
};

// All members are thread-safe. Failures: kExpired for a revision that was compacted,
// kServiceUnavailable when the store cannot be reached or is stopping, kTimeout with cause
// `ResourceVersionTooLarge` for a revision of the future, kInternalError for I/O faults,
// kRequestEntityTooLarge for a value beyond kMaxValueBytes (limits.h). A write that returned a
// failure may or may not have happened; one that succeeded is durable. Nothing is queued but the
// writes that somebody awaits, so whoever bounds the requests in flight bounds the queue; a write
// that is queued cannot be taken back.
class Store {
 public:
  virtual ~Store() = default;

  // Linearisable.
  virtual Task<Result<GetResult>> Get(std::string key) = 0;
  virtual Task<Result<RangeResult>> Range(RangeOptions options) = 0;
  // Number of keys with this prefix.
  virtual Task<Result<size_t>> Count(std::string prefix) = 0;

  // Creates `key`; conflicts if it exists. `ttl_seconds` 0 means for ever.
  virtual Task<Result<WriteResult>> Create(std::string key, Bytes value,
                                           int64_t ttl_seconds = 0) = 0;
  // Replaces `key` if its mod_revision is `expected`.
  virtual Task<Result<WriteResult>> Update(std::string key, Revision expected, Bytes value,
                                           int64_t ttl_seconds = 0) = 0;
  // Removes `key` if its mod_revision is `expected`.
  virtual Task<Result<WriteResult>> Delete(std::string key, Revision expected) = 0;

  // The revision of the last committed write; at least 1 also in a new store.
  virtual Task<Result<Revision>> CurrentRevision() = 0;

  // Events with revision > `from` of keys with this prefix; `from` 0 means from now on. The sink
  // may be called before this returns. A `from` of the future fails, here or through on_end.
  virtual Result<std::unique_ptr<Watch>> StartWatch(std::string prefix, Revision from,
                                                    WatchSink sink) = 0;

  // Whether Watch::WaitFor can bring a watch up to a revision another server wrote. Where it cannot
  // (an etcd without trustworthy progress notification), a consistent read must ask the store
  // itself.
  virtual bool SupportsProgress() const { return true; }

  // Forgets history up to and including `revision`: reads at an older revision, and watches from
  // one, fail with kExpired.
  virtual Task<Status> Compact(Revision revision) = 0;

  // Whether the store answers and, as far as it knows, can commit; cheap, for readiness probes.
  virtual Task<Status> CheckHealth() {
    PINTLE_CO_RETURN_IF_ERROR(co_await CurrentRevision());
    co_return Status();
  }
};

}  // namespace pintle::storage
