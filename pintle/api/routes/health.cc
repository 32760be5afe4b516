#include "pintle/api/routes/health.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
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

// The checks of a start, by the names that they have in Kubernetes: each passes once the step that
// stands for it here is done.
std::vector<HealthCheck> StartChecks(const StartProgress& progress) {
  std::vector<HealthCheck> checks;
  for (const StartCheck& check : kStartChecks) {
    checks.push_back({check.name, progress.IsDone(check.step) ? "" : "not finished"});
  }
  return checks;
}

// The resources whose caches do not follow the store; empty if all do.
std::string UnsyncedCaches(const Registry& registry) {
  std::string names;
  for (const ServedGroup& group : registry.groups()) {
    for (const ServedVersion& version : group.versions) {
      for (const auto& resource : version.resources) {
        if (resource->cache->ready()) continue;
        if (!names.empty()) names += ", ";
        names += resource->definition->names.plural;
      }
    }
  }
  return names.empty() ? names : "not following the store: " + names;
}

class Health {
 public:
  explicit Health(HealthSources sources) : sources_(sources) {}

  // `check` is one of those of `endpoint`; empty: all.
  Task<void> Serve(Exchange& exchange, std::string_view endpoint, std::string_view check) const;

 private:
  Task<std::vector<HealthCheck>> RunChecks(std::string_view endpoint) const;

  const HealthSources sources_;
};

Task<std::vector<HealthCheck>> Health::RunChecks(std::string_view endpoint) const {
  const bool readiness = endpoint == "readyz";
  Status healthy = co_await sources_.store.CheckHealth();
  const std::string store = healthy ? "" : healthy.error().message();
  std::vector<HealthCheck> checks = {{"ping", ""}, {"log", ""}, {"etcd", store}};
  if (readiness) {
    checks.push_back({"etcd-readiness", store});
    checks.push_back({"informer-sync", UnsyncedCaches(*sources_.registry.Current())});
  }
  std::ranges::move(StartChecks(sources_.progress), std::back_inserter(checks));
  if (readiness)
    checks.push_back({"shutdown", sources_.stopping ? "process is shutting down" : ""});
  for (const HealthCheck& check : checks) {
    sources_.metrics.HealthChecked(std::string(endpoint), std::string(check.name),
                                   check.error.empty());
  }
  co_return checks;
}

Task<void> Health::Serve(Exchange& exchange, std::string_view endpoint,
                         std::string_view check) const {
  auto running = RunChecks(endpoint);
  std::vector<HealthCheck> checks = co_await running;
  if (check.empty()) {
    HealthReport report = ReportHealth(endpoint, checks, exchange.query.All("exclude"));
    const bool verbose = !report.passed || exchange.query.Has("verbose");
    std::string text = verbose ? std::move(report.text) : "ok";
    co_await ReplyText(exchange, report.passed ? 200 : 500, std::move(text));
    co_return;
  }
  auto found = std::ranges::find(checks, check, &HealthCheck::name);
  if (found == checks.end()) {
    co_await ReplyNothingThere(exchange);
  } else if (!found->error.empty()) {
    std::string text = fmt::format("internal server error: {}\n", found->error);
    co_await ReplyText(exchange, 500, std::move(text));
  } else {
    co_await ReplyText(exchange, 200, "ok");
  }
}

}  // namespace

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

void AddHealth(Routes& routes, HealthSources sources) {
  auto health = std::make_shared<const Health>(sources);
  for (std::string_view endpoint : {"healthz", "livez", "readyz"}) {
    routes.Add({.path = "/" + std::string(endpoint),
                .reach = Route::Reach::kAllBelow,
                .always_has_place = true,
                .serve = [health, endpoint](Exchange& exchange, std::string_view check) {
                  return health->Serve(exchange, endpoint, check);
                }});
  }
}

}  // namespace pintle::api
