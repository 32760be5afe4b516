#include "apis/batch/v1/validation_job_policies.h"

#include <fmt/format.h>

#include <set>

#include "apis/batch/v1/validation_indexes.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::batch::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int64_t kMaxRules = 20;
constexpr int64_t kMaxExitCodes = 255;
constexpr int64_t kMaxPodConditions = 20;
constexpr int64_t kMaxSucceededIndexesBytes = 65536;

template <typename T>
void AtMost(const typeinfo::List<T>& list, int64_t most, const Path& path, ErrorList& errors) {
  auto count = static_cast<int64_t>(list.size());
  if (count > most) errors.push_back(field::TooMany(path, count, most));
}

std::set<Str> ContainerNames(const JobSpec& spec) {
  std::set<Str> names;
  for (const auto& container : spec.template_.spec.containers) names.insert(container.name);
  for (const auto& container : spec.template_.spec.init_containers) names.insert(container.name);
  return names;
}

void ValidateExitCodes(const PodFailurePolicyOnExitCodesRequirement& codes,
                       const std::set<Str>& containers, const Path& path, ErrorList& errors) {
  Path op = path.Child("operator");
  if (codes.operator_.empty()) {
    errors.push_back(field::Required(op, "valid values: [\"In\" \"NotIn\"]"));
  } else {
    validate::OneOf(op, codes.operator_, {"In", "NotIn"}, errors);
  }
  if (codes.container_name && !containers.contains(*codes.container_name)) {
    errors.push_back(
        field::Invalid(path.Child("containerName"), *codes.container_name,
                       "must be one of the container or initContainer names in the pod template"));
  }
  Path values = path.Child("values");
  if (codes.values.empty()) {
    errors.push_back(
        field::Invalid(values, validate::Shown(codes.values), "at least one value is required"));
  }
  AtMost(codes.values, kMaxExitCodes, values, errors);
  bool ordered = true;
  std::set<int32_t> seen;
  for (size_t i = 0; i < codes.values.size(); ++i) {
    if (codes.values[i] == 0 && codes.operator_ == kPodFailurePolicyOnExitCodesOpIn) {
      errors.push_back(
          field::Invalid(values.Index(i), codes.values[i], "must not be 0 for the In operator"));
    }
    if (!seen.insert(codes.values[i]).second) {
      errors.push_back(field::Duplicate(values.Index(i), codes.values[i]));
    }
    ordered = ordered && (i == 0 || codes.values[i - 1] <= codes.values[i]);
  }
  if (!ordered) {
    errors.push_back(field::Invalid(values, validate::Shown(codes.values), "must be ordered"));
  }
}

void ValidatePodConditions(const typeinfo::List<PodFailurePolicyOnPodConditionsPattern>& patterns,
                           const Path& path, ErrorList& errors) {
  AtMost(patterns, kMaxPodConditions, path, errors);
  for (size_t i = 0; i < patterns.size(); ++i) {
    Path item = path.Index(i);
    validate::Form(item.Child("type"), patterns[i].type, validate::IsQualifiedName, errors);
    Path status = item.Child("status");
    if (patterns[i].status.empty()) {
      errors.push_back(field::Required(status, "valid values: [\"False\" \"True\" \"Unknown\"]"));
    } else {
      validate::OneOf(status, patterns[i].status, {"False", "True", "Unknown"}, errors);
    }
  }
}

void ValidateFailureRule(const PodFailurePolicyRule& rule, const JobSpec& spec,
                         const std::set<Str>& containers, const Path& path, ErrorList& errors) {
  Path action = path.Child("action");
  if (rule.action.empty()) {
    errors.push_back(
        field::Required(action, "valid values: [\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"]"));
  } else if (rule.action == kPodFailurePolicyActionFailIndex) {
    if (!spec.backoff_limit_per_index) {
      errors.push_back(field::Invalid(action, validate::NamedText(rule.action),
                                      "requires the backoffLimitPerIndex to be set"));
    }
  } else {
    validate::OneOf(action, rule.action, {"Count", "FailIndex", "FailJob", "Ignore"}, errors);
  }
  if (rule.on_exit_codes) {
    ValidateExitCodes(*rule.on_exit_codes, containers, path.Child("onExitCodes"), errors);
  }
  ValidatePodConditions(rule.on_pod_conditions, path.Child("onPodConditions"), errors);
  if (rule.on_exit_codes && !rule.on_pod_conditions.empty()) {
    errors.push_back(validate::InvalidValue(
        path, "specifying both OnExitCodes and OnPodConditions is not supported"));
  }
  if (!rule.on_exit_codes && rule.on_pod_conditions.empty()) {
    errors.push_back(validate::InvalidValue(
        path, "specifying one of OnExitCodes and OnPodConditions is required"));
  }
}

void ValidateSuccessRule(const SuccessPolicyRule& rule, const JobSpec& spec, const Path& path,
                         ErrorList& errors) {
  if (!rule.succeeded_count && !rule.succeeded_indexes) {
    errors.push_back(field::Required(
        path, "at least one of succeededCount or succeededIndexes must be specified"));
  }
  int64_t indexes = 0;
  if (rule.succeeded_indexes) {
    Path at = path.Child("succeededIndexes");
    if (rule.succeeded_indexes.value.size() > kMaxSucceededIndexesBytes) {
      errors.push_back(field::TooLong(at, kMaxSucceededIndexesBytes));
    }
    auto parsed = ParseIndexes(*rule.succeeded_indexes, spec.completions.value_or(0));
    if (!parsed) {
      errors.push_back(field::Invalid(
          at, *rule.succeeded_indexes,
          fmt::format("error parsing succeededIndexes: {}", parsed.error().message())));
    } else {
      indexes = CountIndexes(*parsed);
    }
  }
  if (!rule.succeeded_count) return;
  Path count = path.Child("succeededCount");
  validate::NonNegative(count, rule.succeeded_count, errors);
  if (spec.completions && *rule.succeeded_count > *spec.completions) {
    errors.push_back(field::Invalid(
        count, *rule.succeeded_count,
        fmt::format("must be less than or equal to {} (the number of specified completions)",
                    *spec.completions)));
  }
  if (rule.succeeded_indexes && *rule.succeeded_count > indexes) {
    errors.push_back(field::Invalid(
        count, *rule.succeeded_count,
        fmt::format("must be less than or equal to {} (the number of indexes in the specified "
                    "succeededIndexes field)",
                    indexes)));
  }
}

}  // namespace

void ValidatePodFailurePolicy(const JobSpec& spec, const Path& path, ErrorList& errors) {
  const auto& rules = spec.pod_failure_policy->rules;
  Path list = path.Child("rules");
  AtMost(rules, kMaxRules, list, errors);
  const std::set<Str> containers = ContainerNames(spec);
  for (size_t i = 0; i < rules.size(); ++i) {
    ValidateFailureRule(rules[i], spec, containers, list.Index(i), errors);
  }
}

void ValidateSuccessPolicy(const JobSpec& spec, const Path& path, ErrorList& errors) {
  const auto& rules = spec.success_policy->rules;
  Path list = path.Child("rules");
  if (rules.empty()) {
    errors.push_back(field::Required(
        list, "at least one rules must be specified when the successPolicy is specified"));
  }
  AtMost(rules, kMaxRules, list, errors);
  for (size_t i = 0; i < rules.size(); ++i) {
    ValidateSuccessRule(rules[i], spec, list.Index(i), errors);
  }
}

}  // namespace pintle::apis::batch::v1
