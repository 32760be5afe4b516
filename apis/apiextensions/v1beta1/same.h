#pragma once

#include <algorithm>

#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/types.h"

// Whether what two versions say is the same.
namespace pintle::apis::apiextensions::v1beta1 {

template <typename T>
bool Same(const typeinfo::Ptr<T>& a, const typeinfo::Ptr<T>& b) {
  return static_cast<bool>(a) == static_cast<bool>(b) && (!a || typeinfo::SemanticEqual(*a, *b));
}
template <typename T>
bool Same(const typeinfo::List<T>& a, const typeinfo::List<T>& b) {
  return std::ranges::equal(a, b, typeinfo::SemanticEqual<T>);
}

}  // namespace pintle::apis::apiextensions::v1beta1
