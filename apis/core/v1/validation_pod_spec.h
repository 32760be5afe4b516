#pragma once

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

namespace pintle::apis::core::v1 {

// `pod` is the metadata of the pod, null for a template.
void ValidatePodSpec(const PodSpec& spec, const meta::v1::ObjectMeta* pod, const field::Path& path,
                     const ValidationOptions& options, field::ErrorList& errors);

// A template for pods in another object. Its labels and annotations are reported at the level of
// the template.
void ValidatePodTemplateSpec(const PodTemplateSpec& template_spec, const field::Path& path,
                             const ValidationOptions& options, field::ErrorList& errors);

// Whether a selector of the spec has a value that is no label value; such specs may keep it.
bool HasBadSelectorValues(const PodSpec& spec);

}  // namespace pintle::apis::core::v1
