#pragma once

#include <cstdint>
#include <map>

#include "pintle/base/arena.h"
#include "pintle/typeinfo/layout.h"

namespace pintle::typeinfo {

// Collects the entries of one map in the order of a document and puts them in key order at the end,
// so that a large map costs n log n whatever its order.
class MapBuilder {
 public:
  MapBuilder(const TypeInfo& element, Arena& arena)
      : arena_(arena), stride_(MapEntrySize(element)) {}

  // A default value to be filled before the next call. A key that was added before starts again
  // from the default, and `*repeated` says so. `key` must live as long as the arena.
  char* Add(Str key, bool* repeated);

  // Puts the entries into `map`; they replace entries it already has under the same keys, the rest
  // stays.
  void Finish(RawList& map);

 private:
  // Up to this many entries out of order a scan is cheaper than an index.
  static constexpr uint32_t kMaxScanned = 16;

  char* At(size_t index) const { return entries_.At(index, stride_); }
  char* Find(Str key) const;
  char* Append(Str key);
  void Sort();
  RawList Merge(const RawList& older) const;

  Arena& arena_;
  size_t stride_;
  RawList entries_ = {};
  bool sorted_ = true;
  std::map<Str, uint32_t>
      index_;  // used once there are more than kMaxScanned entries, not in order
};

}  // namespace pintle::typeinfo
