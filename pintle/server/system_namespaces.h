#pragma once

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/write/effects.h"
#include "pintle/write/strategy.h"

namespace pintle::server {

// Creates those of default, kube-system, kube-public and kube-node-lease that are missing.
Task<Status> EnsureSystemNamespaces(write::Effects& effects,
                                    const write::ResourceDefinition& namespaces);

}  // namespace pintle::server
