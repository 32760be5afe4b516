#include "apis/core/v1/validation_service.h"

#include <fmt/format.h>

#include <set>

#include "apis/core/v1/registry_rules.h"
#include "apis/core/v1/validation_service_addresses.h"
#include "apis/meta/v1/validation_selector.h"
#include "pintle/base/strings.h"
#include "pintle/validate/addresses.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/ports.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int32_t kMaxAffinitySeconds = 86400;
constexpr std::string_view kTopologyMode = "service.kubernetes.io/topology-mode";
constexpr std::string_view kTopologyHints = "service.kubernetes.io/topology-aware-hints";
constexpr std::string_view kSourceRanges = "service.beta.kubernetes.io/load-balancer-source-ranges";
constexpr std::string_view kLoadBalancerOnly = "may only be used when `type` is 'LoadBalancer'";
constexpr std::string_view kNotForExternalName = "may not be set for ExternalName services";

void ValidateType(const Service& service, ErrorList& errors) {
  const ServiceSpec& spec = service.spec;
  if (spec.type == kServiceTypeLoadBalancer || spec.type == kServiceTypeNodePort) {
    if (IsHeadless(service)) {
      errors.push_back(
          field::Invalid(Path("spec.clusterIPs[0]"), spec.cluster_ips[0],
                         fmt::format("may not be set to 'None' for {} services", spec.type)));
    }
  } else if (spec.type == kServiceTypeExternalName) {
    if (!spec.cluster_ips.empty()) {
      errors.push_back(field::Forbidden(Path("spec.clusterIPs"), kNotForExternalName));
    }
    if (!spec.ip_families.empty()) {
      errors.push_back(field::Forbidden(Path("spec.ipFamilies"), kNotForExternalName));
    }
    if (spec.ip_family_policy) {
      errors.push_back(field::Forbidden(Path("spec.ipFamilyPolicy"), kNotForExternalName));
    }
    Str name = spec.external_name;
    if (name.ends_with('.')) name.remove_suffix(1);
    validate::RequiredForm(Path("spec.externalName"), name, validate::IsDns1123Subdomain, errors);
  }
}

void ValidatePort(const ServicePort& port, bool require_name, std::set<Str>& names,
                  const Path& path, ErrorList& errors) {
  Path name = path.Child("name");
  if (port.name.empty()) {
    if (require_name) errors.push_back(field::Required(name));
  } else {
    validate::Form(name, port.name, validate::IsDns1123Label, errors);
    if (!names.insert(port.name).second) errors.push_back(field::Duplicate(name, port.name));
  }
  validate::AddMessages(path.Child("port"), port.port, validate::IsPortNumber(port.port), errors);
  validate::RequiredOneOf(path.Child("protocol"), port.protocol,
                          {kProtocolSCTP, kProtocolTCP, kProtocolUDP}, errors);
  validate::AddMessages(path.Child("targetPort"), validate::Shown(port.target_port),
                        validate::IsPortNumberOrName(port.target_port), errors);
  if (port.app_protocol) {
    validate::Form(path.Child("appProtocol"), *port.app_protocol, validate::IsQualifiedName,
                   errors);
  }
}

void ValidateAffinityConfig(const ServiceSpec& spec, ErrorList& errors) {
  constexpr std::string_view kWhen = "when session affinity type is ClientIP";
  Path path("spec.sessionAffinityConfig");
  const auto& config = spec.session_affinity_config;
  if (spec.session_affinity == kServiceAffinityNone) {
    if (config) {
      errors.push_back(field::Forbidden(path, "must not be set when session affinity is None"));
    }
    return;
  }
  if (spec.session_affinity != kServiceAffinityClientIP) return;
  Path client = path.Child("clientIP");
  Path timeout = client.Child("timeoutSeconds");
  if (!config) {
    errors.push_back(field::Required(path, kWhen));
  } else if (!config->client_ip) {
    errors.push_back(field::Required(client, kWhen));
  } else if (!config->client_ip->timeout_seconds) {
    errors.push_back(field::Required(timeout, kWhen));
  } else if (int32_t seconds = *config->client_ip->timeout_seconds;
             seconds <= 0 || seconds > kMaxAffinitySeconds) {
    errors.push_back(
        field::Invalid(timeout, seconds, "must be greater than 0 and less than 86400"));
  }
}

