#include "apis/networking/v1/cells.h"

#include <fmt/format.h>

#include <set>

#include "apis/cells.h"
#include "apis/networking/v1/types.h"
#include "pintle/base/strings.h"

namespace pintle::apis::networking::v1 {
namespace {

constexpr size_t kShownHosts = 3;

std::string HostsText(const Ingress& ingress) {
  std::vector<std::string> hosts;
  for (const auto& rule : ingress.spec.rules) {
    if (!rule.host.empty()) hosts.emplace_back(rule.host);
  }
  return hosts.empty() ? "*" : FirstFew(hosts, kShownHosts, ",");
}

std::string AddressText(const Ingress& ingress) {
  std::set<std::string_view> addresses;
  for (const auto& entry : ingress.status.load_balancer.ingress) {
    if (!entry.ip.empty()) {
      addresses.insert(entry.ip);
    } else if (!entry.hostname.empty()) {
      addresses.insert(entry.hostname);
    }
  }
  return fmt::format("{}", fmt::join(addresses, ","));
}

CellList IngressCells(const Ingress& ingress, const CellContext& context) {
  return {context.Text(ingress.metadata.name),
          context.Text(ingress.spec.ingress_class_name.value_or(kNone)),
          context.Text(HostsText(ingress)),
          context.Text(AddressText(ingress)),
          context.Text(ingress.spec.tls.empty() ? "80" : "80, 443"),
          context.Age(ingress.metadata)};
}

CellList IngressClassCells(const IngressClass& klass, const CellContext& context) {
  std::string parameters(kNone);
  if (const auto* reference = klass.spec.parameters.get()) {
    parameters = reference->kind;
    if (reference->api_group) parameters += fmt::format(".{}", *reference->api_group);
    parameters += fmt::format("/{}", reference->name);
  }
  return {context.Text(klass.metadata.name), context.Text(klass.spec.controller),
          context.Text(parameters), context.Age(klass.metadata)};
}

CellList IPAddressCells(const IPAddress& address, const CellContext& context) {
  std::string owner(kNone);
  if (const auto* parent = address.spec.parent_ref.get()) {
    owner = ToLower(parent->resource);
    if (!parent->group.empty()) owner += "." + ToLower(parent->group);
    if (!parent->namespace_.empty()) owner += fmt::format("/{}", parent->namespace_);
    owner += fmt::format("/{}", parent->name);
  }
  return {context.Text(address.metadata.name), context.Text(owner)};
}

CellList NetworkPolicyCells(const NetworkPolicy& policy, const CellContext& context) {
  return {context.Text(policy.metadata.name),
          context.Text(SelectorOrNone(&policy.spec.pod_selector)), context.Age(policy.metadata)};
}

CellList ServiceCIDRCells(const ServiceCIDR& range, const CellContext& context) {
  return {context.Text(range.metadata.name),
          context.Text(fmt::format("{}", fmt::join(range.spec.cidrs, ","))),
          context.Age(range.metadata)};
}

}  // namespace

write::Table IngressTable() {
  return TableOf<Ingress>(
      {NameColumn(), TextColumn("Class", "The class of controllers that serve it."),
       TextColumn("Hosts", "Host names it has rules for."),
       TextColumn("Address", "Where the load balancer takes requests."),
       TextColumn("Ports", "80, and 443 with TLS."), AgeColumn()},
      IngressCells);
}

write::Table IngressClassTable() {
  return TableOf<IngressClass>(
      {NameColumn(), TextColumn("Controller", "Who serves ingresses of this class."),
       TextColumn("Parameters", "The object that configures the controller."), AgeColumn()},
      IngressClassCells);
}

write::Table IPAddressTable() {
  return TableOf<IPAddress>(
      {NameColumn(), TextColumn("ParentRef", "The object that has the address.")}, IPAddressCells);
}

write::Table NetworkPolicyTable() {
  return TableOf<NetworkPolicy>(
      {NameColumn(), TextColumn("Pod-Selector", "Labels of the pods it is about."), AgeColumn()},
      NetworkPolicyCells);
}

write::Table ServiceCIDRTable() {
  return TableOf<ServiceCIDR>(
      {NameColumn(), TextColumn("CIDRs", "The ranges that services get addresses from."),
       AgeColumn()},
      ServiceCIDRCells);
}

}  // namespace pintle::apis::networking::v1
