#pragma once

#include "pintle/typeinfo/type_info.h"

namespace pintle::typeinfo {

// Whether every field has its default: false, 0, "", unset, nil. A list or map that is empty but
// not nil is not zero.
bool IsZero(const TypeInfo& type, const void* object);

}  // namespace pintle::typeinfo
