#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/registry/registry.h"
#include "pintle/value/value.h"

// What the server serves, as clients ask for it. All results live in the arena alone.
namespace pintle::api {

// `/api`. It has no apiVersion, which is how clients know it.
Value ApiVersions(Arena& arena, std::string_view server_address);
// `/apis`: all groups but the core one, which has no name.
Value ApiGroupList(Arena& arena, const Registry& registry);
// `/apis/<group>`; nothing if the group is not served.
std::optional<Value> ApiGroup(Arena& arena, const Registry& registry, std::string_view group);
// `/api/v1` and `/apis/<group>/<version>`; nothing if the version is not served.
std::optional<Value> ApiResourceList(Arena& arena, const Registry& registry, std::string_view group,
                                     std::string_view version);
// APIGroupDiscoveryList of apidiscovery.k8s.io/v2: `core` for `/api`, else for `/apis`.
Value AggregatedDiscovery(Arena& arena, const Registry& registry, bool core);

// A subresource as it is published: its verbs, and the kind it answers with if that is not
// the resource's own; group and version only where they are not those of the resource.
struct SubresourceInfo {
  write::Verbs verbs;
  std::string_view group = {};
  std::string_view version = {};
  std::string_view kind = {};

  bool foreign() const { return !kind.empty(); }
};
// The result lives as long as the definition.
SubresourceInfo DescribeSubresource(const write::ResourceDefinition& definition,
                                    std::string_view name);
// Of both kinds of endpoints below an object in a version, in order.
std::vector<std::string> SubresourceNames(const write::ResourceDefinition& definition,
                                          std::string_view version);

// Upper-case hexadecimal SHA-512: the hash of OpenAPI documents and, in quotes, the ETag of
// documents made here.
std::string ContentHash(std::string_view text);

}  // namespace pintle::api
