#pragma once

#include <nghttp2/nghttp2.h>

#include "pintle/http/http2_exchange.h"

namespace pintle::http {

// What one write of a connection gathers, about; more than a socket takes at once is of no use.
inline constexpr size_t kHttp2OutputBytes = 64 * 1024;

// nghttp2's view of an Http2Session, which is the user data of its callbacks.
const nghttp2_session_callbacks* SessionCallbacks();
// Fetches the body of an answer from its exchange.
nghttp2_data_provider ExchangeProvider(Http2Exchange& exchange);

}  // namespace pintle::http
