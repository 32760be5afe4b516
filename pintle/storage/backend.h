#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/storage/store.h"
#include "pintle/storage/watch_hub.h"

namespace pintle::storage {

// Where a store's history stands.
struct Bounds {
  // Of the last committed write; 1 in a new store.
  Revision current = 1;
  // Reads and watches at an older revision than this are refused.
  Revision compacted = 0;
  // Records that the writes up to here have made obsolete are removed; trails `compacted`.
  Revision scrubbed = 0;
};

// How one embedded engine keeps records; EmbeddedStore makes a Store of it. Everything is
// synchronous. History: every write adds a version of its key under its own revision; a version
// stays until compaction finds that a later one, itself old enough, has replaced it.
class Backend {
 public:
  virtual ~Backend() = default;

  // Reading. Any thread, also while a transaction is open, which they do not see.
  virtual Result<Bounds> ReadBounds() = 0;
  virtual Result<GetResult> Get(const std::string& key) = 0;
  virtual Result<RangeResult> Range(const RangeOptions& options) = 0;
  virtual Result<size_t> Count(const std::string& prefix) = 0;
  // See WatchHub::ReplayFunction.
  virtual Result<HistorySlice> Replay(const std::string& prefix, Revision after,
                                      Revision up_to) = 0;

  // Writing. One thread; all but Begin and Rollback need an open transaction. After a failure only
  // Rollback is left. After a failed Commit the transaction may have happened all the same: what
  // ReadBounds says once Begin succeeds is true.
  // `expected_bytes` is the size of the values to come.
  virtual Status Begin(size_t expected_bytes) = 0;
  // The record as the transaction has it.
  virtual Result<std::optional<KeyValue>> Find(const std::string& key) = 0;
  // Adds the version `event.current` (a deletion has no value). Revisions only grow.
  // `expires_at_ms`, since the epoch, is 0 for never.
  virtual Status Append(const Event& event, int64_t expires_at_ms) = 0;
  // Takes up to `limit` records that are due; they still have to be deleted.
  virtual Result<std::vector<KeyValue>> TakeExpired(int64_t now_ms, size_t limit) = 0;
  // When the next record is due.
  virtual Result<std::optional<int64_t>> NextExpiry() = 0;
  // Removes what the writes with `after` < revision <= `up_to` have made obsolete, until about
  // `deadline`. Returns how far it came, which is more than `after`.
  virtual Result<Revision> Scrub(Revision after, Revision up_to,
                                 std::chrono::steady_clock::time_point deadline) = 0;
  // Makes the transaction write something, so that its commit shows whether commits work.
  virtual Status Probe() = 0;
  // Ends the transaction; returns when it is durable. `bounds` are the store's from now on.
  virtual Status Commit(const Bounds& bounds) = 0;
  virtual void Rollback() = 0;
};

}  // namespace pintle::storage
