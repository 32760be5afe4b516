#pragma once

#include "apis/core/v1/types.h"
#include "apis/core/v1/validation_environment.h"
#include "pintle/field/errors.h"

namespace pintle::apis::core::v1 {

// Mounts and devices of one container.
struct ContainerVolumes {
  const typeinfo::List<VolumeMount>& mounts;
  const typeinfo::List<VolumeDevice>& devices;
  bool privileged = false;
};

void ValidateVolumeMounts(const ContainerVolumes& container, const VolumeSources& volumes,
                          const field::Path& path, field::ErrorList& errors);
void ValidateVolumeDevices(const ContainerVolumes& container, const VolumeSources& volumes,
                           const field::Path& path, field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
