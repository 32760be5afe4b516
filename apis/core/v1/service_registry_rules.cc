#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "apis/core/v1/registry_rules.h"
#include "pintle/validate/addresses.h"

namespace pintle::apis::core::v1 {
namespace {

using typeinfo::Str;
using StrList = typeinfo::List<Str>;

constexpr Str kHeadless = "None";

bool IsHeadless(const Service& service) { return service.spec.cluster_ip == kHeadless; }
bool IsHeadlessWithoutSelector(const Service& service) {
  return IsHeadless(service) && service.spec.selector.empty();
}
bool IsSame(const StrList& a, const StrList& b) { return std::ranges::equal(a, b); }
template <typename T>
bool IsSame(const typeinfo::Opt<T>& a, const typeinfo::Opt<T>& b) {
  return a.set == b.set && (!a.set || a.value == b.value);
}

// A list with elements of its own.
StrList Copy(Arena& arena, const StrList& list) {
  StrList copy;
  for (Str item : list) copy.Append(arena, item);
  return copy;
}

IPFamily FamilyOf(Str ip) { return validate::IsIpv6(ip) ? kIPv6Protocol : kIPv4Protocol; }
IPFamily OtherFamily(IPFamily family) {
  return family == kIPv4Protocol ? kIPv6Protocol : kIPv4Protocol;
}

std::vector<int32_t> NodePortsOf(const Service& service) {
  std::vector<int32_t> ports;
  for (const ServicePort& port : service.spec.ports) {
    if (port.node_port != 0) ports.push_back(port.node_port);
  }
  std::ranges::sort(ports);
  return ports;
}

void CopyNodePorts(const Service& old, Service& service) {
  const std::vector<int32_t> taken = NodePortsOf(service);
  std::map<Str, int32_t> before;
  for (const ServicePort& port : old.spec.ports) before.try_emplace(port.name, port.node_port);
  for (ServicePort& port : service.spec.ports) {
    if (port.node_port != 0) continue;
    auto found = before.find(port.name);
    if (found == before.end() || std::ranges::binary_search(taken, found->second)) continue;
    port.node_port = found->second;
  }
}

// A service that prefers two families stays with what it has when the cluster gains or loses one.
bool IsSettled(const Service* old, const Service& service) {
  if (old == nullptr || !service.spec.ip_family_policy) return false;
  return old->spec.type == service.spec.type &&
         *service.spec.ip_family_policy == kIPFamilyPolicyPreferDualStack &&
         old->spec.ip_family_policy.value_or(kIPFamilyPolicyPreferDualStack) ==
             kIPFamilyPolicyPreferDualStack &&
         IsSame(old->spec.cluster_ips, service.spec.cluster_ips) &&
         IsSame(old->spec.ip_families, service.spec.ip_families);
}

// Settles families while it collects what is wrong with them.
class FamilyRules {
 public:
  FamilyRules(Arena& arena, std::span<const IPFamily> cluster, const Service* old, Service& service)
      : arena_(arena), cluster_(cluster), old_(old), spec_(service.spec), service_(service) {}

  field::ErrorList Run() {
    spec_.cluster_ips = Copy(arena_, spec_.cluster_ips);
    spec_.ip_families = Copy(arena_, spec_.ip_families);
    if (old_ != nullptr) Reduce();
    CheckSingleStack();
    InferFromAddresses();
    if (!errors_.empty()) return std::move(errors_);
    if (IsHeadlessWithoutSelector(service_)) {
      Complete(true);  // even those the cluster does not have
      return {};
    }
    CheckCluster();
    if (errors_.empty()) Complete(cluster_.size() == 2);
    return std::move(errors_);
  }

 private:
  bool IsSingleStack() const {
    return spec_.ip_family_policy.value_or({}) == kIPFamilyPolicySingleStack;
  }
  bool IsInCluster(IPFamily family) const {
    return std::ranges::find(cluster_, family) != cluster_.end();
  }
  void PolicyError(std::string_view detail) {
    errors_.push_back(field::Invalid(field::Path("spec").Child("ipFamilyPolicy"),
                                     spec_.ip_family_policy.value_or({}), detail));
  }

