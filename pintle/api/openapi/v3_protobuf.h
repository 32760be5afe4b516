#pragma once

#include <string>

#include "pintle/value/value.h"

namespace pintle::api {

// An OpenAPI v3 document in the Protobuf form that clients may ask for: gnostic's message
// `openapi.v3.Document`. Members that are unknown or of the wrong type are left out, and so are
// links, callbacks, servers and OAuth flows, which no document made here has. Defaults that are
// objects or lists have no form in it: only that there is one is said.
std::string OpenApiV3Protobuf(const Value& document);

}  // namespace pintle::api
