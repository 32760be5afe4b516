#include "pintle/typeinfo/protobuf_decode.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "pintle/base/quantity.h"
#include "pintle/codec/protobuf_reader.h"
#include "pintle/typeinfo/decode.h"
#include "pintle/typeinfo/layout.h"
#include "pintle/typeinfo/protobuf_decoder.h"
#include "pintle/typeinfo/protobuf_messages.h"
#include "pintle/typeinfo/protobuf_unknown.h"
#include "pintle/typeinfo/sort_maps.h"

namespace pintle::typeinfo {
namespace {

using codec::ProtoWire;

// An object takes about three times its message; but not when the message is large because of a few
// long texts in it.
constexpr size_t kObjectBytesPerByte = 3;
constexpr size_t kMaxReservedBytes = 32 * 1024;
constexpr std::string_view kTooMuch = "message takes too much room when it is read";

// Whether `a` < `b`, which their first characters mostly tell.
[[gnu::always_inline]] inline bool InOrder(Str a, Str b) {
  if (a.empty() || b.empty() || a[0] == b[0]) return a < b;
  return static_cast<uint8_t>(a[0]) < static_cast<uint8_t>(b[0]);
}

// A copy that has what the decoder needs behind it.
std::string_view CopyInput(std::string_view bytes, Arena& arena) {
  size_t size = bytes.size() + ProtoInput::kSlackBytes;
  arena.Reserve(size + std::min(bytes.size() * kObjectBytesPerByte, kMaxReservedBytes));
  char* copy = arena.Room<char>(size);
  if (!bytes.empty()) std::memcpy(copy, bytes.data(), bytes.size());
  std::memset(copy + bytes.size(), 0, ProtoInput::kSlackBytes);
  return {copy, bytes.size()};
}

void SetText(void* object, uint32_t offset, std::string_view text) {
  if (offset != ProtoPlan::kNone) As<Str>(FieldAt(object, offset)) = text;
}

}  // namespace

[[gnu::always_inline]] inline bool ProtoDecoder::Fields(const ProtoPlan& plan, Place at, Place end,
                                                        char* out, int depth) {
  const ProtoField* fields = plan.fields.data();
  while (at != end) {
    uint32_t tag = static_cast<uint8_t>(*at);
    Place behind = at + 1;
    if (tag >= 0x80) [[unlikely]] {
      tag = TwoByteTag(plan, at, end);
      ++behind;
    }
    const ProtoField& field = fields[tag >> 3];
    if (field.tag != tag) [[unlikely]] {
      at = AnyField(plan, at, end, out, depth);
    } else if (field.op == ProtoOp::kString) {  // as most are
      at = Bytes(behind, end, As<Str>(out + field.offset));
    } else {
      at = Known(field, behind, end, out + field.offset, depth);
    }
    if (at == nullptr) return false;
  }
  return true;
}

// The tag of two bytes at `at`; 0, which no field has, if it is longer or the plan has none such.
[[gnu::always_inline]] inline uint32_t ProtoDecoder::TwoByteTag(const ProtoPlan& plan, Place at,
                                                                Place end) {
  uint32_t low = static_cast<uint8_t>(at[0]) & 0x7f;
  uint32_t high = static_cast<uint8_t>(at[1]);
  uint32_t tag = low | high << 7;
  return at + 1 != end && tag >> 3 < plan.dense ? tag : 0;
}

[[gnu::always_inline]] inline ProtoInput::Place ProtoDecoder::Known(const ProtoField& field,
                                                                    Place at, Place end, char* out,
                                                                    int depth) {
  switch (field.op) {
    case ProtoOp::kOptString:
      As<bool>(out + field.opt_set) = true;
      [[fallthrough]];
    case ProtoOp::kString:
      return Bytes(at, end, As<Str>(out));
    case ProtoOp::kOptBool:
      As<bool>(out + field.opt_set) = true;
      [[fallthrough]];
    case ProtoOp::kBool:
      return Number<bool>(at, end, out);
    case ProtoOp::kOptNumber32:
      As<bool>(out + field.opt_set) = true;
      [[fallthrough]];
    case ProtoOp::kNumber32:
      return Number<uint32_t>(at, end, out);
    case ProtoOp::kOptNumber64:
      As<bool>(out + field.opt_set) = true;
      [[fallthrough]];
    case ProtoOp::kNumber64:
      return Number<uint64_t>(at, end, out);
    case ProtoOp::kMessage: {
      auto [start, size] = Bytes(at, end);
      if (start == nullptr || !Message(*field.plan, start, start + size, out, depth + 1)) {
        return nullptr;
      }
      return start + size;
    }
    case ProtoOp::kPointer:
      return Pointer(field, at, end, As<RawPtr>(out), depth);
    case ProtoOp::kMessages:
      return Messages(field, at, end, As<RawList>(out), depth);
    case ProtoOp::kStrings:
      return Strings(field, at, end, As<RawList>(out));
    case ProtoOp::kMap:
      return Entries(field, at, end, As<RawList>(out), depth);
    case ProtoOp::kList:
      return ListField(field, WireOf(field.tag), at, end, As<RawList>(out), depth);
    default:
      return Single(*field.info->type, field.plan, at, end, out, depth);
  }
}

// Of fields with the tag that was just read, whose length comes next: how many stand here in a
// row, with this one. Those with lengths of more than two bytes count as runs of their own.
[[gnu::always_inline]] inline uint32_t ProtoDecoder::CountRun(const ProtoField& field, Place at,
                                                              Place end) {
  if (field.tag_size == 0) return 1;
  for (uint32_t count = 1;; ++count) {
    size_t size = static_cast<uint8_t>(*at++);
    if (size >= 0x80) {
      auto next = static_cast<uint8_t>(*at++);
      if (next >= 0x80) return count;
      size = (size & 0x7f) | size_t{next} << 7;
    }
    if (static_cast<ptrdiff_t>(size + field.tag_size) > end - at) return count;
    at += size;
    uint16_t tag = 0;
    std::memcpy(&tag, at, sizeof(tag));
    if ((tag & field.tag_mask) != field.written_tag) return count;
    at += field.tag_size;
  }
}

// Room for more elements at the end of a list, which it does not count yet; the storage may move.
[[gnu::always_inline]] inline char* ProtoDecoder::Room(RawList& list, uint32_t count, size_t stride,
                                                       size_t align) {
  if (count > list.capacity - list.count) {
    Reserve(list, std::max(list.count + count, list.capacity * 2), stride, align, arena_);
  }
  return list.At(list.count, stride);
}

Status ProtoDecoder::Run(std::string_view message, const ProtoPlan& plan, char* out) {
  if (!Message(plan, message.data(), message.data() + message.size(), out, 0)) {
    return BadRequest("proto: " + fault());
  }
  // Writers keep key order, so this is rare; and done once at the end it is cheap whatever comes.
  if (unsorted_) SortMaps(*plan.type, out, arena_);
  return {};
}

bool ProtoDecoder::Message(const ProtoPlan& plan, Place at, Place end, char* out, int depth) {
  if (depth >= kMaxTypedDepth) return Fail("message is nested too deeply");
  return Fields(plan, at, end, out, depth);
}

ProtoInput::Place ProtoDecoder::Messages(const ProtoField& field, Place at, Place end,
                                         RawList& list, int depth) {
  if (depth + 1 >= kMaxTypedDepth) return Fault("message is nested too deeply");
  const ProtoPlan& plan = *field.plan;
  size_t stride = plan.type->size;
  uint32_t left = CountRun(field, at, end);
  if (arena_.spent() || !HasRoom(list, left, stride, arena_)) return Fault(kTooMuch);
  char* item = Room(list, left, stride, plan.type->align);
  std::memset(item, 0, stride * left);
  list.count += left;
  for (;; item += stride) {
    auto [start, size] = Bytes(at, end);
    if (start == nullptr || !Fields(plan, start, start + size, item, depth + 1)) return nullptr;
    if (arena_.spent()) return Fault(kTooMuch);
    at = start + size;
    if (--left == 0) return at;
    at += field.tag_size;
  }
}

ProtoInput::Place ProtoDecoder::Strings(const ProtoField& field, Place at, Place end,
                                        RawList& list) {
  uint32_t left = CountRun(field, at, end);
  char* item = Room(list, left, sizeof(Str), alignof(Str));
  for (;; item += sizeof(Str)) {
    at = Bytes(at, end, As<Str>(item));
    if (at == nullptr) return nullptr;
    ++list.count;
    if (--left == 0) return at;
    at += field.tag_size;
  }
}

ProtoInput::Place ProtoDecoder::Pointer(const ProtoField& field, Place at, Place end,
                                        RawPtr& pointer, int depth) {
  auto [start, size] = Bytes(at, end);
  if (start == nullptr) return nullptr;
  if (pointer.target == nullptr) pointer.target = NewZeroed(*field.plan->type, arena_);
  bool read = Message(*field.plan, start, start + size, pointer.target, depth + 1);
  return read ? start + size : nullptr;
}

ProtoInput::Place ProtoDecoder::Entries(const ProtoField& field, Place at, Place end, RawList& map,
                                        int depth) {
  const TypeInfo& element = *field.info->type->element;
  size_t stride = MapEntrySize(element);
  uint32_t left = CountRun(field, at, end);
  if (arena_.spent() || !HasRoom(map, left, stride, arena_)) return Fault(kTooMuch);
  char* entry = Room(map, left, stride, alignof(Str));
  for (;; entry += stride) {
    auto [start, size] = Bytes(at, end);
    if (start == nullptr) return nullptr;
    at = start + size;
    if (!UsualEntry(element.kind, start, at, entry) &&
        !AnyEntry(field, {start, at}, entry, depth)) {
      return nullptr;
    }
    if (map.count++ != 0 && !InOrder(EntryKey(entry - stride), EntryKey(entry))) unsorted_ = true;
    if (--left == 0) return at;
    at += field.tag_size;
  }
}

// An entry as all writers write it, whose value is a text or a quantity that is canonical at first
// sight. It fills all of the entry; false if it is anything else.
[[gnu::always_inline]] inline bool ProtoDecoder::UsualEntry(Kind kind, Place at, Place end,
                                                            char* entry) {
  constexpr char kKeyTag = codec::kMapEntryKey << 3 | static_cast<int>(ProtoWire::kBytes);
  constexpr char kValueTag = codec::kMapEntryValue << 3 | static_cast<int>(ProtoWire::kBytes);
  constexpr char kTextTag = kQuantityText << 3 | static_cast<int>(ProtoWire::kBytes);
  constexpr ptrdiff_t kHeadBytes = 2;  // a tag and a length, of one byte each
  auto key_size = static_cast<uint8_t>(at[1]);
  if (at[0] != kKeyTag || key_size >= 0x80 || 2 * kHeadBytes + key_size > end - at) return false;
  Place key = at + kHeadBytes;
  Place value = key + key_size;
  auto value_size = static_cast<uint8_t>(value[1]);
  if (value[0] != kValueTag || value_size >= 0x80) return false;
  value += kHeadBytes;
  if (end - value != value_size) return false;
  if (kind == Kind::kString) {
    As<Str>(entry + kMapValueOffset) = {value, value_size};
  } else if (kind == Kind::kQuantity && value_size >= kHeadBytes && value[0] == kTextTag &&
             value[1] == value_size - kHeadBytes) {
    std::string_view text(value + kHeadBytes, end);
    if (!IsPlainQuantity(text)) return false;
    As<Quantity>(entry + kMapValueOffset).text = text;
  } else {
    return false;
  }
  EntryKey(entry) = {key, key_size};
  return true;
}

ProtoInput::Place ProtoDecoder::AnyField(const ProtoPlan& plan, Place at, Place end, char* out,
                                         int depth) {
  auto [behind, tag] = Tag(at, end);
  if (behind == nullptr) return nullptr;
  ProtoWire wire = WireOf(tag);
  const ProtoField* field = plan.Find(NumberOf(tag));
  if (field == nullptr) return SkipUnknown(wire, behind, end);
  const TypeInfo& type = *field->info->type;
  out += field->offset;
  if (type.kind == Kind::kList) {
    return ListField(*field, wire, behind, end, As<RawList>(out), depth);
  }
  if (wire != ProtoWireOf(type)) return WrongWire(wire, field->info->go_name);
  return Known(*field, behind, end, out, depth);
}

Status DecodeProtobufMessage(std::string_view message, const TypeInfo& type, void* out,
                             Arena& arena) {
  return ProtoDecoder(arena).Run(CopyInput(message, arena), ProtoPlanOf(type),
                                 static_cast<char*>(out));
}

Status DecodeProtobuf(std::string_view bytes, const TypeInfo& type, void* out, Arena& arena,
                      field::Findings* findings) {
  PINTLE_TRY(codec::ProtobufEnvelope envelope,
             codec::ReadProtobufEnvelope(CopyInput(bytes, arena)));
  const ProtoPlan& plan = ProtoPlanOf(type);
  std::string_view message = envelope.raw.data() != nullptr ? envelope.raw : CopyInput({}, arena);
  ProtoDecoder decoder(arena);
  PINTLE_RETURN_IF_ERROR(decoder.Run(message, plan, static_cast<char*>(out)));
  if (findings != nullptr && decoder.skipped_unknown()) {
    FindUnknownNumbers(message, plan, *findings);
  }
  SetText(out, plan.api_version_offset, envelope.api_version);
  SetText(out, plan.kind_offset, envelope.kind);
  return {};
}

}  // namespace pintle::typeinfo
