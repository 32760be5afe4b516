#include "pintle/typeinfo/map_builder.h"

#include <algorithm>
#include <numeric>

namespace pintle::typeinfo {
namespace {

constexpr size_t kEntryAlign = alignof(Str);
// Room made for the order of entries that are not in key order.
constexpr size_t kUsualEntries = 32;

}  // namespace

uint32_t MapBuilder::Place(Str key) {
  const uint32_t next = entries_.count;
  if (!index_.empty()) {
    auto [at, added] = index_.emplace(key, next);
    return added ? kNew : at->second;
  }
  auto key_at = [&](uint32_t i) { return EntryKey(At(i)); };
  auto at = std::ranges::lower_bound(order_, key, {}, key_at);
  if (at != order_.end() && key_at(*at) == key) return *at;
  if (next < kMaxOrdered) {
    order_.insert(at, next);
    return kNew;
  }
  for (uint32_t i : order_) index_.emplace_hint(index_.end(), key_at(i), i);
  index_.emplace(key, next);
  return kNew;
}

char* MapBuilder::Append(Str key) {
  char* entry = AppendZeroed(entries_, stride_, kEntryAlign, arena_);
  EntryKey(entry) = key;
  return entry + kMapValueOffset;
}

char* MapBuilder::Add(Str key, bool* repeated) {
  *repeated = false;
  if (sorted_) {
    if (entries_.count == 0 || EntryKey(At(entries_.count - 1)) < key) return Append(key);
    sorted_ = false;
    order_.reserve(std::max<size_t>(kUsualEntries, 2 * size_t{entries_.count}));
    order_.resize(entries_.count);
    std::iota(order_.begin(), order_.end(), 0);
  }
  const uint32_t there = Place(key);
  if (there == kNew) return Append(key);
  *repeated = true;
  char* value = At(there) + kMapValueOffset;
  std::memset(value, 0, stride_ - kMapValueOffset);
  return value;
}

void MapBuilder::Sort() {
  RawList sorted = {};
  Reserve(sorted, entries_.count, stride_, kEntryAlign, arena_);
  auto take = [&](uint32_t i) { std::memcpy(sorted.At(sorted.count++, stride_), At(i), stride_); };
  if (index_.empty()) {
    for (uint32_t i : order_) take(i);
  } else {
    for (const auto& [key, i] : index_) take(i);
  }
  entries_ = sorted;
}

void MapBuilder::PutBehind(RawList& map) const {
  if (entries_.count == 0) return;
  const uint32_t count = map.count + entries_.count;
  if (count > map.capacity) {
    Reserve(map, std::max(count, map.capacity * 2), stride_, kEntryAlign, arena_);
  }
  std::memcpy(map.At(map.count, stride_), entries_.data, stride_ * entries_.count);
  map.count = count;
}

bool MapBuilder::Finish(RawList& map) {
  if (map.count != 0) {
    PutBehind(map);
    return entries_.count == 0;
  }
  if (!sorted_) Sort();
  Reserve(entries_, 0, stride_, kEntryAlign, arena_);
  map = entries_;
  return true;
}

}  // namespace pintle::typeinfo
