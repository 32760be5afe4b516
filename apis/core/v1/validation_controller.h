#pragma once

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::core::v1 {

field::ErrorList ValidateReplicationController(const ReplicationController& object,
                                               const ValidationOptions& options);
field::ErrorList ValidateReplicationControllerUpdate(const ReplicationController& object,
                                                     const ReplicationController& old,
                                                     ValidationOptions options);
field::ErrorList ValidateReplicationControllerStatusUpdate(const ReplicationController& object,
                                                           const ReplicationController& old);

}  // namespace pintle::apis::core::v1
