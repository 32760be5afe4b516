#include "pintle/storage/cache/watch_cache.h"

#include <utility>

#include "pintle/storage/cache/cache_core.h"
#include "pintle/storage/cache/subscription.h"
#include "pintle/storage/store_errors.h"

namespace pintle::storage {

WatchCache::WatchCache(Store& store, std::string prefix, HeaderExtractor extract_header,
                       WatchCacheOptions options)
    : core_(std::make_shared<CacheCore>(store, std::move(prefix), std::move(extract_header),
                                        std::move(options))) {}

WatchCache::~WatchCache() { core_->Stop(Stopping()); }

Task<Status> WatchCache::Start() { return core_->Start(); }

void WatchCache::Stop(const Error& error) { core_->Stop(error); }

void WatchCache::EndSubscriptions(const Error& error) { core_->EndSubscriptions(error); }

bool WatchCache::ready() const { return core_->ready(); }

SnapshotPtr WatchCache::Current() const { return core_->Current(); }

Revision WatchCache::revision() const { return core_->revision(); }

const CacheStatistics& WatchCache::statistics() const { return core_->statistics(); }

Task<Status> WatchCache::WaitFor(Revision revision, std::chrono::milliseconds timeout) const {
  return core_->WaitFor(revision, timeout);
}

Task<Result<SnapshotPtr>> WatchCache::Read(std::string prefix, Freshness freshness) const {
  return core_->Read(std::move(prefix), freshness);
}

Task<Result<CachedObjectPtr>> WatchCache::Get(std::string key, Freshness freshness) const {
  return core_->Get(std::move(key), freshness);
}

Task<Result<ListPage>> WatchCache::List(ListQuery query) const {
  return core_->List(std::move(query));
}

Result<std::unique_ptr<CacheWatch>> WatchCache::Subscribe(Revision from, CacheWatchSink sink,
                                                          std::string key_prefix) {
  return StartSubscription(core_, from, std::move(sink), std::move(key_prefix));
}

}  // namespace pintle::storage
