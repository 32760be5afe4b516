#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/storage/store.h"

// What happened to a store during a run, recorded as its clients saw it.
namespace pintle::storage::history {

// Nanoseconds of the steady clock.
using Time = int64_t;

// One call and its answer.
struct Operation {
  enum class Kind : uint8_t {
    kCreate,
    kUpdate,
    kDelete,
    kGet,
    kRange,
    kCount,
    kRevision,
    kCompact,
  };

  bool IsWrite() const { return kind <= Kind::kDelete; }

  Kind kind = Kind::kGet;
  Time invoked = 0;
  Time returned = 0;
  // Of writes and gets; the prefix of a count.
  std::string key{};
  // Written; no two writes of a run have the same one.
  std::string value{};
  // The condition of an update or deletion; the revision of a compaction.
  Revision expected = 0;
  RangeOptions range{};

  // The answer. With an error nothing else is set, and a write may have happened or not.
  std::optional<Error> error{};
  bool succeeded = false;
  Revision revision = 0;
  // The record got, ranged, removed or in the way.
  std::vector<KeyValue> records{};
  size_t count = 0;
};

// One watch and everything it was given.
struct WatchRecord {
  // After this many events the watch said that it covers that revision.
  struct Covered {
    size_t events = 0;
    Revision revision = 0;
  };

  std::string prefix;
  Revision from = 0;
  Time invoked = 0;
  Time started = 0;
  Time ended = 0;
  std::vector<Event> events;
  // In the callbacks.
  std::vector<Covered> batches;
  // What progress() said, and how many events there were right after that.
  std::vector<Covered> progress;
  std::optional<Error> error;
  // It was kept until everything written must have come.
  bool to_the_end = false;
  bool called_after_it_ended = false;
};

struct History {
  std::string prefix;
  // The store's revision before the first operation, when the prefix was empty.
  Revision start = 0;
  std::vector<Operation> operations;
  std::vector<WatchRecord> watches;
};

}  // namespace pintle::storage::history
