#include "apis/core/v1/validation_pod_spec.h"

#include <set>

#include "apis/core/v1/validation_container.h"
#include "apis/core/v1/validation_pod_annotations.h"
#include "apis/core/v1/validation_resources.h"
#include "apis/core/v1/validation_scheduling.h"
#include "apis/core/v1/validation_security.h"
#include "apis/core/v1/validation_volume.h"
#include "apis/core/v1/validation_windows.h"
#include "apis/meta/v1/validation_selector.h"
#include "pintle/base/strings.h"
#include "pintle/validate/addresses.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr size_t kMaxNameservers = 3;
constexpr size_t kMaxSearches = 32;
constexpr size_t kMaxPodNameBytes = 253;
constexpr size_t kMaxSearchBytes = 2048;
constexpr int64_t kMaxHostnameOverrideBytes = 64;
constexpr int64_t kMaxDeadlineSeconds = INT32_MAX;

std::set<Str> ValidateResourceClaims(const typeinfo::List<PodResourceClaim>& claims,
                                     const Path& path, ErrorList& errors) {
  std::set<Str> names;
  for (size_t i = 0; i < claims.size(); ++i) {
    const PodResourceClaim& claim = claims[i];
    Path item = path.Index(i);
    Path name = item.Child("name");
    if (claim.name.empty()) {
      errors.push_back(field::Required(name));
    } else if (!names.insert(claim.name).second) {
      errors.push_back(field::Duplicate(name, claim.name));
    } else {
      validate::Form(name, claim.name, validate::IsDns1123Label, errors);
    }
    if (claim.resource_claim_name && claim.resource_claim_template_name) {
      errors.push_back(field::Invalid(item, validate::Shown(claim),
                                      "at most one of `resourceClaimName` or "
                                      "`resourceClaimTemplateName` may be specified"));
    }
    if (!claim.resource_claim_name && !claim.resource_claim_template_name) {
      errors.push_back(
          field::Invalid(item, validate::Shown(claim),
                         "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"));
    }
    if (claim.resource_claim_name) {
      validate::Form(item.Child("resourceClaimName"), *claim.resource_claim_name,
                     validate::IsDns1123Subdomain, errors);
    }
    if (claim.resource_claim_template_name) {
      validate::Form(item.Child("resourceClaimTemplateName"), *claim.resource_claim_template_name,
                     validate::IsDns1123Subdomain, errors);
    }
  }
  return names;
}

// In the network of the host every port is one of the host.
void ValidateHostNetworkPorts(const PodSpec& spec, bool is_pod, const Path& path,
                              ErrorList& errors) {
  if (!spec.host_network) return;
  Path containers = path.Child("containers");
  for (size_t i = 0; i < spec.containers.size(); ++i) {
    Path container = containers.Index(i);
    Path ports = container.Child("ports");
    for (size_t j = 0; j < spec.containers[i].ports.size(); ++j) {
      const ContainerPort& port = spec.containers[i].ports[j];
      if (port.host_port == port.container_port || (!is_pod && port.host_port == 0)) continue;
      errors.push_back(field::Invalid(ports.Index(j).Child("hostPort"), port.host_port,
                                      "must match `containerPort` when `hostNetwork` is true"));
    }
  }
}

void ValidateSearches(const typeinfo::List<Str>& searches, const Path& path, ErrorList& errors) {
  if (searches.size() > kMaxSearches) {
    errors.push_back(
        field::Invalid(path, validate::Shown(searches), "must not have more than 32 search paths"));
  }
  size_t total = searches.empty() ? 0 : searches.size() - 1;
  for (Str search : searches) total += search.size();
  if (total > kMaxSearchBytes) {
    errors.push_back(field::Invalid(
        path, validate::Shown(searches),
        "must not have more than 2048 characters (including spaces) in the search list"));
  }
  for (size_t i = 0; i < searches.size(); ++i) {
    Str search = searches[i];
    if (search == ".") continue;
    if (search.ends_with('.')) search.remove_suffix(1);
    validate::Form(path.Index(i), search, validate::IsDns1123SubdomainWithUnderscore, errors);
  }
}

void ValidateDnsConfig(const PodSpec& spec, const Path& path, const ValidationOptions& options,
                       ErrorList& errors) {
  Path servers = path.Child("nameservers");
  if (spec.dns_policy == kDNSNone) {
    if (!spec.dns_config) {
      errors.push_back(field::Required(path, "must provide `dnsConfig` when `dnsPolicy` is None"));
    } else if (spec.dns_config->nameservers.empty()) {
      errors.push_back(field::Required(
          servers, "must provide at least one DNS nameserver when `dnsPolicy` is None"));
      return;
    }
  }
  if (!spec.dns_config) return;
  const PodDNSConfig& config = *spec.dns_config;
  if (config.nameservers.size() > kMaxNameservers) {
    errors.push_back(field::Invalid(servers, validate::Shown(config.nameservers),
                                    "must not have more than 3 nameservers"));
  }
  for (size_t i = 0; i < config.nameservers.size(); ++i) {
    validate::Ip(servers.Index(i), config.nameservers[i], options.strict_addresses, {}, errors);
  }
  ValidateSearches(config.searches, path.Child("searches"), errors);
  Path list = path.Child("options");
  for (size_t i = 0; i < config.options.size(); ++i) {
    if (config.options[i].name.empty()) {
      errors.push_back(field::Required(list.Index(i), "must not be empty"));
    }
  }
}

