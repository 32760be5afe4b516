#include "apis/core/v1/pod_usage_warnings.h"

#include <fmt/format.h>

#include <set>

#include "apis/core/v1/validation_pod_annotations.h"
#include "apis/core/v1/validation_resources.h"
#include "apis/core/v1/validation_windows.h"
#include "pintle/base/strings.h"
#include "pintle/field/names.h"

namespace pintle::apis::core::v1 {
namespace {

using field::Path;
using typeinfo::Str;

struct Deprecation {
  std::string_view key;
  std::string_view text;
};

constexpr Deprecation kNodeLabels[] = {
    {"beta.kubernetes.io/arch", "deprecated since v1.14; use \"kubernetes.io/arch\" instead"},
    {"beta.kubernetes.io/os", "deprecated since v1.14; use \"kubernetes.io/os\" instead"},
    {"failure-domain.beta.kubernetes.io/region",
     "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead"},
    {"failure-domain.beta.kubernetes.io/zone",
     "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead"},
    {"beta.kubernetes.io/instance-type",
     "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead"},
};
constexpr Deprecation kAnnotations[] = {
    {"scheduler.alpha.kubernetes.io/critical-pod",
     "non-functional in v1.16+; use the \"priorityClassName\" field instead"},
    {"security.alpha.kubernetes.io/sysctls",
     "non-functional in v1.11+; use the \"sysctls\" field instead"},
    {"security.alpha.kubernetes.io/unsafe-sysctls",
     "non-functional in v1.11+; use the \"sysctls\" field instead"},
};
constexpr std::string_view kUseSeccompField =
    "non-functional in v1.27+; use the \"seccompProfile\" field instead";
constexpr std::string_view kMatchesNothing = "a null labelSelector results in matching no pod";

// Nothing if the label is as good as ever.
std::string_view NodeLabelFault(std::string_view key) {
  for (const Deprecation& label : kNodeLabels) {
    if (label.key == key) return label.text;
  }
  return {};
}

class PodWarnings {
 public:
  PodWarnings(const PodSpec& spec, const meta::v1::ObjectMeta& metadata, std::string_view base,
              bool is_template, write::Warnings& warnings)
      : spec_(spec),
        metadata_(metadata),
        base_(base),
        is_template_(is_template),
        warnings_(warnings) {}

  void Run() {
    NodeLabels();
    Spread();
    for (const Deprecation& annotation : kAnnotations) {
      if (metadata_.annotations.Find(annotation.key)) Annotation(annotation.key, annotation.text);
    }
    for (size_t i = 0; i < spec_.volumes.size(); ++i) Volume(i);
    RepeatedNames();
    Amounts(spec_.overhead, Path("spec"), "overhead");
    Containers();
    if (spec_.termination_grace_period_seconds.value_or(0) < 0) {
      Add("spec.terminationGracePeriodSeconds",
          "must be >= 0; negative values are invalid and will be treated as 1");
    }
    if (spec_.affinity) {
      PodAffinity(spec_.affinity->pod_affinity, "spec.affinity.podAffinity");
      PodAffinity(spec_.affinity->pod_anti_affinity, "spec.affinity.podAntiAffinity");
    }
  }

 private:
  void Add(std::string_view path, std::string_view text) {
    warnings_.Add(fmt::format("{}{}: {}", base_, path, text));
  }
  void Annotation(std::string_view key, std::string_view text) {
    Add(fmt::format("metadata.annotations[{}]", key), text);
  }

  void NodeLabels() {
    for (const auto& label : spec_.node_selector) {
      std::string_view fault = NodeLabelFault(label.key);
      if (!fault.empty()) Add(fmt::format("spec.nodeSelector[{}]", label.key), fault);
    }
    if (!spec_.affinity || !spec_.affinity->node_affinity) return;
    const NodeAffinity& affinity = *spec_.affinity->node_affinity;
    const std::string path = "spec.affinity.nodeAffinity.";
    if (affinity.required_during_scheduling_ignored_during_execution) {
      const auto& terms =
          affinity.required_during_scheduling_ignored_during_execution->node_selector_terms;
      for (size_t i = 0; i < terms.size(); ++i) {
        NodeTerm(terms[i], false,
                 fmt::format("{}requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[{}"
                             "]",
                             path, i));
      }
    }
    const auto& preferred = affinity.preferred_during_scheduling_ignored_during_execution;
    for (size_t i = 0; i < preferred.size(); ++i) {
      NodeTerm(
          preferred[i].preference, true,
          fmt::format("{}preferredDuringSchedulingIgnoredDuringExecution[{}].preference", path, i));
    }
  }

