#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/codec/protobuf_format.h"

namespace pintle::codec {

// Reads the fields of one Protobuf message from left to right: a tag, then what its wire type says.
// Text and binary data are views of the message. A method that returns false has found a fault,
// which fault() names; nothing may be read after it.
class ProtoReader {
 public:
  explicit ProtoReader(std::string_view message)
      : at_(message.data()), end_(message.data() + message.size()) {}

  bool AtEnd() const { return at_ == end_; }
  // Where it reads next.
  const char* place() const { return at_; }

  bool Tag(uint32_t& number, ProtoWire& wire) {
    uint64_t tag = 0;
    if (!Varint(tag)) return false;
    number = static_cast<uint32_t>(tag >> 3);
    wire = static_cast<ProtoWire>(tag & 7);
    if (number == 0 || tag >> 32 != 0) return Fail("illegal tag");
    return true;
  }
  bool Varint(uint64_t& value) {
    if (at_ != end_ && static_cast<int8_t>(*at_) >= 0) [[likely]] {
      value = static_cast<uint8_t>(*at_++);
      return true;
    }
    return LongVarint(value);
  }
  bool Fixed32(uint32_t& value) { return Fixed(&value, sizeof(value)); }
  bool Fixed64(uint64_t& value) { return Fixed(&value, sizeof(value)); }
  bool Bytes(std::string_view& value) {
    uint64_t size = 0;
    if (!Varint(size)) return false;
    if (size > static_cast<size_t>(end_ - at_)) return Fail(kTruncated);
    value = {at_, static_cast<size_t>(size)};
    at_ += size;
    return true;
  }

  // Reads past a field whose tag has been read.
  bool Skip(ProtoWire wire);

  std::string_view fault() const { return fault_; }

 private:
  static constexpr std::string_view kTruncated = "unexpected EOF";

  bool LongVarint(uint64_t& value);
  bool Fixed(void* value, size_t size) {
    if (static_cast<size_t>(end_ - at_) < size) return Fail(kTruncated);
    std::memcpy(value, at_, size);
    at_ += size;
    return true;
  }
  bool Fail(std::string_view fault) {
    fault_ = fault;
    return false;
  }

  const char* at_;
  const char* end_;
  std::string_view fault_;
};

// What stands around an object in Protobuf. All are views of the bytes that were read.
struct ProtobufEnvelope {
  std::string_view api_version;
  std::string_view kind;
  std::string_view raw;  // the message
  std::string_view content_encoding;
  std::string_view content_type;
};

// Errors are kBadRequest.
Result<ProtobufEnvelope> ReadProtobufEnvelope(std::string_view bytes);

}  // namespace pintle::codec
