#pragma once

#include <cstdint>
#include <string>

#include "pintle/base/error.h"
#include "pintle/http/server.h"
#include "pintle/object/media_type.h"
#include "pintle/resource/definition.h"

namespace pintle::api {

enum class PatchType : uint8_t { kJson, kMerge, kStrategic, kApply };

// What a patch is and how its body is written.
struct PatchFormat {
  PatchType type = PatchType::kMerge;
  object::MediaType media = object::MediaType::kJson;
};

// By Content-Type, letter for letter up to the first `;`; 415 for types this resource does not
// take.
Result<PatchFormat> PatchFormatOf(const http::Request& request,
                                  const write::ResourceDefinition& resource, bool cbor);

// The types that a patch of this resource can have and be carried out, separated by commas.
std::string WorkingPatchTypes(const write::ResourceDefinition& resource, bool cbor);

}  // namespace pintle::api
