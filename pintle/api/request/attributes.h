#pragma once

#include <string>
#include <string_view>

#include "pintle/auth/attributes.h"
#include "pintle/http/query.h"

namespace pintle::api {

// What a URL and method ask for, without who asks. A path with an empty segment asks for no
// resource: were it skipped, an empty name would turn a request for one object into one for all.
auth::Attributes ParseAttributes(std::string_view method, std::string_view path,
                                 const http::Query& query);

// How much of a resource a request is for, as metrics have it: `resource` (one object), `namespace`
// or `cluster`.
std::string_view ScopeOf(const auth::Attributes& info);

// How the API reads booleans in a query: absent is false, `0` and `false` are false, everything
// else is true.
bool QueryFlag(const http::Query& query, std::string_view name);

}  // namespace pintle::api
