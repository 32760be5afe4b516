#include "apis/core/v1/types.h"
#include "apis/node/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"
#include "pintle/base/quantity.h"

namespace pintle::apis::core::v1 {
namespace {

using scheme::FunctionContext;
using scheme::On;
using scheme::OnField;

constexpr std::string_view kNameLabel = "kubernetes.io/metadata.name";
constexpr std::string_view kPodLogsQuerySplitStreams = "PodLogsQuerySplitStreams";
constexpr int32_t kMilliScale = -3;

// Nothing reckons with less than a thousandth of a resource.
void RoundUpToMilli(FunctionContext& context, ResourceList& resources) {
  for (auto& entry : resources) {
    // Only a fraction, an exponent, or the suffixes n and u can be that fine.
    if (entry.value.text.find_first_of(".eEnu") == std::string_view::npos) continue;
    Result<Quantity> amount = Quantity::Parse(entry.value.text);
    if (!amount) continue;
    Quantity rounded = amount->RoundedUp(kMilliScale);
    if (rounded != *amount) entry.value.text = context.arena.Copy(rounded.ToString());
  }
}

// Every field of the type ResourceList.
void AddResourceLists(TypeFunctionList& list) {
  list.push_back(OnField<PersistentVolumeSpec, &RoundUpToMilli>("capacity"));
  list.push_back(OnField<PersistentVolumeClaimStatus, &RoundUpToMilli>("capacity"));
  list.push_back(OnField<PersistentVolumeClaimStatus, &RoundUpToMilli>("allocatedResources"));
  list.push_back(OnField<ResourceRequirements, &RoundUpToMilli>("limits"));
  list.push_back(OnField<ResourceRequirements, &RoundUpToMilli>("requests"));
  list.push_back(OnField<VolumeResourceRequirements, &RoundUpToMilli>("limits"));
  list.push_back(OnField<VolumeResourceRequirements, &RoundUpToMilli>("requests"));
  list.push_back(OnField<ContainerStatus, &RoundUpToMilli>("allocatedResources"));
  list.push_back(OnField<PodSpec, &RoundUpToMilli>("overhead"));
  list.push_back(OnField<PodStatus, &RoundUpToMilli>("allocatedResources"));
  list.push_back(OnField<NodeStatus, &RoundUpToMilli>("capacity"));
  list.push_back(OnField<NodeStatus, &RoundUpToMilli>("allocatable"));
  list.push_back(OnField<LimitRangeItem, &RoundUpToMilli>("max"));
  list.push_back(OnField<LimitRangeItem, &RoundUpToMilli>("min"));
  list.push_back(OnField<LimitRangeItem, &RoundUpToMilli>("default"));
  list.push_back(OnField<LimitRangeItem, &RoundUpToMilli>("defaultRequest"));
  list.push_back(OnField<LimitRangeItem, &RoundUpToMilli>("maxLimitRequestRatio"));
  list.push_back(OnField<ResourceQuotaSpec, &RoundUpToMilli>("hard"));
  list.push_back(OnField<ResourceQuotaStatus, &RoundUpToMilli>("hard"));
  list.push_back(OnField<ResourceQuotaStatus, &RoundUpToMilli>("used"));
  list.push_back(OnField<node::v1::Overhead, &RoundUpToMilli>("podFixed"));
}

void DefaultReplicationController(FunctionContext& context, ReplicationController& controller) {
  ReplicationControllerSpec& spec = controller.spec;
  if (!spec.template_ || spec.template_->metadata.labels.is_nil()) return;
  const auto& labels = spec.template_->metadata.labels;
  if (spec.selector.empty()) spec.selector = labels.Clone(context.arena);
  if (controller.metadata.labels.empty()) {
    controller.metadata.labels = labels.Clone(context.arena);
  }
}

void DefaultSecretType(FunctionContext&, Secret& secret) {
  SetIfUnset(secret.type, kSecretTypeOpaque);
}

// Nil and empty data mean the same; in memory there is one of them.
void DefaultConfigMap(FunctionContext& context, ConfigMap& config_map) {
  if (config_map.data.is_nil()) {
    config_map.data.data = context.arena.NewArray<typeinfo::Map<typeinfo::Str>::Entry>(0);
  }
}

void DefaultEndpoints(FunctionContext&, Endpoints& endpoints) {
  for (EndpointSubset& subset : endpoints.subsets) {
    for (EndpointPort& port : subset.ports) SetIfUnset(port.protocol, kProtocolTCP);
  }
}

void DefaultNameLabel(FunctionContext& context, Namespace& ns) {
  if (ns.metadata.name.empty()) return;
  ns.metadata.labels.Set(context.arena, kNameLabel, ns.metadata.name);
}

void DefaultNamespaceStatus(FunctionContext&, NamespaceStatus& status) {
  SetIfUnset(status.phase, kNamespaceActive);
}

void DefaultNodeStatus(FunctionContext& context, NodeStatus& status) {
  if (status.allocatable.is_nil()) {
    status.allocatable = status.capacity.Clone(context.arena);
  }
}

// Limits come from the most that is allowed, requests from limits, else from the least.
void DefaultLimitRangeItem(FunctionContext& context, LimitRangeItem& item) {
  if (item.type != kLimitTypeContainer) return;
  AddMissing(context.arena, item.max, item.default_);
  AddMissing(context.arena, item.default_, item.default_request);
  AddMissing(context.arena, item.min, item.default_request);
}

void DefaultLogOptions(FunctionContext& context, PodLogOptions& options) {
  if (context.Enabled(kPodLogsQuerySplitStreams)) SetIfUnset(options.stream, "All");
}

}  // namespace

void AddDefaults(TypeFunctionList& list) {
  AddResourceLists(list);
  list.push_back(On<&DefaultReplicationController>());
  list.push_back(On<&DefaultSecretType>());
  list.push_back(On<&DefaultConfigMap>());
  list.push_back(On<&DefaultEndpoints>());
  list.push_back(On<&DefaultNameLabel>());
  list.push_back(On<&DefaultNamespaceStatus>());
  list.push_back(On<&DefaultNodeStatus>());
  list.push_back(On<&DefaultLimitRangeItem>());
  list.push_back(On<&DefaultLogOptions>());
  AddPodDefaults(list);
  AddServiceDefaults(list);
  AddStorageDefaults(list);
}

}  // namespace pintle::apis::core::v1