void ValidateHostnameOverride(const PodSpec& spec, const Path& path, ErrorList& errors) {
  if (!spec.hostname_override) return;
  if (spec.set_hostname_as_fqdn.value_or(false)) {
    errors.push_back(field::Forbidden(path, "may not be specified when setHostnameAsFQDN is true"));
  }
  if (spec.host_network) {
    errors.push_back(field::Forbidden(path, "may not be specified when hostNetwork is true"));
  }
  if (spec.hostname_override.value.size() > kMaxHostnameOverrideBytes) {
    errors.push_back(field::TooLong(path, kMaxHostnameOverrideBytes));
  }
  validate::Form(path, *spec.hostname_override, validate::IsDns1123Subdomain, errors);
}

void ValidateHostAliases(const typeinfo::List<HostAlias>& aliases, const Path& path,
                         const ValidationOptions& options, ErrorList& errors) {
  for (size_t i = 0; i < aliases.size(); ++i) {
    Path item = path.Index(i);
    validate::Ip(item.Child("ip"), aliases[i].ip, options.strict_addresses, {}, errors);
    Path names = item.Child("hostnames");
    for (size_t j = 0; j < aliases[i].hostnames.size(); ++j) {
      validate::Form(names.Index(j), aliases[i].hostnames[j], validate::IsDns1123Subdomain, errors);
    }
  }
}

void ValidateAllContainers(const PodSpec& spec, const meta::v1::ObjectMeta* pod, const Path& path,
                           const ValidationOptions& options, ErrorList& errors) {
  // A name that is too long for the pod itself is not put into those of all its claims.
  bool named = pod != nullptr && pod->name.size() <= kMaxPodNameBytes;
  VolumeContext volume_context{
      .pod_name = named ? pod->name : Str(), .is_pod = pod != nullptr, .options = options};
  VolumeSources volumes =
      ValidateVolumes(spec.volumes, volume_context, path.Child("volumes"), errors);
  std::set<Str> claims =
      ValidateResourceClaims(spec.resource_claims, path.Child("resourceClaims"), errors);
  ContainerContext context{spec, volumes, std::move(claims), options, pod != nullptr};
  ValidateContainers(context, path.Child("containers"), errors);
  ValidateInitContainers(context, path.Child("initContainers"), errors);
  ValidateEphemeralContainers(context, path.Child("ephemeralContainers"), errors);
  if (spec.resources) ValidatePodResources(spec, path.Child("resources"), errors);
}

void ValidateNames(const PodSpec& spec, const Path& path, const ValidationOptions& options,
                   ErrorList& errors) {
  validate::FormIfGiven(path.Child("serviceAccountName"), spec.service_account_name,
                        validate::IsDns1123Subdomain, errors);
  validate::FormIfGiven(path.Child("nodeName"), spec.node_name, validate::IsDns1123Subdomain,
                        errors);
  if (spec.active_deadline_seconds) {
    validate::InRange(path.Child("activeDeadlineSeconds"), *spec.active_deadline_seconds, 1,
                      kMaxDeadlineSeconds, errors);
  }
  validate::FormIfGiven(path.Child("hostname"), spec.hostname, validate::IsDns1123Label, errors);
  validate::FormIfGiven(path.Child("subdomain"), spec.subdomain, validate::IsDns1123Label, errors);
  ValidateTolerations(spec.tolerations, path.Child("tolerations"), options, errors);
  ValidateHostAliases(spec.host_aliases, path.Child("hostAliases"), options, errors);
  validate::FormIfGiven(path.Child("priorityClassName"), spec.priority_class_name,
                        validate::IsDns1123Subdomain, errors);
  if (spec.runtime_class_name) {
    validate::Form(path.Child("runtimeClassName"), *spec.runtime_class_name,
                   validate::IsDns1123Subdomain, errors);
  }
  if (spec.preemption_policy) {
    validate::RequiredOneOf(path.Child("preemptionPolicy"), *spec.preemption_policy,
                            {kPreemptLowerPriority, kPreemptNever}, errors);
  }
}

void ValidateSchedulingGroup(const PodSpec& spec, const Path& path, ErrorList& errors) {
  if (!spec.scheduling_group) return;
  if (!spec.scheduling_group->pod_group_name) {
    errors.push_back(field::Invalid(path, validate::Shown(spec.scheduling_group),
                                    "must specify one of: `podGroupName`"));
  } else {
    validate::Form(path.Child("podGroupName"), *spec.scheduling_group->pod_group_name,
                   validate::IsDns1123Subdomain, errors);
  }
}

