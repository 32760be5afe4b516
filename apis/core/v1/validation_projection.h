#pragma once

#include "apis/core/v1/types.h"
#include "pintle/field/errors.h"

namespace pintle::apis::core::v1 {

void ValidateProjectedVolume(const ProjectedVolumeSource& source, const field::Path& path,
                             field::ErrorList& errors);
// Keys of a ConfigMap or Secret as files.
void ValidateKeysToPaths(const typeinfo::List<KeyToPath>& items, const field::Path& path,
                         field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
