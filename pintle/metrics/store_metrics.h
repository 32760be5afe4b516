#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>

#include "pintle/storage/store.h"

namespace prometheus {
class Registry;
}

namespace pintle::api {

// Counts requests to the store by operation and resource. Thread-safe.
class StoreMetrics {
 public:
  enum class Operation : uint8_t { kGet, kList, kCount, kCreate, kUpdate, kDelete };

  explicit StoreMetrics(prometheus::Registry& registry);
  ~StoreMetrics();

  // Keys that begin with `prefix` are those of this resource. Without it a resource is named after
  // its keys, which is right for custom ones: `/registry/<group>/<resource>/...`.
  void Name(std::string_view prefix, std::string_view group, std::string_view resource);

  void Done(Operation operation, std::string_view key, double seconds, bool failed);

 private:
  static constexpr size_t kOperations = 6;
  struct Families;
  struct Series;
  // Of one resource; each operation when it is first done.
  struct Resource {
    std::string group;
    std::string resource;
    std::array<std::unique_ptr<Series>, kOperations> operations;
  };

  Series& SeriesOf(Operation operation, std::string_view key);
  // With the mutex held.
  Resource* Find(std::string_view key);

  const std::unique_ptr<Families> families_;
  std::shared_mutex mutex_;
  // Guarded by mutex_; what it holds stays where it is.
  std::map<std::string, Resource, std::less<>> by_prefix_;
};

// A store whose requests are counted. It and the metrics must outlive them all; those that are
// under way end with the inner store.
class MeteredStore final : public storage::Store {
 public:
  MeteredStore(storage::Store& inner, StoreMetrics& metrics) : inner_(inner), metrics_(metrics) {}

  Task<Result<storage::GetResult>> Get(std::string key) override;
  Task<Result<storage::RangeResult>> Range(storage::RangeOptions options) override;
  Task<Result<size_t>> Count(std::string prefix) override;
  Task<Result<storage::WriteResult>> Create(std::string key, Bytes value,
                                            int64_t ttl_seconds) override;
  Task<Result<storage::WriteResult>> Update(std::string key, storage::Revision expected,
                                            Bytes value, int64_t ttl_seconds) override;
  Task<Result<storage::WriteResult>> Delete(std::string key, storage::Revision expected) override;

  Task<Result<storage::Revision>> CurrentRevision() override { return inner_.CurrentRevision(); }
  Result<std::unique_ptr<storage::Watch>> StartWatch(std::string prefix, storage::Revision from,
                                                     storage::WatchSink sink) override {
    return inner_.StartWatch(std::move(prefix), from, std::move(sink));
  }
  bool SupportsProgress() const override { return inner_.SupportsProgress(); }
  Task<Status> Compact(storage::Revision revision) override { return inner_.Compact(revision); }
  Task<Status> CheckHealth() override { return inner_.CheckHealth(); }

 private:
  storage::Store& inner_;
  StoreMetrics& metrics_;
};

}  // namespace pintle::api
