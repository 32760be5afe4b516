#include "apis/core/v1/validation_scheduling.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "apis/meta/v1/validation_selector.h"
#include "pintle/base/strings.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using meta::v1::LabelSelector;
using typeinfo::Str;

constexpr int32_t kMaxWeight = 100;

meta::v1::SelectorOptions SelectorOptionsOf(const ValidationOptions& options) {
  return {.tolerate_bad_values = options.tolerate_bad_selector_values};
}

void AddBadOperator(const Path& path, Str op, ErrorList& errors) {
  errors.push_back(field::Invalid(path.Child("operator"), validate::NamedText(op),
                                  "not a valid selector operator"));
}

// Values are checked for required terms only.
void ValidateNodeExpression(const NodeSelectorRequirement& requirement, const Path& path,
                            bool check_values, ErrorList& errors) {
  Str op = requirement.operator_;
  Path values = path.Child("values");
  if (op == kNodeSelectorOpIn || op == kNodeSelectorOpNotIn) {
    if (requirement.values.empty()) {
      errors.push_back(
          field::Required(values, "must be specified when `operator` is 'In' or 'NotIn'"));
    }
  } else if (op == kNodeSelectorOpExists || op == kNodeSelectorOpDoesNotExist) {
    if (!requirement.values.empty()) {
      errors.push_back(field::Forbidden(
          values, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
    }
  } else if (op == kNodeSelectorOpGt || op == kNodeSelectorOpLt) {
    if (requirement.values.size() != 1) {
      errors.push_back(field::Required(
          values, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
    }
  } else {
    AddBadOperator(path, op, errors);
  }
  validate::Form(path.Child("key"), requirement.key, validate::IsQualifiedName, errors);
  if (!check_values) return;
  for (size_t i = 0; i < requirement.values.size(); ++i) {
    validate::Form(values.Index(i), requirement.values[i], validate::IsLabelValue, errors);
  }
}

void ValidateNodeField(const NodeSelectorRequirement& requirement, const Path& path,
                       ErrorList& errors) {
  Str op = requirement.operator_;
  Path values = path.Child("values");
  if (op == kNodeSelectorOpIn || op == kNodeSelectorOpNotIn) {
    if (requirement.values.size() != 1) {
      errors.push_back(field::Required(
          values,
          "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"));
    }
  } else {
    AddBadOperator(path, op, errors);
  }
  if (requirement.key != "metadata.name") {
    errors.push_back(
        field::Invalid(path.Child("key"), requirement.key, "not a valid field selector key"));
    return;
  }
  for (size_t i = 0; i < requirement.values.size(); ++i) {
    validate::Form(values.Index(i), requirement.values[i], validate::IsDns1123Subdomain, errors);
  }
}

void ValidateNodeTerm(const NodeSelectorTerm& term, const Path& path, bool check_values,
                      ErrorList& errors) {
  Path expressions = path.Child("matchExpressions");
  for (size_t i = 0; i < term.match_expressions.size(); ++i) {
    ValidateNodeExpression(term.match_expressions[i], expressions.Index(i), check_values, errors);
  }
  Path fields = path.Child("matchFields");
  for (size_t i = 0; i < term.match_fields.size(); ++i) {
    ValidateNodeField(term.match_fields[i], fields.Index(i), errors);
  }
}

void ValidateWeight(int32_t weight, const Path& path, ErrorList& errors) {
  if (weight < 1 || weight > kMaxWeight) {
    errors.push_back(field::Invalid(path, weight, "must be in the range 1-100"));
  }
}

void ValidateNodeAffinity(const NodeAffinity& affinity, const Path& path,
                          const ValidationOptions& options, ErrorList& errors) {
  if (affinity.required_during_scheduling_ignored_during_execution) {
    ValidateNodeSelector(*affinity.required_during_scheduling_ignored_during_execution,
                         path.Child("requiredDuringSchedulingIgnoredDuringExecution"), options,
                         errors);
  }
  Path preferred = path.Child("preferredDuringSchedulingIgnoredDuringExecution");
  const auto& terms = affinity.preferred_during_scheduling_ignored_during_execution;
  for (size_t i = 0; i < terms.size(); ++i) {
    Path term = preferred.Index(i);
    ValidateWeight(terms[i].weight, term.Child("weight"), errors);
    ValidateNodeTerm(terms[i].preference, term.Child("preference"), false, errors);
  }
}

// Label keys whose values are taken from the pod itself; the selector may not speak of them.
void ValidateLabelKeys(const typeinfo::List<Str>& keys, std::string_view name,
                       const LabelSelector* selector, const Path& path, ErrorList& errors) {
  if (keys.empty()) return;
  Path list = path.Child(name);
  if (selector == nullptr) {
    errors.push_back(field::Forbidden(list, "must not be specified when labelSelector is not set"));
    return;
  }
  for (size_t i = 0; i < keys.size(); ++i) {
    validate::Form(list.Index(i), keys[i], validate::IsQualifiedName, errors);
  }
}

// The server adds an expression to the selector for each of `keys` when a pod is made; one more for
// the same key came from the user.
void ValidateKeysNotInSelector(const typeinfo::List<Str>& keys, const LabelSelector& selector,
                               const Path& path, ErrorList& errors) {
  std::map<Str, size_t> places;
  for (size_t i = 0; i < keys.size(); ++i) places.try_emplace(keys[i], i);
  std::set<Str> seen;
  for (const auto& label : selector.match_labels) seen.insert(label.key);
  for (const auto& requirement : selector.match_expressions) {
    auto at = places.find(requirement.key);
    if (at != places.end() && seen.contains(requirement.key)) {
      errors.push_back(field::Invalid(path.Index(at->second), requirement.key,
                                      "exists in both matchLabelKeys and labelSelector"));
    }
    seen.insert(requirement.key);
  }
}

void ValidateMatchKeysOfTerm(const PodAffinityTerm& term, const Path& path, ErrorList& errors) {
  const LabelSelector* selector = term.label_selector.get();
  ValidateLabelKeys(term.match_label_keys, "matchLabelKeys", selector, path, errors);
  ValidateLabelKeys(term.mismatch_label_keys, "mismatchLabelKeys", selector, path, errors);
  // To exclude a value and select others of the same key makes sense.
  if (selector != nullptr) {
    ValidateKeysNotInSelector(term.match_label_keys, *selector, path, errors);
  }
  const std::set<Str> mismatch(term.mismatch_label_keys.begin(), term.mismatch_label_keys.end());
  Path match = path.Child("matchLabelKeys");
  for (size_t i = 0; i < term.match_label_keys.size(); ++i) {
    if (mismatch.contains(term.match_label_keys[i])) {
      errors.push_back(field::Invalid(match.Index(i), term.match_label_keys[i],
                                      "exists in both matchLabelKeys and mismatchLabelKeys"));
    }
  }
}

void ValidatePodAffinityTerm(const PodAffinityTerm& term, const Path& path,
                             const ValidationOptions& options, ErrorList& errors) {
  ValidateLabelSelector(term.label_selector, path.Child("labelSelector"),
                        SelectorOptionsOf(options), errors);
  ValidateLabelSelector(term.namespace_selector, path.Child("namespaceSelector"),
                        SelectorOptionsOf(options), errors);
  for (Str name : term.namespaces) {
    validate::Form(path.Child("namespace"), name, validate::IsDns1123Label, errors);
  }
  ValidateMatchKeysOfTerm(term, path, errors);
  Path key = path.Child("topologyKey");
  if (term.topology_key.empty()) errors.push_back(field::Required(key, "can not be empty"));
  validate::Form(key, term.topology_key, validate::IsQualifiedName, errors);
}

// PodAffinity and PodAntiAffinity have the same members.
template <typename T>
void ValidatePodAffinity(const T& affinity, const Path& path, const ValidationOptions& options,
                         ErrorList& errors) {
  Path required = path.Child("requiredDuringSchedulingIgnoredDuringExecution");
  const auto& terms = affinity.required_during_scheduling_ignored_during_execution;
  for (size_t i = 0; i < terms.size(); ++i) {
    ValidatePodAffinityTerm(terms[i], required.Index(i), options, errors);
  }
  Path preferred = path.Child("preferredDuringSchedulingIgnoredDuringExecution");
  const auto& weighted = affinity.preferred_during_scheduling_ignored_during_execution;
  for (size_t i = 0; i < weighted.size(); ++i) {
    Path item = preferred.Index(i);
    ValidateWeight(weighted[i].weight, item.Child("weight"), errors);
    ValidatePodAffinityTerm(weighted[i].pod_affinity_term, item.Child("podAffinityTerm"), options,
                            errors);
  }
}

void ValidateTolerationOperator(const Toleration& toleration, const Path& path,
                                const ValidationOptions& options, ErrorList& errors) {
  Path op = path.Child("operator");
  if (toleration.operator_.empty() || toleration.operator_ == kTolerationOpEqual) {
    validate::Messages faults = validate::IsLabelValue(toleration.value);
    if (!faults.empty()) {
      errors.push_back(field::Invalid(op, toleration.value, Join(faults, ";")));
    }
  } else if (toleration.operator_ == kTolerationOpExists) {
    if (!toleration.value.empty()) {
      errors.push_back(
          field::Invalid(op, toleration.value, "value must be empty when `operator` is 'Exists'"));
    }
  } else if (toleration.operator_ == kTolerationOpLt || toleration.operator_ == kTolerationOpGt) {
    if (!options.toleration_comparisons) {
      errors.push_back(field::NotSupported(op, validate::NamedText(toleration.operator_),
                                           {"Equal", "Exists", "Lt", "Gt"}));
    }
  } else {
    validate::OneOf(op, toleration.operator_, {"Equal", "Exists"}, errors);
  }
}

void ValidateToleration(const Toleration& toleration, const Path& path,
                        const ValidationOptions& options, ErrorList& errors) {
  validate::FormIfGiven(path.Child("key"), toleration.key, validate::IsQualifiedName, errors);
  if (toleration.key.empty() && toleration.operator_ != kTolerationOpExists) {
    errors.push_back(field::Invalid(path.Child("operator"),
                                    validate::NamedText(toleration.operator_),
                                    "operator must be Exists when `key` is empty, which means "
                                    "\"match all values and all keys\""));
  }
  Path effect = path.Child("effect");
  if (toleration.toleration_seconds && toleration.effect != kTaintEffectNoExecute) {
    errors.push_back(field::Invalid(effect, validate::NamedText(toleration.effect),
                                    "effect must be 'NoExecute' when `tolerationSeconds` is set"));
  }
  ValidateTolerationOperator(toleration, path, options, errors);
  if (!toleration.effect.empty()) {
    validate::OneOf(effect, toleration.effect,
                    {kTaintEffectNoSchedule, kTaintEffectPreferNoSchedule, kTaintEffectNoExecute},
                    errors);
  }
}

void ValidateSpreadNumbers(const TopologySpreadConstraint& constraint, const Path& path,
                           ErrorList& errors) {
  if (!constraint.min_domains) return;
  Path min = path.Child("minDomains");
  validate::Positive(min, *constraint.min_domains, errors);
  if (constraint.when_unsatisfiable != kDoNotSchedule) {
    errors.push_back(field::Invalid(
        min, *constraint.min_domains,
        fmt::format("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {}",
                    constraint.when_unsatisfiable)));
  }
}

void ValidateSpreadLabelKeys(const TopologySpreadConstraint& constraint, const Path& path,
                             ErrorList& errors) {
  const LabelSelector* selector = constraint.label_selector.get();
  ValidateLabelKeys(constraint.match_label_keys, "matchLabelKeys", selector, path, errors);
  if (selector != nullptr) {
    ValidateKeysNotInSelector(constraint.match_label_keys, *selector, path, errors);
  }
}

// What a constraint says of which topology.
std::pair<Str, Str> SpreadOf(const TopologySpreadConstraint& constraint) {
  return {constraint.topology_key, constraint.when_unsatisfiable};
}

}  // namespace

void ValidateNodeSelector(const NodeSelector& selector, const Path& path,
                          const ValidationOptions& options, ErrorList& errors) {
  Path terms = path.Child("nodeSelectorTerms");
  if (selector.node_selector_terms.empty()) {
    errors.push_back(field::Required(terms, "must have at least one node selector term"));
  }
  for (size_t i = 0; i < selector.node_selector_terms.size(); ++i) {
    ValidateNodeTerm(selector.node_selector_terms[i], terms.Index(i),
                     !options.tolerate_bad_selector_values, errors);
  }
}

void ValidateAffinity(const Affinity& affinity, const Path& path, const ValidationOptions& options,
                      ErrorList& errors) {
  if (affinity.node_affinity) {
    ValidateNodeAffinity(*affinity.node_affinity, path.Child("nodeAffinity"), options, errors);
  }
  if (affinity.pod_affinity) {
    ValidatePodAffinity(*affinity.pod_affinity, path.Child("podAffinity"), options, errors);
  }
  if (affinity.pod_anti_affinity) {
    ValidatePodAffinity(*affinity.pod_anti_affinity, path.Child("podAntiAffinity"), options,
                        errors);
  }
}

void ValidateTolerations(const typeinfo::List<Toleration>& tolerations, const Path& path,
                         const ValidationOptions& options, ErrorList& errors) {
  for (size_t i = 0; i < tolerations.size(); ++i) {
    ValidateToleration(tolerations[i], path.Index(i), options, errors);
  }
}

void ValidateTopologySpreadConstraints(const typeinfo::List<TopologySpreadConstraint>& constraints,
                                       const Path& path, const ValidationOptions& options,
                                       ErrorList& errors) {
  std::map<std::pair<Str, Str>, size_t> last;
  for (size_t i = 0; i < constraints.size(); ++i) last[SpreadOf(constraints[i])] = i;
  for (size_t i = 0; i < constraints.size(); ++i) {
    const TopologySpreadConstraint& constraint = constraints[i];
    Path item = path.Index(i);
    validate::Positive(item.Child("maxSkew"), constraint.max_skew, errors);
    Path key = item.Child("topologyKey");
    if (constraint.topology_key.empty()) errors.push_back(field::Required(key, "can not be empty"));
    validate::OneOf(item.Child("whenUnsatisfiable"), constraint.when_unsatisfiable,
                    {kDoNotSchedule, kScheduleAnyway}, errors);
    // Of those that say the same all but the last are at fault.
    if (last[SpreadOf(constraint)] != i) {
      errors.push_back(field::Duplicate(
          item.Child("{topologyKey, whenUnsatisfiable}"),
          fmt::format("{{{}, {}}}", constraint.topology_key, constraint.when_unsatisfiable)));
    }
    ValidateSpreadNumbers(constraint, item, errors);
    validate::OneOf(item.Child("nodeAffinityPolicy"), constraint.node_affinity_policy,
                    {kNodeInclusionPolicyHonor, kNodeInclusionPolicyIgnore}, errors);
    validate::OneOf(item.Child("nodeTaintsPolicy"), constraint.node_taints_policy,
                    {kNodeInclusionPolicyHonor, kNodeInclusionPolicyIgnore}, errors);
    ValidateSpreadLabelKeys(constraint, item, errors);
    ValidateLabelSelector(constraint.label_selector, item.Child("labelSelector"),
                          SelectorOptionsOf(options), errors);
  }
}

void ValidateSchedulingGates(const typeinfo::List<PodSchedulingGate>& gates, const Path& path,
                             ErrorList& errors) {
  std::set<Str> names;
  for (size_t i = 0; i < gates.size(); ++i) {
    Path item = path.Index(i);
    validate::Form(item, gates[i].name, validate::IsQualifiedName, errors);
    if (!names.insert(gates[i].name).second) {
      errors.push_back(field::Duplicate(item, gates[i].name));
    }
  }
}

}  // namespace pintle::apis::core::v1
