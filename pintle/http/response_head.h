#pragma once

#include <string>
#include <string_view>

#include "pintle/http/server.h"

namespace pintle::http {

// What the heads of HTTP/1.x and HTTP/2 responses have in common.

// `Not Found` for 404.
std::string_view ReasonPhrase(int status);

// Responses that never have a body (RFC 9110, 6.4.1).
inline bool StatusHasBody(int status) { return status >= 200 && status != 204 && status != 304; }

// `Tue, 01 Jul 2025 10:00:00 GMT`: now, made once a second; good until the next call on this
// thread.
std::string_view HttpDate();

// Every answer has it: a browser must not take what users store for a script or a page.
inline constexpr std::string_view kNoSniffName = "X-Content-Type-Options";
inline constexpr std::string_view kNoSniffValue = "nosniff";

// Values come from all over the program; a line end in one must not begin another field.
void AppendFieldText(std::string& out, std::string_view text);

// An answer of the transport itself.
Response PlainText(int status, std::string text);
// `400 Bad Request: <text>`
Response Refusal(int status, std::string_view text);

std::unexpected<Error> ClientGone();
std::unexpected<Error> WriterMisuse(std::string_view what);

}  // namespace pintle::http
