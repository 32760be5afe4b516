#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "apis/core/v1/service_ranges.h"
#include "apis/core/v1/types.h"
#include "pintle/base/error.h"
#include "pintle/resource/definition.h"
#include "pintle/write/world.h"

// Addresses of services. An address is taken by the IPAddress object of its name, so creating that
// object is the allocation. They come from the networks of all ServiceCIDRs that are ready.
namespace pintle::apis::core::v1 {

// Who takes an address.
struct ServiceName {
  std::string namespace_name;
  std::string name;
};

// Thread-safe: it keeps nothing but its options.
class ServiceAddresses {
 public:
  // `configured` is where addresses come from as long as there are no ServiceCIDRs.
  ServiceAddresses(write::ResourceDefinition addresses, write::ResourceDefinition networks,
                   std::vector<AddressRange> configured);

  // The families of the cluster, the primary one first.
  std::vector<IPFamily> Families() const;

  // Takes this address; fails with Conflict and why not if it cannot be had.
  Task<Status> Take(write::World& world, bool dry_run, const ServiceName& service,
                    std::string address) const;
  // Takes one of the family that nobody has.
  Task<Result<std::string>> TakeAny(write::World& world, bool dry_run, const ServiceName& service,
                                    IPFamily family) const;
  // Gives it back if the service has it.
  Task<void> Free(write::World& world, const ServiceName& service, std::string address) const;

 private:
  // The networks that can be taken from now.
  Task<Result<std::vector<AddressRange>>> Ranges(write::World& world) const;
  // Makes the object; false if it is there.
  Task<Result<bool>> Create(write::World& world, bool dry_run, const ServiceName& service,
                            std::string address) const;
  // An empty text if none is left.
  Task<Result<std::string>> TakeFrom(write::World& world, bool dry_run, const ServiceName& service,
                                     const AddressRange& range) const;
  // Looks at all that is taken to find what is not.
  Task<Result<std::string>> Search(write::World& world, bool dry_run, const ServiceName& service,
                                   const AddressRange& range) const;

  const write::ResourceDefinition addresses_;
  const write::ResourceDefinition networks_;
  const std::vector<AddressRange> configured_;
};

// The first number from `start` on, then from `first`, up to `last`, that is not in `taken`;
// nothing if there is none.
std::optional<uint64_t> FirstFree(const std::set<uint64_t>& taken, uint64_t first, uint64_t last,
                                  uint64_t start);

}  // namespace pintle::apis::core::v1
