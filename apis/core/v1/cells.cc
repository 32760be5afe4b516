#include "apis/core/v1/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "apis/cells.h"
#include "apis/table_cells.h"
#include "pintle/base/strings.h"

namespace pintle::apis::core::v1 {
namespace {

constexpr size_t kShownEndpoints = 3;
constexpr std::string_view kTerminating = "Terminating";
constexpr std::string_view kStorage = "storage";
constexpr std::string_view kClassAnnotation = "volume.beta.kubernetes.io/storage-class";
constexpr std::string_view kRoleLabelPrefix = "node-role.kubernetes.io/";
constexpr std::string_view kRoleLabel = "kubernetes.io/role";
constexpr std::string_view kLimitsPrefix = "limits.";

CellList ConfigMapCells(const ConfigMap& map, const CellContext& context) {
  return {context.Text(map.metadata.name),
          Number(static_cast<int64_t>(map.data.size() + map.binary_data.size())),
          context.Age(map.metadata)};
}

CellList SecretCells(const Secret& secret, const CellContext& context) {
  return {context.Text(secret.metadata.name), context.Text(secret.type),
          Number(static_cast<int64_t>(secret.data.size())), context.Age(secret.metadata)};
}

CellList NamespaceCells(const Namespace& ns, const CellContext& context) {
  return {context.Text(ns.metadata.name), context.Text(ns.status.phase), context.Age(ns.metadata)};
}

CellList ServiceAccountCells(const ServiceAccount& account, const CellContext& context) {
  return {context.Text(account.metadata.name), context.Age(account.metadata)};
}

CellList ComponentStatusCells(const ComponentStatus& component, const CellContext& context) {
  std::string_view status = "Unknown";
  std::string_view message;
  std::string_view error;
  for (const auto& condition : component.conditions) {
    if (condition.type != kComponentHealthy) continue;
    status = condition.status == kConditionTrue ? "Healthy" : "Unhealthy";
    message = condition.message;
    error = condition.error;
    break;
  }
  return {context.Text(component.metadata.name), context.Text(status), context.Text(message),
          context.Text(error)};
}

std::string EndpointsText(const Endpoints& endpoints) {
  if (endpoints.subsets.empty()) return std::string(kNone);
  std::vector<std::string> shown;
  for (const auto& subset : endpoints.subsets) {
    if (subset.ports.empty()) {
      for (const auto& address : subset.addresses) shown.emplace_back(address.ip);
    }
    for (const auto& port : subset.ports) {
      for (const auto& address : subset.addresses) {
        shown.push_back(HostPort(address.ip, port.port));
      }
    }
  }
  return FirstFew(shown, kShownEndpoints, ",");
}

CellList EndpointsCells(const Endpoints& endpoints, const CellContext& context) {
  return {context.Text(endpoints.metadata.name), context.Text(EndpointsText(endpoints)),
          context.Age(endpoints.metadata)};
}

// IPs and host names of a load balancer, sorted, then the addresses given by hand.
std::string LoadBalancerText(const Service& service) {
  std::set<std::string_view> addresses;
  for (const auto& ingress : service.status.load_balancer.ingress) {
    if (!ingress.ip.empty()) {
      addresses.insert(ingress.ip);
    } else if (!ingress.hostname.empty()) {
      addresses.insert(ingress.hostname);
    }
  }
  std::vector<std::string_view> all(addresses.begin(), addresses.end());
  all.insert(all.end(), service.spec.external_ips.begin(), service.spec.external_ips.end());
  if (all.empty()) return "<pending>";
  return fmt::format("{}", fmt::join(all, ","));
}

std::string ExternalText(const Service& service) {
  if (service.spec.type == kServiceTypeLoadBalancer) return LoadBalancerText(service);
  if (service.spec.type == kServiceTypeExternalName) return std::string(service.spec.external_name);
  if (service.spec.type != kServiceTypeClusterIP && service.spec.type != kServiceTypeNodePort) {
    return std::string(kUnknown);
  }
  std::string text = fmt::format("{}", fmt::join(service.spec.external_ips, ","));
  return std::string(TextOr(text, kNone));
}

std::string PortsText(const Service& service) {
  std::vector<std::string> ports;
  for (const auto& port : service.spec.ports) {
    ports.push_back(port.node_port > 0
                        ? fmt::format("{}:{}/{}", port.port, port.node_port, port.protocol)
                        : fmt::format("{}/{}", port.port, port.protocol));
  }
  if (ports.empty()) return std::string(kNone);
  return fmt::format("{}", fmt::join(ports, ","));
}

CellList ServiceCells(const Service& service, const CellContext& context) {
  std::string_view address = service.spec.cluster_ips.empty() ? "" : service.spec.cluster_ips[0];
  return {context.Text(service.metadata.name),
          context.Text(service.spec.type),
          context.Text(TextOr(address, kNone)),
          context.Text(ExternalText(service)),
          context.Text(PortsText(service)),
          context.Age(service.metadata),
          context.Text(LabelsText(service.spec.selector))};
}

std::string NodeStatusText(const Node& node) {
  std::string text = "Unknown";
  for (const auto& condition : node.status.conditions) {
    if (condition.type != kNodeReady) continue;
    text = condition.status == kConditionTrue ? "Ready" : "NotReady";
  }
  if (node.spec.unschedulable) text += ",SchedulingDisabled";
  return text;
}

std::string RolesText(const Node& node) {
  std::set<std::string_view> roles;
  for (const auto& [key, value] : node.metadata.labels) {
    if (key.starts_with(kRoleLabelPrefix) && key.size() > kRoleLabelPrefix.size()) {
      roles.insert(key.substr(kRoleLabelPrefix.size()));
    } else if (key == kRoleLabel && !value.empty()) {
      roles.insert(value);
    }
  }
  if (roles.empty()) return std::string(kNone);
  return fmt::format("{}", fmt::join(roles, ","));
}

std::string_view NodeAddressOf(const Node& node, std::string_view type) {
  for (const auto& address : node.status.addresses) {
    if (address.type == type) return address.address;
  }
  return kNone;
}

CellList NodeCells(const Node& node, const CellContext& context) {
  const auto& info = node.status.node_info;
  return {context.Text(node.metadata.name),
          context.Text(NodeStatusText(node)),
          context.Text(RolesText(node)),
          context.Age(node.metadata),
          context.Text(info.kubelet_version),
          context.Text(NodeAddressOf(node, kNodeInternalIP)),
          context.Text(NodeAddressOf(node, kNodeExternalIP)),
          context.Text(TextOr(info.os_image, kUnknown)),
          context.Text(TextOr(info.kernel_version, kUnknown)),
          context.Text(TextOr(info.container_runtime_version, kUnknown))};
}

CellList EventCells(const Event& event, const CellContext& context) {
  std::string first =
      context.Since(event.first_timestamp ? event.first_timestamp : event.event_time);
  std::string last = event.last_timestamp ? context.Since(event.last_timestamp) : first;
  int64_t count = event.count == 0 ? 1 : event.count;
  if (event.series) {
    last = context.Since(event.series->last_observed_time);
    count = event.series->count;
  }
  std::string object = ToLower(event.involved_object.kind);
  if (!event.involved_object.name.empty()) {
    object += fmt::format("/{}", event.involved_object.name);
  }
  std::string source(TextOr(event.source.component, event.reporting_component));
  std::string_view host = TextOr(event.source.host, event.reporting_instance);
  if (!host.empty()) source += fmt::format(", {}", host);
  return {context.Text(last),
          context.Text(event.type),
          context.Text(event.reason),
          context.Text(object),
          context.Text(event.involved_object.field_path),
          context.Text(source),
          context.Text(TrimSpace(event.message)),
          context.Text(first),
          Number(count),
          context.Text(event.metadata.name)};
}

std::string AccessModesText(const typeinfo::List<typeinfo::Str>& modes) {
  struct ShortName {
    std::string_view mode;
    std::string_view text;
  };
  constexpr ShortName kShortNames[] = {{kReadWriteOnce, "RWO"},
                                       {kReadOnlyMany, "ROX"},
                                       {kReadWriteMany, "RWX"},
                                       {kReadWriteOncePod, "RWOP"}};
  std::vector<std::string_view> texts;
  for (const auto& [mode, text] : kShortNames) {
    if (std::ranges::find(modes, mode) != modes.end()) texts.push_back(text);
  }
  return fmt::format("{}", fmt::join(texts, ","));
}

std::string_view StorageText(const typeinfo::Map<typeinfo::Quantity>& amounts) {
  const typeinfo::Quantity* storage = amounts.Find(kStorage);
  return storage == nullptr ? "0" : storage->view();
}

std::string_view ClassText(const meta::v1::ObjectMeta& meta, std::string_view named) {
  const typeinfo::Str* annotated = meta.annotations.Find(kClassAnnotation);
  return annotated != nullptr ? *annotated : named;
}

CellList PersistentVolumeCells(const PersistentVolume& volume, const CellContext& context) {
  const auto& spec = volume.spec;
  std::string claim;
  if (spec.claim_ref) {
    claim = fmt::format("{}/{}", spec.claim_ref->namespace_, spec.claim_ref->name);
  }
  bool leaving = static_cast<bool>(volume.metadata.deletion_timestamp);
  return {context.Text(volume.metadata.name),
          context.Text(StorageText(spec.capacity)),
          context.Text(AccessModesText(spec.access_modes)),
          context.Text(spec.persistent_volume_reclaim_policy),
          context.Text(leaving ? kTerminating : volume.status.phase),
          context.Text(claim),
          context.Text(ClassText(volume.metadata, spec.storage_class_name)),
          context.Text(spec.volume_attributes_class_name.value_or(kUnset)),
          context.Text(volume.status.reason),
          context.Age(volume.metadata),
          context.Text(spec.volume_mode.value_or(kUnset))};
}

CellList PersistentVolumeClaimCells(const PersistentVolumeClaim& claim,
                                    const CellContext& context) {
  const auto& spec = claim.spec;
  bool leaving = static_cast<bool>(claim.metadata.deletion_timestamp);
  bool bound = !spec.volume_name.empty();
  return {context.Text(claim.metadata.name),
          context.Text(leaving ? kTerminating : claim.status.phase),
          context.Text(spec.volume_name),
          context.Text(bound ? StorageText(claim.status.capacity) : ""),
          context.Text(bound ? AccessModesText(claim.status.access_modes) : ""),
          context.Text(ClassText(claim.metadata, spec.storage_class_name.value_or(""))),
          context.Text(spec.volume_attributes_class_name.value_or(kUnset)),
          context.Age(claim.metadata),
          context.Text(spec.volume_mode.value_or(kUnset))};
}

CellList PodTemplateCells(const PodTemplate& pod, const CellContext& context) {
  return {context.Text(pod.metadata.name), context.Text(ContainerNames(pod.template_.spec)),
          context.Text(ContainerImages(pod.template_.spec)),
          context.Text(LabelsText(pod.template_.metadata.labels))};
}

CellList ReplicationControllerCells(const ReplicationController& controller,
                                    const CellContext& context) {
  const auto& spec = controller.spec;
  static const PodSpec kNoPod;
  const PodSpec& pod = spec.template_ ? spec.template_->spec : kNoPod;
  return {context.Text(controller.metadata.name), Number(spec.replicas.value_or(0)),
          Number(controller.status.replicas),     Number(controller.status.ready_replicas),
          context.Age(controller.metadata),       context.Text(ContainerNames(pod)),
          context.Text(ContainerImages(pod)),     context.Text(LabelsText(spec.selector))};
}

CellList ResourceQuotaCells(const ResourceQuota& quota, const CellContext& context) {
  std::vector<std::string> requests;
  std::vector<std::string> limits;
  for (const auto& [name, hard] : quota.status.hard) {
    const typeinfo::Quantity* used = quota.status.used.Find(name);
    auto& column = name.starts_with(kLimitsPrefix) ? limits : requests;
    column.push_back(
        fmt::format("{}: {}/{}", name, used == nullptr ? "0" : used->view(), hard.view()));
  }
  return {context.Text(quota.metadata.name),
          context.Text(fmt::format("{}", fmt::join(requests, ", "))),
          context.Text(fmt::format("{}", fmt::join(limits, ", "))), context.Age(quota.metadata)};
}

}  // namespace

write::Table ComponentStatusTable() {
  return TableOf<ComponentStatus>(
      {NameColumn(), TextColumn("Status"), TextColumn("Message"), TextColumn("Error")},
      ComponentStatusCells);
}

write::Table ConfigMapTable() {
  return TableOf<ConfigMap>({NameColumn(), TextColumn("Data"), AgeColumn()}, ConfigMapCells);
}

write::Table EndpointsTable() {
  return TableOf<Endpoints>({NameColumn(), TextColumn("Endpoints"), AgeColumn()}, EndpointsCells);
}

write::Table EventTable() {
  return TableOf<Event>(
      {TextColumn("Last Seen"), TextColumn("Type"), TextColumn("Reason"), TextColumn("Object"),
       Wide(TextColumn("Subobject")), Wide(TextColumn("Source")), TextColumn("Message"),
       Wide(TextColumn("First Seen")), Wide(TextColumn("Count")), Wide(NameColumn())},
      EventCells);
}

write::Table NamespaceTable() {
  return TableOf<Namespace>({NameColumn(), TextColumn("Status"), AgeColumn()}, NamespaceCells);
}

write::Table NodeTable() {
  return TableOf<Node>({NameColumn(), TextColumn("Status"), TextColumn("Roles"), AgeColumn(),
                        TextColumn("Version"), Wide(TextColumn("Internal-IP")),
                        Wide(TextColumn("External-IP")), Wide(TextColumn("OS-Image")),
                        Wide(TextColumn("Kernel-Version")), Wide(TextColumn("Container-Runtime"))},
                       NodeCells);
}

write::Table PersistentVolumeClaimTable() {
  return TableOf<PersistentVolumeClaim>(
      {NameColumn(), TextColumn("Status"), TextColumn("Volume"), TextColumn("Capacity"),
       TextColumn("Access Modes"), TextColumn("StorageClass"), TextColumn("VolumeAttributesClass"),
       AgeColumn(), Wide(TextColumn("VolumeMode"))},
      PersistentVolumeClaimCells);
}

write::Table PersistentVolumeTable() {
  return TableOf<PersistentVolume>(
      {NameColumn(), TextColumn("Capacity"), TextColumn("Access Modes"),
       TextColumn("Reclaim Policy"), TextColumn("Status"), TextColumn("Claim"),
       TextColumn("StorageClass"), TextColumn("VolumeAttributesClass"), TextColumn("Reason"),
       AgeColumn(), Wide(TextColumn("VolumeMode"))},
      PersistentVolumeCells);
}

write::Table PodTemplateTable() {
  return TableOf<PodTemplate>(
      {NameColumn(), TextColumn("Containers"), TextColumn("Images"), TextColumn("Pod Labels")},
      PodTemplateCells);
}

write::Table ReplicationControllerTable() {
  return TableOf<ReplicationController>(
      {NameColumn(), NumberColumn("Desired"), NumberColumn("Current"), NumberColumn("Ready"),
       AgeColumn(), Wide(TextColumn("Containers")), Wide(TextColumn("Images")),
       Wide(TextColumn("Selector"))},
      ReplicationControllerCells);
}

write::Table ResourceQuotaTable() {
  return TableOf<ResourceQuota>(
      {NameColumn(), TextColumn("Request"), TextColumn("Limit"), AgeColumn()}, ResourceQuotaCells);
}

write::Table SecretTable() {
  return TableOf<Secret>({NameColumn(), TextColumn("Type"), TextColumn("Data"), AgeColumn()},
                         SecretCells);
}

write::Table ServiceAccountTable() {
  return TableOf<ServiceAccount>({NameColumn(), AgeColumn()}, ServiceAccountCells);
}

write::Table ServiceTable() {
  return TableOf<Service>(
      {NameColumn(), TextColumn("Type"), TextColumn("Cluster-IP"), TextColumn("External-IP"),
       TextColumn("Port(s)"), AgeColumn(), Wide(TextColumn("Selector"))},
      ServiceCells);
}

}  // namespace pintle::apis::core::v1
