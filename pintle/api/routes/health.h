#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/api/routes/routes.h"
#include "pintle/api/routes/start_progress.h"
#include "pintle/metrics/metrics.h"
#include "pintle/registry/registry.h"
#include "pintle/storage/store.h"

namespace pintle::api {

struct HealthCheck {
  std::string_view name;
  // What is wrong; empty if nothing is.
  std::string error;
};

struct HealthReport {
  bool passed = true;
  // A line a check, and a closing one.
  std::string text;
};

// What `endpoint` (healthz, livez, readyz) says of its checks, without those in `excluded`.
HealthReport ReportHealth(std::string_view endpoint, const std::vector<HealthCheck>& checks,
                          const std::vector<std::string>& excluded);

// What is looked at; all of it outlives the routes.
struct HealthSources {
  storage::Store& store;
  const RegistryHolder& registry;
  const StartProgress& progress;
  // The server is about to end: it is not ready any more.
  const std::atomic<bool>& stopping;
  Metrics& metrics;
};

// `/healthz`, `/livez` and `/readyz`, and each of their checks below them.
void AddHealth(Routes& routes, HealthSources sources);

}  // namespace pintle::api
