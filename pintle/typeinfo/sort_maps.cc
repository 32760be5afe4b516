#include "pintle/typeinfo/sort_maps.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "pintle/typeinfo/layout.h"

namespace pintle::typeinfo {
namespace {

void SortEntries(const TypeInfo& element, RawList& map, Arena& arena) {
  size_t stride = MapEntrySize(element);
  std::vector<const char*> entries(map.count);
  for (uint32_t i = 0; i < map.count; ++i) entries[i] = map.At(i, stride);
  auto key = [](const char* entry) { return EntryKey(entry); };
  std::ranges::stable_sort(entries, {}, key);
  RawList sorted = {};
  Reserve(sorted, map.count, stride, alignof(Str), arena);
  for (size_t i = 0; i < entries.size(); ++i) {
    if (i + 1 < entries.size() && key(entries[i]) == key(entries[i + 1])) continue;
    std::memcpy(sorted.At(sorted.count++, stride), entries[i], stride);
  }
  map = sorted;
}

}  // namespace

void SortMaps(const TypeInfo& type, void* object, Arena& arena) {
  switch (type.kind) {
    case Kind::kStruct:
    case Kind::kUnion:
      for (const FieldInfo& field : type.fields) {
        SortMaps(*field.type, FieldAt(object, field.offset), arena);
      }
      break;
    case Kind::kPtr:
      if (char* target = As<RawPtr>(object).target; target != nullptr) {
        SortMaps(*type.element, target, arena);
      }
      break;
    case Kind::kList:
      for (uint32_t i = 0; i < As<RawList>(object).count; ++i) {
        SortMaps(*type.element, As<RawList>(object).At(i, type.element->size), arena);
      }
      break;
    case Kind::kMap: {
      auto& map = As<RawList>(object);
      if (map.count != 0) SortEntries(*type.element, map, arena);
      size_t stride = MapEntrySize(*type.element);
      for (uint32_t i = 0; i < map.count; ++i) {
        SortMaps(*type.element, map.At(i, stride) + kMapValueOffset, arena);
      }
      break;
    }
    default:
      break;
  }
}

}  // namespace pintle::typeinfo
