#include "pintle/typeinfo/map_builder.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace pintle::typeinfo {
namespace {

constexpr size_t kEntryAlign = alignof(Str);

}  // namespace

char* MapBuilder::Find(Str key) const {
  if (!index_.empty()) {
    auto found = index_.find(key);
    return found == index_.end() ? nullptr : At(found->second);
  }
  if (sorted_) {
    uint32_t low = 0;
    for (uint32_t high = entries_.count; low < high;) {
      uint32_t middle = low + (high - low) / 2;
      (EntryKey(At(middle)) < key ? low : high) = EntryKey(At(middle)) < key ? middle + 1 : middle;
    }
    return low < entries_.count && EntryKey(At(low)) == key ? At(low) : nullptr;
  }
  for (uint32_t i = 0; i < entries_.count; ++i) {
    if (EntryKey(At(i)) == key) return At(i);
  }
  return nullptr;
}

char* MapBuilder::Append(Str key) {
  char* entry = AppendZeroed(entries_, stride_, kEntryAlign, arena_);
  EntryKey(entry) = key;
  if (!sorted_ && entries_.count > kMaxScanned) {
    for (uint32_t i = static_cast<uint32_t>(index_.size()); i < entries_.count; ++i) {
      index_.emplace(EntryKey(At(i)), i);
    }
  }
  return entry + kMapValueOffset;
}

char* MapBuilder::Add(Str key, bool* repeated) {
  *repeated = false;
  bool in_order = entries_.count == 0 || EntryKey(At(entries_.count - 1)) < key;
  if (sorted_ && in_order) return Append(key);
  if (char* entry = Find(key); entry != nullptr) {
    *repeated = true;
    std::memset(entry + kMapValueOffset, 0, stride_ - kMapValueOffset);
    return entry + kMapValueOffset;
  }
  sorted_ = false;
  return Append(key);
}

void MapBuilder::Sort() {
  std::vector<uint32_t> order(entries_.count);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](uint32_t i) { return EntryKey(At(i)); });
  RawList sorted = {};
  Reserve(sorted, entries_.count, stride_, kEntryAlign, arena_);
  for (uint32_t i : order) std::memcpy(sorted.At(sorted.count++, stride_), At(i), stride_);
  entries_ = sorted;
}

RawList MapBuilder::Merge(const RawList& older) const {
  RawList merged = {};
  Reserve(merged, older.count + entries_.count, stride_, kEntryAlign, arena_);
  auto take = [&](const char* entry) {
    std::memcpy(merged.At(merged.count++, stride_), entry, stride_);
  };
  uint32_t i = 0;
  for (uint32_t j = 0; j < older.count; ++j) {
    const char* entry = older.At(j, stride_);
    while (i < entries_.count && EntryKey(At(i)) < EntryKey(entry)) take(At(i++));
    bool replaced = i < entries_.count && EntryKey(At(i)) == EntryKey(entry);
    take(replaced ? At(i++) : entry);
  }
  while (i < entries_.count) take(At(i++));
  return merged;
}

void MapBuilder::Finish(RawList& map) {
  if (!sorted_) Sort();
  if (map.count != 0) {
    map = Merge(map);
    return;
  }
  Reserve(entries_, 0, stride_, kEntryAlign, arena_);
  map = entries_;
}

}  // namespace pintle::typeinfo
