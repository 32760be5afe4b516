#include "apis/core/v1/validation_quota.h"

#include <algorithm>
#include <map>
#include <set>

#include "apis/core/v1/validation_resources.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr Str kScopes[] = {kResourceQuotaScopeTerminating,
                           kResourceQuotaScopeNotTerminating,
                           kResourceQuotaScopeBestEffort,
                           kResourceQuotaScopeNotBestEffort,
                           kResourceQuotaScopePriorityClass,
                           kResourceQuotaScopeVolumeAttributesClass,
                           kResourceQuotaScopeCrossNamespacePodAffinity};
constexpr Str kPodResources[] = {kResourcePods,        kResourceCPU,       kResourceMemory,
                                 kResourceRequestsCPU, kResourceLimitsCPU, kResourceRequestsMemory,
                                 kResourceLimitsMemory};

bool IsScope(Str scope) { return std::ranges::find(kScopes, scope) != std::end(kScopes); }

// Whether the scope says anything about the resource.
bool Applies(Str scope, Str resource) {
  if (scope == kResourceQuotaScopeBestEffort) return resource == kResourcePods;
  if (scope == kResourceQuotaScopeVolumeAttributesClass) {
    return resource == kResourcePersistentVolumeClaims || resource == kResourceRequestsStorage;
  }
  return std::ranges::find(kPodResources, resource) != std::end(kPodResources);
}

// Faults that show the whole list of scopes. All of a sort say the same, so those beyond the first
// few are left out.
class ListFaults {
 public:
  ListFaults(const ResourceQuotaSpec& spec, const Path& path, field::BadValue shown,
             ErrorList& errors)
      : spec_(spec), path_(path), shown_(std::move(shown)), errors_(errors) {}

  void Add(std::string_view text, size_t count = 1) {
    constexpr size_t kMaxFaults = 16;
    for (; count > 0 && added_ < kMaxFaults; --count, ++added_) {
      errors_.push_back(field::Invalid(path_, shown_, text));
    }
  }
  // One for each resource of the quota that the scope says nothing about.
  void CheckUse(Str scope) {
    if (!IsScope(scope)) return;
    auto [unsuited, is_new] = unsuited_.try_emplace(scope);
    if (is_new) {
      unsuited->second = std::ranges::count_if(spec_.hard, [&](const auto& hard) {
        return IsStandardQuotaResource(hard.key) && !Applies(scope, hard.key);
      });
    }
    Add("unsupported scope applied to resource", unsuited->second);
  }

 private:
  const ResourceQuotaSpec& spec_;
  const Path& path_;
  const field::BadValue shown_;
  ErrorList& errors_;
  size_t added_ = 0;
  std::map<Str, size_t> unsuited_;
};

// Conflicts are shown with the plain scopes, wherever they are.
void ValidateConflicts(const std::set<Str>& scopes, const ResourceQuotaSpec& spec, const Path& path,
                       ErrorList& errors) {
  auto check = [&](Str a, Str b) {
    if (!scopes.contains(a) || !scopes.contains(b)) return;
    errors.push_back(field::Invalid(path, validate::Shown(spec.scopes), "conflicting scopes"));
  };
  check(kResourceQuotaScopeBestEffort, kResourceQuotaScopeNotBestEffort);
  check(kResourceQuotaScopeTerminating, kResourceQuotaScopeNotTerminating);
}

void ValidateScopes(const ResourceQuotaSpec& spec, ErrorList& errors) {
  if (spec.scopes.empty()) return;
  Path path("spec.scopes");
  ListFaults faults(spec, path, validate::Shown(spec.scopes), errors);
  std::set<Str> scopes;
  for (Str scope : spec.scopes) {
    if (!IsScope(scope)) faults.Add("unsupported scope");
    faults.CheckUse(scope);
    scopes.insert(scope);
  }
  ValidateConflicts(scopes, spec, path, errors);
}

