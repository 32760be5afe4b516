#include "apis/apps/v1/validation_workloads.h"

#include "apis/apps/v1/registry_rules.h"
#include "apis/core/v1/validation_pod_spec.h"
#include "apis/core/v1/validation_template.h"
#include "apis/meta/v1/validation_selector.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::apps::v1 {
namespace {

using core::v1::PodTemplateSpec;
using field::ErrorList;
using field::Path;
using meta::v1::LabelSelector;
using typeinfo::Ptr;

constexpr std::string_view kAboveReplicas = "cannot be greater than status.replicas";
constexpr std::string_view kAboveReady = "cannot be greater than readyReplicas";

// Of the template's selectors only: the one of the object was never allowed such values.
void TolerateOldSelectorValues(const PodTemplateSpec& old, ValidationOptions& options) {
  options.tolerate_bad_selector_values |= HasBadSelectorValues(old.spec);
}

// The template of a ReplicaSet, which a Deployment makes.
void ValidateReplicaSetTemplate(const PodTemplateSpec& template_spec,
                                const Ptr<LabelSelector>& selector,
                                const ValidationOptions& options, ErrorList& errors) {
  Path path("spec.template");
  bool all = selector && IsEmptySelector(*selector);
  if (!all && !SelectorMatches(selector.get(), template_spec.metadata.labels)) {
    AddSelectorMismatch(template_spec, path, errors);
  }
  ValidatePodTemplateSpec(template_spec, path, options, errors);
  ValidateAlwaysRunning(template_spec.spec, "ReplicaSet", path, errors);
}

void ValidateSelectorAndTemplate(const Ptr<LabelSelector>& selector,
                                 const PodTemplateSpec& template_spec,
                                 const ValidationOptions& options, ErrorList& errors) {
  Path path("spec.selector");
  if (!selector) {
    errors.push_back(field::Required(path));
  } else {
    ValidateLabelSelector(*selector, path, {}, errors);
    if (IsEmptySelector(*selector)) {
      errors.push_back(field::Invalid(path, validate::Shown(selector),
                                      "empty selector is invalid for deployment"));
    }
  }
  if (selector && !IsUsableSelector(*selector)) {
    errors.push_back(field::Invalid(path, validate::Shown(selector), "invalid label selector"));
  } else {
    ValidateReplicaSetTemplate(template_spec, selector, options, errors);
  }
}

void ValidateRollingUpdate(const RollingUpdateDeployment& update, const Path& path,
                           ErrorList& errors) {
  Path unavailable = path.Child("maxUnavailable");
  typeinfo::IntOrString max_unavailable = update.max_unavailable.value_or({});
  typeinfo::IntOrString max_surge = update.max_surge.value_or({});
  core::v1::ValidateIntOrPercent(max_unavailable, unavailable, errors);
  core::v1::ValidateIntOrPercent(max_surge, path.Child("maxSurge"), errors);
  if (core::v1::CountOrPercentOf(max_unavailable) == 0 &&
      core::v1::CountOrPercentOf(max_surge) == 0) {
    errors.push_back(field::Invalid(unavailable, validate::Shown(max_unavailable),
                                    "may not be 0 when `maxSurge` is 0"));
  }
  core::v1::ValidateNotOver100Percent(max_unavailable, unavailable, errors);
}

// Amounts that are not given are shown as the zeros they count as.
field::BadValue ShownStrategy(const DeploymentStrategy& strategy) {
  if (!strategy.rolling_update) return validate::Shown(strategy);
  RollingUpdateDeployment update = *strategy.rolling_update;
  if (!update.max_unavailable) update.max_unavailable = typeinfo::IntOrString();
  if (!update.max_surge) update.max_surge = typeinfo::IntOrString();
  DeploymentStrategy shown = strategy;
  shown.rolling_update.target = &update;
  return validate::Shown(shown);
}

void ValidateStrategy(const DeploymentStrategy& strategy, ErrorList& errors) {
  Path path("spec.strategy");
  Path update = path.Child("rollingUpdate");
  if (strategy.type == kRecreateDeploymentStrategyType) {
    if (strategy.rolling_update) {
      errors.push_back(
          field::Forbidden(update, "may not be specified when strategy `type` is 'Recreate'"));
    }
  } else if (strategy.type == kRollingUpdateDeploymentStrategyType) {
    if (!strategy.rolling_update) {
      errors.push_back(field::Required(update, "this should be defaulted and never be nil"));
    } else {
      ValidateRollingUpdate(*strategy.rolling_update, update, errors);
    }
  } else {
    errors.push_back(
        field::NotSupported(path, ShownStrategy(strategy), {"Recreate", "RollingUpdate"}));
  }
}

void NotAbove(std::string_view name, int64_t number, int64_t most, std::string_view text,
              ErrorList& errors) {
  Path status("status");
  if (number > most) errors.push_back(field::Invalid(status.Child(name), number, text));
}

void ValidateCollisions(const typeinfo::Opt<int32_t>& now, const typeinfo::Opt<int32_t>& old,
                        ErrorList& errors) {
  if (old && now.value_or(0) < *old) {
    errors.push_back(
        field::Invalid(Path("status.collisionCount"), now.value_or(0), "cannot be decremented"));
  }
}

ErrorList ValidateDeploymentRules(const Deployment& object, const ValidationOptions& options) {
  ErrorList errors;
  const DeploymentSpec& spec = object.spec;
  validate::NonNegative(Path("spec.replicas"), spec.replicas, errors);
  ValidateSelectorAndTemplate(spec.selector, spec.template_, options, errors);
  ValidateStrategy(spec.strategy, errors);
  validate::NonNegative(Path("spec.minReadySeconds"), int64_t{spec.min_ready_seconds}, errors);
  validate::NonNegative(Path("spec.revisionHistoryLimit"), spec.revision_history_limit, errors);
  const typeinfo::Str* rollback = object.metadata.annotations.Find(kRollbackAnnotation);
  if (rollback != nullptr) {
    validate::NonNegative(Path("spec.rollback.version"),
                          ParseAnnotationNumber(*rollback).value_or(0), errors);
  }
  if (spec.progress_deadline_seconds) {
    Path deadline("spec.progressDeadlineSeconds");
    validate::NonNegative(deadline, spec.progress_deadline_seconds, errors);
    if (*spec.progress_deadline_seconds <= spec.min_ready_seconds) {
      errors.push_back(field::Invalid(deadline, *spec.progress_deadline_seconds,
                                      "must be greater than minReadySeconds"));
    }
  }
  return errors;
}

}  // namespace

