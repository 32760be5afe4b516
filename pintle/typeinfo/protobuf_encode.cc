#include "pintle/typeinfo/protobuf_encode.h"

#include <bit>

#include "pintle/codec/document.h"
#include "pintle/codec/protobuf_back_writer.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/protobuf_messages.h"

namespace pintle::typeinfo {
namespace {

using codec::ProtoBackWriter;

// Everything is written last to first: see ProtoBackWriter.
class ProtoEncoder {
 public:
  explicit ProtoEncoder(ProtoBackWriter& out) : out_(out) {}

  void Message(const TypeInfo& type, const char* object) {
    for (size_t i = type.proto_index.size(); i > 0; --i) {
      const FieldInfo& field = type.fields[type.proto_index[i - 1]];
      Field(field, object + field.offset);
    }
  }

 private:
  void Field(const FieldInfo& field, const char* value);
  void Items(const TypeInfo& element, const RawList& list, uint32_t number);
  void Entries(const FieldInfo& field, const RawList& map);
  // One value without its tag; what is no scalar with its length.
  void Single(const TypeInfo& type, const char* value);
  void Tagged(const TypeInfo& type, const char* value, uint32_t number) {
    Single(type, value);
    out_.Tag(number, ProtoWireOf(type));
  }
  void WriteTime(const Time& time, int32_t nanoseconds);
  void WriteIntOrString(const IntOrString& value);
  void WriteAny(const Any& value);

