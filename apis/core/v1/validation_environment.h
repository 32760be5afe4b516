#pragma once

#include <map>

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Where containers get data from: environment, and the fields of the pod they can see.
namespace pintle::apis::core::v1 {

// The volumes of a pod that are valid, by name.
using VolumeSources = std::map<typeinfo::Str, const VolumeSource*>;

void ValidateEnvironment(const typeinfo::List<EnvVar>& variables, const VolumeSources& volumes,
                         const field::Path& path, field::ErrorList& errors);
void ValidateEnvironmentFrom(const typeinfo::List<EnvFromSource>& sources, const field::Path& path,
                             field::ErrorList& errors);

// Files of a downward API volume; errors do not tell which of them.
void ValidateDownwardFiles(const typeinfo::List<DownwardAPIVolumeFile>& files,
                           const field::Path& path, field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
