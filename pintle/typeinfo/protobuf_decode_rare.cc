#include "pintle/typeinfo/protobuf_decoder.h"
#include "pintle/typeinfo/protobuf_known_types.h"
#include "pintle/typeinfo/protobuf_messages.h"

// What is rare in messages: read by the tables, with every fault named.
namespace pintle::typeinfo {

using codec::ProtoWire;

ProtoInput::Place ProtoDecoder::ListField(const ProtoField& field, ProtoWire wire, Place at,
                                          Place end, RawList& list, int depth) {
  const TypeInfo& element = *field.info->type->element;
  if (field.info->proto_list_message) {
    std::string_view message;
    if (wire != ProtoWire::kBytes) return WrongWire(wire, field.info->go_name);
    at = Bytes(at, end, message);
    return at != nullptr && ListMessage(element, field.plan, message, list, depth) ? at : nullptr;
  }
  if (wire == ProtoWireOf(element)) {
    if (field.op == ProtoOp::kMessages) return Messages(field, at, end, list, depth);
    if (field.op == ProtoOp::kStrings) return Strings(field, at, end, list);
    char* item = AppendZeroed(list, element.size, element.align, arena_);
    return Single(element, field.plan, at, end, item, depth);
  }
  if (wire == ProtoWire::kBytes) return PackedItems(element, at, end, list);
  return WrongWire(wire, field.info->go_name);
}

ProtoInput::Place ProtoDecoder::PackedItems(const TypeInfo& element, Place at, Place end,
                                            RawList& list) {
  std::string_view bytes;
  at = Bytes(at, end, bytes);
  if (at == nullptr) return nullptr;
  Place bytes_end = bytes.data() + bytes.size();
  for (Place item = bytes.data(); item != bytes_end;) {
    char* to = AppendZeroed(list, element.size, element.align, arena_);
    item = Single(element, nullptr, item, bytes_end, to, 0);
    if (item == nullptr) return nullptr;
  }
  return at;
}

bool ProtoDecoder::ListMessage(const TypeInfo& element, const ProtoPlan* plan,
                               std::string_view message, RawList& list, int depth) {
  Reserve(list, 0, element.size, element.align, arena_);  // an empty message is an empty list
  return EachField(message, [&](uint32_t number, ProtoWire wire, Place at, Place end) {
    if (number != kListMessageItems) return kUnknown;
    if (wire != ProtoWireOf(element)) return WrongWire(wire, "items");
    if (arena_.spent()) return Fault("message takes too much room when it is read");
    char* item = AppendZeroed(list, element.size, element.align, arena_);
    return Single(element, plan, at, end, item, depth);
  });
}

bool ProtoDecoder::AnyEntry(const ProtoField& field, std::string_view message, char* entry,
                            int depth) {
  const TypeInfo& element = *field.info->type->element;
  char* value = entry + kMapValueOffset;
  std::memset(entry, 0, MapEntrySize(element));
  return EachField(message, [&](uint32_t number, ProtoWire wire, Place at, Place end) {
    if (number != codec::kMapEntryKey && number != codec::kMapEntryValue) return kUnknown;
    bool is_key = number == codec::kMapEntryKey;
    ProtoWire expected = is_key ? ProtoWire::kBytes : ProtoWireOf(element);
    if (wire != expected) return WrongWire(wire, field.info->go_name);
    if (is_key) return Bytes(at, end, EntryKey(entry));
    if (!field.info->proto_list_message) {
      return Single(element, field.plan, at, end, value, depth);
    }
    std::string_view items;
    at = Bytes(at, end, items);
    bool read = at != nullptr &&
                ListMessage(*element.element, field.plan, items, As<RawList>(value), depth);
    return read ? at : nullptr;
  });
}

ProtoInput::Place ProtoDecoder::Single(const TypeInfo& type, const ProtoPlan* plan, Place at,
                                       Place end, char* out, int depth) {
  switch (type.kind) {
    case Kind::kBool:
      return Number<bool>(at, end, out);
    case Kind::kInt32:
    case Kind::kUint32:
      return Number<uint32_t>(at, end, out);
    case Kind::kInt64:
    case Kind::kUint64:
      return Number<uint64_t>(at, end, out);
    case Kind::kFloat:
      return Fixed32(at, end, As<uint32_t>(out));
    case Kind::kDouble:
      return Fixed64(at, end, As<uint64_t>(out));
    case Kind::kString:
      return Bytes(at, end, As<Str>(out));
    case Kind::kOpt:
      OptSet(type, out) = true;
      return Single(*type.element, plan, at, end, out, depth);
    default: {
      std::string_view bytes;
      at = Bytes(at, end, bytes);
      return at != nullptr && Content(type, plan, bytes, out, depth) ? at : nullptr;
    }
  }
}

// What stands behind a length.
bool ProtoDecoder::Content(const TypeInfo& type, const ProtoPlan* plan, std::string_view bytes,
                           char* out, int depth) {
  switch (type.kind) {
    case Kind::kStruct:
    case Kind::kUnion:
      return Message(*plan, bytes.data(), bytes.data() + bytes.size(), out, depth + 1);
    case Kind::kPtr: {
      auto& pointer = As<RawPtr>(out);
      if (pointer.target == nullptr) pointer.target = NewZeroed(*type.element, arena_);
      return Content(*type.element, plan, bytes, pointer.target, depth);
    }
    case Kind::kBinary:
      As<Binary>(out) = Binary{bytes.data(), bytes.size()};
      return true;
    case Kind::kAny:
      return ReadProtoAny(*this, bytes, As<Any>(out), arena_);
    case Kind::kTime:
      return ReadProtoTime(*this, bytes, false, As<Time>(out));
    case Kind::kMicroTime:
      return ReadProtoTime(*this, bytes, true, As<MicroTime>(out));
    case Kind::kDuration:
      return ReadProtoDuration(*this, bytes, As<Duration>(out));
    case Kind::kQuantity:
      return ReadProtoQuantity(*this, bytes, As<Quantity>(out), arena_);
    case Kind::kIntOrString:
      return ReadProtoIntOrString(*this, bytes, As<IntOrString>(out));
    default:
      return true;  // a list in a list, which has no form
  }
}

}  // namespace pintle::typeinfo
