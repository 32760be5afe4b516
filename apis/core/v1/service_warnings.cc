#include "apis/core/v1/service_warnings.h"

#include <fmt/format.h>

#include "apis/core/v1/types.h"
#include "pintle/validate/addresses.h"

namespace pintle::apis::core::v1 {
namespace {

using typeinfo::Str;

constexpr std::string_view kOldHints = "service.kubernetes.io/topology-aware-hints";
constexpr std::string_view kTopologyMode = "service.kubernetes.io/topology-mode";

// IPv6 addresses have many forms, of which others know one.
void WarnOfAddress(const std::string& path, Str text, write::Warnings& warnings) {
  std::optional<validate::IpAddress> address = validate::ParseIp(text);
  if (!address || address->v4) return;
  std::string canonical = address->ToString();
  if (canonical == text) return;
  warnings.Add(
      fmt::format("{}: IPv6 address \"{}\" should be in RFC 5952 canonical format (\"{}\")", path,
                  text, canonical));
}

void WarnOfAddresses(const Service& service, write::Warnings& warnings) {
  const ServiceSpec& spec = service.spec;
  for (size_t i = 0; i < spec.cluster_ips.size(); ++i) {
    WarnOfAddress(fmt::format("spec.clusterIPs[{}]", i), spec.cluster_ips[i], warnings);
  }
  for (size_t i = 0; i < spec.external_ips.size(); ++i) {
    WarnOfAddress(fmt::format("spec.externalIPs[{}]", i), spec.external_ips[i], warnings);
  }
  WarnOfAddress("spec.loadBalancerIP", spec.load_balancer_ip, warnings);
}

}  // namespace

void WarnOfService(const write::Context& context, const write::Object& object,
                   const write::Object*) {
  const auto& service = object.As<Service>();
  const ServiceSpec& spec = service.spec;
  write::Warnings& warnings = context.warnings;
  if (service.metadata.annotations.Find(kOldHints)) {
    warnings.Add(fmt::format("annotation {} is deprecated, please use {} instead", kOldHints,
                             kTopologyMode));
  }
  bool headless = spec.type == kServiceTypeClusterIP && spec.cluster_ip == "None";
  bool named = spec.type == kServiceTypeExternalName;
  if (headless) {
    if (!spec.load_balancer_ip.empty()) {
      warnings.Add("spec.loadBalancerIP is ignored for headless services");
    }
    if (!spec.external_ips.empty()) {
      warnings.Add("spec.externalIPs is ignored for headless services");
    }
    if (spec.session_affinity != kServiceAffinityNone) {
      warnings.Add("spec.SessionAffinity is ignored for headless services");
    }
  }
  WarnOfAddresses(service, warnings);
  if (!spec.external_ips.empty() && !headless && !named) {
    warnings.Add(
        "spec.externalIPs is deprecated and may no longer be implemented in some clusters");
  }
  if (named && !spec.external_ips.empty()) {
    warnings.Add("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
  }
  if (!named && !spec.external_name.empty()) {
    warnings.Add("spec.externalName is ignored when spec.type is not \"ExternalName\"");
  }
  if (spec.traffic_distribution.value_or({}) == "PreferClose") {
    warnings.Add("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
  }
}

}  // namespace pintle::apis::core::v1
