#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "pintle/api/request/in_flight.h"
#include "pintle/api/routes/routes.h"
#include "pintle/base/clock.h"
#include "pintle/metrics/metrics.h"
#include "pintle/registry/registry.h"

namespace pintle::api {

// What is shown; what is referred to outlives the routes.
struct MetricsSources {
  const Metrics& metrics;
  const RegistryHolder& registry;
  const InFlightLimit& reads;
  const InFlightLimit& writes;
  const Clock& clock;
  std::string version;  // `v1.36.4+...`
  // What request bodies take of memory; may be absent.
  std::function<uint64_t()> request_body_bytes;
  // What the store takes on disk; may be absent.
  std::function<std::optional<uint64_t>()> storage_bytes;
};

// `/metrics`, and `/metrics/slis`, which is about health checks.
void AddMetrics(Routes& routes, MetricsSources sources);

}  // namespace pintle::api
