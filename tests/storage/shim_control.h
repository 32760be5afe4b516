#pragma once

#include <atomic>
#include <cstdint>

// What the preloaded file shim (file_shim.cc) and the tests agree on. The shim acts only on files
// named `data.mdb`.
namespace pintle::storage_tests {

// Names the file that holds a ShimControl, mapped by the shim and by whoever controls it.
constexpr const char* kControlVariable = "PINTLE_SHIM_CONTROL";
// Names the file that writes, syncs and marks are recorded in while `recording` is set.
constexpr const char* kTraceVariable = "PINTLE_SHIM_TRACE";

// All zero: the shim does nothing.
struct ShimControl {
  std::atomic<int32_t> recording;
  // Error numbers to answer with instead of doing what was asked; 0 for none.
  std::atomic<int32_t> write_error;       // of pages
  std::atomic<int32_t> meta_write_error;  // of writes that sync (O_DSYNC): LMDB's meta pages
  std::atomic<int32_t> sync_error;
  // A meta page that fails is written all the same, as when only the sync of it failed.
  std::atomic<int32_t> meta_write_happens;
  // The next so many writes of pages do half of what was asked, and say so.
  std::atomic<int32_t> short_writes;
  // Calls answered with a fault so far.
  std::atomic<int32_t> faults;
};

struct TraceRecord {
  // A write is recorded before it is done; one that syncs itself is followed by kSyncedWrite. A
  // sync is recorded when it is done. After a failed one nobody knows which of the writes before it
  // are on disk, and a later sync does not write them again.
  enum Kind : uint32_t { kWrite, kSyncedWrite, kSync, kFailedSync, kTruncate, kMark };
  uint32_t kind;
  uint32_t reserved;
  uint64_t offset;  // of a truncation: the size
  uint64_t size;    // of the bytes that follow
};

// Puts bytes of the caller's into the trace; null without the shim.
using MarkFunction = void (*)(const void* bytes, uint64_t size);
constexpr const char* kMarkSymbol = "pintle_shim_mark";

}  // namespace pintle::storage_tests
