#include "pintle/metrics/store_metrics.h"

#include <chrono>
#include <mutex>

#include "pintle/metrics/metric_families.h"

namespace pintle::api {
namespace {

constexpr const char* kOperationNames[] = {"get", "list", "count", "create", "update", "delete"};

// `/registry/configmaps/`, `/registry/apps/deployments/`: the first so many parts of a key; all of
// it if there are fewer.
std::string_view Parts(std::string_view key, int parts) {
  size_t end = 0;
  for (int part = 0; part <= parts; ++part) {
    end = key.find('/', part == 0 ? 0 : end + 1);
    if (end == std::string_view::npos) return key;
  }
  return key.substr(0, end + 1);
}

constexpr int kShortPrefix = 2;
constexpr int kLongPrefix = 3;

// Measures one request from its making to Done.
class Stopwatch {
 public:
  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  }

 private:
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace

struct StoreMetrics::Families {
  explicit Families(prometheus::Registry& registry)
      : durations(AddHistogram(registry, "etcd_request_duration_seconds",
                               "[ALPHA] How long requests to the store took.")),
        requests(AddCounter(registry, "etcd_requests_total", "[ALPHA] Requests to the store.")),
        errors(AddCounter(registry, "etcd_request_errors_total",
                          "[ALPHA] Requests to the store that failed.")) {}

  Family<Histogram>& durations;
  Family<Counter>& requests;
  Family<Counter>& errors;
};

struct StoreMetrics::Series {
  Series(Families& families, const Labels& labels)
      : duration(families.durations.Add(labels, RequestBuckets())),
        requests(families.requests.Add(labels)),
        errors(families.errors.Add(labels)) {}

  Histogram& duration;
  Counter& requests;
  Counter& errors;
};

StoreMetrics::StoreMetrics(prometheus::Registry& registry)
    : families_(std::make_unique<Families>(registry)) {}
StoreMetrics::~StoreMetrics() = default;

void StoreMetrics::Name(std::string_view prefix, std::string_view group,
                        std::string_view resource) {
  std::unique_lock lock(mutex_);
  Resource& named = by_prefix_[std::string(prefix)];
  named.group = group;
  named.resource = resource;
}

StoreMetrics::Resource* StoreMetrics::Find(std::string_view key) {
  for (int parts : {kLongPrefix, kShortPrefix}) {
    auto at = by_prefix_.find(Parts(key, parts));
    if (at != by_prefix_.end()) return &at->second;
  }
  return nullptr;
}

StoreMetrics::Series& StoreMetrics::SeriesOf(Operation operation, std::string_view key) {
  const auto index = static_cast<size_t>(operation);
  {
    std::shared_lock lock(mutex_);
    const Resource* found = Find(key);
    if (found != nullptr && found->operations[index]) return *found->operations[index];
  }
  std::unique_lock lock(mutex_);
  Resource* resource = Find(key);
  if (resource == nullptr) {
    std::string_view prefix = Parts(key, kLongPrefix);
    std::string_view group = Parts(prefix, kShortPrefix);
    resource = &by_prefix_[std::string(prefix)];
    resource->resource = prefix.substr(group.size());
    if (resource->resource.ends_with('/')) resource->resource.pop_back();
    if (group.ends_with('/')) group.remove_suffix(1);
    resource->group = group.substr(group.rfind('/') + 1);
  }
  auto& series = resource->operations[index];
  if (!series) {
    series = std::make_unique<Series>(*families_, Labels{{"operation", kOperationNames[index]},
                                                         {"group", resource->group},
                                                         {"resource", resource->resource}});
  }
  return *series;
}

void StoreMetrics::Done(Operation operation, std::string_view key, double seconds, bool failed) {
  Series& series = SeriesOf(operation, key);
  series.duration.Observe(seconds);
  series.requests.Increment();
  if (failed) series.errors.Increment();
}

using Operation = StoreMetrics::Operation;

Task<Result<storage::GetResult>> MeteredStore::Get(std::string key) {
  Stopwatch watch;
  auto doing = inner_.Get(key);
  auto done = co_await doing;
  metrics_.Done(Operation::kGet, key, watch.Seconds(), !done);
  co_return done;
}

Task<Result<storage::RangeResult>> MeteredStore::Range(storage::RangeOptions options) {
  Stopwatch watch;
  std::string prefix = options.prefix;
  auto doing = inner_.Range(std::move(options));
  auto done = co_await doing;
  metrics_.Done(Operation::kList, prefix, watch.Seconds(), !done);
  co_return done;
}

Task<Result<size_t>> MeteredStore::Count(std::string prefix) {
  Stopwatch watch;
  auto doing = inner_.Count(prefix);
  auto done = co_await doing;
  metrics_.Done(Operation::kCount, prefix, watch.Seconds(), !done);
  co_return done;
}

Task<Result<storage::WriteResult>> MeteredStore::Create(std::string key, Bytes value,
                                                        int64_t ttl_seconds) {
  Stopwatch watch;
  auto doing = inner_.Create(key, std::move(value), ttl_seconds);
  auto done = co_await doing;
  metrics_.Done(Operation::kCreate, key, watch.Seconds(), !done);
  co_return done;
}

Task<Result<storage::WriteResult>> MeteredStore::Update(std::string key, storage::Revision expected,
                                                        Bytes value, int64_t ttl_seconds) {
  Stopwatch watch;
  auto doing = inner_.Update(key, expected, std::move(value), ttl_seconds);
  auto done = co_await doing;
  metrics_.Done(Operation::kUpdate, key, watch.Seconds(), !done);
  co_return done;
}

Task<Result<storage::WriteResult>> MeteredStore::Delete(std::string key,
                                                        storage::Revision expected) {
  Stopwatch watch;
  auto doing = inner_.Delete(key, expected);
  auto done = co_await doing;
  metrics_.Done(Operation::kDelete, key, watch.Seconds(), !done);
  co_return done;
}

}  // namespace pintle::api
