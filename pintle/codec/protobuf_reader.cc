#include "pintle/codec/protobuf_reader.h"

#include <fmt/format.h>

#include <span>

namespace pintle::codec {
namespace {

// Where in the envelope's structs each numbered field goes.
using Target = std::string_view ProtobufEnvelope::*;
constexpr Target kEnvelopeTargets[] = {nullptr, nullptr, &ProtobufEnvelope::raw,
                                       &ProtobufEnvelope::content_encoding,
                                       &ProtobufEnvelope::content_type};
constexpr Target kTypeMetaTargets[] = {nullptr, &ProtobufEnvelope::api_version,
                                       &ProtobufEnvelope::kind};

bool ReadFields(std::string_view message, std::span<const Target> targets,
                ProtobufEnvelope& envelope, std::string_view& type_meta, std::string& fault) {
  ProtoReader in(message);
  while (!in.AtEnd()) {
    uint32_t number = 0;
    ProtoWire wire{};
    std::string_view bytes;
    bool good = in.Tag(number, wire);
    if (good && (number > kEnvelopeContentType || number >= targets.size())) {
      good = in.Skip(wire);
    } else if (good && wire != ProtoWire::kBytes) {
      fault = fmt::format("wrong wireType = {} for field {}", static_cast<int>(wire), number);
      return false;
    } else if (good) {
      good = in.Bytes(bytes);
      (targets[number] != nullptr ? envelope.*targets[number] : type_meta) = bytes;
    }
    if (!good) {
      fault = in.fault();
      return false;
    }
  }
  return true;
}

}  // namespace

bool ProtoReader::LongVarint(uint64_t& value) {
  constexpr int kMaxShift = 63;
  value = 0;
  for (int shift = 0; shift <= kMaxShift; shift += 7) {
    if (at_ == end_) return Fail(kTruncated);
    auto byte = static_cast<uint8_t>(*at_++);
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return Fail("integer overflow");
}

bool ProtoReader::Skip(ProtoWire wire) {
  // Groups are old; their fields are read over until every one that was opened is closed.
  for (size_t open = 0;;) {
    uint64_t number = 0;
    uint32_t small = 0;
    std::string_view bytes;
    bool good = true;
    switch (wire) {
      case ProtoWire::kVarint:
        good = Varint(number);
        break;
      case ProtoWire::kFixed64:
        good = Fixed64(number);
        break;
      case ProtoWire::kBytes:
        good = Bytes(bytes);
        break;
      case ProtoWire::kFixed32:
        good = Fixed32(small);
        break;
      case ProtoWire::kStartGroup:
        ++open;
        break;
      case ProtoWire::kEndGroup:
        if (open == 0) return Fail("unexpected end of group");
        --open;
        break;
      default:
        return Fail("illegal wireType");
    }
    if (!good) return false;
    if (open == 0) return true;
    if (!Tag(small, wire)) return false;
  }
}

Result<ProtobufEnvelope> ReadProtobufEnvelope(std::string_view bytes) {
  if (bytes.empty()) return BadRequest("empty data");
  if (!IsProtobuf(bytes)) {
    return BadRequest(
        "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
  }
  if (bytes.size() == kProtobufPrefix.size()) return BadRequest("empty body");
  ProtobufEnvelope envelope;
  std::string_view type_meta;
  std::string_view unused;
  std::string fault;
  bytes.remove_prefix(kProtobufPrefix.size());
  if (!ReadFields(bytes, kEnvelopeTargets, envelope, type_meta, fault) ||
      !ReadFields(type_meta, kTypeMetaTargets, envelope, unused, fault)) {
    return BadRequest("proto: " + fault);
  }
  return envelope;
}

}  // namespace pintle::codec
