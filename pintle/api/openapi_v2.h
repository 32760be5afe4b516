#pragma once

#include <string>

#include "pintle/api/openapi_paths.h"
#include "pintle/api/registry.h"

namespace pintle::api {

// The OpenAPI v2 document of everything served, as JSON. Where a custom resource has the path or
// model name of a compiled-in one, the latter wins.
std::string OpenApiV2Document(const OpenApiOptions& options, const Registry& registry);

}  // namespace pintle::api
