#include "apis/batch/v1/validation_job.h"

#include <fmt/format.h>

#include "apis/batch/v1/validation_indexes.h"
#include "apis/batch/v1/validation_job_policies.h"
#include "apis/core/v1/memory_forms.h"
#include "apis/core/v1/validation_pod_spec.h"
#include "apis/core/v1/validation_template.h"
#include "apis/meta/v1/validation_selector.h"
#include "pintle/base/strings.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/domains.h"

namespace pintle::apis::batch::v1 {
namespace {

using core::v1::PodSpec;
using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int32_t kMaxIndexedParallelism = 100000;
constexpr int32_t kMaxFailedIndexes = 100000;
constexpr int32_t kManyCompletions = 100000;
// With more completions than that and a limit for each index.
constexpr int32_t kMaxParallelismOfMany = 10000;
constexpr int64_t kMaxManagedByBytes = 63;
constexpr std::string_view kNeedsIndexes = "requires indexed completion mode";

void ValidateManyIndexes(const JobSpec& spec, const Path& path, ErrorList& errors) {
  constexpr std::string_view kText =
      "must be less than or equal to 10000 when completions are above 100000 and used with backoff "
      "limit per index";
  if (spec.completions.value_or(0) <= kManyCompletions || !spec.backoff_limit_per_index) return;
  Path failed = path.Child("maxFailedIndexes");
  if (!spec.max_failed_indexes) {
    errors.push_back(field::Required(failed, "must be specified when completions is above 100000"));
  }
  if (spec.parallelism.value_or(0) > kMaxParallelismOfMany) {
    errors.push_back(field::Invalid(path.Child("parallelism"), *spec.parallelism, kText));
  }
  if (spec.max_failed_indexes.value_or(0) > kMaxParallelismOfMany) {
    errors.push_back(field::Invalid(failed, *spec.max_failed_indexes, kText));
  }
}

void ValidateCompletionMode(const JobSpec& spec, const Path& path, ErrorList& errors) {
  validate::OneOf(path.Child("completionMode"), spec.completion_mode,
                  {kNonIndexedCompletion, kIndexedCompletion}, errors);
  Path failed = path.Child("maxFailedIndexes");
  if (IsIndexed(spec)) {
    if (!spec.completions) {
      errors.push_back(
          field::Required(path.Child("completions"), "when completion mode is Indexed"));
    }
    if (spec.parallelism.value_or(0) > kMaxIndexedParallelism) {
      errors.push_back(
          field::Invalid(path.Child("parallelism"), *spec.parallelism,
                         "must be less than or equal to 100000 when completion mode is Indexed"));
    }
    if (spec.completions && spec.max_failed_indexes &&
        *spec.max_failed_indexes > *spec.completions) {
      errors.push_back(field::Invalid(failed, *spec.max_failed_indexes,
                                      "must be less than or equal to completions"));
    }
    if (spec.max_failed_indexes.value_or(0) > kMaxFailedIndexes) {
      errors.push_back(
          field::Invalid(failed, *spec.max_failed_indexes, "must be less than or equal to 100000"));
    }
    ValidateManyIndexes(spec, path, errors);
  }
  if (spec.completion_mode.value_or(kNonIndexedCompletion) != kNonIndexedCompletion) return;
  if (spec.backoff_limit_per_index) {
    errors.push_back(field::Invalid(path.Child("backoffLimitPerIndex"),
                                    *spec.backoff_limit_per_index, kNeedsIndexes));
  }
  if (spec.max_failed_indexes) {
    errors.push_back(field::Invalid(failed, *spec.max_failed_indexes, kNeedsIndexes));
  }
}

void ValidateNumbers(const JobSpec& spec, const Path& path, ErrorList& errors) {
  validate::NonNegative(path.Child("parallelism"), spec.parallelism, errors);
  validate::NonNegative(path.Child("completions"), spec.completions, errors);
  validate::NonNegative(path.Child("activeDeadlineSeconds"), spec.active_deadline_seconds, errors);
  validate::NonNegative(path.Child("backoffLimit"), spec.backoff_limit, errors);
  validate::NonNegative(path.Child("ttlSecondsAfterFinished"), spec.ttl_seconds_after_finished,
                        errors);
  validate::NonNegative(path.Child("backoffLimitPerIndex"), spec.backoff_limit_per_index, errors);
  if (spec.max_failed_indexes) {
    validate::NonNegative(path.Child("maxFailedIndexes"), spec.max_failed_indexes, errors);
    if (!spec.backoff_limit_per_index) {
      errors.push_back(field::Required(path.Child("backoffLimitPerIndex"),
                                       "when maxFailedIndexes is specified"));
    }
  }
  if (spec.managed_by) {
    Path managed = path.Child("managedBy");
    validate::DomainPath(managed, *spec.managed_by, errors);
    if (spec.managed_by.value.size() > kMaxManagedByBytes) {
      errors.push_back(field::TooLong(managed, kMaxManagedByBytes));
    }
  }
}

void ValidateRestartPolicy(const JobSpec& spec, const Path& path, ErrorList& errors) {
  Str policy = spec.template_.spec.restart_policy;
  Path template_path = path.Child("template");
  Path template_spec = template_path.Child("spec");
  Path at = template_spec.Child("restartPolicy");
  if (policy.empty() || policy == core::v1::kRestartPolicyAlways) {
    errors.push_back(field::Required(at, "valid values: \"OnFailure\", \"Never\""));
  } else if (policy != core::v1::kRestartPolicyOnFailure &&
             policy != core::v1::kRestartPolicyNever) {
    validate::OneOf(at, policy, {"OnFailure", "Never"}, errors);
  } else if (spec.pod_failure_policy && policy != core::v1::kRestartPolicyNever) {
    errors.push_back(
        field::Invalid(at, validate::NamedText(policy),
                       "only \"Never\" is supported when podFailurePolicy is specified"));
  }
}

void ValidateSelector(const JobSpec& spec, const ValidationOptions& options, ErrorList& errors) {
  Path path("spec.selector");
  if (!spec.selector) {
    errors.push_back(field::Required(path));
  } else {
    ValidateLabelSelector(*spec.selector, path,
                          {.tolerate_bad_values = options.tolerate_bad_selector_values}, errors);
  }
  bool usable = !spec.selector || IsUsableSelector(*spec.selector);
  if (usable && !SelectorMatches(spec.selector.get(), spec.template_.metadata.labels)) {
    AddSelectorMismatch(spec.template_, Path("spec.template"), errors);
  }
}

// Labels and selector that the server gave the job itself.
void ValidateGeneratedSelector(const Job& job, ErrorList& errors) {
  if (job.spec.manual_selector.value_or(false) || !job.spec.selector) return;
  if (job.metadata.uid.empty()) errors.push_back(field::Required(Path("metadata.uid")));
  Path labels("spec.template.metadata.labels");
  auto want = [&](Str key, Str value) {
    const Str* label = job.spec.template_.metadata.labels.Find(key);
    std::string text = fmt::format("must be '{}'", value);
    if (label == nullptr) {
      errors.push_back(field::Required(labels.Key(key), text));
    } else if (*label != value) {
      errors.push_back(field::Invalid(labels.Key(key),
                                      validate::Shown(job.spec.template_.metadata.labels), text));
    }
  };
  want("controller-uid", job.metadata.uid);
  want("job-name", job.metadata.name);
  want("batch.kubernetes.io/controller-uid", job.metadata.uid);
  want("batch.kubernetes.io/job-name", job.metadata.name);
  Arena arena;
  typeinfo::Map<Str> generated;
  generated.Set(arena, "controller-uid", job.metadata.uid);
  generated.Set(arena, "job-name", job.metadata.name);
  generated.Set(arena, "batch.kubernetes.io/controller-uid", job.metadata.uid);
  generated.Set(arena, "batch.kubernetes.io/job-name", job.metadata.name);
  if (IsUsableSelector(*job.spec.selector) &&
      !SelectorMatches(job.spec.selector.get(), generated)) {
    errors.push_back(field::Invalid(Path("spec.selector"), validate::Shown(job.spec.selector),
                                    "`selector` not auto-generated"));
  }
}

void ValidateHostnames(const Job& job, ErrorList& errors) {
  if (!IsIndexed(job.spec) || job.spec.completions.value_or(0) <= 0) return;
  std::string host = fmt::format("{}-{}", job.metadata.name, *job.spec.completions - 1);
  if (!validate::IsDns1123Label(host).empty()) {
    errors.push_back(field::Invalid(
        Path("metadata.name"), job.metadata.name,
        fmt::format("will not able to create pod with invalid DNS label: {}", host)));
  }
}

void ValidateSpecAndSelector(const JobSpec& spec, const ValidationOptions& options,
                             ErrorList& errors) {
  ValidateJobSpec(spec, Path("spec"), options, errors);
  ValidateSelector(spec, options, errors);
}

ErrorList ValidateRules(const Job& job, const ValidationOptions& options) {
  ErrorList errors;
  ValidateGeneratedSelector(job, errors);
  ValidateSpecAndSelector(job.spec, options, errors);
  ValidateHostnames(job, errors);
  return errors;
}

// A suspended job that has no pods may still be placed elsewhere.
bool IsTemplateMutable(const Job& old) {
  if (!old.spec.suspend.value_or(false) || old.status.active != 0) return false;
  if (!old.status.start_time) return true;
  for (const JobCondition& condition : old.status.conditions) {
    if (condition.type == kJobSuspended && condition.status == core::v1::kConditionTrue) {
      return true;
    }
  }
  return false;
}

using Containers = typeinfo::List<core::v1::Container>;

Containers WithOldResources(const Containers& now, const Containers& old, Arena& arena) {
  Containers kept;
  for (size_t i = 0; i < now.size(); ++i) {
    core::v1::Container& container = kept.Append(arena, now[i]);
    if (i < old.size()) container.resources = old[i].resources;
  }
  return kept;
}

// The spec with what such a job may change put back.
PodSpec WithOldPlacement(const PodSpec& now, const PodSpec& old, Arena& arena) {
  PodSpec kept = now;
  kept.node_selector = old.node_selector;
  kept.tolerations = old.tolerations;
  kept.scheduling_gates = old.scheduling_gates;
  core::v1::Affinity affinity = now.affinity ? *now.affinity : core::v1::Affinity();
  affinity.node_affinity.reset();
  if (old.affinity) affinity.node_affinity = old.affinity->node_affinity;
  kept.affinity.reset();
  if (old.affinity || affinity.pod_affinity || affinity.pod_anti_affinity) {
    kept.affinity.Ensure(arena) = affinity;
  }
  kept.containers = WithOldResources(now.containers, old.containers, arena);
  kept.init_containers = WithOldResources(now.init_containers, old.init_containers, arena);
  return kept;
}

void ValidateTemplateUpdate(const Job& job, const Job& old, ErrorList& errors) {
  if (!IsTemplateMutable(old)) {
    if (!typeinfo::SemanticEqual(job.spec.template_, old.spec.template_)) {
      errors.push_back(field::Invalid(Path("spec.template"),
                                      core::v1::ShownInMemory(job.spec.template_),
                                      validate::kImmutableText));
    }
    return;
  }
  Arena arena;
  // Its metadata is free.
  PodSpec kept = WithOldPlacement(job.spec.template_.spec, old.spec.template_.spec, arena);
  if (!typeinfo::SemanticEqual(kept, old.spec.template_.spec)) {
    errors.push_back(field::Invalid(Path("spec.template.spec"),
                                    core::v1::ShownInMemory(job.spec.template_.spec),
                                    validate::kImmutableText));
  }
}

void ValidateCompletionsUpdate(const JobSpec& now, const JobSpec& old, ErrorList& errors) {
  Path path("spec.completions");
  if (!IsIndexed(now)) {
    validate::Unchanged(path, now.completions, old.completions, errors);
  } else if (now.completions && !validate::Equal(now.completions, old.completions) &&
             !validate::Equal(now.completions, now.parallelism)) {
    errors.push_back(field::Invalid(path, validate::Shown(now.completions),
                                    "can only be modified in tandem with spec.parallelism"));
  }
}

}  // namespace

void ValidateJobSpec(const JobSpec& spec, const Path& path, const ValidationOptions& options,
                     ErrorList& errors) {
  ValidateNumbers(spec, path, errors);
  ValidateCompletionMode(spec, path, errors);
  if (spec.pod_failure_policy) {
    ValidatePodFailurePolicy(spec, path.Child("podFailurePolicy"), errors);
  }
  if (spec.success_policy && IsIndexed(spec)) {
    ValidateSuccessPolicy(spec, path.Child("successPolicy"), errors);
  } else if (spec.success_policy) {
    errors.push_back(field::Invalid(path.Child("successPolicy"),
                                    validate::Shown(spec.success_policy), kNeedsIndexes));
  }
  if (spec.pod_replacement_policy) {
    Path replacement = path.Child("podReplacementPolicy");
    if (spec.pod_failure_policy) {
      validate::OneOf(replacement, *spec.pod_replacement_policy, {kFailed}, errors);
    } else {
      validate::OneOf(replacement, *spec.pod_replacement_policy, {kFailed, kTerminatingOrFailed},
                      errors);
    }
  }
  ValidatePodTemplateSpec(spec.template_, path.Child("template"), options, errors);
  ValidateRestartPolicy(spec, path, errors);
}

ErrorList ValidateJob(const Job& job, const ValidationOptions& options) {
  return ValidateRules(job, options);
}

ErrorList ValidateJobUpdate(const Job& job, const Job& old, ValidationOptions options) {
  options.tolerate_bad_selector_values |=
      (old.spec.selector && HasBadSelectorValue(*old.spec.selector)) ||
      HasBadSelectorValues(old.spec.template_.spec);
  ErrorList errors = ValidateRules(job, options);
  // The API reports the faults of the spec twice: as a job's, and as a change's.
  ValidateSpecAndSelector(job.spec, options, errors);
  const JobSpec& now = job.spec;
  ValidateCompletionsUpdate(now, old.spec, errors);
  validate::Unchanged(Path("spec.selector"), now.selector, old.spec.selector, errors);
  ValidateTemplateUpdate(job, old, errors);
  validate::Unchanged(Path("spec.completionMode"), now.completion_mode, old.spec.completion_mode,
                      errors);
  validate::Unchanged(Path("spec.podFailurePolicy"), now.pod_failure_policy,
                      old.spec.pod_failure_policy, errors);
  validate::Unchanged(Path("spec.backoffLimitPerIndex"), now.backoff_limit_per_index,
                      old.spec.backoff_limit_per_index, errors);
  validate::Unchanged(Path("spec.managedBy"), now.managed_by, old.spec.managed_by, errors);
  validate::Unchanged(Path("spec.successPolicy"), now.success_policy, old.spec.success_policy,
                      errors);
  return errors;
}

}  // namespace pintle::apis::batch::v1
