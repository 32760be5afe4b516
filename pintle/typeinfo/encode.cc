#include "pintle/typeinfo/encode.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "pintle/base/duration_text.h"
#include "pintle/codec/document.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/time_format.h"
#include "pintle/typeinfo/zero.h"

namespace pintle::typeinfo {
namespace {

bool IsEmpty(const TypeInfo& type, const void* value) {
  switch (type.kind) {
    case Kind::kBool:
      return !As<bool>(value);
    case Kind::kInt32:
      return As<int32_t>(value) == 0;
    case Kind::kInt64:
      return As<int64_t>(value) == 0;
    case Kind::kUint32:
      return As<uint32_t>(value) == 0;
    case Kind::kUint64:
      return As<uint64_t>(value) == 0;
    case Kind::kFloat:
      return As<float>(value) == 0;
    case Kind::kDouble:
      return As<double>(value) == 0;
    case Kind::kString:
      return As<Str>(value).empty();
    case Kind::kBinary:
      return As<Binary>(value).size == 0;
    case Kind::kAny:
      return As<Any>(value).is_null();
    case Kind::kOpt:
      return !OptSet(type, value);
    case Kind::kPtr:
      return As<RawPtr>(value).target == nullptr;
    case Kind::kList:
    case Kind::kMap:
      return As<RawList>(value).count == 0;
    case Kind::kTime:
    case Kind::kMicroTime:
    case Kind::kDuration:
    case Kind::kQuantity:
    case Kind::kIntOrString:
    case Kind::kStruct:
    case Kind::kUnion:
      return false;
  }
  return false;
}

void EncodeStruct(const TypeInfo& type, const void* object, codec::Writer& writer) {
  writer.BeginObject();
  for (const JsonField& member : type.json_fields) {
    const char* value = FieldAt(object, member.offset);
    if (IsOmitted(*member.field, value)) continue;
    writer.Key(member.field->name);
    Encode(*member.field->type, value, writer);
  }
  writer.EndObject();
}

void EncodeUnion(const TypeInfo& type, const void* object, codec::Writer& writer) {
  const FieldInfo* flag = nullptr;
  for (const FieldInfo& field : type.fields) {
    if (field.type->kind == Kind::kBool) {
      flag = &field;
    } else if (!IsEmpty(*field.type, FieldAt(object, field.offset))) {
      return Encode(*field.type, FieldAt(object, field.offset), writer);
    }
  }
  if (flag == nullptr) return writer.Null();
  writer.Bool(As<bool>(FieldAt(object, flag->offset)));
}

void EncodeList(const TypeInfo& element, const RawList& list, codec::Writer& writer) {
  if (list.data == nullptr) return writer.Null();
  writer.BeginList();
  for (uint32_t i = 0; i < list.count; ++i) Encode(element, list.At(i, element.size), writer);
  writer.EndList();
}

void EncodeMap(const TypeInfo& element, const RawList& map, codec::Writer& writer) {
  if (map.data == nullptr) return writer.Null();
  size_t stride = MapEntrySize(element);
  writer.BeginObject();
  for (uint32_t i = 0; i < map.count; ++i) {
    const char* entry = map.At(i, stride);
    writer.Key(EntryKey(entry));
    Encode(element, entry + kMapValueOffset, writer);
  }
  writer.EndObject();
}

void EncodeBinary(const Binary& binary, codec::Writer& writer) {
  binary.is_nil() ? writer.Null() : writer.Binary(binary.view());
}

// The shortest text of the 32-bit number, which is not always that of the same 64-bit one.
void EncodeFloat(float value, codec::Writer& writer) {
  writer.Double(std::strtod(fmt::format("{}", value).c_str(), nullptr));
}

void EncodeIntOrString(const IntOrString& value, codec::Writer& writer) {
  value.is_text ? writer.String(value.text) : writer.Int(value.number);
}

void EncodeTime(const Time& time, std::string (*format)(const Time&), codec::Writer& writer) {
  time.set ? writer.String(format(time)) : writer.Null();
}

}  // namespace

bool IsOmitted(const FieldInfo& field, const void* value) {
  return (field.omit_empty && IsEmpty(*field.type, value)) ||
         (field.omit_zero && IsZero(*field.type, value));
}

void Encode(const TypeInfo& type, const void* object, codec::Writer& writer) {
  switch (type.kind) {
    case Kind::kBool:
      return writer.Bool(As<bool>(object));
    case Kind::kInt32:
      return writer.Int(As<int32_t>(object));
    case Kind::kInt64:
      return writer.Int(As<int64_t>(object));
    case Kind::kUint32:
      return writer.Int(As<uint32_t>(object));
    case Kind::kUint64:
      return writer.Uint(As<uint64_t>(object));
    case Kind::kFloat:
      return EncodeFloat(As<float>(object), writer);
    case Kind::kDouble:
      return writer.Double(As<double>(object));
    case Kind::kString:
      return writer.String(As<Str>(object));
    case Kind::kBinary:
      return EncodeBinary(As<Binary>(object), writer);
    case Kind::kAny:
      return codec::WriteValue(As<Any>(object), writer);
    case Kind::kTime:
      return EncodeTime(As<Time>(object), FormatTime, writer);
    case Kind::kMicroTime:
      return EncodeTime(As<MicroTime>(object), FormatMicroTime, writer);
    case Kind::kDuration: {
      std::string text = DurationText(std::chrono::nanoseconds(As<Duration>(object).nanoseconds));
      return writer.String(text);
    }
    case Kind::kQuantity:
      return writer.String(As<Quantity>(object).view());
    case Kind::kIntOrString:
      return EncodeIntOrString(As<IntOrString>(object), writer);
    case Kind::kStruct:
      return EncodeStruct(type, object, writer);
    case Kind::kUnion:
      return EncodeUnion(type, object, writer);
    case Kind::kOpt:
      return OptSet(type, object) ? Encode(*type.element, object, writer) : writer.Null();
    case Kind::kPtr: {
      const char* target = As<RawPtr>(object).target;
      return target != nullptr ? Encode(*type.element, target, writer) : writer.Null();
    }
    case Kind::kList:
      return EncodeList(*type.element, As<RawList>(object), writer);
    case Kind::kMap:
      return EncodeMap(*type.element, As<RawList>(object), writer);
  }
}

}  // namespace pintle::typeinfo