  // The second address and family go when the policy says so, and only then.
  void Reduce() {
    const ServiceSpec& before = old_->spec;
    if (IsSingleStack()) {
      if (IsSame(before.cluster_ips, spec_.cluster_ips)) Truncate(spec_.cluster_ips);
      if (IsSame(before.ip_families, spec_.ip_families)) Truncate(spec_.ip_families);
      return;
    }
    auto is_reduced = [](const StrList& now, const StrList& then) {
      return !now.empty() && now.size() < then.size();
    };
    if (is_reduced(spec_.cluster_ips, before.cluster_ips)) {
      PolicyError("must be 'SingleStack' to release the secondary cluster IP");
    }
    if (is_reduced(spec_.ip_families, before.ip_families)) {
      PolicyError("must be 'SingleStack' to release the secondary IP family");
    }
  }
  static void Truncate(StrList& list) { list.count = std::min<uint32_t>(list.count, 1); }

  void CheckSingleStack() {
    if (!IsSingleStack()) return;
    if (spec_.cluster_ips.size() == 2) {
      PolicyError(
          "must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are "
          "specified");
    }
    if (spec_.ip_families.size() == 2) {
      PolicyError(
          "must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are "
          "specified");
    }
  }

  void InferFromAddresses() {
    for (size_t i = 0; i < spec_.cluster_ips.size(); ++i) {
      if (spec_.cluster_ips[i] == kHeadless) break;
      if (i < spec_.ip_families.size()) continue;
      IPFamily family = FamilyOf(spec_.cluster_ips[i]);
      if (IsInCluster(family)) {
        spec_.ip_families.Append(arena_, family);
      } else {
        errors_.push_back(
            field::Invalid(field::Path("spec").Child("clusterIPs").Index(i), ShownAddresses(),
                           fmt::format("{} is not configured on this cluster", family)));
      }
    }
  }
  field::BadValue ShownAddresses() const {
    std::string text;
    for (Str ip : spec_.cluster_ips) text += fmt::format("{}\"{}\"", text.empty() ? "[" : ",", ip);
    return field::BadValue::Rendered(text + "]");
  }

  void CheckCluster() {
    if (spec_.ip_family_policy.value_or({}) == kIPFamilyPolicyRequireDualStack &&
        cluster_.size() < 2) {
      PolicyError("this cluster is not configured for dual-stack services");
    }
    for (size_t i = 0; i < spec_.ip_families.size(); ++i) {
      if (IsInCluster(spec_.ip_families[i])) continue;
      errors_.push_back(field::Invalid(field::Path("spec").Child("ipFamilies").Index(i),
                                       spec_.ip_families[i], "not configured on this cluster"));
    }
  }

  void Complete(bool second_possible) {
    if (spec_.ip_families.empty()) spec_.ip_families.Append(arena_, cluster_.front());
    if (IsSingleStack() || spec_.ip_families.size() != 1 || !second_possible) return;
    spec_.ip_families.Append(arena_, OtherFamily(spec_.ip_families[0]));
  }

