#pragma once

#include <map>
#include <string>
#include <string_view>

#include "pintle/api/openapi/paths.h"
#include "pintle/registry/registry.h"

// OpenAPI v3: a document for each group version, and an index of them.
namespace pintle::api {

// `api/v1` or `apis/<group>/<version>`: how the index names documents.
std::string OpenApiV3Path(std::string_view group, std::string_view version);

// The document of one group version.
Value OpenApiV3Document(Arena& arena, const OpenApiOptions& options, std::string_view group,
                        const ServedVersion& version);

// The index as JSON, from the hash of each document.
std::string OpenApiV3Index(const std::map<std::string, std::string>& hash_by_path);

}  // namespace pintle::api
