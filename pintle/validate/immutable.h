#pragma once

#include "pintle/validate/operation.h"

namespace pintle::validate {

// +k8s:immutable. Does not compare: it is reached only for values that ratcheting found changed, so
// in an update it always fails.
inline bool Immutable(const Operation& operation, const field::Path& path,
                      field::ErrorList& errors) {
  if (!operation.is_update()) return false;
  errors.push_back(field::Invalid(path, field::BadValue::Rendered("null"), "field is immutable")
                       .WithOrigin("immutable"));
  return true;
}

}  // namespace pintle::validate