void ValidatePortCollisions(const ServiceSpec& spec, ErrorList& errors) {
  Path ports("spec.ports");
  if (spec.type == kServiceTypeClusterIP) {
    for (size_t i = 0; i < spec.ports.size(); ++i) {
      if (spec.ports[i].node_port == 0) continue;
      Path item = ports.Index(i);
      errors.push_back(
          field::Forbidden(item.Child("nodePort"), "may not be used when `type` is 'ClusterIP'"));
    }
  }
  std::set<std::pair<Str, int32_t>> node_ports;
  for (size_t i = 0; i < spec.ports.size(); ++i) {
    const ServicePort& port = spec.ports[i];
    if (port.node_port == 0) continue;
    Path item = ports.Index(i);
    if (!node_ports.emplace(port.protocol, port.node_port).second) {
      errors.push_back(field::Duplicate(item.Child("nodePort"), port.node_port));
    }
  }
  std::set<std::pair<Str, int32_t>> seen;
  for (size_t i = 0; i < spec.ports.size(); ++i) {
    ServicePort shown;
    shown.protocol = spec.ports[i].protocol;
    shown.port = spec.ports[i].port;
    if (!seen.emplace(shown.protocol, shown.port).second) {
      errors.push_back(field::Duplicate(ports.Index(i), validate::Shown(shown)));
    }
  }
}

void ValidateSourceRanges(const Service& service, const Service* old, bool strict,
                          ErrorList& errors) {
  const ServiceSpec& spec = service.spec;
  if (!spec.load_balancer_source_ranges.empty()) {
    Path path("spec.LoadBalancerSourceRanges");
    if (spec.type != kServiceTypeLoadBalancer) {
      errors.push_back(field::Forbidden(path, kLoadBalancerOnly));
    }
    const validate::OldTexts old_ranges =
        old != nullptr ? TextsOf(old->spec.load_balancer_source_ranges) : validate::OldTexts();
    for (size_t i = 0; i < spec.load_balancer_source_ranges.size(); ++i) {
      validate::Cidr(path.Index(i), TrimSpace(spec.load_balancer_source_ranges[i]), strict,
                     old_ranges, errors);
    }
    return;
  }
  const Str* annotation = service.metadata.annotations.Find(kSourceRanges);
  if (annotation == nullptr) return;
  Path annotations("metadata.annotations");
  Path path = annotations.Key(kSourceRanges);
  if (spec.type != kServiceTypeLoadBalancer) {
    errors.push_back(field::Forbidden(path, kLoadBalancerOnly));
  }
  const Str* before = old != nullptr ? old->metadata.annotations.Find(kSourceRanges) : nullptr;
  if (TrimSpace(*annotation).empty() || (before != nullptr && *before == *annotation)) return;
  for (std::string_view range : Split(*annotation, ',')) {
    validate::Cidr(path, TrimSpace(range), strict, {}, errors);
  }
}

void ValidateLoadBalancer(const ServiceSpec& spec, ErrorList& errors) {
  bool balancer = spec.type == kServiceTypeLoadBalancer;
  if (spec.allocate_load_balancer_node_ports && !balancer) {
    errors.push_back(
        field::Forbidden(Path("spec.allocateLoadBalancerNodePorts"), kLoadBalancerOnly));
  }
  if (balancer && !spec.allocate_load_balancer_node_ports) {
    errors.push_back(field::Required(Path("allocateLoadBalancerNodePorts")));
  }
}

