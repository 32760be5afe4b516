#include "apis/core/v1/service_ranges.h"

#include <fmt/format.h>

#include <algorithm>

#include "apis/core/v1/types.h"
#include "pintle/base/strings.h"
#include "pintle/validate/addresses.h"

namespace pintle::apis::core::v1 {
namespace {

constexpr int kV4Bits = 32;
constexpr int kV6Bits = 128;
// How many bits beyond the prefix a range can have, and, where it is a flag, must have.
constexpr int kMaxHostBits = 64;
constexpr int kMinFlagHostBits = 2;
constexpr int kMaxV4FlagHostBits = 20;

uint64_t Half(const validate::IpAddress& address, size_t first) {
  uint64_t half = 0;
  for (size_t i = first; i < first + 8; ++i) half = half << 8 | address.bytes[i];
  return half;
}
uint64_t LowHalf(const validate::IpAddress& address) {
  return address.v4 ? Half(address, 8) & 0xffffffff : Half(address, 8);
}

}  // namespace

std::optional<AddressRange> AddressRange::FromCidr(std::string_view cidr) {
  auto network = validate::ParseCidr(cidr);
  if (!network || network->address.mapped) return std::nullopt;
  AddressRange range;
  range.v6_ = !network->address.v4;
  const int host_bits = (range.v6_ ? kV6Bits : kV4Bits) - network->prefix_bits;
  if (host_bits > kMaxHostBits) return std::nullopt;
  range.prefix_bits_ = network->prefix_bits;
  range.mask_ = host_bits == kMaxHostBits ? UINT64_MAX : (uint64_t{1} << host_bits) - 1;
  range.high_ = range.v6_ ? Half(network->address, 0) : 0;
  range.low_ = LowHalf(network->address) & ~range.mask_;
  return range;
}

std::string_view AddressRange::family() const { return v6_ ? kIPv6Protocol : kIPv4Protocol; }

std::string AddressRange::Text() const { return fmt::format("{}/{}", At(0), prefix_bits_); }

uint64_t AddressRange::count() const {
  if (v6_) return mask_;
  return mask_ > 1 ? mask_ - 1 : 0;
}

uint64_t AddressRange::reserved() const {
  constexpr uint64_t kMin = 16;
  constexpr uint64_t kMax = 256;
  constexpr uint64_t kShare = 16;
  if (mask_ < kMin) return 0;
  return std::clamp(mask_ / kShare + 1, kMin, kMax);
}

std::string AddressRange::At(uint64_t number) const {
  validate::IpAddress address;
  address.v4 = !v6_;
  uint64_t high = high_;
  uint64_t low = low_ | (number & mask_);
  for (size_t i = 8; i-- > 0; high >>= 8, low >>= 8) {
    address.bytes[i] = static_cast<uint8_t>(high);
    address.bytes[i + 8] = static_cast<uint8_t>(low);
  }
  return address.ToString();
}

std::optional<uint64_t> AddressRange::NumberOf(std::string_view text) const {
  auto address = validate::ParseIp(text);
  if (!address || address->v4 == v6_) return std::nullopt;
  const uint64_t low = LowHalf(*address);
  if ((low & ~mask_) != low_ || (v6_ && Half(*address, 0) != high_)) return std::nullopt;
  return low & mask_;
}

Result<std::vector<AddressRange>> ParseAddressRanges(std::string_view flag) {
  std::vector<AddressRange> ranges;
  for (std::string_view cidr : Split(flag, ',')) {
    auto range = AddressRange::FromCidr(TrimSpace(cidr));
    const uint64_t mask = range ? range->count() + (range->is_v6() ? 0 : 1) : 0;
    const bool large_enough = mask >= (uint64_t{1} << kMinFlagHostBits) - 1;
    const bool too_large = range && !range->is_v6() && mask >= uint64_t{1} << kMaxV4FlagHostBits;
    if (!range || !large_enough || too_large) {
      return BadRequest(
          fmt::format("{} is not a range of IPv4 addresses from /{} to /{} or of "
                      "IPv6 addresses from /{} to /{}",
                      Quoted(cidr), kV4Bits - kMinFlagHostBits, kV4Bits - kMaxV4FlagHostBits,
                      kV6Bits - kMinFlagHostBits, kV6Bits - kMaxHostBits));
    }
    ranges.push_back(*range);
  }
  if (ranges.size() > 2) return BadRequest("must not hold more than two values");
  if (ranges.size() == 2 && ranges[0].is_v6() == ranges[1].is_v6()) {
    return BadRequest("of two ranges one must be IPv4 and the other IPv6");
  }
  return ranges;
}

Result<PortRange> PortRange::Parse(std::string_view text) {
  size_t dash = text.find('-');
  PortRange range;
  if (dash != std::string_view::npos) {
    auto first = ParseUint64(text.substr(0, dash));
    auto last = ParseUint64(text.substr(dash + 1));
    if (first && last && *first >= 1 && *first <= *last && *last <= 65535) {
      range.first = static_cast<int32_t>(*first);
      range.last = static_cast<int32_t>(*last);
      return range;
    }
  }
  return BadRequest(fmt::format("{} is not a range of ports", Quoted(text)));
}

std::string PortRange::Text() const { return fmt::format("{}-{}", first, last); }

}  // namespace pintle::apis::core::v1
