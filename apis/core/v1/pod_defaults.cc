#include "apis/core/v1/image_reference.h"
#include "apis/core/v1/pod_resources.h"
#include "apis/core/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::core::v1 {
namespace {

using scheme::FunctionContext;

constexpr std::string_view kPodLevelResources = "PodLevelResources";
constexpr std::string_view kTerminationMessagePath = "/dev/termination-log";
constexpr std::string_view kSchedulerName = "default-scheduler";
constexpr int64_t kTerminationGracePeriodSeconds = 30;
constexpr int32_t kProbeTimeoutSeconds = 1;
constexpr int32_t kProbePeriodSeconds = 10;
constexpr int32_t kProbeSuccesses = 1;
constexpr int32_t kProbeFailures = 3;

void SetAmount(Arena& arena, ResourceList& list, std::string_view name, const Quantity& amount) {
  list.Set(arena, name, typeinfo::Quantity{arena.Copy(amount.ToString())});
}

// Huge pages cannot be overcommitted: the containers' limits are the pod's limit and request.
void DefaultHugePageLimits(Arena& arena, const PodSpec& spec, ResourceRequirements& resources) {
  if (resources.limits.empty() && resources.requests.empty()) return;
  ResourceList huge_pages;
  for (const auto& [name, amount] : TotalLimits(spec)) {
    if (!IsHugePages(name) || resources.requests.Find(name) != nullptr) continue;
    SetAmount(arena, huge_pages, name, amount);
  }
  AddMissing(arena, huge_pages, resources.limits);
}

void DefaultPodRequests(Arena& arena, const PodSpec& spec, ResourceRequirements& resources) {
  if (resources.limits.empty()) return;
  for (const auto& [name, amount] : TotalRequests(spec)) {
    if (!IsPodLevelResource(name) || IsHugePages(name)) continue;
    if (resources.requests.Find(name) == nullptr) {
      SetAmount(arena, resources.requests, name, amount);
    }
  }
  ResourceList limits;
  for (const auto& limit : resources.limits) {
    if (IsPodLevelResource(limit.key)) limits.Set(arena, limit.key, limit.value);
  }
  AddMissing(arena, limits, resources.requests);
}

void DefaultHostPorts(typeinfo::List<Container>& containers) {
  for (Container& container : containers) {
    for (ContainerPort& port : container.ports) SetIfUnset(port.host_port, port.container_port);
  }
}

// Rules for pods alone, not for the templates they are made from.
void DefaultPod(FunctionContext& context, Pod& pod) {
  PodSpec& spec = pod.spec;
  for (auto* containers : {&spec.containers, &spec.init_containers}) {
    for (Container& container : *containers) {
      AddMissing(context.arena, container.resources.limits, container.resources.requests);
    }
  }
  if (spec.resources && context.Enabled(kPodLevelResources)) {
    DefaultHugePageLimits(context.arena, spec, *spec.resources);
    DefaultPodRequests(context.arena, spec, *spec.resources);
  }
  SetIfUnset(spec.enable_service_links, true);
  if (spec.host_network) {
    DefaultHostPorts(spec.containers);
    DefaultHostPorts(spec.init_containers);
  }
}

void DefaultPodSpec(FunctionContext& context, PodSpec& spec) {
  SetIfUnset(spec.dns_policy, kDNSClusterFirst);
  SetIfUnset(spec.restart_policy, kRestartPolicyAlways);
  spec.security_context.Ensure(context.arena);
  SetIfUnset(spec.termination_grace_period_seconds, kTerminationGracePeriodSeconds);
  SetIfUnset(spec.scheduler_name, kSchedulerName);
}

// Containers of both sorts.
template <typename AnyContainer>
void SetContainerDefaults(AnyContainer& container) {
  if (container.image_pull_policy.empty()) {
    container.image_pull_policy = IsLatestImage(container.image) ? kPullAlways : kPullIfNotPresent;
  }
  SetIfUnset(container.termination_message_path, kTerminationMessagePath);
  SetIfUnset(container.termination_message_policy, kTerminationMessageReadFile);
}

void DefaultContainer(FunctionContext&, Container& container) { SetContainerDefaults(container); }

void DefaultEphemeralContainer(FunctionContext&, EphemeralContainer& container) {
  SetContainerDefaults(container.ephemeral_container_common);
}

void DefaultProbe(FunctionContext&, Probe& probe) {
  SetIfUnset(probe.timeout_seconds, kProbeTimeoutSeconds);
  SetIfUnset(probe.period_seconds, kProbePeriodSeconds);
  SetIfUnset(probe.success_threshold, kProbeSuccesses);
  SetIfUnset(probe.failure_threshold, kProbeFailures);
}

void DefaultHTTPGet(FunctionContext&, HTTPGetAction& action) {
  SetIfUnset(action.path, "/");
  SetIfUnset(action.scheme, kURISchemeHTTP);
}

void DefaultFieldSelector(FunctionContext&, ObjectFieldSelector& selector) {
  SetIfUnset(selector.api_version, "v1");
}

}  // namespace

void AddPodDefaults(TypeFunctionList& list) {
  list.push_back(scheme::On<&DefaultPod>());
  list.push_back(scheme::On<&DefaultPodSpec>());
  list.push_back(scheme::On<&DefaultContainer>());
  list.push_back(scheme::On<&DefaultEphemeralContainer>());
  list.push_back(scheme::On<&DefaultProbe>());
  list.push_back(scheme::On<&DefaultHTTPGet>());
  list.push_back(scheme::On<&DefaultFieldSelector>());
}

}  // namespace pintle::apis::core::v1
