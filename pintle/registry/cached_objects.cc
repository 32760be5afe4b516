#include "pintle/registry/cached_objects.h"

#include "pintle/object/read/decode.h"

namespace pintle::server {

Task<Result<std::optional<object::Object>>> CachedObjects::Find(std::string_view group,
                                                                std::string_view plural,
                                                                std::string namespace_name,
                                                                std::string name) const {
  std::optional<object::Object> none;
  auto resource = registry_.Current()->Find(group, "v1", plural);
  if (resource == nullptr) co_return none;
  const std::string key = resource->definition->Key(namespace_name, name);
  std::optional<Bytes> bytes;
  if (auto cached = resource->cache->Current()->Find(key)) {
    bytes = cached->stored();
  } else {
    Result<storage::GetResult> got = co_await store_.Get(key);
    if (!got) co_return std::unexpected(got.error());
    if (got->record) bytes = got->record->value;
  }
  if (!bytes) co_return none;
  PINTLE_CO_TRY(object::Object object, object::DecodeStored(resource->definition->kind, *bytes, 0));
  co_return std::optional(std::move(object));
}

}  // namespace pintle::server
