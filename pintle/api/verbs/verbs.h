#pragma once

#include "pintle/api/request/exchange.h"
#include "pintle/api/request/options.h"
#include "pintle/base/task.h"
#include "pintle/write/effects.h"

// The verbs on resources. Each answers the exchange, whatever happens.
namespace pintle::api {

Task<void> HandleGet(Exchange& exchange, write::Effects& effects);
Task<void> HandleList(Exchange& exchange, write::Effects& effects);
Task<void> HandleWatch(Exchange& exchange, write::Effects& effects);
Task<void> HandleCreate(Exchange& exchange, write::Effects& effects);
Task<void> HandleUpdate(Exchange& exchange, write::Effects& effects);
Task<void> HandlePatch(Exchange& exchange, write::Effects& effects);
Task<void> HandleDelete(Exchange& exchange, write::Effects& effects);
Task<void> HandleDeleteCollection(Exchange& exchange, write::Effects& effects);

// At an endpoint of another kind, and for a resource of which nothing is stored.
Task<void> HandleEndpoint(Exchange& exchange, write::Effects& effects);
Task<void> HandleVirtualCreate(Exchange& exchange, write::Effects& effects);

// The options of a deletion; 400, 413, 415 or 422 if they cannot be read.
Result<DeleteRequest> ReadDeleteOptions(Exchange& exchange);

}  // namespace pintle::api
