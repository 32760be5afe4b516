#pragma once

#include <algorithm>
#include <concepts>
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

// Gives `target` the entries of `source` whose keys it lacks, in one pass: both may be long.
template <typename V>
void AddMissing(Arena& arena, const typeinfo::Map<V>& source, typeinfo::Map<V>& target) {
  using Entry = typename typeinfo::Map<V>::Entry;
  auto is_missing = [&](const Entry& entry) { return target.Find(entry.key) == nullptr; };
  const auto missing = static_cast<size_t>(std::ranges::count_if(source, is_missing));
  if (missing == 0) return;
  auto merged = typeinfo::Map<V>::Sized(arena, target.size() + missing);
  Entry* out = merged.begin();
  const Entry* at = target.begin();
  for (const Entry& entry : source) {
    while (at != target.end() && at->key < entry.key) *out++ = *at++;
    if (at == target.end() || at->key != entry.key) *out++ = entry;
  }
  while (at != target.end()) *out++ = *at++;
  target = merged;
}

}  // namespace pintle::apis
