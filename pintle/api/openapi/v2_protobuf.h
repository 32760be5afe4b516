#pragma once

#include <string>

#include "pintle/value/value.h"

namespace pintle::api {

// An OpenAPI v2 document in the Protobuf form that older clients ask for: gnostic's message
// `openapi.v2.Document`. Members that are unknown or of the wrong type are left out, and so are
// OAuth security schemes, which no document made here has.
std::string OpenApiV2Protobuf(const Value& swagger);

}  // namespace pintle::api
