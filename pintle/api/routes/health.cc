#include "pintle/api/routes/health.h"

#include <fmt/format.h>

#include <set>

#include "pintle/base/strings.h"

namespace pintle::api {
namespace {

struct StartCheck {
  std::string_view name;
  StartStep step;
};

// Kubernetes' own test of health asks for most of these; of a check that was renamed both names are
// there, for tests of older releases.
constexpr StartCheck kStartChecks[] = {
    {"poststarthook/start-apiserver-admission-initializer", StartStep::kAdmission},
    {"poststarthook/start-kube-apiserver-admission-initializer", StartStep::kAdmission},
    {"poststarthook/generic-apiserver-start-informers", StartStep::kBuiltins},
    {"poststarthook/storage-readiness", StartStep::kBuiltins},
    {"poststarthook/start-apiextensions-informers", StartStep::kBuiltins},
    {"poststarthook/start-apiextensions-controllers", StartStep::kControllers},
    {"poststarthook/crd-informer-synced", StartStep::kDefinitions},
    {"poststarthook/start-system-namespaces-controller", StartStep::kNamespaces},
    {"poststarthook/start-cluster-authentication-info-controller", StartStep::kAuth},
    {"poststarthook/rbac/bootstrap-roles", StartStep::kAuth},
    {"poststarthook/scheduling/bootstrap-system-priority-classes", StartStep::kPriorityClasses},
    {"poststarthook/bootstrap-controller", StartStep::kService},
    {"poststarthook/start-kubernetes-service-cidr-controller", StartStep::kNetworks},
    {"poststarthook/start-kube-aggregator-informers", StartStep::kBuiltins},
    // Every group that is served is in discovery and OpenAPI; no other server stands behind this
    // one.
    {"poststarthook/apiservice-status-local-available-controller", StartStep::kDefinitions},
    {"poststarthook/apiservice-status-remote-available-controller", StartStep::kDefinitions},
    {"poststarthook/apiservice-status-available-controller", StartStep::kDefinitions},
    {"poststarthook/apiservice-registration-controller", StartStep::kDefinitions},
    {"poststarthook/apiservice-discovery-controller", StartStep::kDefinitions},
    {"poststarthook/kube-apiserver-autoregistration", StartStep::kDefinitions},
    {"autoregister-completion", StartStep::kDefinitions},
    {"poststarthook/apiservice-openapi-controller", StartStep::kDefinitions},
    {"poststarthook/apiservice-openapiv3-controller", StartStep::kDefinitions},
};

}  // namespace

std::vector<HealthCheck> StartChecks(const StartProgress& progress) {
  std::vector<HealthCheck> checks;
  for (const StartCheck& check : kStartChecks) {
    checks.push_back({check.name, progress.IsDone(check.step) ? "" : "not finished"});
  }
  return checks;
}

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
