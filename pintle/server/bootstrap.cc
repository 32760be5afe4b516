#include "pintle/server/bootstrap.h"

#include <fmt/format.h>

#include <semaphore>
#include <vector>

#include "pintle/base/log.h"
#include "pintle/server/own_objects.h"

namespace pintle::server {
namespace {

// How long a server that stops waits for its withdrawal: an etcd that is gone must not hold it.
constexpr std::chrono::milliseconds kWithdrawalWait{300};

void Ensure(std::string_view what, Task<Status> task) {
  Status done = BlockOn(std::move(task));
  if (done) return;
  LogWarning(fmt::format("{} cannot be made", what), {{"error", done.error().message()}});
}

std::shared_ptr<KubernetesService> MakeService(write::Effects& effects,
                                               const api::Registry& registry,
                                               const Options& options, uint16_t port) {
  auto services = registry.Find("", "v1", "services");
  auto endpoints = registry.Find("", "v1", "endpoints");
  auto slices = registry.Find("discovery.k8s.io", "v1", "endpointslices");
  if (!services || !endpoints || !slices) return nullptr;
  KubernetesServiceOptions service;
  service.service_address = options.service_addresses.front().At(1);
  service.advertised_address = AdvertisedFor(options);
  service.port = port;
  service.shared_store = options.storage == StorageKind::kEtcd;
  return std::make_shared<KubernetesService>(effects, *services->definition, *endpoints->definition,
                                             *slices->definition, std::move(service));
}

}  // namespace

std::string AdvertisedFor(const Options& options) {
  if (!options.advertise_address.empty()) return options.advertise_address;
  return AdvertisedAddress(options.bind_address).value_or("");
}

OwnObjects::OwnObjects(write::Effects& effects, const api::RegistryHolder& holder,
                       const Options& options, uint16_t port, Executor& executor)
    : executor_(executor) {
  auto registry = holder.Current();
  if (auto classes = registry->Find("scheduling.k8s.io", "v1", "priorityclasses")) {
    Ensure("priority classes", EnsurePriorityClasses(effects, *classes->definition));
  }
  if (auto networks = registry->Find("networking.k8s.io", "v1", "servicecidrs")) {
    std::vector<std::string> cidrs;
    for (const auto& range : options.service_addresses) cidrs.push_back(range.Text());
    Ensure("the default ServiceCIDR",
           EnsureDefaultNetwork(effects, *networks->definition, std::move(cidrs)));
  }
  service_ = MakeService(effects, *registry, options, port);
  if (service_ == nullptr) return;
  Ensure("the service kubernetes", service_->Ensure());
  task_.emplace("the service kubernetes", executor, KubernetesService::kInterval,
                [service = service_] { return service->Ensure(); });
}

void OwnObjects::Stop() {
  if (!task_) return;
  task_->Stop();
  task_.reset();
  auto withdrawn = std::make_shared<std::binary_semaphore>(0);
  // On the executor: one that takes too long ends with it.
  executor_.Post([withdrawn, service = service_] {
    Start(service->Withdraw(), [withdrawn, service](const Status&) { withdrawn->release(); });
  });
  static_cast<void>(withdrawn->try_acquire_for(kWithdrawalWait));
}

}  // namespace pintle::server