  ProtoBackWriter& out_;
};

void ProtoEncoder::Field(const FieldInfo& field, const char* value) {
  const TypeInfo& type = *field.type;
  switch (type.kind) {
    case Kind::kOpt:
      if (!OptSet(type, value)) return;
      break;
    case Kind::kPtr:
      if (As<RawPtr>(value).target == nullptr) return;
      break;
    case Kind::kBinary:
      if (As<Binary>(value).is_nil()) return;
      break;
    case Kind::kAny:
      // Of these only pointers are omit_empty.
      if (field.omit_empty && As<Any>(value).is_null()) return;
      break;
    case Kind::kList: {
      const auto& list = As<RawList>(value);
      if (!field.proto_list_message) return Items(*type.element, list, field.proto_number);
      if (list.data == nullptr) return;
      size_t end = out_.size();
      Items(*type.element, list, kListMessageItems);
      return out_.EndBytes(field.proto_number, end);
    }
    case Kind::kMap:
      return Entries(field, As<RawList>(value));
    default:
      break;
  }
  Tagged(type, value, field.proto_number);
}

void ProtoEncoder::Items(const TypeInfo& element, const RawList& list, uint32_t number) {
  for (uint32_t i = list.count; i > 0; --i) {
    Tagged(element, list.At(i - 1, element.size), number);
  }
}

void ProtoEncoder::Entries(const FieldInfo& field, const RawList& map) {
  const TypeInfo& element = *field.type->element;
  size_t stride = MapEntrySize(element);
  for (uint32_t i = map.count; i > 0; --i) {
    const char* entry = map.At(i - 1, stride);
    const char* value = entry + kMapValueOffset;
    size_t end = out_.size();
    if (field.proto_list_message) {
      Items(*element.element, As<RawList>(value), kListMessageItems);
      out_.EndBytes(codec::kMapEntryValue, end);
    } else if (element.kind != Kind::kBinary || !As<Binary>(value).is_nil()) {
      Tagged(element, value, codec::kMapEntryValue);
    }
    out_.BytesField(codec::kMapEntryKey, EntryKey(entry));
    out_.EndBytes(field.proto_number, end);
  }
}

// The zero time is an empty message.
void ProtoEncoder::WriteTime(const Time& time, int32_t nanoseconds) {
  size_t end = out_.size();
  if (time.set) {
    out_.VarintField(kTimeNanoseconds, static_cast<uint64_t>(int64_t{nanoseconds}));
    out_.VarintField(kTimeSeconds, static_cast<uint64_t>(time.seconds));
  }
  out_.EndLength(end);
}

void ProtoEncoder::WriteIntOrString(const IntOrString& value) {
  size_t end = out_.size();
  out_.BytesField(kIntOrStringText, value.text);
  out_.VarintField(kIntOrStringNumber, static_cast<uint64_t>(int64_t{value.number}));
  out_.VarintField(kIntOrStringForm, value.is_text ? kTypeString : kTypeInt);
  out_.EndLength(end);
}

void ProtoEncoder::WriteAny(const Any& value) {
  size_t end = out_.size();
  if (!value.is_null()) out_.BytesField(kRawContent, codec::ToJson(value));
  out_.EndLength(end);
}

void ProtoEncoder::Single(const TypeInfo& type, const char* value) {
  size_t end = out_.size();
  switch (type.kind) {
    case Kind::kBool:
      return out_.Varint(As<bool>(value) ? 1 : 0);
    case Kind::kInt32:
      return out_.Varint(static_cast<uint64_t>(int64_t{As<int32_t>(value)}));
    case Kind::kInt64:
      return out_.Varint(static_cast<uint64_t>(As<int64_t>(value)));
    case Kind::kUint32:
      return out_.Varint(As<uint32_t>(value));
    case Kind::kUint64:
      return out_.Varint(As<uint64_t>(value));
    case Kind::kFloat:
      return out_.Fixed32(std::bit_cast<uint32_t>(As<float>(value)));
    case Kind::kDouble:
      return out_.Fixed64(std::bit_cast<uint64_t>(As<double>(value)));
    case Kind::kString:
      return out_.Bytes(As<Str>(value));
    case Kind::kBinary:
      return out_.Bytes(As<Binary>(value).view());
    case Kind::kAny:
      return WriteAny(As<Any>(value));
    case Kind::kTime:
      return WriteTime(As<Time>(value), 0);
    case Kind::kMicroTime:
      return WriteTime(As<MicroTime>(value), WholeMicroseconds(As<MicroTime>(value).nanoseconds));
    case Kind::kDuration:
      out_.VarintField(kDurationNanoseconds,
                       static_cast<uint64_t>(As<Duration>(value).nanoseconds));
      break;
    case Kind::kQuantity:
      out_.BytesField(kQuantityText, As<Quantity>(value).view());
      break;
    case Kind::kIntOrString:
      return WriteIntOrString(As<IntOrString>(value));
    case Kind::kStruct:
    case Kind::kUnion:
      Message(type, value);
      break;
    case Kind::kOpt:
      return Single(*type.element, value);
    case Kind::kPtr:
      if (const char* target = As<RawPtr>(value).target; target != nullptr) {
        Message(*type.element, target);
      }
      break;
    case Kind::kList:  // a list in a list has no number and so does not come here
    case Kind::kMap:
      break;
  }
  out_.EndLength(end);
}

Str TextMember(const TypeInfo& type, const void* object, std::string_view name) {
  const JsonField* member = FindJsonField(type, name);
  if (member == nullptr || member->field->type->kind != Kind::kString) return {};
  return As<Str>(FieldAt(object, member->offset));
}

}  // namespace

std::string EncodeProtobufMessage(const TypeInfo& type, const void* object) {
  ProtoBackWriter out;
  ProtoEncoder(out).Message(type, static_cast<const char*>(object));
  return std::string(out.content());
}

std::string EncodeProtobuf(const TypeInfo& type, const void* object, std::string_view api_version,
                           std::string_view kind) {
  ProtoBackWriter out;
  out.BytesField(codec::kEnvelopeContentType, "");
  out.BytesField(codec::kEnvelopeContentEncoding, "");
  size_t end = out.size();
  ProtoEncoder(out).Message(type, static_cast<const char*>(object));
  out.EndBytes(codec::kEnvelopeRaw, end);
  end = out.size();
  out.BytesField(codec::kTypeMetaKind, kind);
  out.BytesField(codec::kTypeMetaApiVersion, api_version);
  out.EndBytes(codec::kEnvelopeTypeMeta, end);
  out.Raw(codec::kProtobufPrefix);
  return std::string(out.content());
}

std::string EncodeProtobuf(const TypeInfo& type, const void* object) {
  return EncodeProtobuf(type, object, TextMember(type, object, "apiVersion"),
                        TextMember(type, object, "kind"));
}

}  // namespace pintle::typeinfo
