#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "pintle/api/openapi/documents.h"
#include "pintle/api/request/deadline.h"
#include "pintle/api/request/exchange.h"
#include "pintle/api/request/in_flight.h"
#include "pintle/api/request/options.h"
#include "pintle/api/request/request_log.h"
#include "pintle/api/request/work_threads.h"
#include "pintle/api/routes/routes.h"
#include "pintle/api/routes/start_progress.h"
#include "pintle/auth/authorizer.h"
#include "pintle/auth/identity/authenticator.h"
#include "pintle/auth/identity/impersonator.h"
#include "pintle/http/server.h"
#include "pintle/metrics/metrics.h"
#include "pintle/registry/registry.h"
#include "pintle/write/world.h"

namespace pintle::api {

// What the handler works with; everything outlives it.
struct HandlerOptions {
  RegistryHolder* registry = nullptr;
  write::EndpointWorld* world = nullptr;
  const auth::Authenticator* authenticator = nullptr;
  auth::Authorizer* authorizer = nullptr;
  // Who issues tokens of service accounts, and the keys they are verified with; null: nobody does.
  std::string token_issuer;
  const auth::VerificationKeys* token_keys = nullptr;
  Metrics* metrics = nullptr;
  // How far the start is: health checks pass when it is done.
  const StartProgress* progress = nullptr;
  OpenApiDocuments* openapi = nullptr;
  // `host:port` for discovery.
  std::function<std::string()> address;
  std::string version;  // `v1.36.4+pintle.0.1.0`
  // What request bodies take of memory now. May be absent.
  std::function<uint64_t()> request_body_bytes;
  // What the store takes on disk; nothing if that is not known. May be absent.
  std::function<std::optional<uint64_t>()> storage_bytes;
  // Requests being answered at a time; 0: any number.
  int max_reads_in_flight = 0;
  int max_writes_in_flight = 0;
  // The longest a request may take, unless it is a watch.
  std::chrono::milliseconds request_timeout{60'000};
  RequestLog request_log = RequestLog::kOff;
  // For requests that may take long to work on; null: those too are worked on where they came.
  WorkThreads* work_threads = nullptr;
};

// The way of every request: who is it, as whom, what do they want, may they, and then to the
// handler of the path. Thread-safe.
class ApiHandler {
 public:
  explicit ApiHandler(HandlerOptions options);

  Task<void> Handle(http::Request& request, http::ResponseWriter& writer);

  // /readyz fails from now on.
  void SetStopping() { stopping_ = true; }

 private:
  // Who is it, as whom, may they, and the answer.
  Task<void> Answer(Exchange& exchange);
  // The same for a request with a deadline.
  Task<void> AnswerInTime(Exchange& exchange, RevocableWriter& writer);
  // A place among the requests in flight; none if there are too many.
  std::optional<InFlightLimit::Place> TakePlace(const Exchange& exchange);
  Task<void> Route(Exchange& exchange);
  Task<void> RouteResource(Exchange& exchange);
  // Answers on the executor of the request, or beside it.
  Task<void> Work(Exchange& exchange);
  Task<void> WorkBeside(Exchange& exchange);
  // All that is decided of a request for a resource before its verb begins: 400 to 415 if nothing
  // can come of it.
  Status Prepare(Exchange& exchange);
  // Each endpoint that is no resource adds itself, with what it needs.
  void AddRoutes();

  const HandlerOptions options_;
  auth::Impersonator impersonator_;
  const bool field_validation_enabled_;
  InFlightLimit reads_;
  InFlightLimit writes_;
  std::atomic<bool> stopping_{false};
  Routes routes_;
};

}  // namespace pintle::api
