#pragma once

#include "apis/coordination/v1/types.h"
#include "pintle/field/errors.h"

namespace pintle::apis::coordination::v1 {

// Hand-written rules, metadata apart. Those a +k8s: tag states too are marked as covered.
field::ErrorList ValidateLease(const Lease& lease);

}  // namespace pintle::apis::coordination::v1
