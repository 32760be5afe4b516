#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pintle/object/header.h"
#include "pintle/typeinfo/type_info.h"

// Reading single fields of stored Protobuf, led by the tables; everything else is skipped.
namespace pintle::object {

// Name, namespace, uid and labels of an object whose `message` is of `type`. False for bytes that
// cannot be read.
bool ReadProtobufMeta(const typeinfo::TypeInfo& type, std::string_view message, Header& header);

// The printed form of the field at a dotted path; nothing if it is not there.
std::optional<std::string> ProtobufValue(const typeinfo::TypeInfo& type, std::string_view message,
                                         std::string_view dotted_path);

}  // namespace pintle::object
