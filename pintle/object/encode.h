#pragma once

#include <string>
#include <string_view>

#include "pintle/object/kind.h"
#include "pintle/object/media_type.h"
#include "pintle/object/object.h"

namespace pintle::object {

// `object` as `version` in dynamic form, apiVersion and kind included. The result may share data
// with `object`.
Value ToDocument(const Kind& kind, const Object& object, std::string_view version, Arena& arena);

// `object` as `version` as bytes of a format: CBOR with its prefix, JSON compact or indented
// without a final newline, Protobuf (of compiled-in kinds only) in its envelope. Items of lists of
// compiled-in kinds carry no apiVersion and kind: `type_meta` false, and Protobuf is the message
// alone.
std::string EncodeAs(const Kind& kind, const Object& object, std::string_view version,
                     bool type_meta, MediaType media, bool pretty);
// Structs that are no stored kind (Status, lists of the API itself).
std::string EncodeStructAs(const typeinfo::TypeInfo& type, const void* data, MediaType media,
                           bool pretty);
// Not as Protobuf, which needs to know the type.
std::string EncodeValueAs(const Value& value, MediaType media, bool pretty);
// `value` must fit `type`.
std::string EncodeValueAs(const Value& value, const typeinfo::TypeInfo& type, MediaType media,
                          bool pretty);

// What is stored: the storage version, deterministic, without resourceVersion.
std::string EncodeStored(const Kind& kind, const Object& object);

}  // namespace pintle::object
