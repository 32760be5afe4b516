#include "pintle/server/not_enforced.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "apis/apiregistration/v1/types.h"
#include "pintle/server/authorization.h"

namespace pintle::server {
namespace {

struct Row {
  // As people are told of it; rows with the same words are one thing to them.
  std::string_view what;
  // Whose objects they are. No resource: nobody is warned, it is only named.
  std::string_view group = {};
  std::string_view plural = {};
  // What has to be there, and on, for it to have an effect; nothing of both: nobody has built it.
  std::string_view plugin = {};
  std::string_view authorization_mode = {};
  // Which objects of the resource it is about (null: all), and what the warning calls those.
  bool (*applies)(const write::Object& object) = nullptr;
  std::string_view called = {};
};

// The versions that this server answers for itself are there without asking anybody.
bool IsServedElsewhere(const write::Object& object) {
  return static_cast<bool>(object.As<apis::apiregistration::v1::APIService>().spec.service);
}

constexpr std::string_view kWebhooks = "admission webhooks";
constexpr std::string_view kPolicies = "admission policies and their bindings";
constexpr std::string_view kRoles = "RBAC roles and their bindings";
constexpr std::string_view kFairness = "API priority and fairness (flow schemas, priority levels)";
constexpr std::string_view kAdmissionGroup = "admissionregistration.k8s.io";
constexpr std::string_view kRbacGroup = "rbac.authorization.k8s.io";
constexpr std::string_view kFairnessGroup = "flowcontrol.apiserver.k8s.io";

constexpr Row kRows[] = {
    {.what = kWebhooks,
     .group = kAdmissionGroup,
     .plural = "mutatingwebhookconfigurations",
     .plugin = "MutatingAdmissionWebhook"},
    {.what = kWebhooks,
     .group = kAdmissionGroup,
     .plural = "validatingwebhookconfigurations",
     .plugin = "ValidatingAdmissionWebhook"},
    {.what = kPolicies,
     .group = kAdmissionGroup,
     .plural = "mutatingadmissionpolicies",
     .plugin = "MutatingAdmissionPolicy"},
    {.what = kPolicies,
     .group = kAdmissionGroup,
     .plural = "mutatingadmissionpolicybindings",
     .plugin = "MutatingAdmissionPolicy"},
    {.what = kPolicies,
     .group = kAdmissionGroup,
     .plural = "validatingadmissionpolicies",
     .plugin = "ValidatingAdmissionPolicy"},
    {.what = kPolicies,
     .group = kAdmissionGroup,
     .plural = "validatingadmissionpolicybindings",
     .plugin = "ValidatingAdmissionPolicy"},
    {.what = kRoles, .group = kRbacGroup, .plural = "clusterroles", .authorization_mode = "RBAC"},
    {.what = kRoles,
     .group = kRbacGroup,
     .plural = "clusterrolebindings",
     .authorization_mode = "RBAC"},
    {.what = kRoles, .group = kRbacGroup, .plural = "roles", .authorization_mode = "RBAC"},
    {.what = kRoles, .group = kRbacGroup, .plural = "rolebindings", .authorization_mode = "RBAC"},
    {.what = "resource quotas", .plural = "resourcequotas", .plugin = "ResourceQuota"},
    {.what = "limit ranges", .plural = "limitranges", .plugin = "LimitRanger"},
    {.what = "API services of other servers",
     .group = "apiregistration.k8s.io",
     .plural = "apiservices",
     .applies = IsServedElsewhere,
     .called = "APIService of another server"},
    {.what = kFairness, .group = kFairnessGroup, .plural = "flowschemas"},
    {.what = kFairness, .group = kFairnessGroup, .plural = "prioritylevelconfigurations"},
    // Nearly every controller writes them: a warning each time would tell nobody anything.
    {.what = "owner references (no garbage collector built in)"},
};

bool Contains(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool IsEnforced(const Row& row, const Options& options) {
  if (!row.plugin.empty()) return Contains(options.admission_plugins.InForce(), row.plugin);
  return !row.authorization_mode.empty() && AuthorizationInForce(options) == row.authorization_mode;
}

void AddWarning(const Row& row, write::ResourceDefinition& definition) {
  std::string text =
      fmt::format("{} is stored but not enforced",
                  row.called.empty() ? std::string_view(definition.kind.kind) : row.called);
  definition.writing.strategy.warn = [text = std::move(text), applies = row.applies,
                                      others = std::move(definition.writing.strategy.warn)](
                                         const write::Context& context, const write::Object& object,
                                         const write::Object* old) {
    if (others) others(context, object, old);
    // Of one that is going away nothing is expected any more.
    if (object.meta().deletion_timestamp) return;
    if (applies == nullptr || applies(object)) context.warnings.AddOwn(text);
  };
}

}  // namespace

std::vector<std::string> NotEnforced(const Options& options) {
  std::vector<std::string> names;
  for (const Row& row : kRows) {
    if (!IsEnforced(row, options) && !Contains(names, row.what)) names.emplace_back(row.what);
  }
  return names;
}

void WarnOfNotEnforced(const Options& options,
                       std::vector<write::ResourceDefinition>& definitions) {
  for (write::ResourceDefinition& definition : definitions) {
    const auto* row = std::ranges::find_if(kRows, [&](const Row& candidate) {
      return !candidate.plural.empty() && candidate.plural == definition.names.plural &&
             candidate.group == definition.names.group;
    });
    if (row != std::end(kRows) && !IsEnforced(*row, options)) AddWarning(*row, definition);
  }
}

}  // namespace pintle::server
