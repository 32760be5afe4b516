#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apis/core/v1/service_ranges.h"
#include "apis/core/v1/types.h"
#include "pintle/object/kind.h"
#include "pintle/object/object.h"
#include "pintle/scheme/scheme.h"
#include "pintle/storage/store.h"
#include "pintle/write/world.h"

// Node ports of services: bits of one RangeAllocation at /registry/ranges/servicenodeports, changed
// by compare and swap.
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
class NodePorts {
 public:
  NodePorts(scheme::Scheme& scheme, PortRange range);

  const PortRange& range() const { return range_; }
  // Takes `port` (0: any but `not_these`). Returns the port, or 0 if it is taken or none is left.
  Task<Result<int32_t>> Take(write::World& world, bool dry_run, int32_t port,
                             const std::vector<int32_t>& not_these) const;
  Task<void> Free(write::World& world, std::vector<int32_t> ports) const;

 private:
  // What is taken, as it stands in the store.
  struct State {
    ::pintle::storage::Revision revision = 0;  // 0: nothing is stored yet
    object::Object object;
  };

  Task<Result<State>> Read(write::World& world) const;
  // False if somebody else has changed it since it was read.
  Task<Result<bool>> Write(write::World& world, State state, const PortBits& bits) const;
  // The bits of this range; those of another, which the server had before, are carried over.
  PortBits BitsOf(const State& state) const;
  uint32_t IndexOf(int32_t port) const { return static_cast<uint32_t>(port - range_.first); }
  int32_t PortAt(uint32_t index) const { return range_.first + static_cast<int32_t>(index); }

  const object::Kind kind_;
  const PortRange range_;
};

// The node ports a service has; none for a null pointer.
std::vector<int32_t> NodePortsOf(const Service* service);

// A random number below `limit`, which is not 0.
uint64_t RandomBelow(write::World& world, uint64_t limit);

}  // namespace pintle::apis::core::v1
