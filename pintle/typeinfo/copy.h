#pragma once

#include "pintle/base/arena.h"
#include "pintle/typeinfo/type_info.h"

namespace pintle::typeinfo {

// Makes `*to`, memory for an object of `type`, a copy of `*from` that shares nothing with it:
// strings and dynamic values too are copied into `arena`.
void DeepCopy(const TypeInfo& type, const void* from, void* to, Arena& arena);

// The same, but texts and dynamic values are shared, which nobody changes: what is changed of the
// one is not of the other, and both need the arena of `from`.
void CopyStructure(const TypeInfo& type, const void* from, void* to, Arena& arena);

template <typename T>
T DeepCopy(const T& from, Arena& arena) {
  T copy;
  DeepCopy(TypeOf<T>(), &from, &copy, arena);
  return copy;
}

}  // namespace pintle::typeinfo
