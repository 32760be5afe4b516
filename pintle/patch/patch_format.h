#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "pintle/object/media_type.h"

namespace pintle::patch {

enum class PatchType : uint8_t { kJson, kMerge, kStrategic, kApply };

// What a patch is and how its body is written.
struct PatchFormat {
  PatchType type = PatchType::kMerge;
  object::MediaType media = object::MediaType::kJson;
};

struct NamedFormat {
  std::string_view name;  // the media type that clients send
  PatchFormat format;
  bool in_openapi = true;
};

// All there are, in the order in which clients are told of them.
std::span<const NamedFormat> PatchFormats();

}  // namespace pintle::patch