  void NodeTerm(const NodeSelectorTerm& term, bool check_values, const std::string& path) {
    for (size_t i = 0; i < term.match_expressions.size(); ++i) {
      const NodeSelectorRequirement& requirement = term.match_expressions[i];
      std::string at = fmt::format("{}.matchExpressions[{}]", path, i);
      std::string_view fault = NodeLabelFault(requirement.key);
      if (!fault.empty()) Add(at + ".key", fmt::format("{} is {}", requirement.key, fault));
      for (size_t j = 0; check_values && j < requirement.values.size(); ++j) {
        for (const std::string& message : validate::IsLabelValue(requirement.values[j])) {
          Add(fmt::format("{}.values[{}]", at, j),
              fmt::format("{} is invalid, {}", requirement.values[j], message));
        }
      }
    }
  }

  void Spread() {
    for (size_t i = 0; i < spec_.topology_spread_constraints.size(); ++i) {
      const TopologySpreadConstraint& constraint = spec_.topology_spread_constraints[i];
      std::string at = fmt::format("spec.topologySpreadConstraints[{}]", i);
      std::string_view fault = NodeLabelFault(constraint.topology_key);
      if (!fault.empty()) {
        Add(at + ".topologyKey", fmt::format("{} is {}", constraint.topology_key, fault));
      }
      if (!constraint.label_selector) Add(at + ".labelSelector", kMatchesNothing);
    }
  }

  // Sorts of volumes that nodes cannot mount any more.
  void Volume(size_t index) {
    const VolumeSource& source = spec_.volumes[index].volume_source;
    std::string at = fmt::format("spec.volumes[{}]", index);
    auto deprecated = [&](bool used, std::string_view name, std::string_view text) {
      if (used) Add(fmt::format("{}.{}", at, name), text);
    };
    constexpr std::string_view kGoneIn125 = "deprecated in v1.22, non-functional in v1.25+";
    constexpr std::string_view kGoneIn131 = "deprecated in v1.28, non-functional in v1.31+";
    deprecated(bool(source.photon_persistent_disk), "photonPersistentDisk",
               "deprecated in v1.11, non-functional in v1.16+");
    deprecated(bool(source.git_repo), "gitRepo",
               "deprecated in v1.11, and disabled by default in v1.33+");
    deprecated(bool(source.scale_io), "scaleIO", "deprecated in v1.16, non-functional in v1.22+");
    deprecated(bool(source.flocker), "flocker", kGoneIn125);
    deprecated(bool(source.storageos), "storageOS", kGoneIn125);
    deprecated(bool(source.quobyte), "quobyte", kGoneIn125);
    deprecated(bool(source.glusterfs), "glusterfs",
               "deprecated in v1.25, non-functional in v1.26+");
    if (source.ephemeral && source.ephemeral->volume_claim_template) {
      WarnOfClaimSpec(source.ephemeral->volume_claim_template->spec,
                      base_ + at + ".ephemeral.volumeClaimTemplate.spec", warnings_);
    }
    deprecated(bool(source.cephfs), "cephfs", kGoneIn131);
    deprecated(bool(source.rbd), "rbd", kGoneIn131);
  }

  void RepeatedNames() {
    std::set<Str> addresses;
    for (size_t i = 0; i < spec_.host_aliases.size(); ++i) {
      Str ip = spec_.host_aliases[i].ip;
      if (addresses.insert(ip).second) continue;
      Add(fmt::format("spec.hostAliases[{}].ip", i), "duplicate ip " + Quoted(ip));
    }
    std::set<Str> secrets;
    for (size_t i = 0; i < spec_.image_pull_secrets.size(); ++i) {
      Str name = spec_.image_pull_secrets[i].name;
      if (secrets.insert(name).second) continue;
      Add(fmt::format("spec.imagePullSecrets[{}].name", i), "duplicate name " + Quoted(name));
    }
    for (size_t i = 0; i < spec_.image_pull_secrets.size(); ++i) {
      if (!spec_.image_pull_secrets[i].name.empty()) continue;
      Add(fmt::format("spec.imagePullSecrets[{}].name", i), "invalid empty name \"\"");
    }
  }

