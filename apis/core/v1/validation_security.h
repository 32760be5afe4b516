#pragma once

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Security settings of pods and containers.
namespace pintle::apis::core::v1 {

// The context that the pod has.
void ValidatePodSecurityContext(const PodSpec& spec, const field::Path& path,
                                const ValidationOptions& options, field::ErrorList& errors);
// `host_users` is the pod's.
void ValidateSecurityContext(const SecurityContext& context, typeinfo::Opt<bool> host_users,
                             const field::Path& path, const ValidationOptions& options,
                             field::ErrorList& errors);
void ValidateAppArmorProfile(const AppArmorProfile& profile, const field::Path& path,
                             field::ErrorList& errors);
// What a pod with users of its own may not share with the host.
void ValidateHostUsers(const PodSpec& spec, const field::Path& path, field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