void ValidateLoadBalancerClass(const ServiceSpec& spec, ErrorList& errors) {
  if (!spec.load_balancer_class) return;
  Path path("spec.loadBalancerClass");
  if (spec.type == kServiceTypeLoadBalancer) {
    validate::Form(path, *spec.load_balancer_class, validate::IsQualifiedName, errors);
  } else {
    errors.push_back(field::Forbidden(path, kLoadBalancerOnly));
  }
}

void ValidateTraffic(const Service& service, ErrorList& errors) {
  const ServiceSpec& spec = service.spec;
  Path external("spec.externalTrafficPolicy");
  if (!IsExternallyAccessible(service)) {
    if (!spec.external_traffic_policy.empty()) {
      errors.push_back(field::Invalid(external, validate::NamedText(spec.external_traffic_policy),
                                      "may only be set for externally-accessible services"));
    }
  } else {
    validate::RequiredOneOf(
        external, spec.external_traffic_policy,
        {kServiceExternalTrafficPolicyCluster, kServiceExternalTrafficPolicyLocal}, errors);
  }
  Path health("spec.healthCheckNodePort");
  if (!NeedsHealthCheckNodePort(service)) {
    if (spec.health_check_node_port != 0) {
      errors.push_back(field::Invalid(health, spec.health_check_node_port,
                                      "may only be set when `type` is 'LoadBalancer' and "
                                      "`externalTrafficPolicy` is 'Local'"));
    }
  } else if (spec.health_check_node_port != 0) {  // else one is allocated
    validate::AddMessages(health, spec.health_check_node_port,
                          validate::IsPortNumber(spec.health_check_node_port), errors);
  }
  Path internal("spec.internalTrafficPolicy");
  bool has_cluster_ips = spec.type == kServiceTypeClusterIP || spec.type == kServiceTypeNodePort ||
                         spec.type == kServiceTypeLoadBalancer;
  if (!spec.internal_traffic_policy) {
    if (has_cluster_ips) errors.push_back(field::Required(internal));
  } else {
    validate::OneOf(internal, *spec.internal_traffic_policy,
                    {kServiceInternalTrafficPolicyCluster, kServiceInternalTrafficPolicyLocal},
                    errors);
  }
  validate::OneOf(Path("spec.trafficDistribution"), spec.traffic_distribution,
                  {"PreferClose", "PreferSameZone", "PreferSameNode"}, errors);
}

void ValidateTopologyAnnotations(const Service& service, ErrorList& errors) {
  const Str* mode = service.metadata.annotations.Find(kTopologyMode);
  const Str* hints = service.metadata.annotations.Find(kTopologyHints);
  if (mode == nullptr || hints == nullptr || *mode == *hints) return;
  Path annotations("metadata.annotations");
  errors.push_back(field::Invalid(
      annotations.Key(kTopologyMode), *mode,
      fmt::format("must match annotations[{}] when both are specified", kTopologyHints)));
}

ErrorList ValidateRules(const Service& service, const Service* old,
                        const ValidationOptions& options) {
  ErrorList errors;
  const ServiceSpec& spec = service.spec;
  ValidateTopologyAnnotations(service, errors);
  if (spec.ports.empty() && !IsHeadless(service) && spec.type != kServiceTypeExternalName) {
    errors.push_back(field::Required(Path("spec.ports")));
  }
  ValidateType(service, errors);
  std::set<Str> names;
  Path ports("spec.ports");
  for (size_t i = 0; i < spec.ports.size(); ++i) {
    ValidatePort(spec.ports[i], spec.ports.size() > 1, names, ports.Index(i), errors);
  }
  meta::v1::ValidateLabels(spec.selector, Path("spec.selector"), errors);
  validate::RequiredOneOf(Path("spec.sessionAffinity"), spec.session_affinity,
                          {kServiceAffinityClientIP, kServiceAffinityNone}, errors);
  ValidateAffinityConfig(spec, errors);
  if (spec.type != kServiceTypeExternalName) {
    ValidateClusterIps(spec, old, options.strict_addresses, errors);
  }
  Path external_ips("spec.externalIPs");
  const validate::OldTexts old_ips =
      old != nullptr ? TextsOf(old->spec.external_ips) : validate::OldTexts();
  for (size_t i = 0; i < spec.external_ips.size(); ++i) {
    size_t before = errors.size();
    validate::Ip(external_ips.Index(i), spec.external_ips[i], options.strict_addresses, old_ips,
                 errors);
    if (errors.size() == before) {
      validate::EndpointIp(external_ips.Index(i), spec.external_ips[i], errors);
    }
  }
  validate::RequiredOneOf(Path("spec.type"), spec.type,
                          {kServiceTypeClusterIP, kServiceTypeExternalName,
                           kServiceTypeLoadBalancer, kServiceTypeNodePort},
                          errors);
  ValidatePortCollisions(spec, errors);
  ValidateSourceRanges(service, old, options.strict_addresses, errors);
  ValidateLoadBalancer(spec, errors);
  ValidateLoadBalancerClass(spec, errors);
  ValidateTraffic(service, errors);
  return errors;
}

}  // namespace

