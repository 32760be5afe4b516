#pragma once

#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/typeinfo/protobuf_input.h"
#include "pintle/typeinfo/types.h"

// Messages of the types that are no structs here. False after a fault, which `in` describes.
namespace pintle::typeinfo {

bool ReadProtoTime(ProtoInput& in, std::string_view message, bool micro, Time& out);
bool ReadProtoDuration(ProtoInput& in, std::string_view message, Duration& out);
bool ReadProtoQuantity(ProtoInput& in, std::string_view message, Quantity& out, Arena& arena);
bool ReadProtoIntOrString(ProtoInput& in, std::string_view message, IntOrString& out);
// Its bytes are a JSON document, or a CBOR one that says so.
bool ReadProtoAny(ProtoInput& in, std::string_view message, Any& out, Arena& arena);

}  // namespace pintle::typeinfo
