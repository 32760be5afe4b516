#pragma once

#include <string>

#include "apis/core/v1/types.h"
#include "pintle/validate/shown.h"

// Pods and volumes in the texts of validation. Kubernetes makes those from its in-memory types,
// which have the members of the wire types in another order; what of the host a pod uses stands in
// its security context there.
namespace pintle::apis::core::v1 {

validate::ShownForms MemoryForms();

template <typename T>
field::BadValue ShownInMemory(const T& value) {
  return validate::ShownObject(typeinfo::TypeOf<T>(), &value, MemoryForms());
}

template <typename T>
std::string DiffInMemory(const T& before, const T& after) {
  return validate::ShownDiff(typeinfo::TypeOf<T>(), &before, &after, MemoryForms());
}

}  // namespace pintle::apis::core::v1
