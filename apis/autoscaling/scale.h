#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "pintle/resource/definition.h"

namespace pintle::apis::autoscaling {

// What a `scale` endpoint shows of an object.
struct ScaleNumbers {
  int32_t replicas = 0;
  int32_t current_replicas = 0;
  std::string_view selector;
};

// An autoscaling/v1 Scale of `object`, which lends it its name and the like.
write::Object MakeScale(const write::Object& object, const ScaleNumbers& numbers);

// An endpoint that speaks Scale; how it looks at an object is for the caller to say.
write::Endpoint ScaleEndpoint(std::shared_ptr<const write::ResourceDefinition> spoken);

// What all `scale` endpoints speak, after AddScales.
std::shared_ptr<const write::ResourceDefinition> SpokenScale(
    const std::vector<write::ResourceDefinition>& all);

}  // namespace pintle::apis::autoscaling
