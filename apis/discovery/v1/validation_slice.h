#pragma once

#include "apis/discovery/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::discovery::v1 {

field::ErrorList ValidateEndpointSlice(const EndpointSlice& slice,
                                       const ValidationOptions& options);
field::ErrorList ValidateEndpointSliceUpdate(const EndpointSlice& slice, const EndpointSlice& old,
                                             const ValidationOptions& options);

}  // namespace pintle::apis::discovery::v1
