#include "apis/core/v1/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "apis/cells.h"
#include "pintle/base/strings.h"

namespace pintle::apis::core::v1 {
namespace {

constexpr size_t kShownEndpoints = 3;
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
  // Every port of every address is an endpoint: they are counted, not made.
  std::vector<std::string> shown;
  size_t count = 0;
  for (const auto& subset : endpoints.subsets) {
    const size_t ports = std::max<size_t>(subset.ports.size(), 1);
    const size_t here = ports * subset.addresses.size();
    for (size_t i = 0; i < here && shown.size() < kShownEndpoints; ++i) {
      const auto& address = subset.addresses[i % subset.addresses.size()];
      shown.push_back(subset.ports.empty()
                          ? std::string(address.ip)
                          : HostPort(address.ip, subset.ports[i / subset.addresses.size()].port));
    }
    count += here;
  }
  return FirstOf(shown, count, ",");
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
      {NameColumn(), TextColumn("Status", "Whether the component is healthy."),
       TextColumn("Message", "What the component says of itself."),
       TextColumn("Error", "Why it could not be asked.")},
      ComponentStatusCells);
}

write::Table ConfigMapTable() {
  return TableOf<ConfigMap>(
      {NameColumn(), TextColumn("Data", "How many keys it has."), AgeColumn()}, ConfigMapCells);
}

write::Table EndpointsTable() {
  return TableOf<Endpoints>(
      {NameColumn(), TextColumn("Endpoints", "The first addresses and ports."), AgeColumn()},
      EndpointsCells);
}

write::Table EventTable() {
  return TableOf<Event>(
      {TextColumn("Last Seen", "How long ago it happened last."),
       TextColumn("Type", "Normal or Warning."),
       TextColumn("Reason", "Why it happened, for programs."),
       TextColumn("Object", "What it happened to."),
       Wide(TextColumn("Subobject", "The part of the object it happened to.")),
       Wide(TextColumn("Source", "Who reports it.")),
       TextColumn("Message", "What happened, for people."),
       Wide(TextColumn("First Seen", "How long ago it happened first.")),
       Wide(TextColumn("Count", "How often it has happened.")), Wide(NameColumn())},
      EventCells);
}

write::Table NamespaceTable() {
  return TableOf<Namespace>(
      {NameColumn(), TextColumn("Status", "Active, or Terminating while its content is removed."),
       AgeColumn()},
      NamespaceCells);
}

write::Table NodeTable() {
  return TableOf<Node>(
      {NameColumn(), TextColumn("Status", "Whether it is ready, and whether it takes new pods."),
       TextColumn("Roles", "What its role labels say."), AgeColumn(),
       TextColumn("Version", "The version of its kubelet."),
       Wide(TextColumn("Internal-IP", "Its address inside the cluster.")),
       Wide(TextColumn("External-IP", "Its address for the outside.")),
       Wide(TextColumn("OS-Image", "The operating system, as it names itself.")),
       Wide(TextColumn("Kernel-Version", "The release of the kernel.")),
       Wide(TextColumn("Container-Runtime", "What runs the containers, and its version."))},
      NodeCells);
}

write::Table PodTemplateTable() {
  return TableOf<PodTemplate>({NameColumn(), ContainersColumn(), ImagesColumn(),
                               TextColumn("Pod Labels", "Labels that pods made of it get.")},
                              PodTemplateCells);
}

write::Table ReplicationControllerTable() {
  return TableOf<ReplicationController>(
      {NameColumn(), NumberColumn("Desired", "How many pods are wanted."),
       NumberColumn("Current", "How many pods there are."),
       NumberColumn("Ready", "How many pods are ready."), AgeColumn(), Wide(ContainersColumn()),
       Wide(ImagesColumn()), Wide(PodSelectorColumn())},
      ReplicationControllerCells);
}

write::Table ResourceQuotaTable() {
  return TableOf<ResourceQuota>(
      {NameColumn(), TextColumn("Request", "What is used of what may be requested, and of counts."),
       TextColumn("Limit", "What is used of the sum of limits."), AgeColumn()},
      ResourceQuotaCells);
}

write::Table SecretTable() {
  return TableOf<Secret>({NameColumn(), TextColumn("Type", "What the data is for."),
                          TextColumn("Data", "How many keys it has."), AgeColumn()},
                         SecretCells);
}

write::Table ServiceAccountTable() {
  return TableOf<ServiceAccount>({NameColumn(), AgeColumn()}, ServiceAccountCells);
}

write::Table ServiceTable() {
  return TableOf<Service>(
      {NameColumn(), TextColumn("Type", "How it can be reached."),
       TextColumn("Cluster-IP", "Its address inside the cluster."),
       TextColumn("External-IP", "Its addresses for the outside."),
       TextColumn("Port(s)", "Ports, with the ones they have on nodes."), AgeColumn(),
       Wide(TextColumn("Selector", "Labels of the pods that get its traffic."))},
      ServiceCells);
}

}  // namespace pintle::apis::core::v1
