#pragma once

#include <cstdint>

#include "pintle/codec/protobuf_format.h"
#include "pintle/typeinfo/type_info.h"

// Field numbers of the messages that are no structs here, for reading and writing.
namespace pintle::typeinfo {

inline constexpr uint32_t kTimeSeconds = 1;
inline constexpr uint32_t kTimeNanoseconds = 2;
inline constexpr uint32_t kDurationNanoseconds = 1;
inline constexpr uint32_t kQuantityText = 1;
inline constexpr uint32_t kIntOrStringForm = 1;
inline constexpr uint32_t kIntOrStringNumber = 2;
inline constexpr uint32_t kIntOrStringText = 3;
inline constexpr uint64_t kTypeInt = 0;  // values of kIntOrStringForm
inline constexpr uint64_t kTypeString = 1;
inline constexpr uint32_t kRawContent = 1;        // of RawExtension, FieldsV1, JSON
inline constexpr uint32_t kListMessageItems = 1;  // of lists that are messages

// Times have microseconds at most.
inline int32_t WholeMicroseconds(int32_t nanoseconds) { return nanoseconds / 1000 * 1000; }

// How one value of the type is written.
inline codec::ProtoWire ProtoWireOf(const TypeInfo& type) {
  switch (type.kind) {
    case Kind::kBool:
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kUint32:
    case Kind::kUint64:
      return codec::ProtoWire::kVarint;
    case Kind::kFloat:
      return codec::ProtoWire::kFixed32;
    case Kind::kDouble:
      return codec::ProtoWire::kFixed64;
    case Kind::kOpt:
      return ProtoWireOf(*type.element);
    default:
      return codec::ProtoWire::kBytes;
  }
}

}  // namespace pintle::typeinfo
