#pragma once

#include <memory>

#include "pintle/object/kind.h"
#include "pintle/object/object.h"
#include "pintle/resource/definition.h"
#include "pintle/storage/cache/watch_cache.h"

namespace pintle::api {

// The watch cache of a resource, not started yet. It refers to `store`, and to nothing of
// `resource`: it outlives the schemas of a custom resource.
std::shared_ptr<storage::WatchCache> MakeCache(storage::Store& store,
                                               const write::ResourceDefinition& resource,
                                               storage::WatchCacheOptions options = {});

// What its header would be of an object of a custom resource in another version.
storage::ObjectHeader ConvertedHeader(const object::Kind& kind, const object::Object& object);

}  // namespace pintle::api