void ValidateScopeRequirement(const ScopedResourceSelectorRequirement& requirement,
                              const Path& path, ErrorList& errors) {
  Str scope = requirement.scope_name;
  Str op = requirement.operator_;
  if (!IsScope(scope)) {
    errors.push_back(
        field::Invalid(path.Child("scopeName"), validate::NamedText(scope), "unsupported scope"));
  }
  bool exists_only = scope != kResourceQuotaScopePriorityClass &&
                     scope != kResourceQuotaScopeVolumeAttributesClass && IsScope(scope);
  if (exists_only && op != kScopeSelectorOpExists) {
    errors.push_back(field::Invalid(
        path.Child("operator"), validate::NamedText(op),
        "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, "
        "ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, "
        "ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity"));
  }
  Path values = path.Child("values");
  if (op == kScopeSelectorOpIn || op == kScopeSelectorOpNotIn) {
    if (requirement.values.empty()) {
      errors.push_back(field::Required(
          values,
          "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector"));
    }
  } else if (op == kScopeSelectorOpExists || op == kScopeSelectorOpDoesNotExist) {
    if (!requirement.values.empty()) {
      errors.push_back(field::Invalid(
          values, validate::Shown(requirement.values),
          "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector"));
    }
  } else {
    errors.push_back(field::Invalid(path.Child("operator"), validate::NamedText(op),
                                    "not a valid selector operator"));
  }
}

void ValidateScopeSelector(const ResourceQuotaSpec& spec, ErrorList& errors) {
  if (!spec.scope_selector) return;
  Path path("spec.scopeSelector.matchExpressions");
  ListFaults faults(spec, path, validate::Shown(*spec.scope_selector), errors);
  std::set<Str> scopes;
  for (const auto& requirement : spec.scope_selector->match_expressions) {
    ValidateScopeRequirement(requirement, path, errors);
    faults.CheckUse(requirement.scope_name);
    scopes.insert(requirement.scope_name);
  }
  ValidateConflicts(scopes, spec, path, errors);
}

void ValidateAmounts(const ResourceList& amounts, const Path& path, ErrorList& errors) {
  for (const auto& entry : amounts) {
    Path item = path.Key(entry.key);
    ValidateQuotaResourceName(entry.key, item, errors);
    ValidateResourceQuantity(entry.key, entry.value, item, errors);
  }
}

std::set<Str> SetOf(const typeinfo::List<Str>& list) { return {list.begin(), list.end()}; }

}  // namespace

ErrorList ValidateResourceQuota(const ResourceQuota& quota) {
  ErrorList errors;
  ValidateAmounts(quota.spec.hard, Path("spec.hard"), errors);
  ValidateScopes(quota.spec, errors);
  ValidateScopeSelector(quota.spec, errors);
  ValidateAmounts(quota.status.hard, Path("status.hard"), errors);
  ValidateAmounts(quota.status.used, Path("status.used"), errors);
  return errors;
}

ErrorList ValidateResourceQuotaUpdate(const ResourceQuota& quota, const ResourceQuota& old) {
  ErrorList errors;
  ValidateAmounts(quota.spec.hard, Path("spec.hard"), errors);
  ValidateScopes(quota.spec, errors);
  ValidateScopeSelector(quota.spec, errors);
  if (SetOf(quota.spec.scopes) != SetOf(old.spec.scopes)) {
    errors.push_back(field::Invalid(Path("spec.scopes"), validate::Shown(quota.spec.scopes),
                                    validate::kImmutableText));
  }
  return errors;
}

ErrorList ValidateResourceQuotaStatusUpdate(const ResourceQuota& quota,
                                            const ResourceQuota& /*old*/) {
  ErrorList errors;
  if (quota.metadata.resource_version.empty()) {
    errors.push_back(field::Required(Path("resourceVersion")));
  }
  ValidateAmounts(quota.status.hard, Path("status.hard"), errors);
  ValidateAmounts(quota.status.used, Path("status.used"), errors);
  return errors;
}

}  // namespace pintle::apis::core::v1
