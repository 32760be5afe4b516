#pragma once

#include "pintle/api/request/exchange.h"
#include "pintle/registry/registry.h"

// Which paths and verbs there are.
namespace pintle::api {

// Whether the path and verb fit the resource: 404 or 405 if not.
Status CheckRoute(const Exchange& exchange);

// A custom resource in the wrong scope is as good as none.
bool IsInOtherScope(const Exchange& exchange);

// 404 for a path below /api or /apis: a Status where groups are compiled in, else plain text.
Task<void> ReplyUnknown(Exchange& exchange, const Registry& registry);

}  // namespace pintle::api
