#pragma once

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/field/findings.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/value/value.h"

namespace pintle::typeinfo {

// The dynamic value that Encode would write, in `arena`.
Value ToValue(const TypeInfo& type, const void* object, Arena& arena);

// Decode from a dynamic value.
Status FromValue(const Value& value, const TypeInfo& type, void* out, Arena& arena,
                 field::Findings* findings);

template <typename T>
Value ToValue(const T& object, Arena& arena) {
  return ToValue(TypeOf<T>(), &object, arena);
}

}  // namespace pintle::typeinfo
