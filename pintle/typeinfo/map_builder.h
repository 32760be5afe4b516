#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/typeinfo/layout.h"

namespace pintle::typeinfo {

// Collects the entries of one map in the order of a document and puts them in key order at the end.
// Most maps come in that order, and those that do not have few entries: up to a bound their order
// is kept as they come, beyond it by an index, so that a map costs n log n whatever its order.
class MapBuilder {
 public:
  MapBuilder(const TypeInfo& element, Arena& arena)
      : arena_(arena), stride_(MapEntrySize(element)) {}

  // A default value to be filled before the next call. A key that was added before starts again
  // from the default, and `*repeated` says so. `key` must live as long as the arena.
  char* Add(Str key, bool* repeated);

  // Puts the entries into `map`. If it has some already they are put behind those, and it returns
  // false: SortMaps must then bring the map in order, once for all that was added to it, which
  // keeps the later of two entries with the same key. A member that comes again and again is so
  // read in time and memory for what it says, not for what the map has.
  bool Finish(RawList& map);

 private:
  // Up to this many entries a number moved for every later one is cheaper than an index.
  static constexpr uint32_t kMaxOrdered = 256;

  char* At(size_t index) const { return entries_.At(index, stride_); }
  // Notes the place of the entry that comes next; its number if the key is there already, else
  // kNew.
  static constexpr uint32_t kNew = UINT32_MAX;
  uint32_t Place(Str key);
  char* Append(Str key);
  void Sort();
  void PutBehind(RawList& map) const;

  Arena& arena_;
  size_t stride_;
  RawList entries_ = {};
  bool sorted_ = true;
  // Once they are not: the numbers of the entries in key order, or, if there are many, by key.
  std::vector<uint32_t> order_;
  std::map<Str, uint32_t> index_;
};

}  // namespace pintle::typeinfo
