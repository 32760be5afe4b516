#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pintle/base/error.h"

// Where addresses and node ports of services come from.
namespace pintle::apis::core::v1 {

// A range of IPv4 addresses.
struct AddressRange {
  uint32_t first = 0x0a000000;  // of the network: 10.0.0.0
  uint32_t size = 256;          // all of it, a power of two

  // `10.0.0.0/24`; from /30 to /12.
  static Result<AddressRange> Parse(std::string_view cidr);
  // Neither the network nor its broadcast address is ever given out.
  bool contains(uint32_t address) const { return address > first && address - first < size - 1; }
};

struct PortRange {
  int32_t first = 30000;
  int32_t last = 32767;

  // `30000-32767`
  static Result<PortRange> Parse(std::string_view text);
  std::string Text() const;
};

}  // namespace pintle::apis::core::v1
