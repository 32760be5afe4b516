#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apis/core/v1/service_addresses.h"
#include "apis/core/v1/service_ports.h"
#include "apis/core/v1/service_ranges.h"
#include "apis/core/v1/types.h"
#include "pintle/base/error.h"
#include "pintle/resource/definition.h"
#include "pintle/scheme/scheme.h"
#include "pintle/write/world.h"

// Addresses and node ports of services. What is taken stands in the store, where every server of it
// sees the same, as Kubernetes keeps it.
//
// They are taken right before the service is stored and given back if it is not. A server that dies
// in between, or a store that fails without saying whether it wrote, leaves one taken that nobody
// has; never one that two have.
namespace pintle::apis::core::v1 {

// Thread-safe: it keeps nothing but its options.
class ServiceAllocator : public std::enable_shared_from_this<ServiceAllocator> {
 public:
  ServiceAllocator(ServiceAddresses addresses, NodePorts ports)
      : addresses_(std::move(addresses)), ports_(std::move(ports)) {}

  // As Strategy::allocate and Strategy::release.
  Task<Result<write::Claim>> Allocate(write::World& world, const write::Request& request,
                                      write::Object& object, const write::Object* old);
  Task<void> Release(write::World& world, const write::Object& removed);
  // What stands in the way of addresses for the service; if anything does, nothing else is looked
  // at. `old` is null on creation.
  field::ErrorList Faults(const write::Context& context, const write::Object& object,
                          const write::Object* old) const;

 private:
  // What one write has taken so far, and what it gives back once it is stored.
  struct Changes {
    ServiceName service;
    std::vector<std::string> taken_addresses;
    std::vector<int32_t> taken_ports;
    std::vector<std::string> freed_addresses;
    std::vector<int32_t> freed_ports;

    bool empty() const {
      return taken_addresses.empty() && taken_ports.empty() && freed_addresses.empty() &&
             freed_ports.empty();
    }
  };

  Task<Status> AllocateAddresses(write::World& world, bool dry_run, write::Object& object,
                                 const Service* old, Changes& changes);
  Task<Status> AllocatePorts(write::World& world, bool dry_run, Service& service,
                             const Service* old, Changes& changes);
  Task<Result<int32_t>> AllocatePort(write::World& world, bool dry_run, int32_t wanted,
                                     const std::string& path, const Service& service,
                                     Changes& changes);
  Task<void> GiveBack(write::World& world, const ServiceName& service,
                      std::vector<std::string> addresses, std::vector<int32_t> ports);

  const ServiceAddresses addresses_;
  const NodePorts ports_;
};

// Lets the services among `all` take what they need, and completes those of old releases.
void AddServiceAllocation(scheme::Scheme& scheme, std::vector<AddressRange> addresses,
                          PortRange ports, std::vector<write::ResourceDefinition>& all);

}  // namespace pintle::apis::core::v1
