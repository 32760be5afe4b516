#include "pintle/api/discovery/discovery.h"

#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <utility>

#include "pintle/resource/capabilities.h"
#include "pintle/scheme/names.h"

namespace pintle::api {
namespace {

using write::ResourceDefinition;
using write::Verb;
using write::Verbs;

// The order in which custom resources list their verbs; elsewhere they are in order of their names.
constexpr Verb kCustomVerbOrder[] = {
    Verb::kDelete, Verb::kDeleteCollection, Verb::kGet,    Verb::kList,
    Verb::kPatch,  Verb::kCreate,           Verb::kUpdate, Verb::kWatch};

Value StringList(Arena& arena, const auto& texts) {
  std::vector<Value> items;
  for (std::string_view text : texts) items.push_back(Value::String(arena, text));
  return Value::List(arena, items);
}

Value GroupVersionEntry(Arena& arena, std::string_view group, const std::string& version) {
  std::string text = scheme::GroupVersion{std::string(group), version}.Text();
  return Value::Object(arena, {{"groupVersion", Value::String(arena, text)},
                               {"version", Value::String(arena, version)}});
}

// `name`, `versions` and `preferredVersion` of a group.
std::vector<Member> GroupMembers(Arena& arena, const ServedGroup& group) {
  std::vector<Value> versions;
  for (const ServedVersion& version : group.versions) {
    versions.push_back(GroupVersionEntry(arena, group.name, version.version));
  }
  return {{"name", Value::String(arena, group.name)},
          {"versions", Value::List(arena, versions)},
          {"preferredVersion", versions.front()}};
}

Value VerbList(Arena& arena, Verbs verbs) {
  std::vector<Value> items;
  for (Verb verb : verbs) items.emplace_back(auth::VerbName(verb));
  return Value::List(arena, items);
}

Value VerbList(Arena& arena, const ResourceDefinition& definition) {
  if (write::IsCompiledIn(definition)) return VerbList(arena, definition.serving.verbs);
  std::vector<Value> items;
  for (Verb verb : kCustomVerbOrder) {
    if (definition.serving.verbs.Has(verb)) items.emplace_back(auth::VerbName(verb));
  }
  return Value::List(arena, items);
}

void AddNames(Arena& arena, const ResourceDefinition& definition, std::vector<Member>& members) {
  if (!definition.names.short_names.empty()) {
    members.push_back({"shortNames", StringList(arena, definition.names.short_names)});
  }
  if (!definition.names.categories.empty()) {
    members.push_back({"categories", StringList(arena, definition.names.categories)});
  }
}

Value ResourceEntry(Arena& arena, const ResourceDefinition& definition) {
  std::vector<Member> members = {{"name", Value::String(arena, definition.names.plural)},
                                 {"singularName", Value::String(arena, definition.names.singular)},
                                 {"namespaced", Value(definition.names.namespaced)},
                                 {"kind", Value::String(arena, definition.kind.kind)},
                                 {"verbs", VerbList(arena, definition)}};
  if (write::HasStorageVersion(definition)) {
    scheme::GroupVersion storage = definition.kind.Storage();
    std::string hash =
        scheme::StorageVersionHash(storage.group, storage.version, definition.kind.kind);
    members.push_back({"storageVersionHash", Value::String(arena, hash)});
  }
  AddNames(arena, definition, members);
  return Value::Object(arena, std::move(members));
}

Value SubresourceEntry(Arena& arena, const ResourceDefinition& definition,
                       const std::string& name) {
  SubresourceInfo info = DescribeSubresource(definition, name);
  std::vector<Member> members = {
      {"name", Value::String(arena, definition.names.plural + "/" + name)},
      {"singularName", Value("")},
      {"namespaced", Value(definition.names.namespaced)},
      {"kind", Value::String(arena, info.foreign() ? info.kind : definition.kind.kind)},
      {"verbs", VerbList(arena, info.verbs)}};
  if (!info.version.empty()) {
    members.push_back({"group", Value(info.group)});
    members.push_back({"version", Value(info.version)});
  }
  return Value::Object(arena, std::move(members));
}

// Group and version are empty for kinds of the same group version.
Value ResponseKind(Arena& arena, const ResourceDefinition& definition,
                   const SubresourceInfo& info) {
  return Value::Object(
      arena, {{"group", Value(info.group)},
              {"version", Value(info.version)},
              {"kind", Value::String(arena, info.foreign() ? info.kind : definition.kind.kind)}});
}

Value AggregatedResource(Arena& arena, const ResourceDefinition& definition,
                         std::string_view version) {
  std::vector<Value> subresources;
  for (const std::string& name : SubresourceNames(definition, version)) {
    SubresourceInfo info = DescribeSubresource(definition, name);
    subresources.push_back(
        Value::Object(arena, {{"subresource", Value::String(arena, name)},
                              {"responseKind", ResponseKind(arena, definition, info)},
                              {"verbs", VerbList(arena, info.verbs)}}));
  }
  std::vector<Member> members = {
      {"resource", Value::String(arena, definition.names.plural)},
      {"responseKind", ResponseKind(arena, definition, {})},
      {"scope", Value(definition.names.namespaced ? "Namespaced" : "Cluster")},
      {"singularResource", Value::String(arena, definition.names.singular)},
      {"verbs", VerbList(arena, definition)}};
  AddNames(arena, definition, members);
  if (!subresources.empty()) {
    members.push_back({"subresources", Value::List(arena, subresources)});
  }
  return Value::Object(arena, std::move(members));
}

Value AggregatedGroup(Arena& arena, const ServedGroup& group) {
  std::vector<Value> versions;
  for (const ServedVersion& version : group.versions) {
    std::vector<Value> resources;
    for (const auto& resource : version.resources) {
      resources.push_back(AggregatedResource(arena, *resource->definition, version.version));
    }
    versions.push_back(Value::Object(arena, {{"version", Value::String(arena, version.version)},
                                             {"freshness", Value("Current")},
                                             {"resources", Value::List(arena, resources)}}));
  }
  Value metadata = group.name.empty()
                       ? Value::EmptyObject()
                       : Value::Object(arena, {{"name", Value::String(arena, group.name)}});
  return Value::Object(arena, {{"metadata", metadata}, {"versions", Value::List(arena, versions)}});
}

}  // namespace

std::vector<std::string> SubresourceNames(const write::ResourceDefinition& definition,
                                          std::string_view version) {
  std::vector<std::string> names;
  for (const auto& [name, rules] : definition.writing.subresources) names.push_back(name);
  for (const auto& [name, endpoint] : definition.actions.endpoints) names.push_back(name);
  std::erase_if(names,
                [&](const std::string& name) { return !definition.InVersion(name, version); });
  std::ranges::sort(names);
  return names;
}

SubresourceInfo DescribeSubresource(const write::ResourceDefinition& definition,
                                    std::string_view name) {
  auto endpoint = definition.actions.endpoints.find(name);
  if (endpoint == definition.actions.endpoints.end()) {
    auto subresource = definition.writing.subresources.find(name);
    return {.verbs = subresource != definition.writing.subresources.end()
                         ? subresource->second.verbs
                         : Verbs()};
  }
  const write::ResourceDefinition& spoken = *endpoint->second.spoken;
  SubresourceInfo info;
  info.verbs = endpoint->second.verbs;
  info.kind = spoken.kind.kind;
  if (spoken.names.group == definition.names.group) return info;
  info.group = spoken.names.group;
  info.version = spoken.serving.versions.front();
  return info;
}

Value ApiVersions(Arena& arena, std::string_view server_address) {
  Value address = Value::Object(arena, {{"clientCIDR", Value("0.0.0.0/0")},
                                        {"serverAddress", Value::String(arena, server_address)}});
  return Value::Object(arena, {{"kind", Value("APIVersions")},
                               {"versions", StringList(arena, std::array{std::string_view("v1")})},
                               {"serverAddressByClientCIDRs", Value::List(arena, {&address, 1})}});
}

Value ApiGroupList(Arena& arena, const Registry& registry) {
  std::vector<Value> groups;
  for (const ServedGroup& group : registry.groups()) {
    if (!group.name.empty()) groups.push_back(Value::Object(arena, GroupMembers(arena, group)));
  }
  return Value::Object(arena, {{"kind", Value("APIGroupList")},
                               {"apiVersion", Value("v1")},
                               {"groups", Value::List(arena, groups)}});
}

std::optional<Value> ApiGroup(Arena& arena, const Registry& registry, std::string_view group) {
  const ServedGroup* found = group.empty() ? nullptr : registry.FindGroup(group);
  if (found == nullptr) return std::nullopt;
  std::vector<Member> members = GroupMembers(arena, *found);
  members.push_back({"kind", Value("APIGroup")});
  members.push_back({"apiVersion", Value("v1")});
  return Value::Object(arena, std::move(members));
}

std::optional<Value> ApiResourceList(Arena& arena, const Registry& registry, std::string_view group,
                                     std::string_view version) {
  const ServedVersion* found = registry.FindVersion(group, version);
  if (found == nullptr) return std::nullopt;
  std::vector<Value> resources;
  for (const auto& resource : found->resources) {
    const ResourceDefinition& definition = *resource->definition;
    resources.push_back(ResourceEntry(arena, definition));
    for (const std::string& name : SubresourceNames(definition, version)) {
      resources.push_back(SubresourceEntry(arena, definition, name));
    }
  }
  std::ranges::sort(resources, {}, [](const Value& entry) { return entry.FindString("name"); });
  std::string text = scheme::GroupVersion{std::string(group), std::string(version)}.Text();
  std::vector<Member> members = {{"kind", Value("APIResourceList")},
                                 {"groupVersion", Value::String(arena, text)},
                                 {"resources", Value::List(arena, resources)}};
  // Only the core group leaves it out.
  if (!group.empty()) members.push_back({"apiVersion", Value("v1")});
  return Value::Object(arena, std::move(members));
}

Value AggregatedDiscovery(Arena& arena, const Registry& registry, bool core) {
  std::vector<Value> items;
  for (const ServedGroup& group : registry.groups()) {
    if (group.name.empty() == core) items.push_back(AggregatedGroup(arena, group));
  }
  return Value::Object(arena, {{"kind", Value("APIGroupDiscoveryList")},
                               {"apiVersion", Value("apidiscovery.k8s.io/v2")},
                               {"metadata", Value::EmptyObject()},
                               {"items", Value::List(arena, items)}});
}

std::string ContentHash(std::string_view text) {
  std::array<unsigned char, SHA512_DIGEST_LENGTH> digest;
  SHA512(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  out.reserve(2 * digest.size());
  for (unsigned char byte : digest) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

}  // namespace pintle::api
