#include "apis/autoscaling/v1/validation_scale.h"

#include "pintle/validate/checks.h"

namespace pintle::apis::autoscaling::v1 {

field::ErrorList ValidateScale(const Scale& scale) {
  field::ErrorList errors;
  validate::NonNegative(field::Path("spec.replicas"), int64_t{scale.spec.replicas}, errors);
  return errors;
}

}  // namespace pintle::apis::autoscaling::v1
