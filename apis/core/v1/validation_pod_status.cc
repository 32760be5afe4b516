#include <map>
#include <set>

#include "apis/core/v1/validation_pod.h"
#include "apis/core/v1/validation_pod_annotations.h"
#include "pintle/validate/addresses.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int64_t kMaxId = INT32_MAX;
constexpr std::string_view kClaimPrefix = "claim:";
constexpr std::string_view kOnePerFamily = "may specify no more than one IP for each IP family";

void ValidateNames(const Pod& pod, const Pod& old, ErrorList& errors) {
  if (pod.spec.node_name != old.spec.node_name) {
    errors.push_back(field::Forbidden(Path("status.nodeName"), "may not be changed directly"));
  }
  Str nominated = pod.status.nominated_node_name;
  if (nominated == old.status.nominated_node_name || nominated.empty()) return;
  Path path("status.nominatedNodeName");
  if (!old.spec.node_name.empty()) {
    errors.push_back(
        field::Forbidden(path, "may not be set on pods that are already bound to a node"));
  }
  validate::Form(path, nominated, validate::IsDns1123Subdomain, errors);
}

void ValidatePodConditions(const PodStatus& status, ErrorList& errors) {
  constexpr std::string_view kText = "must be a non-negative integer";
  if (status.observed_generation < 0) {
    errors.push_back(
        field::Invalid(Path("status.observedGeneration"), status.observed_generation, kText));
  }
  Path conditions("status.conditions");
  for (size_t i = 0; i < status.conditions.size(); ++i) {
    const PodCondition& condition = status.conditions[i];
    Path item = conditions.Index(i);
    if (condition.observed_generation < 0) {
      errors.push_back(
          field::Invalid(item.Child("observedGeneration"), condition.observed_generation, kText));
    }
    if (condition.type == kPodScheduled || condition.type == kPodReady ||
        condition.type == kPodInitialized) {
      continue;
    }
    validate::Form(item.Child("Type"), condition.type, validate::IsQualifiedName, errors);
  }
}

// Whether a container that ended may run again.
bool MayRestart(Str pod_policy, const Container* container, const ContainerStateTerminated& ended) {
  Str policy = pod_policy;
  if (container != nullptr) {
    if (!container->restart_policy_rules.empty()) return true;
    if (container->restart_policy) policy = *container->restart_policy;
  }
  if (policy == kRestartPolicyNever) return false;
  return policy != kRestartPolicyOnFailure || ended.exit_code != 0;
}

// By name, the last one of it: there may be many thousands.
std::map<Str, const Container*> ByName(const typeinfo::List<Container>& containers) {
  std::map<Str, const Container*> by_name;
  for (const Container& container : containers) by_name[container.name] = &container;
  return by_name;
}

// Faults are reported at the place the old list has them.
void ValidateTransitions(Str pod_policy, const typeinfo::List<Container>& containers,
                         const typeinfo::List<ContainerStatus>& now,
                         const typeinfo::List<ContainerStatus>& old, const Path& path,
                         ErrorList& errors) {
  const std::map<Str, const Container*> by_name = ByName(containers);
  std::set<Str> going;
  for (const ContainerStatus& status : now) {
    if (!status.state.terminated) going.insert(status.name);
  }
  for (size_t i = 0; i < old.size(); ++i) {
    if (!old[i].state.terminated || !going.contains(old[i].name)) continue;
    auto container = by_name.find(old[i].name);
    if (MayRestart(pod_policy, container != by_name.end() ? container->second : nullptr,
                   *old[i].state.terminated)) {
      continue;
    }
    Path item = path.Index(i);
    errors.push_back(
        field::Forbidden(item.Child("state"), "may not be transitioned to non-terminated state"));
  }
}

template <typename T>
bool OnePerFamily(const typeinfo::List<T>& addresses) {
  int v4 = 0;
  int v6 = 0;
  for (const T& address : addresses) {
    std::optional<validate::IpAddress> ip = validate::ParseIp(address.ip);
    if (ip) ++(ip->v4 ? v4 : v6);
  }
  return addresses.size() <= 2 && v4 <= 1 && v6 <= 1;
}

