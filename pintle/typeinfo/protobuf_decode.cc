#include "pintle/typeinfo/protobuf_decode.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "pintle/base/quantity.h"
#include "pintle/codec/document.h"
#include "pintle/codec/protobuf_reader.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/protobuf_messages.h"
#include "pintle/typeinfo/sort_maps.h"
#include "pintle/typeinfo/time_format.h"

namespace pintle::typeinfo {
namespace {

using codec::ProtoReader;
using codec::ProtoWire;

constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;
// The end of year 9999: later times have no text form.
constexpr int64_t kMaxTimeSeconds = 253402300799;

// Methods return false after the first fault, which `fault_` describes.
class ProtoDecoder {
 public:
  explicit ProtoDecoder(Arena& arena) : arena_(arena) {}

  Status Run(std::string_view message, const TypeInfo& type, char* out) {
    if (!Message(message, type, out)) return BadRequest("proto: " + fault_);
    // Writers keep key order, so this is rare; and done once at the end it is cheap whatever comes.
    if (unsorted_) SortMaps(type, out, arena_);
    return {};
  }

 private:
  bool Message(std::string_view message, const TypeInfo& type, char* out);
  bool Field(const FieldInfo& field, ProtoWire wire, ProtoReader& in, char* out);
  bool ListField(const FieldInfo& field, ProtoWire wire, ProtoReader& in, RawList& list);
  bool ListMessage(const TypeInfo& element, std::string_view message, RawList& list);
  bool PackedItems(const TypeInfo& element, ProtoReader& in, RawList& list);
  bool Item(const TypeInfo& element, uint32_t number, ProtoWire wire, ProtoReader& in,
            RawList& list);
  bool MapEntry(const FieldInfo& field, std::string_view message, RawList& map);
  // One value behind its tag, whose wire type fits.
  bool Single(const TypeInfo& type, ProtoReader& in, char* out);
  bool Varint(const TypeInfo& type, ProtoReader& in, char* out);
  bool Content(const TypeInfo& type, std::string_view bytes, char* out);
  bool ReadTime(std::string_view message, bool micro, Time& out);
  bool ReadDuration(std::string_view message, Duration& out);
  bool ReadQuantity(std::string_view message, Quantity& out);
  bool ReadIntOrString(std::string_view message, IntOrString& out);
  bool ReadAny(std::string_view message, Any& out);
  // Calls `read(number, wire, in)` for each field of a message; it returns false for a field it
  // does not know.
  template <typename Read>
  bool EachField(std::string_view message, const Read& read);

  bool Fail(std::string_view fault) {
    if (fault_.empty()) fault_ = fault;
    return false;
  }
  bool WrongWire(ProtoWire wire, std::string_view field) {
    return Fail(fmt::format("wrong wireType = {} for field {}", static_cast<int>(wire), field));
  }

