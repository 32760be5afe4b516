#pragma once

#include "apis/networking/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::networking::v1 {

// What named the class before there was a field for it.
inline constexpr std::string_view kIngressClassAnnotation = "kubernetes.io/ingress.class";

field::ErrorList ValidateIngress(const Ingress& ingress, const ValidationOptions& options);
field::ErrorList ValidateIngressUpdate(const Ingress& ingress, const Ingress& old,
                                       const ValidationOptions& options);
field::ErrorList ValidateIngressStatusUpdate(const Ingress& ingress, const Ingress& old,
                                             const ValidationOptions& options);

field::ErrorList ValidateIngressClass(const IngressClass& ingress_class);
field::ErrorList ValidateIngressClassUpdate(const IngressClass& ingress_class,
                                            const IngressClass& old);

field::ErrorList ValidateNetworkPolicy(const NetworkPolicy& policy,
                                       const ValidationOptions& options);
field::ErrorList ValidateNetworkPolicyUpdate(const NetworkPolicy& policy, const NetworkPolicy& old,
                                             ValidationOptions options);

}  // namespace pintle::apis::networking::v1
