#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/features/feature_gates.h"
#include "pintle/metrics/admission_metrics.h"
#include "pintle/metrics/auth_metrics.h"
#include "pintle/metrics/queue_metrics.h"
#include "pintle/metrics/store_metrics.h"
#include "pintle/write/world.h"

namespace pintle::api {

// What labels of a request need.
struct RequestLabels {
  std::string verb;  // GET, LIST, WATCH, POST ...
  std::string group;
  std::string version;
  std::string resource;
  std::string subresource;
  std::string scope;  // resource, namespace, cluster
  std::string dry_run;
};

// What became of a request.
struct RequestFigures {
  int code = 0;
  // From its arrival to its last byte.
  double seconds = 0;
  // Of the answer's body.
  uint64_t bytes = 0;
  bool long_running = false;
  // What the request said of unknown fields, one of FieldValidationLabel; nothing if it is not a
  // write.
  std::optional<std::string_view> field_validation{};
};

// `Strict`, `Warn`, `Ignore`, `invalid` for anything else, empty if nothing is said.
std::string_view FieldValidationLabel(const std::vector<std::string>& values);

// The events sent to watchers of one resource. Thread-safe.
class WatchCounter {
 public:
  virtual ~WatchCounter() = default;
  virtual void Sent(uint64_t bytes) = 0;
  // So many events were already there when a watch began.
  virtual void Began(uint64_t events) = 0;
  // A watcher was cut off because it was too slow.
  virtual void CutOff() = 0;
};

// The server's counters, in the Prometheus text format. Thread-safe.
class Metrics final : public write::Observer {
 public:
  explicit Metrics(const features::FeatureGates& gates);
  ~Metrics() override;

  void RequestDone(const RequestLabels& labels, const RequestFigures& figures);
  // It was answered with `code` because its time was over.
  void RequestTimedOut(const RequestLabels& labels, int code);
  // It was broken off in the middle of its answer, because its time was over.
  void RequestAborted(const RequestLabels& labels);
  // What came of the work for a request that had been answered because its time was over.
  void EndedAfterTimeout(int code);
  // A version of a resource that is deprecated; `removed_release` is empty if it is not planned.
  void DeprecatedRequested(const RequestLabels& labels, const std::string& removed_release);
  // How long it took a watch to send what was there when it began.
  void WatchListDone(const RequestLabels& labels, double seconds);
  // What a health check of an endpoint (`livez`) said.
  void HealthChecked(const std::string& endpoint, const std::string& check, bool passed);
  // A request that lasts has begun (+1) or ended (-1).
  void CountLongRunning(const RequestLabels& labels, int change);
  // Lives as long as this object.
  WatchCounter& WatchesOf(const std::string& group, const std::string& version,
                          const std::string& resource);
  void Mismatch(std::string_view identifier) override;
  void ClaimLeft() override;

  AuthMetrics& auth();
  StoreMetrics& store();
  AdmissionMetrics& admission();
  // Of the queue of this name; lives as long as this object.
  QueueMetrics& QueueOf(const std::string& name);

  std::string Text() const;
  // Health checks, which have a path of their own.
  std::string HealthText() const;

 private:
  struct Families;
  struct RequestSeries;
  RequestSeries& SeriesOf(const RequestLabels& labels);

  std::unique_ptr<Families> families_;
};

}  // namespace pintle::api
