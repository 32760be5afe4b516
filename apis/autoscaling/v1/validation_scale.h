#pragma once

#include "apis/autoscaling/v1/types.h"
#include "pintle/field/errors.h"

namespace pintle::apis::autoscaling::v1 {

// Metadata apart.
field::ErrorList ValidateScale(const Scale& scale);

}  // namespace pintle::apis::autoscaling::v1
