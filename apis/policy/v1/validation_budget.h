#pragma once

#include "apis/policy/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::policy::v1 {

field::ErrorList ValidatePodDisruptionBudget(const PodDisruptionBudget& budget,
                                             const ValidationOptions& options);
field::ErrorList ValidatePodDisruptionBudgetUpdate(const PodDisruptionBudget& budget,
                                                   const PodDisruptionBudget& old,
                                                   ValidationOptions options);
field::ErrorList ValidatePodDisruptionBudgetStatusUpdate(const PodDisruptionBudget& budget,
                                                         const PodDisruptionBudget& old);

}  // namespace pintle::apis::policy::v1
