#include "apis/core/v1/validation_pod.h"

#include <fmt/format.h>

#include <set>
#include <tuple>

#include "apis/core/v1/memory_forms.h"
#include "apis/core/v1/validation_container.h"
#include "apis/core/v1/validation_pod_annotations.h"
#include "apis/core/v1/validation_pod_spec.h"
#include "apis/core/v1/validation_scheduling.h"
#include "apis/core/v1/validation_volume.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int64_t kMaxDeadlineSeconds = INT32_MAX;
constexpr std::string_view kOnlyTheseChange =
    "pod updates may not change fields other than `spec.containers[*].image`,"
    "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only "
    "additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set "
    "to 1 if it was previously negative)";

// Returns false if the lists cannot be compared any further.
bool ValidateContainerUpdates(const typeinfo::List<Container>& now,
                              const typeinfo::List<Container>& old, const Path& path,
                              ErrorList& errors) {
  if (now.size() != old.size()) {
    errors.push_back(field::Forbidden(path, "pod updates may not add or remove containers"));
    return false;
  }
  for (size_t i = 0; i < now.size(); ++i) {
    Path item = path.Index(i);
    Path image = item.Child("image");
    validate::NotEmpty(image, now[i].image, errors);
    ValidateImageSpaces(now[i].image, image, errors);
  }
  return true;
}

// Returns false if nothing more is to be checked.
bool ValidateDeadlineUpdate(const PodSpec& now, const PodSpec& old, ErrorList& errors) {
  Path path("spec.activeDeadlineSeconds");
  if (!now.active_deadline_seconds) {
    if (old.active_deadline_seconds) {
      errors.push_back(
          field::Invalid(path, nullptr, "must not update from a positive integer to nil value"));
    }
    return true;
  }
  size_t before = errors.size();
  validate::InRange(path, *now.active_deadline_seconds, 0, kMaxDeadlineSeconds, errors);
  if (errors.size() == before && old.active_deadline_seconds &&
      *old.active_deadline_seconds < *now.active_deadline_seconds) {
    errors.push_back(field::Invalid(path, *now.active_deadline_seconds,
                                    "must be less than or equal to previous value"));
  }
  return errors.size() == before;
}

void ValidateTolerationsUpdate(const PodSpec& now, const PodSpec& old,
                               const ValidationOptions& options, ErrorList& errors) {
  // There may be tens of thousands, so they are not compared one by one.
  auto apart_from_time = [](const Toleration& toleration) {
    return std::tuple(toleration.key, toleration.operator_, toleration.value, toleration.effect);
  };
  std::set<std::tuple<Str, Str, Str, Str>> kept;
  for (const Toleration& toleration : now.tolerations) kept.insert(apart_from_time(toleration));
  for (const Toleration& toleration : old.tolerations) {
    if (kept.contains(apart_from_time(toleration))) continue;
    errors.push_back(
        field::Forbidden(Path("spec.tolerations"),
                         "existing toleration can not be modified except its tolerationSeconds"));
    return;
  }
  ValidateTolerations(now.tolerations, Path("spec.tolerations"), options, errors);
}

void ValidateGatesUpdate(const PodSpec& now, const PodSpec& old, ErrorList& errors) {
  Path gates("spec.schedulingGates");
  std::set<Str> known;
  for (const PodSchedulingGate& gate : old.scheduling_gates) known.insert(gate.name);
  for (size_t i = 0; i < now.scheduling_gates.size(); ++i) {
    Str name = now.scheduling_gates[i].name;
    if (known.contains(name)) continue;
    Path item = gates.Index(i);
    errors.push_back(field::Forbidden(
        item.Child("name"),
        "only deletion is allowed, but found new scheduling gate '" + std::string(name) + "'"));
  }
}

using Terms = typeinfo::List<NodeSelectorTerm>;

Terms RequiredTerms(const PodSpec& spec) {
  if (!spec.affinity || !spec.affinity->node_affinity) return {};
  const auto& required =
      spec.affinity->node_affinity->required_during_scheduling_ignored_during_execution;
  return required ? required->node_selector_terms : Terms();
}

bool StartsWith(const typeinfo::List<NodeSelectorRequirement>& now,
                const typeinfo::List<NodeSelectorRequirement>& old) {
  if (now.size() < old.size()) return false;
  for (size_t i = 0; i < old.size(); ++i) {
    if (!typeinfo::SemanticEqual(now[i], old[i])) return false;
  }
  return true;
}

// A term gets narrower only; an empty one matches nothing and cannot get wider.
bool OnlyAdds(const NodeSelectorTerm& now, const NodeSelectorTerm& old) {
  bool was_empty = old.match_expressions.empty() && old.match_fields.empty();
  bool is_empty = now.match_expressions.empty() && now.match_fields.empty();
  if (was_empty && !is_empty) return false;
  return StartsWith(now.match_expressions, old.match_expressions) &&
         StartsWith(now.match_fields, old.match_fields);
}

// A pod that waits for its gates may be bound to fewer nodes.
void ValidateGatedUpdate(const PodSpec& now, const PodSpec& old, ErrorList& errors) {
  for (const auto& label : old.node_selector) {
    const Str* value = now.node_selector.Find(label.key);
    if (value != nullptr && *value == label.value) continue;
    errors.push_back(
        field::Invalid(Path("spec.nodeSelector"), validate::Shown(now.node_selector),
                       "only additions to spec.nodeSelector are allowed (no mutations or "
                       "deletions)"));
    break;
  }
  Terms now_terms = RequiredTerms(now);
  Terms old_terms = RequiredTerms(old);
  if (old_terms.empty()) return;
  Path path(
      "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
      "nodeSelectorTerms");
  if (now_terms.size() != old_terms.size()) {
    errors.push_back(
        field::Invalid(path, validate::Shown(now_terms),
                       "no additions/deletions to non-empty NodeSelectorTerms list are allowed"));
    return;
  }
  for (size_t i = 0; i < now_terms.size(); ++i) {
    if (OnlyAdds(now_terms[i], old_terms[i])) continue;
    errors.push_back(field::Invalid(path.Index(i), validate::Shown(now_terms[i]),
                                    "only additions are allowed (no mutations or deletions)"));
  }
}

