#pragma once

#include <vector>

#include "pintle/scheme/scheme.h"
#include "pintle/write/strategy.h"

namespace pintle::apis {

struct BuiltinOptions {
  // How custom resources are pruned, which their definitions are checked against.
  schema::PruneMode prune_mode = schema::PruneMode::kKep;
};

// The compiled-in resources. Kinds are registered in `scheme`, which must outlive them.
std::vector<write::ResourceDefinition> BuiltinResources(scheme::Scheme& scheme,
                                                        const BuiltinOptions& options);

// One function a group, beside its types.
std::vector<write::ResourceDefinition> CoreV1Resources(scheme::Scheme& scheme);
std::vector<write::ResourceDefinition> CoordinationV1Resources(scheme::Scheme& scheme);
std::vector<write::ResourceDefinition> ApiExtensionsV1Resources(scheme::Scheme& scheme,
                                                                const BuiltinOptions& options);
std::vector<write::ResourceDefinition> FrobberResources(scheme::Scheme& scheme);

// The usual verbs, sorted.
std::vector<std::string> AllVerbs();

}  // namespace pintle::apis
