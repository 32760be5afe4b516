#pragma once

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Hand-written rules of pods and their subresources, metadata apart.
namespace pintle::apis::core::v1 {

field::ErrorList ValidatePod(const Pod& pod, const ValidationOptions& options);
field::ErrorList ValidatePodUpdate(const Pod& pod, const Pod& old, ValidationOptions options);
field::ErrorList ValidatePodStatusUpdate(const Pod& pod, const Pod& old,
                                         const ValidationOptions& options);
field::ErrorList ValidatePodEphemeralContainersUpdate(const Pod& pod, const Pod& old,
                                                      ValidationOptions options);
field::ErrorList ValidatePodResize(const Pod& pod, const Pod& old, ValidationOptions options);

field::ErrorList ValidatePodBinding(const Binding& binding);
field::ErrorList ValidatePodLogOptions(const PodLogOptions& log);

field::ErrorList ValidatePodTemplate(const PodTemplate& object, const ValidationOptions& options);
field::ErrorList ValidatePodTemplateUpdate(const PodTemplate& object, const PodTemplate& old,
                                           ValidationOptions options);

// The rules of a pod that hold for every write of it.
void ValidatePodAndSpec(const Pod& pod, const ValidationOptions& options, field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
