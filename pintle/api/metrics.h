#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "pintle/features/feature_gates.h"
#include "pintle/write/effects.h"

namespace pintle::api {

// What labels of a finished request need.
struct RequestLabels {
  std::string verb;  // GET, LIST, WATCH, POST ...
  std::string group;
  std::string version;
  std::string resource;
  std::string subresource;
  std::string scope;  // resource, namespace, cluster
  std::string dry_run;
};

// The server's counters, in the Prometheus text format. Thread-safe.
class Metrics final : public write::ValidationMetrics {
 public:
  explicit Metrics(const features::FeatureGates& gates);
  ~Metrics() override;

  void RequestDone(const RequestLabels& labels, int code, double seconds);
  void Mismatch(std::string_view identifier) override;

  std::string Text() const;

 private:
  struct Families;
  std::unique_ptr<Families> families_;
};

}  // namespace pintle::api
