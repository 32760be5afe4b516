#pragma once

#include "apis/batch/v1/types.h"
#include "pintle/field/errors.h"

namespace pintle::apis::batch::v1 {

// The policies that `spec` has; `path` is that of the policy.
void ValidatePodFailurePolicy(const JobSpec& spec, const field::Path& path,
                              field::ErrorList& errors);
void ValidateSuccessPolicy(const JobSpec& spec, const field::Path& path, field::ErrorList& errors);

}  // namespace pintle::apis::batch::v1
