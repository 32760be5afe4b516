#include "apis/core/v1/registry_rules.h"

#include "apis/core/v1/pod_resources.h"

namespace pintle::apis::core::v1 {
namespace {

constexpr std::string_view kLabelKeysInPodAffinity = "MatchLabelKeysInPodAffinity";
constexpr std::string_view kLabelKeysInTopologySpread = "MatchLabelKeysInPodTopologySpread";
constexpr std::string_view kLabelKeysInTopologySpreadMerge =
    "MatchLabelKeysInPodTopologySpreadSelectorMerge";
constexpr std::string_view kSnapshotGroup = "snapshot.storage.k8s.io";

// Sums of cpu and memory.
struct Compute {
  Amounts requests;
  Amounts limits;
  bool limits_complete = true;  // each of those added has limits of both
};

// Adds what is more than nothing and returns how many resources that were.
int AddCompute(const ResourceList& list, Amounts& total) {
  int count = 0;
  for (std::string_view name : {kResourceCPU, kResourceMemory}) {
    const typeinfo::Quantity* text = list.Find(name);
    if (text == nullptr) continue;
    Result<Quantity> amount = Quantity::Parse(text->view());
    if (!amount || amount->sign() <= 0) continue;
    auto [at, added] = total.try_emplace(name, *amount);
    if (!added) at->second = at->second.Plus(*amount).value_or(at->second);
    ++count;
  }
  return count;
}

void AddCompute(const ResourceRequirements& resources, Compute& compute) {
  AddCompute(resources.requests, compute.requests);
  if (AddCompute(resources.limits, compute.limits) < 2) compute.limits_complete = false;
}

bool HasPodLevelResources(const PodSpec& spec) {
  if (!spec.resources) return false;
  for (const auto* list : {&spec.resources->requests, &spec.resources->limits}) {
    for (const auto& entry : *list) {
      if (IsPodLevelResource(entry.key)) return true;
    }
  }
  return false;
}

void AddRequirements(Arena& arena, const typeinfo::List<typeinfo::Str>& keys,
                     meta::v1::LabelSelectorOperator operation,
                     const typeinfo::Map<typeinfo::Str>& labels,
                     meta::v1::LabelSelector& selector) {
  for (typeinfo::Str key : keys) {
    const typeinfo::Str* value = labels.Find(key);
    if (value == nullptr) continue;
    meta::v1::LabelSelectorRequirement& added = selector.match_expressions.Append(arena);
    added.key = key;
    added.operator_ = operation;
    added.values.Append(arena, *value);
  }
}

void MergeIntoTerm(Arena& arena, const typeinfo::Map<typeinfo::Str>& labels,
                   PodAffinityTerm& term) {
  // Without a selector a term matches nothing, whatever the keys.
  if (!term.label_selector) return;
  AddRequirements(arena, term.match_label_keys, meta::v1::kLabelSelectorOpIn, labels,
                  *term.label_selector);
  AddRequirements(arena, term.mismatch_label_keys, meta::v1::kLabelSelectorOpNotIn, labels,
                  *term.label_selector);
}

// Affinity and anti-affinity.
template <typename Terms>
void MergeIntoTerms(Arena& arena, const typeinfo::Map<typeinfo::Str>& labels, const Terms& terms) {
  if (!terms) return;
  for (auto& weighted : terms->preferred_during_scheduling_ignored_during_execution) {
    MergeIntoTerm(arena, labels, weighted.pod_affinity_term);
  }
  for (auto& term : terms->required_during_scheduling_ignored_during_execution) {
    MergeIntoTerm(arena, labels, term);
  }
}

bool IsClaimOrSnapshot(const TypedLocalObjectReference& source) {
  std::string_view group = source.api_group.value_or({});
  return (source.kind == "PersistentVolumeClaim" && group.empty()) ||
         (source.kind == "VolumeSnapshot" && group == kSnapshotGroup);
}

}  // namespace

PodQOSClass QosClass(const PodSpec& spec, bool pod_level_resources) {
  Compute compute;
  if (pod_level_resources && HasPodLevelResources(spec)) {
    AddCompute(*spec.resources, compute);
  } else {
    for (const auto* containers : {&spec.containers, &spec.init_containers}) {
      for (const Container& container : *containers) AddCompute(container.resources, compute);
    }
  }
  if (compute.requests.empty() && compute.limits.empty()) return kPodQOSBestEffort;
  bool guaranteed = compute.limits_complete && compute.requests == compute.limits;
  return guaranteed ? kPodQOSGuaranteed : kPodQOSBurstable;
}

void MergeLabelKeys(Arena& arena, Pod& pod, const features::FeatureGates& gates) {
  const auto& labels = pod.metadata.labels;
  if (pod.spec.affinity && gates.Enabled(kLabelKeysInPodAffinity)) {
    MergeIntoTerms(arena, labels, pod.spec.affinity->pod_affinity);
    MergeIntoTerms(arena, labels, pod.spec.affinity->pod_anti_affinity);
  }
  if (!gates.Enabled(kLabelKeysInTopologySpread) ||
      !gates.Enabled(kLabelKeysInTopologySpreadMerge)) {
    return;
  }
  for (TopologySpreadConstraint& constraint : pod.spec.topology_spread_constraints) {
    if (!constraint.label_selector) continue;
    AddRequirements(arena, constraint.match_label_keys, meta::v1::kLabelSelectorOpIn, labels,
                    *constraint.label_selector);
  }
}

void DropForeignDataSource(PersistentVolumeClaimSpec& spec, const PersistentVolumeClaimSpec* old) {
  if (old != nullptr && (old->data_source || old->data_source_ref)) return;
  if (spec.data_source_ref || !spec.data_source) return;
  if (!IsClaimOrSnapshot(*spec.data_source)) spec.data_source.reset();
}

void MirrorDataSource(Arena& arena, PersistentVolumeClaimSpec& spec) {
  auto mirror = [](const auto& from, auto& to) {
    to.api_group = from.api_group;
    to.kind = from.kind;
    to.name = from.name;
  };
  if (spec.data_source && !spec.data_source_ref) {
    mirror(*spec.data_source, spec.data_source_ref.Ensure(arena));
  } else if (spec.data_source_ref && !spec.data_source &&
             spec.data_source_ref->namespace_.value_or({}).empty()) {
    mirror(*spec.data_source_ref, spec.data_source.Ensure(arena));
  }
}

}  // namespace pintle::apis::core::v1
