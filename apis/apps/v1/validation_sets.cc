
#include <set>

#include "apis/apps/v1/validation_workloads.h"
#include "apis/core/v1/validation_claim.h"
#include "apis/core/v1/validation_pod_annotations.h"
#include "apis/core/v1/validation_pod_spec.h"
#include "apis/core/v1/validation_template.h"
#include "apis/meta/v1/validation_selector.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/validate/checks.h"

// StatefulSets, DaemonSets and the revisions of both.
namespace pintle::apis::apps::v1 {
namespace {

using core::v1::PodTemplateSpec;
using field::ErrorList;
using field::Path;
using typeinfo::IntOrString;
using typeinfo::Str;

constexpr std::string_view kAboveReplicas = "cannot be greater than status.replicas";

void ValidateStatefulRollingUpdate(const RollingUpdateStatefulSetStrategy& update, const Path& path,
                                   ErrorList& errors) {
  validate::NonNegative(path.Child("partition"), update.partition, errors);
  if (!update.max_unavailable) return;
  Path unavailable = path.Child("maxUnavailable");
  core::v1::ValidateIntOrPercent(*update.max_unavailable, unavailable, errors);
  if (core::v1::CountOrPercentOf(*update.max_unavailable) == 0) {
    errors.push_back(
        field::Invalid(unavailable, validate::Shown(update.max_unavailable), "cannot be 0"));
  }
  core::v1::ValidateNotOver100Percent(*update.max_unavailable, unavailable, errors);
}

// A partition that is not given is shown as the zero it counts as.
RollingUpdateStatefulSetStrategy WithPartition(RollingUpdateStatefulSetStrategy update) {
  if (!update.partition) update.partition = 0;
  return update;
}
field::BadValue ShownStrategy(const StatefulSetUpdateStrategy& strategy) {
  if (!strategy.rolling_update) return validate::Shown(strategy);
  RollingUpdateStatefulSetStrategy update = WithPartition(*strategy.rolling_update);
  StatefulSetUpdateStrategy shown = strategy;
  shown.rolling_update.target = &update;
  return validate::Shown(shown);
}

void ValidateStatefulPolicies(const StatefulSetSpec& spec, ErrorList& errors) {
  Path management("spec.podManagementPolicy");
  if (validate::NotEmpty(management, spec.pod_management_policy, errors) &&
      spec.pod_management_policy != kOrderedReadyPodManagement &&
      spec.pod_management_policy != kParallelPodManagement) {
    errors.push_back(field::Invalid(management, validate::NamedText(spec.pod_management_policy),
                                    "must be 'OrderedReady' or 'Parallel'"));
  }
  Path update("spec.updateStrategy");
  const StatefulSetUpdateStrategy& strategy = spec.update_strategy;
  if (strategy.type.empty()) {
    errors.push_back(field::Required(update));
  } else if (strategy.type == kOnDeleteStatefulSetStrategyType) {
    if (strategy.rolling_update) {
      errors.push_back(field::Invalid(update.Child("rollingUpdate"),
                                      validate::Shown(WithPartition(*strategy.rolling_update)),
                                      "only allowed for updateStrategy 'RollingUpdate'"));
    }
  } else if (strategy.type == kRollingUpdateStatefulSetStrategyType) {
    if (strategy.rolling_update) {
      ValidateStatefulRollingUpdate(*strategy.rolling_update, update.Child("rollingUpdate"),
                                    errors);
    }
  } else {
    errors.push_back(
        field::Invalid(update, ShownStrategy(strategy), "must be 'RollingUpdate' or 'OnDelete'"));
  }
  if (!spec.persistent_volume_claim_retention_policy) return;
  Path retention("spec.persistentVolumeClaimRetentionPolicy");
  validate::OneOf(retention.Child("whenDeleted"),
                  spec.persistent_volume_claim_retention_policy->when_deleted, {"Retain", "Delete"},
                  errors);
  validate::OneOf(retention.Child("whenScaled"),
                  spec.persistent_volume_claim_retention_policy->when_scaled, {"Retain", "Delete"},
                  errors);
}

// The template as the pods will have it: every claim template is a volume, before all others.
PodTemplateSpec WithClaims(const StatefulSetSpec& spec, Arena& arena) {
  PodTemplateSpec result = spec.template_;
  result.spec.hostname = {};
  result.spec.subdomain = {};
  if (spec.volume_claim_templates.empty()) return result;
  typeinfo::List<core::v1::Volume> volumes;
  std::set<Str> claims;
  for (const auto& claim : spec.volume_claim_templates) {
    if (!claims.insert(claim.metadata.name).second) continue;
    core::v1::Volume& volume = volumes.Append(arena);
    volume.name = claim.metadata.name;
    volume.volume_source.persistent_volume_claim.Ensure(arena).claim_name = claim.metadata.name;
  }
  for (const auto& volume : result.spec.volumes) {
    if (!claims.contains(volume.name)) volumes.Append(arena, volume);
  }
  result.spec.volumes = volumes;
  return result;
}

void ValidateStatefulTemplate(const StatefulSetSpec& spec, bool check_template,
                              const ValidationOptions& options, ErrorList& errors) {
  Path path("spec.template");
  bool all = spec.selector && IsEmptySelector(*spec.selector);
  if (!all && !SelectorMatches(spec.selector.get(), spec.template_.metadata.labels)) {
    AddSelectorMismatch(spec.template_, path, errors);
  }
  Arena arena;
  const PodTemplateSpec whole = WithClaims(spec, arena);
  if (check_template) ValidatePodTemplateSpec(whole, path, options, errors);
  // Its metadata is checked in any case, and reported twice where the whole template is checked.
  Path annotations = path.Child("annotations");
  meta::v1::ValidateLabels(whole.metadata.labels, path.Child("labels"), errors);
  meta::v1::ValidateAnnotations(whole.metadata.annotations, annotations, errors);
  core::v1::ValidatePodAnnotations(whole.metadata.annotations, whole.spec, annotations, options,
                                   errors);
}

void ValidateStatefulSelector(const StatefulSetSpec& spec, ErrorList& errors) {
  Path path("spec.selector");
  if (!spec.selector) {
    errors.push_back(field::Required(path));
  } else {
    ValidateLabelSelector(*spec.selector, path, {}, errors);
    if (IsEmptySelector(*spec.selector)) {
      errors.push_back(field::Invalid(path, validate::Shown(spec.selector),
                                      "empty selector is invalid for statefulset"));
    }
  }
}

// Some rules hold at creation only.
ErrorList ValidateStatefulRules(const StatefulSetSpec& spec, bool create, bool check_template,
                                const ValidationOptions& options) {
  ErrorList errors;
  ValidateStatefulPolicies(spec, errors);
  if (create) {
    Path claims("spec.volumeClaimTemplates");
    for (size_t i = 0; i < spec.volume_claim_templates.size(); ++i) {
      Path item = claims.Index(i);
      ValidatePersistentVolumeClaimSpec(spec.volume_claim_templates[i].spec, item.Child("spec"),
                                        options, errors);
    }
  }
  validate::NonNegative(Path("spec.replicas"), spec.replicas, errors);
  validate::NonNegative(Path("spec.minReadySeconds"), int64_t{spec.min_ready_seconds}, errors);
  if (spec.ordinals) {
    validate::NonNegative(Path("spec.ordinals.start"), int64_t{spec.ordinals->start}, errors);
  }
  if (create) {
    validate::FormIfGiven(Path("spec.serviceName"), spec.service_name, validate::IsDns1123Label,
                          errors);
  }
  ValidateStatefulSelector(spec, errors);
  bool usable = !spec.selector || IsUsableSelector(*spec.selector);
  if (usable) {
    ValidateStatefulTemplate(spec, check_template, options, errors);
  } else {
    errors.push_back(field::Invalid(Path("spec.selector"), validate::Shown(spec.selector), ""));
  }
  ValidateAlwaysRunning(spec.template_.spec, "StatefulSet", Path("spec.template"), errors);
  return errors;
}

void ValidateDaemonRollingUpdate(const RollingUpdateDaemonSet& update, const Path& path,
                                 ErrorList& errors) {
  Path unavailable = path.Child("maxUnavailable");
  Path surge = path.Child("maxSurge");
  IntOrString max_unavailable = update.max_unavailable.value_or({});
  IntOrString max_surge = update.max_surge.value_or({});
  core::v1::ValidateIntOrPercent(max_unavailable, unavailable, errors);
  core::v1::ValidateIntOrPercent(max_surge, surge, errors);
  core::v1::ValidateNotOver100Percent(max_unavailable, unavailable, errors);
  core::v1::ValidateNotOver100Percent(max_surge, surge, errors);
  bool some_unavailable = core::v1::CountOrPercentOf(max_unavailable) != 0;
  bool some_surge = core::v1::CountOrPercentOf(max_surge) != 0;
  if (some_unavailable && some_surge) {
    errors.push_back(field::Invalid(surge, validate::Shown(max_surge),
                                    "may not be set when maxUnavailable is non-zero"));
  } else if (!some_unavailable && !some_surge) {
    errors.push_back(field::Required(unavailable, "cannot be 0 when maxSurge is 0"));
  }
}

// Amounts that are not given are shown as the zeros they count as.
field::BadValue ShownStrategy(const DaemonSetUpdateStrategy& strategy) {
  if (!strategy.rolling_update) return validate::Shown(strategy);
  RollingUpdateDaemonSet update = *strategy.rolling_update;
  if (!update.max_unavailable) update.max_unavailable = IntOrString();
  if (!update.max_surge) update.max_surge = IntOrString();
  DaemonSetUpdateStrategy shown = strategy;
  shown.rolling_update.target = &update;
  return validate::Shown(shown);
}

void ValidateDaemonStrategy(const DaemonSetUpdateStrategy& strategy, ErrorList& errors) {
  Path path("spec.updateStrategy");
  if (strategy.type == kRollingUpdateDaemonSetStrategyType) {
    if (!strategy.rolling_update) {
      errors.push_back(field::Required(path.Child("rollingUpdate")));
    } else {
      ValidateDaemonRollingUpdate(*strategy.rolling_update, path.Child("rollingUpdate"), errors);
    }
  } else if (strategy.type != kOnDeleteDaemonSetStrategyType) {
    errors.push_back(
        field::NotSupported(path, ShownStrategy(strategy), {"RollingUpdate", "OnDelete"}));
  }
}

}  // namespace

ErrorList ValidateStatefulSet(const StatefulSet& object, const ValidationOptions& options) {
  return ValidateStatefulRules(object.spec, true, true, options);
}

ErrorList ValidateStatefulSetUpdate(const StatefulSet& object, const StatefulSet& old,
                                    ValidationOptions options) {
  options.tolerate_bad_selector_values |= HasBadSelectorValues(old.spec.template_.spec);
  bool was_good = ValidateStatefulRules(old.spec, false, true, options).empty();
  ErrorList errors = ValidateStatefulRules(object.spec, false, was_good, options);
  StatefulSetSpec kept = object.spec;
  kept.replicas = old.spec.replicas;
  kept.ordinals = old.spec.ordinals;
  kept.template_ = old.spec.template_;
  kept.update_strategy = old.spec.update_strategy;
  kept.revision_history_limit = old.spec.revision_history_limit;
  kept.persistent_volume_claim_retention_policy = old.spec.persistent_volume_claim_retention_policy;
  kept.min_ready_seconds = old.spec.min_ready_seconds;
  if (!typeinfo::SemanticEqual(kept, old.spec)) {
    errors.push_back(field::Forbidden(
        Path("spec"),
        "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', "
        "'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and "
        "'minReadySeconds' are forbidden"));
  }
  return errors;
}

ErrorList ValidateStatefulSetStatusUpdate(const StatefulSet& object, const StatefulSet& old) {
  ErrorList errors;
  Path path("status");
  const StatefulSetStatus& status = object.status;
  validate::NonNegative(path.Child("replicas"), int64_t{status.replicas}, errors);
  validate::NonNegative(path.Child("readyReplicas"), int64_t{status.ready_replicas}, errors);
  validate::NonNegative(path.Child("currentReplicas"), int64_t{status.current_replicas}, errors);
  validate::NonNegative(path.Child("updatedReplicas"), int64_t{status.updated_replicas}, errors);
  validate::NonNegative(path.Child("availableReplicas"), int64_t{status.available_replicas},
                        errors);
  validate::NonNegative(path.Child("observedGeneration"), status.observed_generation, errors);
  validate::NonNegative(path.Child("collisionCount"), status.collision_count, errors);
  auto not_above = [&](std::string_view name, int32_t number) {
    if (number > status.replicas) {
      errors.push_back(field::Invalid(path.Child(name), number, kAboveReplicas));
    }
  };
  not_above("readyReplicas", status.ready_replicas);
  not_above("currentReplicas", status.current_replicas);
  not_above("updatedReplicas", status.updated_replicas);
  not_above("availableReplicas", status.available_replicas);
  if (status.available_replicas > status.ready_replicas) {
    errors.push_back(field::Invalid(path.Child("availableReplicas"), status.available_replicas,
                                    "cannot be greater than status.readyReplicas"));
  }
  if (old.status.collision_count &&
      status.collision_count.value_or(0) < *old.status.collision_count) {
    errors.push_back(field::Invalid(path.Child("collisionCount"),
                                    status.collision_count.value_or(0), "cannot be decremented"));
  }
  return errors;
}

ErrorList ValidateDaemonSet(const DaemonSet& object, const ValidationOptions& options) {
  ErrorList errors;
  const DaemonSetSpec& spec = object.spec;
  Path selector("spec.selector");
  Path path("spec.template");
  ValidateLabelSelector(spec.selector, selector,
                        {.tolerate_bad_values = options.tolerate_bad_selector_values}, errors);
  bool usable = !spec.selector || IsUsableSelector(*spec.selector);
  if (usable && !SelectorMatches(spec.selector.get(), spec.template_.metadata.labels)) {
    AddSelectorMismatch(spec.template_, path, errors);
  }
  if (spec.selector && IsEmptySelector(*spec.selector)) {
    errors.push_back(field::Invalid(selector, validate::Shown(spec.selector),
                                    "empty selector is invalid for daemonset"));
  }
  ValidatePodTemplateSpec(spec.template_, path, options, errors);
  ValidateAlwaysRunning(spec.template_.spec, "DaemonSet", path, errors);
  validate::NonNegative(Path("spec.minReadySeconds"), int64_t{spec.min_ready_seconds}, errors);
  ValidateDaemonStrategy(spec.update_strategy, errors);
  validate::NonNegative(Path("spec.revisionHistoryLimit"), spec.revision_history_limit, errors);
  return errors;
}

ErrorList ValidateDaemonSetUpdate(const DaemonSet& object, const DaemonSet& old,
                                  ValidationOptions options) {
  options.tolerate_bad_selector_values |=
      (old.spec.selector && HasBadSelectorValue(*old.spec.selector)) ||
      HasBadSelectorValues(old.spec.template_.spec);
  // The API reports the faults of the spec twice: as the object's, and as the change's.
  ErrorList errors = ValidateDaemonSet(object, options);
  validate::Unchanged(Path("spec.selector"), object.spec.selector, old.spec.selector, errors);
  field::Append(errors, ValidateDaemonSet(object, options));
  return errors;
}

ErrorList ValidateDaemonSetStatusUpdate(const DaemonSet& object, const DaemonSet& old) {
  ErrorList errors;
  Path path("status");
  const DaemonSetStatus& status = object.status;
  auto count = [&](std::string_view name, int64_t number) {
    validate::NonNegative(path.Child(name), number, errors);
  };
  count("currentNumberScheduled", status.current_number_scheduled);
  count("numberMisscheduled", status.number_misscheduled);
  count("desiredNumberScheduled", status.desired_number_scheduled);
  count("numberReady", status.number_ready);
  count("observedGeneration", status.observed_generation);
  count("updatedNumberScheduled", status.updated_number_scheduled);
  count("numberAvailable", status.number_available);
  count("numberUnavailable", status.number_unavailable);
  validate::NonNegative(path.Child("collisionCount"), status.collision_count, errors);
  if (old.status.collision_count &&
      status.collision_count.value_or(0) < *old.status.collision_count) {
    errors.push_back(field::Invalid(path.Child("collisionCount"),
                                    status.collision_count.value_or(0), "cannot be decremented"));
  }
  return errors;
}

ErrorList ValidateControllerRevision(const ControllerRevision& object) {
  ErrorList errors;
  validate::NonNegative(Path("revision"), object.revision, errors);
  Path data("data");
  if (object.data.is_null()) {
    errors.push_back(field::Required(data, "data is mandatory"));
  } else if (!object.data.is_object()) {
    errors.push_back(field::Required(data, "data must be a valid JSON object"));
  }
  return errors;
}

ErrorList ValidateControllerRevisionUpdate(const ControllerRevision& object,
                                           const ControllerRevision& old) {
  ErrorList errors;
  validate::NonNegative(Path("revision"), object.revision, errors);
  validate::Unchanged(Path("data"), object.data, old.data, errors);
  return errors;
}

}  // namespace pintle::apis::apps::v1
