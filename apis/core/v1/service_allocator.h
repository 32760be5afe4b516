#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apis/core/v1/service_ranges.h"
#include "apis/core/v1/types.h"
#include "pintle/base/error.h"
#include "pintle/scheme/scheme.h"
#include "pintle/write/effects.h"
#include "pintle/write/strategy.h"

// Addresses and node ports of services. What is taken stands in the store, where every server of it
// sees the same, as Kubernetes keeps it: an address is taken by the IPAddress object of its name,
// so creating that object is the allocation; node ports are bits of one RangeAllocation at
// /registry/ranges/servicenodeports, changed by compare and swap.
//
// They are taken right before the service is stored and given back if it is not. A server that dies
// in between leaves one taken that nobody has; never one that two have.
namespace pintle::apis::core::v1 {

// Bits of a RangeAllocation: the number whose bit i says whether the ith of the range is taken, its
// bytes the highest first without leading zeros.
class PortBits {
 public:
  explicit PortBits(std::string_view bytes);
  bool Test(uint32_t index) const;
  void Set(uint32_t index, bool taken);
  std::string Bytes() const;

 private:
  std::string low_first_;
};

// Thread-safe: it keeps nothing but its options.
class ServiceAllocator : public std::enable_shared_from_this<ServiceAllocator> {
 public:
  ServiceAllocator(scheme::Scheme& scheme, write::ResourceDefinition addresses,
                   AddressRange address_range, PortRange port_range);

  // As Strategy::allocate and Strategy::release.
  Task<Result<write::Allocation>> Allocate(write::Effects& effects, const write::Context& context,
                                           write::Object& object, const write::Object* old);
  Task<void> Release(write::Effects& effects, const write::Object& removed);

 private:
  // What one write has taken so far, and what it gives back once it is stored.
  struct Changes {
    std::vector<std::string> taken_addresses;
    std::vector<int32_t> taken_ports;
    std::vector<std::string> freed_addresses;
    std::vector<int32_t> freed_ports;
  };

  Task<Status> AllocateAddresses(write::Effects& effects, bool dry_run, write::Object& object,
                                 const Service* old, Changes& changes);
  Task<Status> AllocatePorts(write::Effects& effects, bool dry_run, Service& service,
                             const Service* old, Changes& changes);
  // One of the range that nobody has.
  Task<Result<std::string>> TakeAnyAddress(write::Effects& effects, bool dry_run,
                                           const Service& service);
  Task<Result<bool>> TakeAddress(write::Effects& effects, bool dry_run, const Service& service,
                                 std::string address);
  // `port` 0: any. Returns the port, or 0 if it is taken or none is left.
  Task<Result<int32_t>> TakePort(write::Effects& effects, bool dry_run, int32_t port,
                                 const std::vector<int32_t>& not_these);
  Task<void> FreeAddress(write::Effects& effects, std::string address);
  Task<void> FreePorts(write::Effects& effects, std::vector<int32_t> ports);
  Task<Result<int32_t>> AllocatePort(write::Effects& effects, bool dry_run, int32_t wanted,
                                     const std::string& path, const Service& service,
                                     Changes& changes);

  const write::ResourceDefinition addresses_;
  const object::Kind ports_kind_;
  const AddressRange address_range_;
  const PortRange port_range_;
};

// Lets the services among `all` take what they need.
void AddServiceAllocation(scheme::Scheme& scheme, AddressRange addresses, PortRange ports,
                          std::vector<write::ResourceDefinition>& all);

}  // namespace pintle::apis::core::v1
