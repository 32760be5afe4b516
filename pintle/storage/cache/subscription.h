#pragma once

#include <memory>
#include <string>

#include "pintle/storage/cache/cache_core.h"
#include "pintle/storage/cache/watch_cache.h"

namespace pintle::storage {

// See WatchCache::Subscribe.
Result<std::unique_ptr<CacheWatch>> StartSubscription(std::shared_ptr<CacheCore> core,
                                                      Revision from, CacheWatchSink sink,
                                                      std::string key_prefix);

}  // namespace pintle::storage
