#pragma once

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::core::v1 {

field::ErrorList ValidatePersistentVolume(const PersistentVolume& volume,
                                          const ValidationOptions& options);
field::ErrorList ValidatePersistentVolumeUpdate(const PersistentVolume& volume,
                                                const PersistentVolume& old,
                                                ValidationOptions options);
field::ErrorList ValidatePersistentVolumeStatusUpdate(const PersistentVolume& volume,
                                                      const PersistentVolume& old);

}  // namespace pintle::apis::core::v1
