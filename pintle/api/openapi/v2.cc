#include "pintle/api/openapi/v2.h"

#include <map>

#include "apis/meta/v1/types.h"
#include "pintle/resource/capabilities.h"

namespace pintle::api {
namespace {

using PathMap = std::map<std::string_view, Value>;

// Adds the compiled-in or the custom resources; what is there already stays.
void AddResources(Arena& arena, const OpenApiOptions& options, const Registry& registry,
                  bool compiled_in, SchemaSet& schemas, PathMap& paths) {
  for (const ServedGroup& group : registry.groups()) {
    for (const ServedVersion& version : group.versions) {
      for (const auto& resource : version.resources) {
        const write::ResourceDefinition& definition = *resource->definition;
        if (write::IsCompiledIn(definition) != compiled_in) continue;
        schemas.AddResource(definition, version.version);
        for (const Member& path : ResourcePaths(arena, options, OpenApiDialect::kV2, definition,
                                                version.version, schemas)) {
          paths.emplace(path.key(), path.value);
        }
      }
    }
  }
}

void MarkSharedKinds(SchemaSet& schemas, const Registry& registry) {
  std::string prefix(typeinfo::TypeOf<apis::meta::v1::Status>().package);
  schemas.MarkKind(prefix + ".Status", "", "v1", "Status");
  schemas.MarkKind(prefix + ".DeleteOptions", "", "v1", "DeleteOptions");
  for (const ServedGroup& group : registry.groups()) {
    for (const ServedVersion& version : group.versions) {
      if (group.name.empty()) continue;
      schemas.MarkKind(prefix + ".DeleteOptions", group.name, version.version, "DeleteOptions");
    }
  }
}

Value Security(Arena& arena) {
  Value requirement = Value::Object(arena, {{"BearerToken", Value::EmptyList()}});
  return Value::List(arena, {&requirement, 1});
}

Value SecurityDefinitions(Arena& arena) {
  Value bearer = Value::Object(arena, {{"type", Value("apiKey")},
                                       {"in", Value("header")},
                                       {"name", Value("authorization")},
                                       {"description", Value("Bearer token")}});
  return Value::Object(arena, {{"BearerToken", bearer}});
}

}  // namespace

Value OpenApiV2Document(Arena& arena, const OpenApiOptions& options, const Registry& registry) {
  SchemaSet schemas(arena, OpenApiDialect::kV2);
  PathMap paths;
  AddResources(arena, options, registry, /*compiled_in=*/true, schemas, paths);
  AddResources(arena, options, registry, /*compiled_in=*/false, schemas, paths);
  MarkSharedKinds(schemas, registry);
  std::vector<Member> path_members;
  for (const auto& [path, value] : paths) path_members.push_back({path, value});
  Value info = Value::Object(arena, {{"title", Value("Kubernetes")},
                                     {"version", Value::String(arena, options.server_version)}});
  return Value::Object(arena, {{"swagger", Value("2.0")},
                               {"info", info},
                               {"paths", Value::SortedObject(arena, path_members)},
                               {"definitions", schemas.Build()},
                               {"security", Security(arena)},
                               {"securityDefinitions", SecurityDefinitions(arena)}});
}

}  // namespace pintle::api