template <typename T>
void ValidateAddresses(const typeinfo::List<T>& now, const typeinfo::List<T>& old, const Path& path,
                       bool strict, ErrorList& errors) {
  validate::OldTexts known;
  for (const T& address : old) known.insert(address.ip);
  size_t before = errors.size();
  for (size_t i = 0; i < now.size(); ++i) {
    validate::Ip(path.Index(i), now[i].ip, strict, known, errors);
  }
  if (errors.size() == before && !OnePerFamily(now)) {
    errors.push_back(field::Invalid(path, validate::Shown(now), kOnePerFamily));
  }
  std::set<Str> seen;
  for (size_t i = 0; i < now.size(); ++i) {
    if (!seen.insert(now[i].ip).second) {
      errors.push_back(field::Duplicate(path.Index(i), validate::Shown(now[i])));
    }
  }
}

void ValidateClaimStatuses(const Pod& pod, ErrorList& errors) {
  std::set<Str> claims;
  for (const PodResourceClaim& claim : pod.spec.resource_claims) claims.insert(claim.name);
  std::set<Str> seen;
  Path path("status.resourceClaimStatuses");
  for (size_t i = 0; i < pod.status.resource_claim_statuses.size(); ++i) {
    Path item = path.Index(i);
    Path name = item.Child("name");
    Str text = pod.status.resource_claim_statuses[i].name;
    if (!claims.contains(text)) {
      errors.push_back(
          field::Invalid(name, text, "must match the name of an entry in `spec.resourceClaims`"));
    }
    if (!seen.insert(text).second) errors.push_back(field::Duplicate(name, text));
    const auto& claim = pod.status.resource_claim_statuses[i].resource_claim_name;
    if (claim) validate::Form(name, *claim, validate::IsDns1123Subdomain, errors);
  }
}

void ValidateUser(const ContainerStatus& status, bool windows, const Path& path,
                  ErrorList& errors) {
  if (!status.user || !status.user->linux_) return;
  Path user = path.Child("user");
  Path at = user.Child("linux");
  if (windows) {
    errors.push_back(field::Forbidden(at, "cannot be set for a windows pod"));
    return;
  }
  validate::InRange(at.Child("uid"), status.user->linux_->uid, 0, kMaxId, errors);
  validate::InRange(at.Child("gid"), status.user->linux_->gid, 0, kMaxId, errors);
  Path groups = at.Child("supplementalGroups");
  for (size_t i = 0; i < status.user->linux_->supplemental_groups.size(); ++i) {
    validate::InRange(groups.Index(i), status.user->linux_->supplemental_groups[i], 0, kMaxId,
                      errors);
  }
}

// `claim:<name>` or `claim:<name>/<request>` of each claim of a container.
std::set<std::string> ClaimTexts(const ResourceRequirements& resources) {
  std::set<std::string> texts;
  for (const ResourceClaim& claim : resources.claims) {
    std::string text = std::string(kClaimPrefix) + std::string(claim.name);
    if (!claim.request.empty()) text += "/" + std::string(claim.request);
    texts.insert(std::move(text));
  }
  return texts;
}

// One of `claims`, those of the container, or the name of a resource it asks
// for.
void ValidateAllocatedName(Str name, const ResourceRequirements& resources,
                           const std::set<std::string>& claims, const Path& path,
                           ErrorList& errors) {
  if (!name.starts_with(kClaimPrefix)) {
    if (resources.requests.Find(name) == nullptr) {
      errors.push_back(field::Invalid(path, validate::NamedText(name),
                                      "must match one of the container's resource requests"));
    }
    return;
  }
  if (claims.contains(std::string(name))) return;
  errors.push_back(
      field::Invalid(path, validate::NamedText(name),
                     "must match one of the container's resource claims in a format "
                     "'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty"));
}

