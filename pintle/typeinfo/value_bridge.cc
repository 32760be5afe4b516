#include "pintle/typeinfo/value_bridge.h"

#include "pintle/codec/document.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/encode.h"

namespace pintle::typeinfo {

Value ToValue(const TypeInfo& type, const void* object, Arena& arena) {
  codec::ValueWriter writer(arena);
  Encode(type, object, writer);
  return writer.Take();
}

Status FromValue(const Value& value, const TypeInfo& type, void* out, Arena& arena,
                 field::Findings* findings) {
  codec::ValueReader reader(value);
  return Decode(reader, type, out, arena, findings);
}

}  // namespace pintle::typeinfo