  Arena& arena_;
  int depth_ = 0;
  bool unsorted_ = false;  // a map got an entry out of order
  std::string fault_;
};

// The field with this number, or null. Fields come in ascending order, so it is mostly the one of
// the last call or the next; `guess` keeps the place.
const FieldInfo* FindProtoField(const TypeInfo& type, uint32_t number, size_t& guess) {
  auto number_at = [&](uint16_t i) { return type.fields[i].proto_number; };
  for (size_t i = guess; i < type.proto_index.size() && i < guess + 3; ++i) {
    if (number_at(type.proto_index[i]) != number) continue;
    guess = i;
    return &type.fields[type.proto_index[i]];
  }
  auto found = std::ranges::lower_bound(type.proto_index, number, {}, number_at);
  if (found == type.proto_index.end() || number_at(*found) != number) return nullptr;
  guess = found - type.proto_index.begin();
  return &type.fields[*found];
}

bool ProtoDecoder::Message(std::string_view message, const TypeInfo& type, char* out) {
  if (depth_ >= kMaxTypedDepth) return Fail("message is nested too deeply");
  ++depth_;
  ProtoReader in(message);
  size_t guess = 0;
  while (!in.AtEnd()) {
    uint32_t number = 0;
    ProtoWire wire{};
    if (!in.Tag(number, wire)) return Fail(in.fault());
    const FieldInfo* field = FindProtoField(type, number, guess);
    if (field == nullptr) {
      if (!in.Skip(wire)) return Fail(in.fault());
    } else if (!Field(*field, wire, in, out + field->offset)) {
      return Fail(in.fault());
    }
  }
  --depth_;
  return true;
}

bool ProtoDecoder::Field(const FieldInfo& field, ProtoWire wire, ProtoReader& in, char* out) {
  const TypeInfo& type = *field.type;
  if (type.kind == Kind::kList) return ListField(field, wire, in, As<RawList>(out));
  if (wire != ProtoWireOf(type)) return WrongWire(wire, field.go_name);
  if (type.kind != Kind::kMap) return Single(type, in, out);
  std::string_view message;
  auto& map = As<RawList>(out);
  if (map.count == map.capacity) {
    uint32_t capacity = std::max(map.count + in.CountRun(field.proto_number), map.capacity * 2);
    Reserve(map, capacity, MapEntrySize(*type.element), alignof(Str), arena_);
  }
  return in.Bytes(message) && MapEntry(field, message, map);
}

bool ProtoDecoder::ListField(const FieldInfo& field, ProtoWire wire, ProtoReader& in,
                             RawList& list) {
  const TypeInfo& element = *field.type->element;
  if (field.proto_list_message) {
    std::string_view message;
    if (wire != ProtoWire::kBytes) return WrongWire(wire, field.go_name);
    return in.Bytes(message) && ListMessage(element, message, list);
  }
  if (wire == ProtoWireOf(element)) return Item(element, field.proto_number, wire, in, list);
  if (wire == ProtoWire::kBytes) return PackedItems(element, in, list);
  return WrongWire(wire, field.go_name);
}

bool ProtoDecoder::Item(const TypeInfo& element, uint32_t number, ProtoWire wire, ProtoReader& in,
                        RawList& list) {
  if (list.count == list.capacity && wire == ProtoWire::kBytes) {
    uint32_t capacity = std::max(list.count + in.CountRun(number), list.capacity * 2);
    Reserve(list, capacity, element.size, element.align, arena_);
  }
  return Single(element, in, AppendZeroed(list, element.size, element.align, arena_));
}

bool ProtoDecoder::PackedItems(const TypeInfo& element, ProtoReader& in, RawList& list) {
  std::string_view bytes;
  if (!in.Bytes(bytes)) return false;
  ProtoReader items(bytes);
  while (!items.AtEnd()) {
    char* item = AppendZeroed(list, element.size, element.align, arena_);
    if (!Single(element, items, item)) return Fail(items.fault());
  }
  return true;
}

template <typename Read>
bool ProtoDecoder::EachField(std::string_view message, const Read& read) {
  ProtoReader in(message);
  while (!in.AtEnd()) {
    uint32_t number = 0;
    ProtoWire wire{};
    if (!in.Tag(number, wire)) return Fail(in.fault());
    if (!read(number, wire, in) && fault_.empty() && in.fault().empty()) in.Skip(wire);
    if (!in.fault().empty()) return Fail(in.fault());
    if (!fault_.empty()) return false;
  }
  return true;
}

bool ProtoDecoder::ListMessage(const TypeInfo& element, std::string_view message, RawList& list) {
  Reserve(list, 0, element.size, element.align, arena_);  // an empty message is an empty list
  return EachField(message, [&](uint32_t number, ProtoWire wire, ProtoReader& in) {
    if (number != kListMessageItems) return false;
    if (wire != ProtoWireOf(element)) return WrongWire(wire, "items");
    return Item(element, number, wire, in, list);
  });
}

bool ProtoDecoder::MapEntry(const FieldInfo& field, std::string_view message, RawList& map) {
  const TypeInfo& element = *field.type->element;
  size_t stride = MapEntrySize(element);
  char* entry = AppendZeroed(map, stride, alignof(Str), arena_);
  char* value = entry + kMapValueOffset;
  bool good = EachField(message, [&](uint32_t number, ProtoWire wire, ProtoReader& in) {
    if (number != codec::kMapEntryKey && number != codec::kMapEntryValue) return false;
    bool is_key = number == codec::kMapEntryKey;
    ProtoWire expected = is_key ? ProtoWire::kBytes : ProtoWireOf(element);
    if (wire != expected) return WrongWire(wire, field.go_name);
    if (is_key) return in.Bytes(EntryKey(entry));
    if (!field.proto_list_message) return Single(element, in, value);
    std::string_view items;
    return in.Bytes(items) && ListMessage(*element.element, items, As<RawList>(value));
  });
  if (!good) return false;
  if (map.count > 1 && EntryKey(map.At(map.count - 2, stride)) >= EntryKey(entry)) unsorted_ = true;
  return true;
}

bool ProtoDecoder::Single(const TypeInfo& type, ProtoReader& in, char* out) {
  switch (type.kind) {
    case Kind::kBool:
    case Kind::kInt32:
    case Kind::kInt64:
    case Kind::kUint32:
    case Kind::kUint64:
      return Varint(type, in, out);
    case Kind::kFloat:
      return in.Fixed32(As<uint32_t>(out));
    case Kind::kDouble:
      return in.Fixed64(As<uint64_t>(out));
    case Kind::kString:
      return in.Bytes(As<Str>(out));
    case Kind::kOpt:
      OptSet(type, out) = true;
      return Single(*type.element, in, out);
    default: {
      std::string_view bytes;
      return in.Bytes(bytes) && Content(type, bytes, out);
    }
  }
}

bool ProtoDecoder::Varint(const TypeInfo& type, ProtoReader& in, char* out) {
  uint64_t value = 0;
  if (!in.Varint(value)) return false;
  switch (type.kind) {
    case Kind::kBool:
      As<bool>(out) = value != 0;
      break;
    case Kind::kInt32:
      As<int32_t>(out) = static_cast<int32_t>(value);
      break;
    case Kind::kUint32:
      As<uint32_t>(out) = static_cast<uint32_t>(value);
      break;
    case Kind::kInt64:
      As<int64_t>(out) = static_cast<int64_t>(value);
      break;
    default:
      As<uint64_t>(out) = value;
      break;
  }
  return true;
}

// What stands behind a length.
bool ProtoDecoder::Content(const TypeInfo& type, std::string_view bytes, char* out) {
  switch (type.kind) {
    case Kind::kStruct:
    case Kind::kUnion:
      return Message(bytes, type, out);
    case Kind::kPtr: {
      auto& pointer = As<RawPtr>(out);
      if (pointer.target == nullptr) pointer.target = NewZeroed(*type.element, arena_);
      return Message(bytes, *type.element, pointer.target);
    }
    case Kind::kBinary:
      As<Binary>(out) = Binary{bytes.data(), bytes.size()};
      return true;
    case Kind::kAny:
      return ReadAny(bytes, As<Any>(out));
    case Kind::kTime:
      return ReadTime(bytes, false, As<Time>(out));
    case Kind::kMicroTime:
      return ReadTime(bytes, true, As<MicroTime>(out));
    case Kind::kDuration:
      return ReadDuration(bytes, As<Duration>(out));
    case Kind::kQuantity:
      return ReadQuantity(bytes, As<Quantity>(out));
    case Kind::kIntOrString:
      return ReadIntOrString(bytes, As<IntOrString>(out));
    default:
      return true;  // a list in a list, which has no form
  }
}

bool ProtoDecoder::ReadTime(std::string_view message, bool micro, Time& out) {
  uint64_t seconds = 0;
  uint64_t nanoseconds = 0;
  bool good = EachField(message, [&](uint32_t number, ProtoWire wire, ProtoReader& in) {
    if (number != kTimeSeconds && number != kTimeNanoseconds) return false;
    if (wire != ProtoWire::kVarint) return WrongWire(wire, "Time");
    return in.Varint(number == kTimeSeconds ? seconds : nanoseconds);
  });
  if (!good) return false;
  out = Time{};
  if (message.empty()) return true;
  int64_t fraction = micro ? WholeMicroseconds(static_cast<int32_t>(nanoseconds)) : 0;
  bool in_range = fraction >= 0 && fraction < kNanosecondsPerSecond;
  auto instant = static_cast<int64_t>(seconds);
  if (!in_range || instant < kZeroTimeSeconds || instant > kMaxTimeSeconds) {
    return Fail("time out of range");
  }
  if (instant == kZeroTimeSeconds && fraction == 0) return true;
  out = Time{instant, static_cast<int32_t>(fraction), true};
  return true;
}

bool ProtoDecoder::ReadDuration(std::string_view message, Duration& out) {
  return EachField(message, [&](uint32_t number, ProtoWire wire, ProtoReader& in) {
    if (number != kDurationNanoseconds) return false;
    if (wire != ProtoWire::kVarint) return WrongWire(wire, "Duration");
    uint64_t value = 0;
    if (!in.Varint(value)) return false;
    out.nanoseconds = static_cast<int64_t>(value);
    return true;
  });
}

bool ProtoDecoder::ReadQuantity(std::string_view message, Quantity& out) {
  return EachField(message, [&](uint32_t number, ProtoWire wire, ProtoReader& in) {
    if (number != kQuantityText) return false;
    if (wire != ProtoWire::kBytes) return WrongWire(wire, "Quantity");
    std::string_view text;
    if (!in.Bytes(text)) return false;
    Result<std::string> canonical = CanonicalQuantity(text);
    if (!canonical) return Fail(canonical.error().message());
    out.text = *canonical == text ? text : arena_.Copy(*canonical);
    return true;
  });
}

bool ProtoDecoder::ReadIntOrString(std::string_view message, IntOrString& out) {
  uint64_t type = out.is_text ? kTypeString : kTypeInt;
  uint64_t value = static_cast<uint64_t>(int64_t{out.number});
  bool good = EachField(message, [&](uint32_t number, ProtoWire wire, ProtoReader& in) {
    if (number < kIntOrStringForm || number > kIntOrStringText) return false;
    bool text = number == kIntOrStringText;
    if (wire != (text ? ProtoWire::kBytes : ProtoWire::kVarint)) {
      return WrongWire(wire, "IntOrString");
    }
    if (text) return in.Bytes(out.text);
    return in.Varint(number == kIntOrStringForm ? type : value);
  });
  if (!good) return false;
  if (type != kTypeInt && type != kTypeString) return Fail("impossible IntOrString.Type");
  out.is_text = type == kTypeString;
  out.number = static_cast<int32_t>(value);
  return true;
}

// Its bytes are a JSON document, or a CBOR one that says so.
bool ProtoDecoder::ReadAny(std::string_view message, Any& out) {
  out = Any();
  return EachField(message, [&](uint32_t number, ProtoWire wire, ProtoReader& in) {
    if (number != kRawContent) return false;
    if (wire != ProtoWire::kBytes) return WrongWire(wire, "Raw");
    std::string_view raw;
    if (!in.Bytes(raw)) return false;
    if (raw.empty()) return true;
    Result<Value> value =
        codec::IsCbor(raw) ? codec::ParseCbor(raw, arena_) : codec::ParseJson(raw, arena_);
    if (!value) return Fail(value.error().message());
    out = *value;
    return true;
  });
}

void SetTextMember(const TypeInfo& type, void* object, std::string_view name, Str text) {
  const JsonField* member = FindJsonField(type, name);
  if (member == nullptr || member->field->type->kind != Kind::kString) return;
  As<Str>(FieldAt(object, member->offset)) = text;
}

}  // namespace

Status DecodeProtobufMessage(std::string_view message, const TypeInfo& type, void* out,
                             Arena& arena) {
  return ProtoDecoder(arena).Run(arena.Copy(message), type, static_cast<char*>(out));
}

Status DecodeProtobuf(std::string_view bytes, const TypeInfo& type, void* out, Arena& arena) {
  PINTLE_TRY(codec::ProtobufEnvelope envelope, codec::ReadProtobufEnvelope(bytes));
  PINTLE_RETURN_IF_ERROR(DecodeProtobufMessage(envelope.raw, type, out, arena));
  SetTextMember(type, out, "apiVersion", arena.Copy(envelope.api_version));
  SetTextMember(type, out, "kind", arena.Copy(envelope.kind));
  return {};
}

}  // namespace pintle::typeinfo
