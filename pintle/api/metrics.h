#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "pintle/features/feature_gates.h"
#include "pintle/write/effects.h"

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
};

// The events sent to watchers of one resource. Thread-safe.
class WatchCounter {
 public:
  virtual ~WatchCounter() = default;
  virtual void Sent(uint64_t bytes) = 0;
};

// The server's counters, in the Prometheus text format. Thread-safe.
class Metrics final : public write::ValidationMetrics {
 public:
  explicit Metrics(const features::FeatureGates& gates);
  ~Metrics() override;

  void RequestDone(const RequestLabels& labels, const RequestFigures& figures);
  // It was answered with `code` because its time was over.
  void RequestTimedOut(const RequestLabels& labels, int code);
  // A request that lasts has begun (+1) or ended (-1).
  void CountLongRunning(const RequestLabels& labels, int change);
  // Lives as long as this object.
  WatchCounter& WatchesOf(const std::string& group, const std::string& version,
                          const std::string& resource);
  void Mismatch(std::string_view identifier) override;

  std::string Text() const;

 private:
  struct Families;
  struct RequestSeries;
  RequestSeries& SeriesOf(const RequestLabels& labels);

  std::unique_ptr<Families> families_;
};

}  // namespace pintle::api
