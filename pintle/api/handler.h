#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "pintle/api/exchange.h"
#include "pintle/api/metrics.h"
#include "pintle/api/openapi_documents.h"
#include "pintle/api/registry.h"
#include "pintle/auth/authenticator.h"
#include "pintle/auth/authorizer.h"
#include "pintle/http/server.h"
#include "pintle/write/effects.h"

namespace pintle::api {

// What the handler works with; everything outlives it.
struct HandlerOptions {
  RegistryHolder* registry = nullptr;
  write::Effects* effects = nullptr;
  const auth::Authenticator* authenticator = nullptr;
  auth::Authorizer* authorizer = nullptr;
  Metrics* metrics = nullptr;
  OpenApiDocuments* openapi = nullptr;
  // `host:port` for discovery.
  std::function<std::string()> address;
  std::string version;  // `v1.36.4+pintle.0.1.0`
};

// The way of every request: who is it, what do they want, may they, and then to the handler of the
// path. Thread-safe.
class ApiHandler {
 public:
  explicit ApiHandler(HandlerOptions options) : options_(std::move(options)) {}

  Task<void> Handle(http::Request& request, http::ResponseWriter& writer);

  // /readyz fails until ready, and again once the server is stopping.
  void SetReady(bool ready) { ready_ = ready; }

 private:
  Task<void> Route(Exchange& exchange);
  Task<void> RouteResource(Exchange& exchange);
  Task<void> RouteOther(Exchange& exchange);
  Task<void> ServeHealth(Exchange& exchange, std::string_view endpoint, std::string_view check);
  Task<void> ServeDiscovery(Exchange& exchange);
  Task<void> ServeOpenApi(Exchange& exchange);
  Task<void> ServeVersion(Exchange& exchange);

  const HandlerOptions options_;
  std::atomic<bool> ready_{false};
};

}  // namespace pintle::api
