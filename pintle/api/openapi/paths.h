#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pintle/api/openapi/schemas.h"
#include "pintle/base/arena.h"
#include "pintle/resource/definition.h"
#include "pintle/value/value.h"

namespace pintle::api {

// What the documents say of the server besides its resources.
struct OpenApiOptions {
  // `info.version`, e.g. `v1.36.4`.
  std::string server_version = "v1.36.0";
  // List the CBOR media types.
  bool cbor = false;
  // Name the parameter fieldValidation, by which clients know that they need not look themselves.
  bool field_validation = true;
  // List the media types of server-side apply.
  bool apply = false;
};

// `/api/v1` or `/apis/<group>/<version>`.
std::string BasePath(std::string_view group, std::string_view version);

// The paths of a resource in one version with their operations, each with the parameters and the
// x-kubernetes-group-version-kind that clients look for. Adds the models it refers to.
std::vector<Member> ResourcePaths(Arena& arena, const OpenApiOptions& options,
                                  OpenApiDialect dialect,
                                  const write::ResourceDefinition& definition,
                                  std::string_view version, SchemaSet& schemas);

}  // namespace pintle::api
