#pragma once

#include "apis/scheduling/v1/types.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::scheduling::v1 {

field::ErrorList ValidatePriorityClass(const PriorityClass& priority_class);
// The changes alone: nothing else can be wrong with what was accepted once.
field::ErrorList ValidatePriorityClassUpdate(const PriorityClass& priority_class,
                                             const PriorityClass& old);

}  // namespace pintle::apis::scheduling::v1
