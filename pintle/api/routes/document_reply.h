#pragma once

#include <string_view>

#include "pintle/api/request/exchange.h"
#include "pintle/base/bytes.h"

// Answers with documents that clients keep and ask for again by their hash.
namespace pintle::api {

// Sends a kept document, or 304 if the client has it.
Task<void> ReplyDocument(Exchange& exchange, std::string_view content_type, Bytes body,
                         std::string_view hash);
// The same of a document that is also asked for with its hash in the URL: such an answer never
// changes, and a URL with another hash leads there.
Task<void> ReplyHashed(Exchange& exchange, std::string_view content_type, Bytes body,
                       std::string_view document_hash);

}  // namespace pintle::api
