#pragma once

#include <set>

#include "apis/core/v1/types.h"
#include "apis/core/v1/validation_environment.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

namespace pintle::apis::core::v1 {

// What the rules of containers need to know of their pod.
struct ContainerContext {
  const PodSpec& spec;
  const VolumeSources& volumes;
  std::set<typeinfo::Str> claim_names;
  const ValidationOptions& options;
  // A pod itself, not a template for pods: a few rules are stricter.
  bool is_pod = true;
};

// The containers of `context.spec`; `path` is that of the list.
void ValidateContainers(const ContainerContext& context, const field::Path& path,
                        field::ErrorList& errors);
void ValidateInitContainers(const ContainerContext& context, const field::Path& path,
                            field::ErrorList& errors);
void ValidateEphemeralContainers(const ContainerContext& context, const field::Path& path,
                                 field::ErrorList& errors);

void ValidatePullPolicy(typeinfo::Str policy, const field::Path& path, field::ErrorList& errors);
// Image names have no spaces around them.
void ValidateImageSpaces(typeinfo::Str image, const field::Path& path, field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
