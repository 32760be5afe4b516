#pragma once

#include <cstdint>
#include <string_view>

namespace pintle::object {

// The formats objects travel in.
enum class MediaType : uint8_t { kJson, kYaml, kProtobuf, kCbor };

constexpr std::string_view MediaTypeText(MediaType type) {
  switch (type) {
    case MediaType::kJson:
      return "application/json";
    case MediaType::kYaml:
      return "application/yaml";
    case MediaType::kProtobuf:
      return "application/vnd.kubernetes.protobuf";
    case MediaType::kCbor:
      return "application/cbor";
  }
  return {};
}

}  // namespace pintle::object
