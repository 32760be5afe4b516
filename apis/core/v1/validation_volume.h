#pragma once

#include "apis/core/v1/types.h"
#include "apis/core/v1/validation_environment.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

namespace pintle::apis::core::v1 {

// What the rules of volumes need to know of their pod.
struct VolumeContext {
  // Empty for a template.
  typeinfo::Str pod_name;
  bool is_pod = true;
  const ValidationOptions& options;
};

// Returns the volumes without fault, which containers can refer to.
VolumeSources ValidateVolumes(const typeinfo::List<Volume>& volumes, const VolumeContext& context,
                              const field::Path& path, field::ErrorList& errors);

// A pod can get tokens of no account but its own; `path` is that of its spec.
void ForbidTokensWithoutAccount(const PodSpec& spec, const field::Path& path,
                                field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
