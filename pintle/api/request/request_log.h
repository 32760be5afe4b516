#pragma once

#include <cstdint>

#include "pintle/api/request/exchange.h"
#include "pintle/metrics/metrics.h"

namespace pintle::api {

// What is logged of every request once it is answered.
enum class RequestLog : uint8_t {
  kOff,
  kLines,   // a line: who asked for what, and what came of it
  kStages,  // with what its stages took
};

// Writes the line. Of what the request carries only method, path and user agent are in it: headers
// and the query may hold secrets. `user` is whom the request acts as, `by` who asked to be that
// one. `bytes` are those of the body before it is compressed.
void LogRequest(const Exchange& exchange, const RequestFigures& figures);

}  // namespace pintle::api
