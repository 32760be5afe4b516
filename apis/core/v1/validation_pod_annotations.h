#pragma once

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Annotations of pods that mean something to the server.
namespace pintle::apis::core::v1 {

inline constexpr std::string_view kMirrorAnnotation = "kubernetes.io/config.mirror";
inline constexpr std::string_view kDeletionCostAnnotation =
    "controller.kubernetes.io/pod-deletion-cost";
inline constexpr std::string_view kAppArmorAnnotationPrefix =
    "container.apparmor.security.beta.kubernetes.io/";

void ValidatePodAnnotations(const typeinfo::Map<typeinfo::Str>& annotations, const PodSpec& spec,
                            const field::Path& path, const ValidationOptions& options,
                            field::ErrorList& errors);
// Old annotations and the fields that took their place must agree. `path` is that of the spec.
void ValidateAnnotationsMatchFields(const typeinfo::Map<typeinfo::Str>& annotations,
                                    const PodSpec& spec, const field::Path& path,
                                    field::ErrorList& errors);
void ValidatePodAnnotationsUpdate(const Pod& pod, const Pod& old, const field::Path& path,
                                  const ValidationOptions& options, field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
