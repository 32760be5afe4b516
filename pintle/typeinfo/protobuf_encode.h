#pragma once

#include <string>
#include <string_view>

#include "pintle/typeinfo/type_info.h"

// Kubernetes Protobuf, as upstream writes it: fields in the order of their numbers; scalars, times
// and structs also when they are zero; pointers, lists, maps and binary data only when they are
// there; map entries in key order. Fields without a number are left out.
namespace pintle::typeinfo {

// The message alone.
std::string EncodeProtobufMessage(const TypeInfo& type, const void* object);

// The message in the envelope that clients and the store use.
std::string EncodeProtobuf(const TypeInfo& type, const void* object, std::string_view api_version,
                           std::string_view kind);
// The same with the apiVersion and kind that the object has itself.
std::string EncodeProtobuf(const TypeInfo& type, const void* object);

}  // namespace pintle::typeinfo
