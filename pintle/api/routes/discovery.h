#pragma once

#include <functional>
#include <string>

#include "pintle/api/routes/routes.h"
#include "pintle/registry/registry.h"

namespace pintle::api {

// `/api` and `/apis`, and the groups and versions below them. `address` tells the `host:port` that
// clients are to use. The registry outlives the routes.
void AddDiscovery(Routes& routes, const RegistryHolder& registry,
                  std::function<std::string()> address);

}  // namespace pintle::api
