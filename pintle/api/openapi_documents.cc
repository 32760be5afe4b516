#include "pintle/api/openapi_documents.h"

#include <utility>

#include "pintle/api/discovery.h"
#include "pintle/api/openapi_v2.h"
#include "pintle/api/openapi_v2_protobuf.h"
#include "pintle/api/openapi_v3.h"
#include "pintle/codec/document.h"

namespace pintle::api {
namespace {

OpenApiDocument Finish(std::string json) {
  std::string hash = ContentHash(json);
  return {Bytes(std::move(json)), std::move(hash)};
}

}  // namespace

const OpenApiDocument& OpenApiDocuments::Ensure(std::string_view group,
                                                const ServedVersion& version) {
  Definitions definitions;
  for (const auto& resource : version.resources) definitions.push_back(resource->definition);
  Entry& entry = v3_[OpenApiV3Path(group, version.version)];
  if (!entry.document.json || entry.definitions != definitions) {
    entry = {std::move(definitions), Finish(OpenApiV3Document(options_, group, version))};
  }
  return entry.document;
}

std::optional<OpenApiDocument> OpenApiDocuments::V3(const Registry& registry,
                                                    std::string_view path) {
  for (const ServedGroup& group : registry.groups()) {
    for (const ServedVersion& version : group.versions) {
      if (OpenApiV3Path(group.name, version.version) != path) continue;
      std::scoped_lock lock(mutex_);
      return Ensure(group.name, version);
    }
  }
  return std::nullopt;
}

OpenApiDocument OpenApiDocuments::V3Index(const Registry& registry) {
  std::scoped_lock lock(mutex_);
  if (v3_index_.document.json && v3_index_.generation == registry.generation()) {
    return v3_index_.document;
  }
  std::map<std::string, std::string> hashes;
  for (const ServedGroup& group : registry.groups()) {
    for (const ServedVersion& version : group.versions) {
      hashes[OpenApiV3Path(group.name, version.version)] = Ensure(group.name, version).hash;
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
