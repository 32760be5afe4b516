#pragma once

#include "apis/core/v1/types.h"
#include "pintle/resource/warnings.h"

namespace pintle::apis::core::v1 {

// What pods may say and hardly mean: what does nothing any more or soon will not, what hides
// something else, what matches nothing. `base` is where the pod or template is, `spec.template.` or
// nothing; `is_template` for the latter.
void WarnOfPodUsage(const PodSpec& spec, const meta::v1::ObjectMeta& metadata,
                    std::string_view base, bool is_template, write::Warnings& warnings);

// Amounts of storage that are no whole number of bytes. `path` is that of the spec.
void WarnOfClaimSpec(const PersistentVolumeClaimSpec& spec, std::string_view path,
                     write::Warnings& warnings);

}  // namespace pintle::apis::core::v1
