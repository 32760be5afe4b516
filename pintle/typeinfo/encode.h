#pragma once

#include <string>

#include "pintle/codec/token.h"
#include "pintle/typeinfo/type_info.h"

namespace pintle::typeinfo {

// Writes `object` as one value, members in the order of the type. A nil list or map, an unset Opt
// or Ptr and the zero time are null, unless the field's flags omit them: omit_empty leaves out
// false, 0, "", a list, map or binary without content, an unset Opt or Ptr and a null Any, never a
// struct or a time; omit_zero leaves out what IsZero accepts.
void Encode(const TypeInfo& type, const void* object, codec::Writer& writer);

// The same as one compact JSON text, faster than through a writer. `type` must live as long as the
// program, as generated tables do.
std::string EncodeJson(const TypeInfo& type, const void* object);

// Whether Encode would leave the field out; `value` points to the field.
bool IsOmitted(const FieldInfo& field, const void* value);

}  // namespace pintle::typeinfo
