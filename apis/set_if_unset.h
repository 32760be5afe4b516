#pragma once

#include <concepts>
#include <span>
#include <type_traits>

#include "pintle/base/arena.h"
#include "pintle/typeinfo/types.h"

// What rules about missing values are made of.
namespace pintle::apis {

inline void SetIfUnset(typeinfo::Str& field, typeinfo::Str value) {
  if (field.empty()) field = value;
}
template <std::integral T>
void SetIfUnset(T& field, std::type_identity_t<T> value) {
  if (field == 0) field = value;
}
template <typename T>
void SetIfUnset(typeinfo::Opt<T>& field, std::type_identity_t<T> value) {
  if (!field) field = value;
}

// A map with entries of its own; keys and values are shared.
template <typename V>
typeinfo::Map<V> CopyEntries(Arena& arena, const typeinfo::Map<V>& map) {
  using Entry = typename typeinfo::Map<V>::Entry;
  typeinfo::Map<V> copy = map;
  if (map.is_nil()) return copy;
  copy.data = arena.CopyArray(std::span<const Entry>(map.data, map.count));
  copy.capacity = copy.count;
  return copy;
}

// Gives `target` the entries of `source` whose keys it lacks.
template <typename V>
void AddMissing(Arena& arena, const typeinfo::Map<V>& source, typeinfo::Map<V>& target) {
  for (const auto& entry : source) {
    if (target.Find(entry.key) == nullptr) target.Set(arena, entry.key, entry.value);
  }
}

}  // namespace pintle::apis
