#pragma once

#include "pintle/api/request/exchange.h"
#include "pintle/api/request/negotiate.h"
#include "pintle/api/request/options.h"
#include "pintle/object/object.h"

// What the handlers of writes share.
namespace pintle::api {

// 413 for a body beyond the limit.
Status CheckBodySize(const http::Request& request);

// The options that the query has, as far as this server heeds them. What the write path is to know
// of them is in `exchange.asked` then.
Result<WriteOptions> ReadWriteOptions(Exchange& exchange, WriteVerb verb);

// Decides in which format the body is, once the resource is known. 415 for a patch that is none;
// what other bodies that cannot be read are told waits in the exchange: it comes first where an
// object is created, and after the options elsewhere.
Status DecideBodyFormat(Exchange& exchange);

// Whether anything of the body can matter: one in a format that is refused is not even read.
bool NeedsBody(const Exchange& exchange);

// The body as an object of `spoken`, which is the resource itself but at endpoints of other kinds.
// Findings become errors or warnings as the options say.
Result<object::Object> DecodeRequest(Exchange& exchange, const WriteOptions& options,
                                     const write::ResourceDefinition& spoken,
                                     std::string_view version);

}  // namespace pintle::api
