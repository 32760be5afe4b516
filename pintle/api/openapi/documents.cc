#include "pintle/api/openapi/documents.h"

#include <utility>
#include <vector>

#include "pintle/api/discovery/discovery.h"
#include "pintle/api/openapi/v2.h"
#include "pintle/api/openapi/v2_protobuf.h"
#include "pintle/api/openapi/v3.h"
#include "pintle/api/openapi/v3_protobuf.h"
#include "pintle/base/strings.h"
#include "pintle/codec/document.h"

namespace pintle::api {
namespace {

OpenApiDocument Finish(std::string json) {
  std::string hash = ContentHash(json);
  return {Bytes(std::move(json)), std::move(hash)};
}

// The group version whose document stands at `path`; null if that is not served.
std::pair<const ServedGroup*, const ServedVersion*> FindByPath(const Registry& registry,
                                                               std::string_view path) {
  std::vector<std::string_view> parts = Split(path, '/');
  std::string_view group;
  if (parts.size() == 3 && parts[0] == "apis") {
    group = parts[1];
  } else if (parts.size() != 2 || parts[0] != "api") {
    return {nullptr, nullptr};
  }
  const ServedVersion* version = registry.FindVersion(group, parts.back());
  if (version == nullptr) return {nullptr, nullptr};
  return {registry.FindGroup(group), version};
}

}  // namespace

OpenApiDocuments::Entry& OpenApiDocuments::Ensure(std::string_view group,
                                                  const ServedVersion& version,
                                                  bool with_document) {
  Definitions definitions;
  for (const auto& resource : version.resources) definitions.push_back(resource->definition);
  Entry& entry = v3_[OpenApiV3Path(group, version.version)];
  const bool known = !entry.document.hash.empty() && entry.definitions == definitions;
  if (known && (entry.document.json || !with_document)) return entry;
  Arena arena;
  OpenApiDocument made = Finish(codec::ToJson(OpenApiV3Document(arena, options_, group, version)));
  if (!with_document) made.json = {};
  if (known) {
    entry.document = std::move(made);
  } else {
    entry = {std::move(definitions), std::move(made)};
  }
  return entry;
}

std::optional<OpenApiDocument> OpenApiDocuments::V3(const Registry& registry,
                                                    std::string_view path) {
  auto [group, version] = FindByPath(registry, path);
  if (group == nullptr) return std::nullopt;
  std::scoped_lock lock(mutex_);
  return Ensure(group->name, *version, true).document;
}

std::optional<OpenApiProtobuf> OpenApiDocuments::V3Protobuf(const Registry& registry,
                                                            std::string_view path) {
  auto [group, version] = FindByPath(registry, path);
  if (group == nullptr) return std::nullopt;
  std::scoped_lock lock(mutex_);
  Entry& entry = Ensure(group->name, *version, false);
  if (!entry.protobuf) {
    Arena arena;
    Value document = OpenApiV3Document(arena, options_, group->name, *version);
    entry.protobuf = Bytes(OpenApiV3Protobuf(document));
  }
  return OpenApiProtobuf{entry.protobuf, entry.document.hash};
}

OpenApiDocument OpenApiDocuments::V3Index(const Registry& registry) {
  std::scoped_lock lock(mutex_);
  if (v3_index_.document.json && v3_index_.generation == registry.generation()) {
    return v3_index_.document;
  }
  std::map<std::string, std::string> hashes;
  for (const ServedGroup& group : registry.groups()) {
    for (const ServedVersion& version : group.versions) {
      hashes[OpenApiV3Path(group.name, version.version)] =
          Ensure(group.name, version, false).document.hash;
    }
  }
  // What is no longer served need not be kept.
  std::erase_if(v3_, [&](const auto& entry) { return !hashes.contains(entry.first); });
  v3_index_ = {registry.generation(), Finish(OpenApiV3Index(hashes))};
  return v3_index_.document;
}

const OpenApiDocument& OpenApiDocuments::EnsureV2(const Registry& registry) {
  if (!v2_.document.json || v2_.generation != registry.generation()) {
    Arena arena;
    Value document = OpenApiV2Document(arena, options_, registry);
    v2_ = {registry.generation(), Finish(codec::ToJson(document))};
  }
  return v2_.document;
}

OpenApiDocument OpenApiDocuments::V2(const Registry& registry) {
  std::scoped_lock lock(mutex_);
  return EnsureV2(registry);
}

OpenApiProtobuf OpenApiDocuments::V2Protobuf(const Registry& registry) {
  std::scoped_lock lock(mutex_);
  if (!v2_protobuf_.document.protobuf || v2_protobuf_.generation != registry.generation()) {
    Arena arena;
    Bytes encoded(OpenApiV2Protobuf(OpenApiV2Document(arena, options_, registry)));
    v2_protobuf_ = {registry.generation(), {std::move(encoded), EnsureV2(registry).hash}};
  }
  return v2_protobuf_.document;
}

}  // namespace pintle::api
