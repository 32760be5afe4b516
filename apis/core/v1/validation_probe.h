#pragma once

#include "apis/core/v1/types.h"
#include "pintle/field/errors.h"

// What the node does to containers from outside: probes, and hooks of their life.
namespace pintle::apis::core::v1 {

void ValidateLivenessProbe(const Probe& probe, const field::Path& path, field::ErrorList& errors);
void ValidateReadinessProbe(const Probe& probe, const field::Path& path, field::ErrorList& errors);
void ValidateStartupProbe(const Probe& probe, const field::Path& path, field::ErrorList& errors);

// `grace_period_seconds` and `os_name` are those of the pod; the latter is empty if not given.
void ValidateLifecycle(const Lifecycle& lifecycle, int64_t grace_period_seconds,
                       typeinfo::Str os_name, const field::Path& path, field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