  Arena& arena_;
  const std::span<const IPFamily> cluster_;
  const Service* const old_;
  ServiceSpec& spec_;
  const Service& service_;
  field::ErrorList errors_;
};

}  // namespace

bool NeedsClusterIp(const Service& service) {
  return service.spec.type != kServiceTypeExternalName;
}

bool NeedsNodePorts(const Service& service) {
  return service.spec.type == kServiceTypeNodePort ||
         (service.spec.type == kServiceTypeLoadBalancer &&
          service.spec.allocate_load_balancer_node_ports.value_or(true));
}

bool NeedsHealthCheckNodePort(const Service& service) {
  return service.spec.type == kServiceTypeLoadBalancer &&
         service.spec.external_traffic_policy == kServiceExternalTrafficPolicyLocal;
}

bool IsExternallyAccessible(const Service& service) {
  return service.spec.type == kServiceTypeLoadBalancer ||
         service.spec.type == kServiceTypeNodePort ||
         (service.spec.type == kServiceTypeClusterIP && !service.spec.external_ips.empty());
}

void CopyAllocated(Arena& arena, const Service& old, Service& service) {
  ServiceSpec& spec = service.spec;
  if (NeedsClusterIp(old) && NeedsClusterIp(service)) {
    if (spec.cluster_ip.empty()) spec.cluster_ip = old.spec.cluster_ip;
    if (spec.cluster_ips.empty() && spec.cluster_ip == old.spec.cluster_ip) {
      spec.cluster_ips = Copy(arena, old.spec.cluster_ips);
    }
  }
  if (NeedsNodePorts(old) && NeedsNodePorts(service)) CopyNodePorts(old, service);
  if (NeedsHealthCheckNodePort(old) && NeedsHealthCheckNodePort(service) &&
      spec.health_check_node_port == 0) {
    spec.health_check_node_port = old.spec.health_check_node_port;
  }
}

void SyncClusterIps(Arena& arena, const Service* old, Service& service) {
  ServiceSpec& spec = service.spec;
  if (old == nullptr) {
    if (!spec.cluster_ip.empty() && spec.cluster_ips.empty()) {
      spec.cluster_ips = StrList::Of(arena, {spec.cluster_ip});
    }
    return;
  }
  if (spec.cluster_ip == old->spec.cluster_ip) {
    if (spec.cluster_ips.empty()) spec.cluster_ips = Copy(arena, old->spec.cluster_ips);
  } else if (IsSame(spec.cluster_ips, old->spec.cluster_ips)) {
    spec.cluster_ips = spec.cluster_ip.empty() ? StrList() : StrList::Of(arena, {spec.cluster_ip});
  }
}

void DropUnusedFields(const Service& old, Service& service) {
  ServiceSpec& spec = service.spec;
  if (NeedsClusterIp(old) && !NeedsClusterIp(service)) {
    if (IsSame(old.spec.cluster_ips, spec.cluster_ips)) {
      spec.cluster_ip = {};
      spec.cluster_ips.reset();
    }
    if (IsSame(old.spec.ip_families, spec.ip_families)) spec.ip_families.reset();
    if (IsSame(old.spec.ip_family_policy, spec.ip_family_policy)) spec.ip_family_policy.reset();
  }
  if (NeedsNodePorts(old) && !NeedsNodePorts(service) &&
      std::ranges::includes(NodePortsOf(old), NodePortsOf(service))) {
    for (ServicePort& port : spec.ports) port.node_port = 0;
  }
  if (NeedsHealthCheckNodePort(old) && !NeedsHealthCheckNodePort(service) &&
      old.spec.health_check_node_port == spec.health_check_node_port) {
    spec.health_check_node_port = 0;
  }
  if (old.spec.type == kServiceTypeLoadBalancer && spec.type != kServiceTypeLoadBalancer) {
    if (IsSame(old.spec.allocate_load_balancer_node_ports,
               spec.allocate_load_balancer_node_ports)) {
      spec.allocate_load_balancer_node_ports.reset();
    }
    if (IsSame(old.spec.load_balancer_class, spec.load_balancer_class)) {
      spec.load_balancer_class.reset();
    }
  }
  if (IsExternallyAccessible(old) && !IsExternallyAccessible(service) &&
      old.spec.external_traffic_policy == spec.external_traffic_policy) {
    spec.external_traffic_policy = {};
  }
}

void SetIpFamilyPolicy(const Service* old, Service& service) {
  if (!NeedsClusterIp(service) || service.spec.ip_family_policy) return;
  if (old != nullptr && old->spec.ip_family_policy) {
    service.spec.ip_family_policy = old->spec.ip_family_policy;
  } else {
    service.spec.ip_family_policy = IsHeadlessWithoutSelector(service)
                                        ? kIPFamilyPolicyRequireDualStack
                                        : kIPFamilyPolicySingleStack;
  }
}

field::ErrorList SetIpFamilies(Arena& arena, std::span<const IPFamily> cluster_families,
                               const Service* old, Service& service) {
  if (!NeedsClusterIp(service) || IsSettled(old, service)) return {};
  return FamilyRules(arena, cluster_families, old, service).Run();
}

void CompleteOnRead(Arena& arena, IPFamily primary_family, Service& service) {
  SyncClusterIps(arena, nullptr, service);
  ServiceSpec& spec = service.spec;
  if (!NeedsClusterIp(service)) {
    spec.internal_traffic_policy.reset();
    return;
  }
  if (!spec.ip_families.empty()) return;
  if (IsHeadless(service)) {
    spec.ip_families = StrList::Of(arena, {primary_family});
    if (spec.selector.empty()) spec.ip_families.Append(arena, OtherFamily(primary_family));
  } else {
    spec.ip_families.reset();
    for (Str ip : spec.cluster_ips) spec.ip_families.Append(arena, FamilyOf(ip));
  }
  if (spec.ip_families.size() == 1) spec.ip_family_policy = kIPFamilyPolicySingleStack;
  if (spec.ip_families.size() == 2) spec.ip_family_policy = kIPFamilyPolicyRequireDualStack;
}

}  // namespace pintle::apis::core::v1
