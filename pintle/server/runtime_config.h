#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/write/strategy.h"

namespace pintle::server {

using RuntimeConfig = std::vector<std::pair<std::string, bool>>;

// `--runtime-config`: `group/version=true,...`; an empty value means true.
Result<RuntimeConfig> ParseRuntimeConfig(std::string_view flag);

// Leaves in each definition the versions that are enabled, and drops definitions without any. The
// example group is off unless asked for.
Status ApplyRuntimeConfig(const RuntimeConfig& config,
                          std::vector<write::ResourceDefinition>& definitions);

}  // namespace pintle::server
