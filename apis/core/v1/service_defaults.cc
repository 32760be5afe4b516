#include "apis/core/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::core::v1 {
namespace {

using scheme::FunctionContext;
using typeinfo::IntOrString;

constexpr int32_t kClientIpSeconds = 3 * 60 * 60;

void DefaultSessionAffinity(Arena& arena, ServiceSpec& spec) {
  SetIfUnset(spec.session_affinity, kServiceAffinityNone);
  if (spec.session_affinity == kServiceAffinityNone) spec.session_affinity_config.reset();
  if (spec.session_affinity == kServiceAffinityClientIP) {
    ClientIPConfig& client_ip = spec.session_affinity_config.Ensure(arena).client_ip.Ensure(arena);
    SetIfUnset(client_ip.timeout_seconds, kClientIpSeconds);
  }
}

void DefaultPorts(ServiceSpec& spec) {
  for (ServicePort& port : spec.ports) {
    SetIfUnset(port.protocol, kProtocolTCP);
    bool unset =
        port.target_port.is_text ? port.target_port.text.empty() : port.target_port.number == 0;
    if (unset) port.target_port = IntOrString::FromInt(port.port);
  }
}

void DefaultTrafficPolicies(ServiceSpec& spec) {
  bool is_cluster_ip = spec.type == kServiceTypeClusterIP;
  bool is_external = spec.type == kServiceTypeLoadBalancer || spec.type == kServiceTypeNodePort;
  if (is_external || (is_cluster_ip && !spec.external_ips.empty())) {
    SetIfUnset(spec.external_traffic_policy, kServiceExternalTrafficPolicyCluster);
  }
  if (is_external || is_cluster_ip) {
    SetIfUnset(spec.internal_traffic_policy, kServiceInternalTrafficPolicyCluster);
  }
}

void DefaultService(FunctionContext& context, Service& service) {
  ServiceSpec& spec = service.spec;
  DefaultSessionAffinity(context.arena, spec);
  SetIfUnset(spec.type, kServiceTypeClusterIP);
  DefaultPorts(spec);
  DefaultTrafficPolicies(spec);
  if (spec.type != kServiceTypeLoadBalancer) return;
  SetIfUnset(spec.allocate_load_balancer_node_ports, true);
  for (LoadBalancerIngress& ingress : service.status.load_balancer.ingress) {
    if (!ingress.ip.empty()) SetIfUnset(ingress.ip_mode, kLoadBalancerIPModeVIP);
  }
}

}  // namespace

void AddServiceDefaults(TypeFunctionList& list) { list.push_back(scheme::On<&DefaultService>()); }

}  // namespace pintle::apis::core::v1
