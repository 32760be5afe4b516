#pragma once

#include "apis/autoscaling/v2/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::autoscaling::v2 {

field::ErrorList ValidateHorizontalPodAutoscaler(const HorizontalPodAutoscaler& object,
                                                 const ValidationOptions& options);
field::ErrorList ValidateHorizontalPodAutoscalerUpdate(const HorizontalPodAutoscaler& object,
                                                       const HorizontalPodAutoscaler& old,
                                                       ValidationOptions options);
field::ErrorList ValidateHorizontalPodAutoscalerStatusUpdate(const HorizontalPodAutoscaler& object,
                                                             const HorizontalPodAutoscaler& old);

}  // namespace pintle::apis::autoscaling::v2
