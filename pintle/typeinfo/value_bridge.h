#pragma once

#include "pintle/base/arena.h"
#include "pintle/base/error.h"
#include "pintle/field/findings.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/value/value.h"

namespace pintle::typeinfo {

// The dynamic value that Encode would write, in `arena`. `type` must live as long as the program,
// as generated tables do.
Value ToValue(const TypeInfo& type, const void* object, Arena& arena);

// Decode from a dynamic value.
Status FromValue(const Value& value, const TypeInfo& type, void* out, Arena& arena,
                 field::Findings* findings);
// The same for a default object and a value with nothing unusual in it, which has no errors and no
// findings; false for any other, `out` is then default as before. The object shares the texts of
// the value, which must live as long. For `type` as above.
bool FromPlainValue(const Value& value, const TypeInfo& type, void* out, Arena& arena);

template <typename T>
Value ToValue(const T& object, Arena& arena) {
  return ToValue(TypeOf<T>(), &object, arena);
}

}  // namespace pintle::typeinfo
