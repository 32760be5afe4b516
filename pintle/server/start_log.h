#pragma once

#include "pintle/server/options.h"

namespace pintle::server {

// Logs what a server with these options is (version, storage, authorization, plugins, controllers)
// in one line, and in another what it stores and does not enforce.
void LogStart(const Options& options);

}  // namespace pintle::server
