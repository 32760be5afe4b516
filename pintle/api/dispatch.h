#pragma once

#include "pintle/api/request/exchange.h"
#include "pintle/base/task.h"
#include "pintle/write/world.h"

namespace pintle::api {

// Answers an exchange, whatever happens.
using VerbHandler = Task<void> (*)(Exchange& exchange, write::EndpointWorld& world);

// Who answers a request for a resource whose path and verb fit it.
VerbHandler HandlerOf(const Exchange& exchange);

}  // namespace pintle::api
