#pragma once

#include "pintle/api/request/exchange.h"
#include "pintle/api/request/options.h"
#include "pintle/base/task.h"
#include "pintle/write/world.h"

// The verbs on resources. Each answers the exchange, whatever happens.
namespace pintle::api {

Task<void> HandleGet(Exchange& exchange, write::EndpointWorld& world);
Task<void> HandleList(Exchange& exchange, write::EndpointWorld& world);
Task<void> HandleWatch(Exchange& exchange, write::EndpointWorld& world);
Task<void> HandleCreate(Exchange& exchange, write::EndpointWorld& world);
Task<void> HandleUpdate(Exchange& exchange, write::EndpointWorld& world);
Task<void> HandlePatch(Exchange& exchange, write::EndpointWorld& world);
Task<void> HandleDelete(Exchange& exchange, write::EndpointWorld& world);
Task<void> HandleDeleteCollection(Exchange& exchange, write::EndpointWorld& world);

// At an endpoint of another kind, and for a resource of which nothing is stored.
Task<void> HandleEndpoint(Exchange& exchange, write::EndpointWorld& world);
Task<void> HandleVirtualCreate(Exchange& exchange, write::EndpointWorld& world);

// The options of a deletion, which tell whether it is a dry run; 400, 413, 415 or 422 if they
// cannot be read.
Result<DeleteRequest> ReadDeleteOptions(Exchange& exchange);

}  // namespace pintle::api
