#include "apis/autoscaling/v1/validation_scale.h"

#include "apis/meta/v1/validation_selector.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::autoscaling::v1 {

field::ErrorList ValidateScale(const Scale& scale) {
  field::ErrorList errors;
  field::Path metadata("metadata");
  meta::v1::ValidateLabels(scale.metadata.labels, metadata.Child("labels"), errors);
  meta::v1::ValidateAnnotations(scale.metadata.annotations, metadata.Child("annotations"), errors);
  validate::NonNegative(field::Path("spec.replicas"), int64_t{scale.spec.replicas}, errors);
  return errors;
}

}  // namespace pintle::apis::autoscaling::v1