// Takes the node affinity of `old`, in copies that live in `arena`.
void KeepNodeAffinity(PodSpec& spec, const PodSpec& old, Arena& arena) {
  auto node = old.affinity ? old.affinity->node_affinity : typeinfo::Ptr<NodeAffinity>();
  Affinity affinity = spec.affinity ? *spec.affinity : Affinity();
  affinity.node_affinity = node;
  bool empty = !affinity.node_affinity && !affinity.pod_affinity && !affinity.pod_anti_affinity;
  spec.affinity.reset();
  if (!empty || old.affinity) spec.affinity.Ensure(arena) = affinity;
}

// `now` with everything taken from `old` that an update may change.
PodSpec Munged(const PodSpec& now, const PodSpec& old, Arena& arena) {
  PodSpec spec = now;
  auto images = [&](typeinfo::List<Container>& containers,
                    const typeinfo::List<Container>& before) {
    typeinfo::List<Container> copy;
    for (size_t i = 0; i < containers.size(); ++i) {
      copy.Append(arena, containers[i]).image = before[i].image;
    }
    if (!containers.is_nil()) containers = copy;
  };
  images(spec.containers, old.containers);
  images(spec.init_containers, old.init_containers);
  spec.active_deadline_seconds = old.active_deadline_seconds;
  spec.tolerations = old.tolerations;
  spec.scheduling_gates = old.scheduling_gates;
  if (old.termination_grace_period_seconds.value_or(0) < 0 &&
      now.termination_grace_period_seconds.value_or(0) == 1) {
    spec.termination_grace_period_seconds = old.termination_grace_period_seconds;
  }
  if (!old.scheduling_gates.empty()) {
    spec.node_selector = old.node_selector;
    KeepNodeAffinity(spec, old, arena);
  }
  return spec;
}

}  // namespace

void ValidatePodAndSpec(const Pod& pod, const ValidationOptions& options, ErrorList& errors) {
  ValidatePodAnnotations(pod.metadata.annotations, pod.spec, Path("metadata.annotations"), options,
                         errors);
  ValidatePodSpec(pod.spec, &pod.metadata, Path("spec"), options, errors);
  ForbidTokensWithoutAccount(pod.spec, Path("spec"), errors);
  if (pod.metadata.annotations.Find(kMirrorAnnotation) && !pod.spec.resource_claims.empty()) {
    errors.push_back(field::Forbidden(Path("[]"), "static pods do not support resource claims"));
  }
}

ErrorList ValidatePod(const Pod& pod, const ValidationOptions& options) {
  ErrorList errors;
  ValidatePodAndSpec(pod, options, errors);
  if (!pod.spec.ephemeral_containers.empty()) {
    errors.push_back(field::Forbidden(Path("spec.ephemeralContainers"), "cannot be set on create"));
  }
  ValidateAnnotationsMatchFields(pod.metadata.annotations, pod.spec, Path("spec"), errors);
  if (!pod.spec.node_name.empty() && !pod.spec.scheduling_gates.empty()) {
    errors.push_back(field::Forbidden(Path("spec.nodeName"),
                                      "cannot be set until all schedulingGates have been cleared"));
  }
  return errors;
}

ErrorList ValidatePodUpdate(const Pod& pod, const Pod& old, ValidationOptions options) {
  options.tolerate_bad_selector_values |= HasBadSelectorValues(old.spec);
  ErrorList errors;
  ValidatePodAndSpec(pod, options, errors);
  ValidatePodAnnotationsUpdate(pod, old, Path("metadata.annotations"), options, errors);
  if (!ValidateContainerUpdates(pod.spec.containers, old.spec.containers, Path("spec.containers"),
                                errors) ||
      !ValidateContainerUpdates(pod.spec.init_containers, old.spec.init_containers,
                                Path("spec.initContainers"), errors) ||
      !ValidateDeadlineUpdate(pod.spec, old.spec, errors)) {
    return errors;
  }
  ValidateTolerationsUpdate(pod.spec, old.spec, options, errors);
  ValidateGatesUpdate(pod.spec, old.spec, errors);
  if (!old.spec.scheduling_gates.empty()) ValidateGatedUpdate(pod.spec, old.spec, errors);
  Arena arena;
  PodSpec munged = Munged(pod.spec, old.spec, arena);
  if (!typeinfo::SemanticEqual(munged, old.spec)) {
    errors.push_back(field::Forbidden(
        Path("spec"), fmt::format("{}\n{}", kOnlyTheseChange, DiffInMemory(old.spec, munged))));
  }
  return errors;
}

ErrorList ValidatePodTemplate(const PodTemplate& object, const ValidationOptions& options) {
  ErrorList errors;
  ValidatePodTemplateSpec(object.template_, Path("template"), options, errors);
  return errors;
}

ErrorList ValidatePodTemplateUpdate(const PodTemplate& object, const PodTemplate& old,
                                    ValidationOptions options) {
  options.tolerate_bad_selector_values |= HasBadSelectorValues(old.template_.spec);
  return ValidatePodTemplate(object, options);
}

}  // namespace pintle::apis::core::v1
