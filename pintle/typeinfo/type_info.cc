#include "pintle/typeinfo/type_info.h"

#include <algorithm>

namespace pintle::typeinfo {
namespace {

template <typename T>
constexpr TypeInfo Scalar(Kind kind, uint8_t bits = 0) {
  return TypeInfo{.kind = kind, .size = sizeof(T), .align = alignof(T), .bits = bits};
}

}  // namespace

constinit const TypeInfo kBoolType = Scalar<bool>(Kind::kBool);
constinit const TypeInfo kInt8Type = Scalar<int32_t>(Kind::kInt32, 8);
constinit const TypeInfo kInt16Type = Scalar<int32_t>(Kind::kInt32, 16);
constinit const TypeInfo kInt32Type = Scalar<int32_t>(Kind::kInt32);
constinit const TypeInfo kInt64Type = Scalar<int64_t>(Kind::kInt64);
constinit const TypeInfo kUint8Type = Scalar<uint32_t>(Kind::kUint32, 8);
constinit const TypeInfo kUint16Type = Scalar<uint32_t>(Kind::kUint32, 16);
constinit const TypeInfo kUint32Type = Scalar<uint32_t>(Kind::kUint32);
constinit const TypeInfo kUint64Type = Scalar<uint64_t>(Kind::kUint64);
constinit const TypeInfo kFloatType = Scalar<float>(Kind::kFloat);
constinit const TypeInfo kDoubleType = Scalar<double>(Kind::kDouble);
constinit const TypeInfo kStringType = Scalar<Str>(Kind::kString);
constinit const TypeInfo kBinaryType = Scalar<Binary>(Kind::kBinary);
constinit const TypeInfo kAnyType = Scalar<Any>(Kind::kAny);
constinit const TypeInfo kTimeType = Scalar<Time>(Kind::kTime);
constinit const TypeInfo kMicroTimeType = Scalar<MicroTime>(Kind::kMicroTime);
constinit const TypeInfo kDurationType = Scalar<Duration>(Kind::kDuration);
constinit const TypeInfo kQuantityType = Scalar<Quantity>(Kind::kQuantity);
constinit const TypeInfo kIntOrStringType = Scalar<IntOrString>(Kind::kIntOrString);

template <>
const TypeInfo& TypeOf<bool>() {
  return kBoolType;
}
template <>
const TypeInfo& TypeOf<int32_t>() {
  return kInt32Type;
}
template <>
const TypeInfo& TypeOf<int64_t>() {
  return kInt64Type;
}
template <>
const TypeInfo& TypeOf<uint32_t>() {
  return kUint32Type;
}
template <>
const TypeInfo& TypeOf<uint64_t>() {
  return kUint64Type;
}
template <>
const TypeInfo& TypeOf<float>() {
  return kFloatType;
}
template <>
const TypeInfo& TypeOf<double>() {
  return kDoubleType;
}
template <>
const TypeInfo& TypeOf<Str>() {
  return kStringType;
}
template <>
const TypeInfo& TypeOf<Binary>() {
  return kBinaryType;
}
template <>
const TypeInfo& TypeOf<Any>() {
  return kAnyType;
}
template <>
const TypeInfo& TypeOf<Time>() {
  return kTimeType;
}
template <>
const TypeInfo& TypeOf<MicroTime>() {
  return kMicroTimeType;
}
template <>
const TypeInfo& TypeOf<Duration>() {
  return kDurationType;
}
template <>
const TypeInfo& TypeOf<Quantity>() {
  return kQuantityType;
}
template <>
const TypeInfo& TypeOf<IntOrString>() {
  return kIntOrStringType;
}

const JsonField* FindJsonField(const TypeInfo& type, std::string_view name) {
  auto name_at = [&](uint16_t index) { return type.json_fields[index].field->name; };
  auto found = std::ranges::lower_bound(type.json_index, name, {}, name_at);
  if (found == type.json_index.end() || name_at(*found) != name) return nullptr;
  return &type.json_fields[*found];
}

}  // namespace pintle::typeinfo