template <typename Affinity>
bool AffinityHasBadValues(const Affinity& affinity) {
  if (!affinity) return false;
  auto bad = [](const PodAffinityTerm& term) {
    return (term.label_selector && HasBadSelectorValue(*term.label_selector)) ||
           (term.namespace_selector && HasBadSelectorValue(*term.namespace_selector));
  };
  for (const auto& term : affinity->required_during_scheduling_ignored_during_execution) {
    if (bad(term)) return true;
  }
  for (const auto& term : affinity->preferred_during_scheduling_ignored_during_execution) {
    if (bad(term.pod_affinity_term)) return true;
  }
  return false;
}

bool NodeAffinityHasBadValues(const Affinity& affinity) {
  if (!affinity.node_affinity) return false;
  const auto& required =
      affinity.node_affinity->required_during_scheduling_ignored_during_execution;
  if (!required) return false;
  for (const NodeSelectorTerm& term : required->node_selector_terms) {
    for (const NodeSelectorRequirement& requirement : term.match_expressions) {
      for (Str value : requirement.values) {
        if (!validate::IsLabelValue(value).empty()) return true;
      }
    }
  }
  return false;
}

}  // namespace

bool HasBadSelectorValues(const PodSpec& spec) {
  for (const TopologySpreadConstraint& constraint : spec.topology_spread_constraints) {
    if (constraint.label_selector && HasBadSelectorValue(*constraint.label_selector)) return true;
  }
  return spec.affinity && (AffinityHasBadValues(spec.affinity->pod_affinity) ||
                           AffinityHasBadValues(spec.affinity->pod_anti_affinity) ||
                           NodeAffinityHasBadValues(*spec.affinity));
}

void ValidatePodSpec(const PodSpec& spec, const meta::v1::ObjectMeta* pod, const Path& path,
                     const ValidationOptions& options, ErrorList& errors) {
  if (!spec.termination_grace_period_seconds) {
    errors.push_back(field::Required(path.Child("terminationGracePeriodSeconds")));
  }
  ValidateAllContainers(spec, pod, path, options, errors);
  ValidateHostNetworkPorts(spec, pod != nullptr, path, errors);
  validate::RequiredOneOf(path.Child("restartPolicy"), spec.restart_policy,
                          {kRestartPolicyAlways, kRestartPolicyOnFailure, kRestartPolicyNever},
                          errors);
  validate::RequiredOneOf(path.Child("dnsPolicy"), spec.dns_policy,
                          {kDNSClusterFirstWithHostNet, kDNSClusterFirst, kDNSDefault, kDNSNone},
                          errors);
  meta::v1::ValidateLabels(spec.node_selector, path.Child("nodeSelector"), errors);
  if (spec.security_context) {
    ValidatePodSecurityContext(spec, path.Child("securityContext"), options, errors);
  }
  if (spec.affinity) ValidateAffinity(*spec.affinity, path.Child("affinity"), options, errors);
  ValidateDnsConfig(spec, path.Child("dnsConfig"), options, errors);
  Path gates = path.Child("readinessGates");
  for (size_t i = 0; i < spec.readiness_gates.size(); ++i) {
    Path gate = gates.Index(i);
    validate::Form(gate.Child("conditionType"), spec.readiness_gates[i].condition_type,
                   validate::IsQualifiedName, errors);
  }
  ValidateSchedulingGates(spec.scheduling_gates, path.Child("schedulingGates"), errors);
  ValidateTopologySpreadConstraints(spec.topology_spread_constraints,
                                    path.Child("topologySpreadConstraints"), options, errors);
  ValidateWindowsHostProcess(spec, path, options, errors);
  ValidateHostUsers(spec, path, errors);
  ValidateHostnameOverride(spec, path.Child("hostnameOverride"), errors);
  ValidateNames(spec, path, options, errors);
  if (!spec.overhead.empty()) ValidateOverhead(spec.overhead, path.Child("overhead"), errors);
  ValidateSchedulingGroup(spec, path.Child("schedulingGroup"), errors);
  ValidateOperatingSystem(spec, path, errors);
}

void ValidatePodTemplateSpec(const PodTemplateSpec& template_spec, const Path& path,
                             const ValidationOptions& options, ErrorList& errors) {
  const meta::v1::ObjectMeta& metadata = template_spec.metadata;
  Path spec = path.Child("spec");
  Path annotations = path.Child("annotations");
  meta::v1::ValidateLabels(metadata.labels, path.Child("labels"), errors);
  meta::v1::ValidateAnnotations(metadata.annotations, annotations, errors);
  ValidatePodAnnotations(metadata.annotations, template_spec.spec, annotations, options, errors);
  ValidatePodSpec(template_spec.spec, nullptr, spec, options, errors);
  ValidateAnnotationsMatchFields(metadata.annotations, template_spec.spec, spec, errors);
  if (!template_spec.spec.ephemeral_containers.empty()) {
    errors.push_back(field::Forbidden(spec.Child("ephemeralContainers"),
                                      "ephemeral containers not allowed in pod template"));
  }
}

}  // namespace pintle::apis::core::v1
