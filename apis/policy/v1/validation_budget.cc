#include "apis/policy/v1/validation_budget.h"

#include "apis/core/v1/validation_template.h"
#include "apis/meta/v1/validation_selector.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::policy::v1 {

using field::ErrorList;
using field::Path;

ErrorList ValidatePodDisruptionBudget(const PodDisruptionBudget& budget,
                                      const ValidationOptions& options) {
  ErrorList errors;
  const PodDisruptionBudgetSpec& spec = budget.spec;
  if (spec.min_available && spec.max_unavailable) {
    errors.push_back(field::Invalid(Path("spec"), validate::Shown(spec),
                                    "minAvailable and maxUnavailable cannot be both set"));
  }
  auto amount = [&](const typeinfo::Opt<typeinfo::IntOrString>& value, std::string_view name) {
    if (!value) return;
    core::v1::ValidateIntOrPercent(*value, Path(name), errors);
    core::v1::ValidateNotOver100Percent(*value, Path(name), errors);
  };
  amount(spec.min_available, "spec.minAvailable");
  amount(spec.max_unavailable, "spec.maxUnavailable");
  ValidateLabelSelector(spec.selector, Path("spec.selector"),
                        {.tolerate_bad_values = options.tolerate_bad_selector_values}, errors);
  validate::OneOf(Path("spec.unhealthyPodEvictionPolicy"), spec.unhealthy_pod_eviction_policy,
                  {kAlwaysAllow, kIfHealthyBudget}, errors);
  return errors;
}

ErrorList ValidatePodDisruptionBudgetUpdate(const PodDisruptionBudget& budget,
                                            const PodDisruptionBudget& old,
                                            ValidationOptions options) {
  options.tolerate_bad_selector_values |=
      old.spec.selector && HasBadSelectorValue(*old.spec.selector);
  return ValidatePodDisruptionBudget(budget, options);
}

ErrorList ValidatePodDisruptionBudgetStatusUpdate(const PodDisruptionBudget& budget,
                                                  const PodDisruptionBudget& /*old*/) {
  ErrorList errors;
  const PodDisruptionBudgetStatus& status = budget.status;
  meta::v1::ValidateConditions(status.conditions, Path("status.conditions"), errors);
  validate::NonNegative(Path("status.disruptionsAllowed"), int64_t{status.disruptions_allowed},
                        errors);
  validate::NonNegative(Path("status.currentHealthy"), int64_t{status.current_healthy}, errors);
  validate::NonNegative(Path("status.desiredHealthy"), int64_t{status.desired_healthy}, errors);
  validate::NonNegative(Path("status.expectedPods"), int64_t{status.expected_pods}, errors);
  return errors;
}

}  // namespace pintle::apis::policy::v1
