#include "pintle/typeinfo/value_bridge.h"

#include "pintle/codec/document.h"
#include "pintle/typeinfo/decode.h"

namespace pintle::typeinfo {

Status FromValue(const Value& value, const TypeInfo& type, void* out, Arena& arena,
                 field::Findings* findings) {
  codec::ValueReader reader(value);
  return Decode(reader, type, out, arena, findings);
}

}  // namespace pintle::typeinfo
