#pragma once

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::core::v1 {

field::ErrorList ValidateService(const Service& service, const ValidationOptions& options);
field::ErrorList ValidateServiceUpdate(const Service& service, const Service& old,
                                       const ValidationOptions& options);
field::ErrorList ValidateServiceStatusUpdate(const Service& service, const Service& old,
                                             const ValidationOptions& options);

field::ErrorList ValidateEndpoints(const Endpoints& endpoints, const ValidationOptions& options);
field::ErrorList ValidateEndpointsUpdate(const Endpoints& endpoints, const Endpoints& old,
                                         const ValidationOptions& options);

// Entry points of a load balancer: those of services and ingresses differ in the mode only.
void ValidateLoadBalancerHostname(typeinfo::Str hostname, const field::Path& path,
                                  field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
