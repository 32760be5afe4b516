#include "apis/core/v1/types.h"
#include "apis/networking/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::networking::v1 {
namespace {

using scheme::FunctionContext;

constexpr std::string_view kClusterScope = "Cluster";

void DefaultPolicyPort(FunctionContext&, NetworkPolicyPort& port) {
  SetIfUnset(port.protocol, core::v1::kProtocolTCP);
}

void DefaultPolicy(FunctionContext& context, NetworkPolicy& policy) {
  NetworkPolicySpec& spec = policy.spec;
  if (!spec.policy_types.empty()) return;
  spec.policy_types.Append(context.arena, kPolicyTypeIngress);
  if (!spec.egress.empty()) spec.policy_types.Append(context.arena, kPolicyTypeEgress);
}

void DefaultIngressClass(FunctionContext&, IngressClass& ingress_class) {
  auto& parameters = ingress_class.spec.parameters;
  if (parameters) SetIfUnset(parameters->scope, kClusterScope);
}

}  // namespace

void AddDefaults(TypeFunctionList& list) {
  list.push_back(scheme::On<&DefaultPolicyPort>());
  list.push_back(scheme::On<&DefaultPolicy>());
  list.push_back(scheme::On<&DefaultIngressClass>());
}

}  // namespace pintle::apis::networking::v1
