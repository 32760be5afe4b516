#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/api/routes/start_progress.h"
#include "pintle/base/executor.h"
#include "pintle/registry/registry.h"
#include "pintle/server/bootstrap/kubernetes_service.h"
#include "pintle/server/bootstrap/periodic.h"
#include "pintle/server/options.h"
#include "pintle/write/world.h"

namespace pintle::server {

// Where others reach this server; empty if nowhere.
std::string AdvertisedFor(const Options& options);

// The objects that are there before the first client comes, besides the system namespaces: priority
// classes, the default ServiceCIDR and the service `kubernetes`, which is kept up to date from then
// on. A server whose store refuses them is still of use: failures are logged, and
// those of the store tried again.
class OwnObjects {
 public:
  // Makes what is missing, and says in `progress` when it is there or cannot ever be. `port` is the
  // server's. What it is given outlives Stop, and the executor what is in progress then.
  OwnObjects(write::World& world, const api::RegistryHolder& registry, const Options& options,
             uint16_t port, Executor& executor, api::StartProgress& progress,
             std::chrono::milliseconds interval = KubernetesService::kInterval);
  ~OwnObjects() { Stop(); }
  OwnObjects(const OwnObjects&) = delete;
  OwnObjects& operator=(const OwnObjects&) = delete;

  // The server goes: it is not an endpoint of the service any more. Takes a moment at most. Not on
  // the executor.
  void Stop();

 private:
  struct Step {
    api::StartStep step;
    std::string what;
    std::function<Task<Status>()> make;
    // Made again and again, and so kept as it should be; others are made once.
    bool kept = false;
  };
  using Steps = std::vector<Step>;

  // What is not done yet, and what is kept. Failures are logged.
  static Task<Status> MakeAll(std::shared_ptr<const Steps> steps, api::StartProgress& progress);

  Executor& executor_;
  std::shared_ptr<KubernetesService> service_;  // shared with a withdrawal that takes too long
  std::optional<PeriodicTask> task_;
};

}  // namespace pintle::server
