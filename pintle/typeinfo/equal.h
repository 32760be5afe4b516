#pragma once

#include "pintle/typeinfo/type_info.h"

namespace pintle::typeinfo {

// Whether two objects of `type` mean the same: a nil list, map or binary equals an empty one, times
// are compared as instants, Any values as values, numbers in them by amount; an unset Ptr or Opt
// differs from a set one whatever that holds.
bool SemanticEqual(const TypeInfo& type, const void* a, const void* b);

// The same, but a nil list, map or binary differs from an empty one and quantities are compared as
// texts: for what the API counts as changes by such a comparison.
bool StrictEqual(const TypeInfo& type, const void* a, const void* b);

template <typename T>
bool SemanticEqual(const T& a, const T& b) {
  return SemanticEqual(TypeOf<T>(), &a, &b);
}

}  // namespace pintle::typeinfo