void ValidateAllocated(const ContainerStatus& status, const ResourceRequirements& resources,
                       const Path& path, ErrorList& errors) {
  if (status.allocated_resources_status.empty()) return;
  const std::set<std::string> claims = ClaimTexts(resources);
  Path list = path.Child("allocatedResourcesStatus");
  for (size_t i = 0; i < status.allocated_resources_status.size(); ++i) {
    const ResourceStatus& allocated = status.allocated_resources_status[i];
    Path item = list.Index(i);
    ValidateAllocatedName(allocated.name, resources, claims, item.Child("name"), errors);
    std::set<Str> ids;
    Path devices = item.Child("resources");
    for (size_t j = 0; j < allocated.resources.size(); ++j) {
      Path device = devices.Index(j);
      validate::OneOf(device.Child("health"), allocated.resources[j].health,
                      {kResourceHealthStatusHealthy, kResourceHealthStatusUnhealthy,
                       kResourceHealthStatusUnknown},
                      errors);
      if (!ids.insert(allocated.resources[j].resource_id).second) {
        errors.push_back(
            field::Duplicate(device.Child("resourceID"), allocated.resources[j].resource_id));
      }
    }
  }
}

void ValidateContainerStatuses(const Pod& pod, const typeinfo::List<ContainerStatus>& statuses,
                               const Path& path, ErrorList& errors) {
  bool windows = pod.spec.os && pod.spec.os->name == kWindows;
  const std::map<Str, const Container*> containers = ByName(pod.spec.containers);
  const std::map<Str, const Container*> init_containers = ByName(pod.spec.init_containers);
  for (size_t i = 0; i < statuses.size(); ++i) {
    Path item = path.Index(i);
    ValidateUser(statuses[i], windows, item, errors);
    for (const auto* by_name : {&containers, &init_containers}) {
      auto found = by_name->find(statuses[i].name);
      if (found == by_name->end()) continue;
      ValidateAllocated(statuses[i], found->second->resources, item, errors);
    }
  }
}

}  // namespace

ErrorList ValidatePodStatusUpdate(const Pod& pod, const Pod& old,
                                  const ValidationOptions& options) {
  ErrorList errors;
  const PodStatus& status = pod.status;
  ValidatePodAnnotationsUpdate(pod, old, Path("metadata.annotations"), options, errors);
  ValidateNames(pod, old, errors);
  ValidatePodConditions(status, errors);
  Path containers("status.containerStatuses");
  Path init_containers("status.initContainerStatuses");
  Path ephemeral_containers("status.ephemeralContainerStatuses");
  ValidateTransitions(pod.spec.restart_policy, pod.spec.containers, status.container_statuses,
                      old.status.container_statuses, containers, errors);
  ValidateTransitions(pod.spec.restart_policy, pod.spec.init_containers,
                      status.init_container_statuses, old.status.init_container_statuses,
                      init_containers, errors);
  // Ephemeral containers run once.
  ValidateTransitions(kRestartPolicyNever, {}, status.ephemeral_container_statuses,
                      old.status.ephemeral_container_statuses, ephemeral_containers, errors);
  ValidateClaimStatuses(pod, errors);
  if (status.qos_class != old.status.qos_class) {
    errors.push_back(field::Invalid(Path("status.qosClass"), validate::NamedText(status.qos_class),
                                    validate::kImmutableText));
  }
  ValidateAddresses(status.pod_ips, old.status.pod_ips, Path("status.podIPs"),
                    options.strict_addresses, errors);
  Path host_ips("status.hostIPs");
  if (!status.host_ips.empty() && status.host_ips[0].ip != status.host_ip) {
    errors.push_back(field::Invalid(host_ips.Index(0).Child("ip"), status.host_ips[0].ip,
                                    "must be equal to `hostIP`"));
  }
  ValidateAddresses(status.host_ips, old.status.host_ips, host_ips, options.strict_addresses,
                    errors);
  ValidateContainerStatuses(pod, status.container_statuses, containers, errors);
  ValidateContainerStatuses(pod, status.init_container_statuses, init_containers, errors);
  ValidateContainerStatuses(pod, status.ephemeral_container_statuses, ephemeral_containers, errors);
  return errors;
}

}  // namespace pintle::apis::core::v1
