#include "pintle/server/bootstrap/bootstrap.h"

#include <fmt/format.h>

#include <algorithm>
#include <semaphore>
#include <vector>

#include "pintle/base/log.h"
#include "pintle/server/bootstrap/own_objects.h"

namespace pintle::server {
namespace {

// How long a server that stops waits for its withdrawal: an etcd that is gone must not hold it.
constexpr std::chrono::milliseconds kWithdrawalWait{300};

using api::StartProgress;
using api::StartStep;

// Whether trying again may help. An object that is refused for what it is, or for what is there, is
// refused the next time too.
bool MayPass(const Error& failure) {
  return failure.code() >= 500 || failure.reason() == Reason::kTooManyRequests;
}

std::shared_ptr<KubernetesService> MakeService(write::World& world, const api::Registry& registry,
                                               const Options& options, uint16_t port) {
  auto services = registry.Find("", "v1", "services");
  auto endpoints = registry.Find("", "v1", "endpoints");
  auto slices = registry.Find("discovery.k8s.io", "v1", "endpointslices");
  if (!services || !endpoints || !slices) return nullptr;
  KubernetesServiceOptions service;
  service.service_address = options.service_addresses.front().At(1);
  service.advertised_address = AdvertisedFor(options);
  service.port = port;
  service.shared_store = storage::TraitsOf(options.storage).shared;
  return std::make_shared<KubernetesService>(world, *services->definition, *endpoints->definition,
                                             *slices->definition, std::move(service));
}

}  // namespace

std::string AdvertisedFor(const Options& options) {
  if (!options.advertise_address.empty()) return options.advertise_address;
  return AdvertisedAddress(options.bind_address).value_or("");
}

OwnObjects::OwnObjects(write::World& world, const api::RegistryHolder& holder,
                       const Options& options, uint16_t port, Executor& executor,
                       StartProgress& progress, std::chrono::milliseconds interval)
    : executor_(executor) {
  auto registry = holder.Current();
  auto steps = std::make_shared<Steps>();
  if (auto classes = registry->Find("scheduling.k8s.io", "v1", "priorityclasses")) {
    steps->push_back({StartStep::kPriorityClasses, "priority classes", [&world, classes] {
                        return EnsurePriorityClasses(world, *classes->definition);
                      }});
  }
  if (auto networks = registry->Find("networking.k8s.io", "v1", "servicecidrs")) {
    std::vector<std::string> cidrs;
    for (const auto& range : options.service_addresses) cidrs.push_back(range.Text());
    steps->push_back({StartStep::kNetworks, "the default ServiceCIDR", [&world, networks, cidrs] {
                        return EnsureDefaultNetwork(world, *networks->definition, cidrs);
                      }});
  }
  service_ = MakeService(world, *registry, options, port);
  if (service_ != nullptr) {
    steps->push_back({StartStep::kService, "the service kubernetes",
                      [service = service_] { return service->Ensure(); },
                      /*kept=*/true});
  }
  // What is not served is not made.
  for (StartStep step : {StartStep::kPriorityClasses, StartStep::kNetworks, StartStep::kService}) {
    if (std::ranges::find(*steps, step, &Step::step) == steps->end()) progress.Done(step);
  }
  Status made = BlockOn(MakeAll(steps, progress));
  static_cast<void>(made);  // what failed is in the log and in `progress`
  task_.emplace("what the server keeps for itself", executor, interval,
                [steps, &progress] { return MakeAll(steps, progress); });
}

Task<Status> OwnObjects::MakeAll(std::shared_ptr<const Steps> steps, StartProgress& progress) {
  for (const Step& step : *steps) {
    if (progress.IsDone(step.step) && !step.kept) continue;
    Task<Status> making = step.make();
    Status made = co_await making;
    if (!made) {
      LogWarning(fmt::format("{} cannot be made", step.what), {{"error", made.error().message()}});
    }
    // Clients are not to be kept away by what will never come.
    if (made || !MayPass(made.error())) progress.Done(step.step);
  }
  co_return Status();
}

void OwnObjects::Stop() {
  if (!task_) return;
  task_->Stop();
  task_.reset();
  if (service_ == nullptr) return;
  auto withdrawn = std::make_shared<std::binary_semaphore>(0);
  // On the executor: one that takes too long ends with it.
  executor_.Post([withdrawn, service = service_] {
    Start(service->Withdraw(), [withdrawn, service](const Status&) { withdrawn->release(); });
  });
  static_cast<void>(withdrawn->try_acquire_for(kWithdrawalWait));
}

}  // namespace pintle::server