  void Amounts(const ResourceList& amounts, const Path& path, std::string_view name_of_list) {
    for (std::string_view name : {kResourceMemory, kResourceEphemeralStorage}) {
      const typeinfo::Quantity* quantity = amounts.Find(name);
      if (quantity == nullptr) continue;
      pintle::Quantity amount = AmountOf(*quantity);
      if (amount == amount.RoundedUp(0)) continue;
      Add(fmt::format("{}.{}[{}]", path.ToString(), name_of_list, name),
          fmt::format("fractional byte value {} is invalid, must be an integer",
                      Quoted(quantity->view())));
    }
  }

  void Containers() {
    constexpr std::string_view kOfPod = "seccomp.security.alpha.kubernetes.io/pod";
    const auto& context = spec_.security_context;
    if ((!context || !context->seccomp_profile) && metadata_.annotations.Find(kOfPod)) {
      Annotation(kOfPod, kUseSeccompField);
    }
    bool confined = context && context->app_armor_profile;
    Path path("spec");
    VisitContainers(spec_, path, [&](const auto& container, const Path& at) {
      if (!metadata_.annotations.empty()) OldProfiles(container, confined);
      Amounts(container.resources.limits, at, "resources.limits");
      Amounts(container.resources.requests, at, "resources.requests");
      Environment(container.env, at);
    });
  }

  template <typename T>
  void OldProfiles(const T& container, bool confined_pod) {
    const auto& context = container.security_context;
    std::string seccomp =
        "container.seccomp.security.alpha.kubernetes.io/" + std::string(container.name);
    if ((!context || !context->seccomp_profile) && metadata_.annotations.Find(seccomp)) {
      Annotation(seccomp, kUseSeccompField);
    }
    // A pod gets the field that stands for its annotation.
    if (!is_template_ || confined_pod || (context && context->app_armor_profile)) return;
    std::string app_armor = std::string(kAppArmorAnnotationPrefix) + std::string(container.name);
    if (metadata_.annotations.Find(app_armor)) {
      Annotation(app_armor, "deprecated since v1.30; use the \"appArmorProfile\" field instead");
    }
  }

  // A variable may be given again to add to it: X="abc", X="$(X)def".
  void Environment(const typeinfo::List<EnvVar>& variables, const Path& path) {
    std::set<Str> names;
    for (size_t i = 0; i < variables.size(); ++i) {
      const EnvVar& variable = variables[i];
      if (names.insert(variable.name).second) continue;
      std::string reference = fmt::format("$({})", variable.name);
      bool adds = !variable.value_from && variable.value != reference &&
                  variable.value.find(reference) != Str::npos;
      if (adds) continue;
      Add(path.Child("env").Index(i).ToString(),
          fmt::format("hides previous definition of {}, which may be dropped when using apply",
                      Quoted(variable.name)));
    }
  }

  // Affinity and anti-affinity.
  template <typename Terms>
  void PodAffinity(const Terms& affinity, std::string_view path) {
    if (!affinity) return;
    const auto& required = affinity->required_during_scheduling_ignored_during_execution;
    for (size_t i = 0; i < required.size(); ++i) {
      if (required[i].label_selector) continue;
      Add(fmt::format("{}.requiredDuringSchedulingIgnoredDuringExecution[{}].labelSelector", path,
                      i),
          kMatchesNothing);
    }
    const auto& preferred = affinity->preferred_during_scheduling_ignored_during_execution;
    for (size_t i = 0; i < preferred.size(); ++i) {
      if (preferred[i].pod_affinity_term.label_selector) continue;
      Add(fmt::format("{}.preferredDuringSchedulingIgnoredDuringExecution[{}].podAffinityTerm."
                      "labelSelector",
                      path, i),
          kMatchesNothing);
    }
  }

  const PodSpec& spec_;
  const meta::v1::ObjectMeta& metadata_;
  const std::string base_;
  const bool is_template_;
  write::Warnings& warnings_;
};

}  // namespace

void WarnOfPodUsage(const PodSpec& spec, const meta::v1::ObjectMeta& metadata,
                    std::string_view base, bool is_template, write::Warnings& warnings) {
  PodWarnings(spec, metadata, base, is_template, warnings).Run();
}

void WarnOfClaimSpec(const PersistentVolumeClaimSpec& spec, std::string_view path,
                     write::Warnings& warnings) {
  const typeinfo::Quantity* storage = spec.resources.requests.Find(kResourceStorage);
  if (storage == nullptr) return;
  pintle::Quantity amount = AmountOf(*storage);
  if (amount == amount.RoundedUp(0)) return;
  warnings.Add(fmt::format(
      "{}.resources.requests[storage]: fractional byte value {} is invalid, must be an integer",
      path, Quoted(storage->view())));
}

}  // namespace pintle::apis::core::v1
