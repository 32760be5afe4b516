#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "pintle/api/registry.h"
#include "pintle/base/executor.h"
#include "pintle/server/kubernetes_service.h"
#include "pintle/server/options.h"
#include "pintle/server/periodic.h"
#include "pintle/write/effects.h"

namespace pintle::server {

// Where others reach this server; empty if nowhere.
std::string AdvertisedFor(const Options& options);

// The objects that are there before the first client comes, besides the system namespaces: priority
// classes, the default ServiceCIDR and the service `kubernetes`, which is kept up to date from then
// on. A server whose store refuses them is still of use: failures are logged.
class OwnObjects {
 public:
  // Makes what is missing. `port` is the server's. What it is given outlives Stop, and the executor
  // what is in progress then.
  OwnObjects(write::Effects& effects, const api::RegistryHolder& registry, const Options& options,
             uint16_t port, Executor& executor);
  ~OwnObjects() { Stop(); }
  OwnObjects(const OwnObjects&) = delete;
  OwnObjects& operator=(const OwnObjects&) = delete;

  // The server goes: it is not an endpoint of the service any more. Takes a moment at most. Not on
  // the executor.
  void Stop();

 private:
  Executor& executor_;
  std::shared_ptr<KubernetesService> service_;  // shared with a withdrawal that takes too long
  std::optional<PeriodicTask> task_;
};

}  // namespace pintle::server
