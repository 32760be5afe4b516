#pragma once

#include <cstdint>
#include <string_view>

// What readers and writers of Protobuf share.
namespace pintle::codec {

// The low three bits of a tag: how the field behind it is written.
enum class ProtoWire : uint8_t {
  kVarint = 0,
  kFixed64 = 1,
  kBytes = 2,
  kStartGroup = 3,
  kEndGroup = 4,
  kFixed32 = 5,
};

// In front of every object in Protobuf: `k8s` and a zero byte.
inline constexpr std::string_view kProtobufPrefix("k8s\0", 4);

inline bool IsProtobuf(std::string_view bytes) { return bytes.starts_with(kProtobufPrefix); }

// Fields of the envelope that follows the prefix.
enum EnvelopeField : uint8_t {
  kEnvelopeTypeMeta = 1,  // {1: apiVersion, 2: kind}
  kEnvelopeRaw = 2,
  kEnvelopeContentEncoding = 3,
  kEnvelopeContentType = 4,
};
inline constexpr uint32_t kTypeMetaApiVersion = 1;
inline constexpr uint32_t kTypeMetaKind = 2;

// Fields of the entries that a map consists of.
inline constexpr uint32_t kMapEntryKey = 1;
inline constexpr uint32_t kMapEntryValue = 2;

}  // namespace pintle::codec
