#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/resource/definition.h"
#include "pintle/write/world.h"

namespace pintle::server {

// Where pods and others in a cluster reach a server that listens on `bind_address`: that address,
// or, if it is of this machine only or of all its interfaces, the one of the same family by which
// the machine reaches others. Nothing if it reaches none.
std::optional<std::string> AdvertisedAddress(const std::string& bind_address);

struct KubernetesServiceOptions {
  // The first of the services' addresses.
  std::string service_address;
  // Where this server is reached; without an address no endpoint is published.
  std::string advertised_address;
  uint16_t port = 0;
  // Other servers may use the same store: each keeps a lease, and all whose lease has not run out
  // are endpoints.
  bool shared_store = false;
};

// Keeps the service `kubernetes` in the namespace `default`, through which the API is reached from
// within a cluster, with its Endpoints and EndpointSlice. All state is in the store.
class KubernetesService {
 public:
  // Leases run out after kLeaseSeconds and are renewed every kInterval.
  static constexpr std::chrono::seconds kInterval{10};
  static constexpr int64_t kLeaseSeconds = 15;

  // `world` outlives it.
  KubernetesService(write::World& world, write::ResourceDefinition services,
                    write::ResourceDefinition endpoints, write::ResourceDefinition slices,
                    KubernetesServiceOptions options);

  // Makes or corrects what is not as it should be.
  Task<Status> Ensure();
  // This server is not an endpoint any more, unless it is the last.
  Task<Status> Withdraw();

 private:
  Task<Status> EnsureService();
  Task<Status> EnsureEndpoints(std::vector<std::string> addresses);
  // The addresses of all servers there are, after a renewal of the own lease.
  Task<Result<std::vector<std::string>>> LeasedAddresses(bool renew);
  Task<Status> RenewLease();
  std::string LeaseKey() const;

  write::World& world_;
  const write::ResourceDefinition services_;
  const write::ResourceDefinition endpoints_;
  const write::ResourceDefinition slices_;
  const KubernetesServiceOptions options_;
};

}  // namespace pintle::server
