#pragma once

#include <string_view>

#include "pintle/api/routes/routes.h"

namespace pintle::api {

// `/version`. `version` is as in `v1.36.4+pintle.0.1.0`.
void AddVersion(Routes& routes, std::string_view version);

}  // namespace pintle::api
