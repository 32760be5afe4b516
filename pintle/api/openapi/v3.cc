#include "pintle/api/openapi/v3.h"

#include <algorithm>
#include <utility>

#include "apis/meta/v1/types.h"
#include "pintle/codec/document.h"
#include "pintle/resource/capabilities.h"

namespace pintle::api {
namespace {

Value Info(Arena& arena, const OpenApiOptions& options, const ServedVersion& version) {
  const bool compiled_in = std::ranges::any_of(version.resources, [](const auto& resource) {
    return write::IsCompiledIn(*resource->definition);
  });
  if (!compiled_in) {
    return Value::Object(
        arena, {{"title", Value("Kubernetes CRD Swagger")}, {"version", Value("v0.1.0")}});
  }
  return Value::Object(arena, {{"title", Value("Kubernetes")},
                               {"version", Value::String(arena, options.server_version)}});
}

Value SecuritySchemes(Arena& arena) {
  Value bearer = Value::Object(arena, {{"type", Value("apiKey")},
                                       {"in", Value("header")},
                                       {"name", Value("authorization")},
                                       {"description", Value("Bearer token")}});
  return Value::Object(arena, {{"BearerToken", bearer}});
}

// The options and answers that belong to no group are kinds of every group version.
void MarkSharedKinds(SchemaSet& schemas, std::string_view group, std::string_view version) {
  std::string prefix(typeinfo::TypeOf<apis::meta::v1::Status>().package);
  schemas.MarkKind(prefix + ".Status", "", "v1", "Status");
  schemas.MarkKind(prefix + ".DeleteOptions", "", "v1", "DeleteOptions");
  if (!group.empty()) {
    schemas.MarkKind(prefix + ".DeleteOptions", group, version, "DeleteOptions");
  }
}

}  // namespace

std::string OpenApiV3Path(std::string_view group, std::string_view version) {
  return BasePath(group, version).substr(1);
}

Value OpenApiV3Document(Arena& arena, const OpenApiOptions& options, std::string_view group,
                        const ServedVersion& version) {
  SchemaSet schemas(arena, OpenApiDialect::kV3);
  std::vector<Member> paths;
  for (const auto& resource : version.resources) {
    const write::ResourceDefinition& definition = *resource->definition;
    schemas.AddResource(definition, version.version);
    std::vector<Member> more =
        ResourcePaths(arena, options, OpenApiDialect::kV3, definition, version.version, schemas);
    paths.insert(paths.end(), more.begin(), more.end());
  }
  MarkSharedKinds(schemas, group, version.version);
  Value components = Value::Object(
      arena, {{"schemas", schemas.Build()}, {"securitySchemes", SecuritySchemes(arena)}});
  return Value::Object(arena, {{"openapi", Value("3.0.0")},
                               {"info", Info(arena, options, version)},
                               {"paths", Value::Object(arena, std::move(paths))},
                               {"components", components}});
}

std::string OpenApiV3Index(const std::map<std::string, std::string>& hash_by_path) {
  Arena arena;
  std::vector<Member> paths;
  for (const auto& [path, hash] : hash_by_path) {
    std::string url = "/openapi/v3/" + path + "?hash=" + hash;
    paths.push_back(
        {path, Value::Object(arena, {{"serverRelativeURL", Value::String(arena, url)}})});
  }
  return codec::ToJson(Value::Object(arena, {{"paths", Value::Object(arena, std::move(paths))}}));
}

}  // namespace pintle::api
