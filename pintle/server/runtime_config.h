#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/resource/definition.h"

namespace pintle::server {

// Settings in the order they were given.
using RuntimeConfig = std::vector<std::pair<std::string, bool>>;

// `--runtime-config`: `key=value,...`, where a key is `group/version` or `group/version/resource`
// (an empty value means true), or one of api/all, api/ga, api/beta and api/alpha.
Result<RuntimeConfig> ParseRuntimeConfig(std::string_view flag);

// Leaves in each definition the versions that are enabled, and drops definitions without any.
// Without settings stable versions are; the particular beats the general, then the later the
// earlier. The example group is off unless it is asked for by name.
Status ApplyRuntimeConfig(const RuntimeConfig& config,
                          std::vector<write::ResourceDefinition>& definitions);

}  // namespace pintle::server
