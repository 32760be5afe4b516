#include "pintle/registry/resource_cache.h"

#include <utility>

#include "pintle/object/header.h"

namespace pintle::api {
namespace {

storage::ObjectHeader CacheHeader(const object::Kind& kind, std::string_view stored) {
  object::Header header = object::ReadHeader(kind, stored);
  return storage::ObjectHeader{std::move(header.labels), std::move(header.fields),
                               std::move(header.uid)};
}

// Of a kind only what headers need.
object::Kind ForHeaders(const object::Kind& kind) {
  object::Kind result;
  result.group = kind.group;
  result.kind = kind.kind;
  result.storage_version = kind.storage_version;
  result.selectable_fields = kind.selectable_fields;
  result.typed = kind.typed;
  return result;
}

}  // namespace

std::shared_ptr<storage::WatchCache> MakeCache(storage::Store& store,
                                               const write::ResourceDefinition& resource,
                                               storage::WatchCacheOptions options) {
  return std::make_shared<storage::WatchCache>(
      store, resource.storing.key_prefix,
      [kind = ForHeaders(resource.kind)](std::string_view, const Bytes& value) {
        return CacheHeader(kind, value.view());
      },
      std::move(options));
}

storage::ObjectHeader ConvertedHeader(const object::Kind& kind, const object::Object& object) {
  storage::ObjectHeader header;
  for (const auto& [key, value] : object.meta().labels) header.labels.emplace_back(key, value);
  header.fields.emplace_back("metadata.name", object.meta().name);
  header.fields.emplace_back("metadata.namespace", object.meta().namespace_);
  for (const object::SelectableField& field : kind.selectable_fields) {
    header.fields.emplace_back(field, object::SelectableValue(object.content(), field));
  }
  return header;
}

}  // namespace pintle::api
