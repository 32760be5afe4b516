#pragma once

#include <string_view>

#include "pintle/http/server.h"

namespace pintle::http {

// Sets path and query of `request` from a target in origin or absolute form; false for anything
// else.
bool SplitTarget(std::string_view target, Request& request);

}  // namespace pintle::http
