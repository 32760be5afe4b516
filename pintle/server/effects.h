#pragma once

#include <memory>
#include <string>

#include "pintle/api/metrics.h"
#include "pintle/write/effects.h"

namespace pintle::server {

// The outside world of a running server.
class ServerEffects final : public write::Effects {
 public:
  ServerEffects(const features::FeatureGates& gates, storage::Store& store, api::Metrics& metrics)
      : gates_(gates), store_(store), metrics_(metrics) {}

  const Clock& clock() const override { return clock_; }
  const features::FeatureGates& gates() const override { return gates_; }
  const admission::Chain& admission() const override { return admission_; }
  storage::Store& store() override { return store_; }
  write::ValidationMetrics& validation_metrics() override { return metrics_; }
  std::string NewUid() override;
  std::string RandomSuffix(size_t count) override;

  // Before the first request only.
  admission::Chain& mutable_admission() { return admission_; }

 private:
  const SystemClock clock_;
  const features::FeatureGates& gates_;
  storage::Store& store_;
  api::Metrics& metrics_;
  admission::Chain admission_;
};

}  // namespace pintle::server