ErrorList ValidateDeployment(const Deployment& object, const ValidationOptions& options) {
  return ValidateDeploymentRules(object, options);
}

ErrorList ValidateDeploymentUpdate(const Deployment& object, const Deployment& old,
                                   ValidationOptions options) {
  TolerateOldSelectorValues(old.spec.template_, options);
  ErrorList errors = ValidateDeploymentRules(object, options);
  validate::Unchanged(Path("spec.selector"), object.spec.selector, old.spec.selector, errors);
  return errors;
}

ErrorList ValidateDeploymentStatusUpdate(const Deployment& object, const Deployment& old) {
  ErrorList errors;
  Path path("status");
  const DeploymentStatus& status = object.status;
  validate::NonNegative(path.Child("observedGeneration"), status.observed_generation, errors);
  validate::NonNegative(path.Child("replicas"), int64_t{status.replicas}, errors);
  validate::NonNegative(path.Child("updatedReplicas"), int64_t{status.updated_replicas}, errors);
  validate::NonNegative(path.Child("readyReplicas"), int64_t{status.ready_replicas}, errors);
  validate::NonNegative(path.Child("availableReplicas"), int64_t{status.available_replicas},
                        errors);
  validate::NonNegative(path.Child("unavailableReplicas"), int64_t{status.unavailable_replicas},
                        errors);
  validate::NonNegative(path.Child("terminatingReplicas"), status.terminating_replicas, errors);
  validate::NonNegative(path.Child("collisionCount"), status.collision_count, errors);
  NotAbove("updatedReplicas", status.updated_replicas, status.replicas, kAboveReplicas, errors);
  NotAbove("readyReplicas", status.ready_replicas, status.replicas, kAboveReplicas, errors);
  NotAbove("availableReplicas", status.available_replicas, status.replicas, kAboveReplicas, errors);
  NotAbove("availableReplicas", status.available_replicas, status.ready_replicas, kAboveReady,
           errors);
  ValidateCollisions(status.collision_count, old.status.collision_count, errors);
  return errors;
}

ErrorList ValidateReplicaSet(const ReplicaSet& object, const ValidationOptions& options) {
  ErrorList errors;
  validate::NonNegative(Path("spec.replicas"), object.spec.replicas, errors);
  validate::NonNegative(Path("spec.minReadySeconds"), int64_t{object.spec.min_ready_seconds},
                        errors);
  ValidateSelectorAndTemplate(object.spec.selector, object.spec.template_, options, errors);
  return errors;
}

ErrorList ValidateReplicaSetUpdate(const ReplicaSet& object, const ReplicaSet& old,
                                   ValidationOptions options) {
  TolerateOldSelectorValues(old.spec.template_, options);
  ErrorList errors = ValidateReplicaSet(object, options);
  // The API reports the faults of the spec twice: as the object's, and as the change's.
  field::Append(errors, ValidateReplicaSet(object, options));
  validate::Unchanged(Path("spec.selector"), object.spec.selector, old.spec.selector, errors);
  return errors;
}

ErrorList ValidateReplicaSetStatusUpdate(const ReplicaSet& object, const ReplicaSet& /*old*/) {
  ErrorList errors;
  Path path("status");
  const ReplicaSetStatus& status = object.status;
  validate::NonNegative(path.Child("replicas"), int64_t{status.replicas}, errors);
  validate::NonNegative(path.Child("fullyLabeledReplicas"), int64_t{status.fully_labeled_replicas},
                        errors);
  validate::NonNegative(path.Child("readyReplicas"), int64_t{status.ready_replicas}, errors);
  validate::NonNegative(path.Child("availableReplicas"), int64_t{status.available_replicas},
                        errors);
  validate::NonNegative(path.Child("observedGeneration"), status.observed_generation, errors);
  validate::NonNegative(path.Child("terminatingReplicas"), status.terminating_replicas, errors);
  NotAbove("fullyLabeledReplicas", status.fully_labeled_replicas, status.replicas, kAboveReplicas,
           errors);
  NotAbove("readyReplicas", status.ready_replicas, status.replicas, kAboveReplicas, errors);
  NotAbove("availableReplicas", status.available_replicas, status.replicas, kAboveReplicas, errors);
  NotAbove("availableReplicas", status.available_replicas, status.ready_replicas, kAboveReady,
           errors);
  return errors;
}

}  // namespace pintle::apis::apps::v1