ErrorList ValidateService(const Service& service, const ValidationOptions& options) {
  return ValidateRules(service, nullptr, options);
}

ErrorList ValidateServiceUpdate(const Service& service, const Service& old,
                                const ValidationOptions& options) {
  ErrorList errors;
  ValidateIpUpdates(service, old, errors);
  if (service.spec.type == kServiceTypeLoadBalancer && old.spec.type == kServiceTypeLoadBalancer &&
      !validate::Equal(service.spec.load_balancer_class, old.spec.load_balancer_class)) {
    errors.push_back(field::Invalid(Path("spec.loadBalancerClass"),
                                    validate::Shown(service.spec.load_balancer_class),
                                    kMayNotChangeOnceSet));
  }
  ValidateLoadBalancerClass(service.spec, errors);
  if (NeedsHealthCheckNodePort(service) && NeedsHealthCheckNodePort(old) &&
      service.spec.health_check_node_port != old.spec.health_check_node_port) {
    errors.push_back(field::Forbidden(Path("spec.healthCheckNodePort"), validate::kImmutableText));
  }
  field::Append(errors, ValidateRules(service, &old, options));
  return errors;
}

void ValidateLoadBalancerHostname(Str hostname, const Path& path, ErrorList& errors) {
  if (hostname.empty()) return;
  validate::Form(path, hostname, validate::IsDns1123Subdomain, errors);
  validate::NotIp(path, hostname, errors);
}

ErrorList ValidateServiceStatusUpdate(const Service& service, const Service& old,
                                      const ValidationOptions& options) {
  ErrorList errors;
  Path path("status.loadBalancer.ingress");
  const auto& ingress = service.status.load_balancer.ingress;
  if (service.spec.type != kServiceTypeLoadBalancer && !ingress.empty()) {
    errors.push_back(field::Forbidden(path, "may only be used when `spec.type` is 'LoadBalancer'"));
    return errors;
  }
  validate::OldTexts known;
  for (const auto& entry : old.status.load_balancer.ingress) known.insert(entry.ip);
  for (size_t i = 0; i < ingress.size(); ++i) {
    Path item = path.Index(i);
    Path mode = item.Child("ipMode");
    if (!ingress[i].ip.empty()) {
      validate::Ip(item.Child("ip"), ingress[i].ip, options.strict_addresses, known, errors);
      if (!ingress[i].ip_mode) {
        errors.push_back(field::Required(mode, "must be specified when `ip` is set"));
      }
      validate::OneOf(mode, ingress[i].ip_mode, {kLoadBalancerIPModeProxy, kLoadBalancerIPModeVIP},
                      errors);
    } else if (ingress[i].ip_mode) {
      errors.push_back(field::Forbidden(mode, "may not be specified when `ip` is not set"));
    }
    ValidateLoadBalancerHostname(ingress[i].hostname, item.Child("hostname"), errors);
  }
  return errors;
}

}  // namespace pintle::apis::core::v1
