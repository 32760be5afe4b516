#include "pintle/api/health.h"

#include <fmt/format.h>

#include <set>

#include "pintle/base/strings.h"

namespace pintle::api {

bool IsHealthPath(std::string_view path) {
  for (std::string_view endpoint : {"/healthz", "/livez", "/readyz"}) {
    if (!path.starts_with(endpoint)) continue;
    if (path.size() == endpoint.size() || path[endpoint.size()] == '/') return true;
  }
  return false;
}

HealthReport ReportHealth(std::string_view endpoint, const std::vector<HealthCheck>& checks,
                          const std::vector<std::string>& excluded) {
  HealthReport report;
  std::set<std::string_view> unmatched(excluded.begin(), excluded.end());
  unmatched.erase("");
  const std::set<std::string_view> skipped = unmatched;
  for (const HealthCheck& check : checks) {
    if (skipped.contains(check.name)) {
      unmatched.erase(check.name);
      report.text += fmt::format("[+]{} excluded: ok\n", check.name);
    } else if (check.error.empty()) {
      report.text += fmt::format("[+]{} ok\n", check.name);
    } else {
      report.passed = false;
      report.text += fmt::format("[-]{} failed: reason withheld\n", check.name);
    }
  }
  if (!unmatched.empty()) {
    std::string names;
    for (std::string_view name : unmatched) {
      if (!names.empty()) names += ',';
      names += Quoted(name);
    }
    report.text +=
        fmt::format("warn: some health checks cannot be excluded: no matches for {}\n", names);
  }
  report.text += fmt::format("{} check {}\n", endpoint, report.passed ? "passed" : "failed");
  return report;
}

}  // namespace pintle::api
