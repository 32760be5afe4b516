#pragma once

#include "pintle/base/error.h"
#include "pintle/http/server.h"

namespace pintle::api {

// 403 for what a browser sends on behalf of a page of another site: it would come with the user's
// certificate whether the user wants it or not. What does not come from a browser passes.
Status CheckSite(const http::Request& request);

}  // namespace pintle::api
