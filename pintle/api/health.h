#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pintle::api {

struct HealthCheck {
  std::string_view name;
  // What is wrong; empty if nothing is.
  std::string error;
};

// Whether the path is below /healthz, /livez or /readyz.
bool IsHealthPath(std::string_view path);

struct HealthReport {
  bool passed = true;
  // A line a check, and a closing one.
  std::string text;
};

// What `endpoint` (healthz, livez, readyz) says of its checks, without those in `excluded`.
HealthReport ReportHealth(std::string_view endpoint, const std::vector<HealthCheck>& checks,
                          const std::vector<std::string>& excluded);

}  // namespace pintle::api
