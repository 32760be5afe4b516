#pragma once

#include "apis/core/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Where pods may run.
namespace pintle::apis::core::v1 {

void ValidateNodeSelector(const NodeSelector& selector, const field::Path& path,
                          const ValidationOptions& options, field::ErrorList& errors);
void ValidateAffinity(const Affinity& affinity, const field::Path& path,
                      const ValidationOptions& options, field::ErrorList& errors);
void ValidateTolerations(const typeinfo::List<Toleration>& tolerations, const field::Path& path,
                         const ValidationOptions& options, field::ErrorList& errors);
void ValidateTopologySpreadConstraints(const typeinfo::List<TopologySpreadConstraint>& constraints,
                                       const field::Path& path, const ValidationOptions& options,
                                       field::ErrorList& errors);
void ValidateSchedulingGates(const typeinfo::List<PodSchedulingGate>& gates,
                             const field::Path& path, field::ErrorList& errors);

}  // namespace pintle::apis::core::v1
