#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/error.h"

// Where addresses and node ports of services come from.
namespace pintle::apis::core::v1 {

// A network whose addresses are given out, IPv4 or IPv6, of at most 2^64 addresses. Addresses are
// numbered from 0, the network's own, which is never given out; of IPv4 the last is not either.
class AddressRange {
 public:
  AddressRange() = default;  // 10.0.0.0/24
  // Nothing for what is no network or too large.
  static std::optional<AddressRange> FromCidr(std::string_view cidr);

  bool is_v6() const { return v6_; }
  // `IPv4` or `IPv6`
  std::string_view family() const;
  // `10.0.0.0/24`
  std::string Text() const;
  // How many are given out: those from 1 to this.
  uint64_t count() const;
  // The lowest of them are for those who ask for an address by name; others get one of these only
  // when nothing else is left.
  uint64_t reserved() const;
  std::string At(uint64_t number) const;
  // Nothing for an address that is not in the network.
  std::optional<uint64_t> NumberOf(std::string_view address) const;

 private:
  bool v6_ = false;
  // The network's address, highest bits first; of IPv4 the low half only.
  uint64_t high_ = 0;
  uint64_t low_ = 0x0a000000;
  int prefix_bits_ = 24;
  uint64_t mask_ = 255;  // of the bits beyond the prefix
};

// `--service-cluster-ip-range`: one range, or one of each family, the primary one first. IPv4 from
// /30 to /12, IPv6 from /126 to /64.
Result<std::vector<AddressRange>> ParseAddressRanges(std::string_view flag);

struct PortRange {
  int32_t first = 30000;
  int32_t last = 32767;

  // `30000-32767`
  static Result<PortRange> Parse(std::string_view text);
  std::string Text() const;
  bool contains(int32_t port) const { return port >= first && port <= last; }
};

}  // namespace pintle::apis::core::v1
