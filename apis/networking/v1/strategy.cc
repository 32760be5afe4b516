#include <fmt/format.h>

#include "apis/builtin.h"
#include "apis/networking/v1/cells.h"
#include "apis/networking/v1/lifecycle.h"
#include "apis/networking/v1/types.h"
#include "apis/networking/v1/validation_addresses.h"
#include "apis/networking/v1/validation_ingress.h"
#include "apis/resource_row.h"

namespace pintle::apis::networking::v1 {
namespace {

// Conditions have no rules here.
field::ErrorList AcceptStatus(const write::Context&, const write::Object&, const write::Object&) {
  return {};
}

void WarnOfIngress(const write::Context& context, const write::Object& object,
                   const write::Object* old) {
  const Ingress& ingress = object.As<Ingress>();
  if (old != nullptr || ingress.spec.ingress_class_name ||
      ingress.metadata.annotations.Find(kIngressClassAnnotation) == nullptr) {
    return;
  }
  context.warnings.Add(
      fmt::format("annotation \"{}\" is deprecated, please use 'spec.ingressClassName' instead",
                  kIngressClassAnnotation));
}

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "IngressClass",
              .versions = {scheme::Version<IngressClass, IngressClassList>({.version = "v1"})},
              .namespaced = false},
     .plural = "ingressclasses",
     .table = IngressClassTable,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .generation_of = {"spec"},
     .validate = ValidateBy<ValidateIngressClass>,
     .validate_update = ValidateUpdateBy<ValidateIngressClassUpdate>},
    {.kind = {.kind = "Ingress",
              .versions = {scheme::Version<Ingress, IngressList>({.version = "v1"})}},
     .plural = "ingresses",
     .short_names = {"ing"},
     .table = IngressTable,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .validate = ValidateBy<ValidateIngress>,
     .validate_update = ValidateUpdateBy<ValidateIngressUpdate>,
     .warn = WarnOfIngress,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update = ValidateUpdateBy<ValidateIngressStatusUpdate>}}},
    {.kind = {.kind = "IPAddress",
              .versions = {scheme::Version<IPAddress, IPAddressList>({.version = "v1"})},
              .namespaced = false},
     .plural = "ipaddresses",
     .short_names = {"ip"},
     .table = IPAddressTable,
     .name_rule = IpAddressName,
     .validate = ValidateBy<ValidateIPAddress>,
     .validate_update = ValidateUpdateBy<ValidateIPAddressUpdate>},
    {.kind = {.kind = "NetworkPolicy",
              .versions = {scheme::Version<NetworkPolicy, NetworkPolicyList>({.version = "v1"})}},
     .plural = "networkpolicies",
     .short_names = {"netpol"},
     .table = NetworkPolicyTable,
     .generation_of = {"spec"},
     .strict_generation = true,
     .validate = ValidateBy<ValidateNetworkPolicy>,
     .validate_update = ValidateUpdateBy<ValidateNetworkPolicyUpdate>},
    {.kind = {.kind = "ServiceCIDR",
              .versions = {scheme::Version<ServiceCIDR, ServiceCIDRList>({.version = "v1"})},
              .namespaced = false},
     .plural = "servicecidrs",
     .table = ServiceCIDRTable,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .validate = ValidateBy<ValidateServiceCIDR>,
     .validate_update = ValidateUpdateBy<ValidateServiceCIDRUpdate>,
     .subresources = {{.name = "status",
                       .keep_on_update = {"metadata.labels", "metadata.annotations",
                                          "metadata.finalizers", "metadata.ownerReferences",
                                          "spec"},
                       .validate_update = AcceptStatus}}},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "networking.k8s.io", kResources);
}

}  // namespace pintle::apis::networking::v1
