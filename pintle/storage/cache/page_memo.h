#pragma once

#include <cstddef>
#include <cstdint>

#include "pintle/base/bytes.h"

namespace pintle::storage {

class CachedObject;

// Encodings of runs of objects, one behind the other, that belong to one state of an index: lists
// that are asked for again while nothing has changed are sent without looking at their objects. All
// memos of the process share the room: when it is full what was not used for longest goes.
// Thread-safe.
class PageMemo {
 public:
  // Of all memos together. Shorter encodings are made again as fast as they are found.
  static constexpr size_t kMaxBytes = size_t{32} * 1024 * 1024;
  static constexpr size_t kMaxRuns = 256;
  static constexpr size_t kMinBytes = size_t{16} * 1024;

  // A run: how it is encoded, where it starts and how many objects it has. The objects must be
  // those of the index that the memo belongs to.
  struct Run {
    uint64_t encoding_key = 0;
    const CachedObject* first = nullptr;
    size_t count = 0;

    friend bool operator==(const Run&, const Run&) = default;
  };

  PageMemo() = default;
  ~PageMemo();
  PageMemo(const PageMemo&) = delete;
  PageMemo& operator=(const PageMemo&) = delete;

  // No bytes if it is not kept.
  Bytes Find(const Run& run) const;
  void Keep(const Run& run, const Bytes& encoding) const;
};

}  // namespace pintle::storage
