#pragma once

#include "pintle/api/routes/routes.h"
#include "pintle/registry/registry.h"

namespace pintle::api {

// `/`: where clients can look further, in these routes and in what is served. The registry outlives
// the routes.
void AddIndex(Routes& routes, const RegistryHolder& registry);

}  // namespace pintle::api
