#pragma once

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

namespace pintle::apis::core::v1 {

void ValidatePersistentVolumeClaimSpec(const PersistentVolumeClaimSpec& spec,
                                       const field::Path& path, const ValidationOptions& options,
                                       field::ErrorList& errors);
void ValidateAccessModes(const typeinfo::List<typeinfo::Str>& modes, const field::Path& path,
                         field::ErrorList& errors);

field::ErrorList ValidatePersistentVolumeClaim(const PersistentVolumeClaim& claim,
                                               const ValidationOptions& options);
field::ErrorList ValidatePersistentVolumeClaimUpdate(const PersistentVolumeClaim& claim,
                                                     const PersistentVolumeClaim& old,
                                                     ValidationOptions options);
field::ErrorList ValidatePersistentVolumeClaimStatusUpdate(const PersistentVolumeClaim& claim,
                                                           const PersistentVolumeClaim& old);

}  // namespace pintle::apis::core::v1
