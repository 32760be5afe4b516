#pragma once

#include "pintle/api/openapi/paths.h"
#include "pintle/base/arena.h"
#include "pintle/registry/registry.h"
#include "pintle/value/value.h"

namespace pintle::api {

// The OpenAPI v2 document of everything served; OpenApiV2Protobuf has its Protobuf form. Where a
// custom resource has the path or model name of a compiled-in one, the latter wins. The value
// refers to the registry's definitions.
Value OpenApiV2Document(Arena& arena, const OpenApiOptions& options, const Registry& registry);

}  // namespace pintle::api
