#include "apis/core/v1/service_ranges.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"
#include "pintle/validate/addresses.h"

namespace pintle::apis::core::v1 {
namespace {

constexpr int kMinPrefixBits = 12;
constexpr int kMaxPrefixBits = 30;

}  // namespace

Result<AddressRange> AddressRange::Parse(std::string_view cidr) {
  auto network = validate::ParseCidr(cidr);
  if (!network || !network->address.v4 || network->prefix_bits < kMinPrefixBits ||
      network->prefix_bits > kMaxPrefixBits) {
    return BadRequest(fmt::format("{} is not a range of IPv4 addresses from /{} to /{}",
                                  Quoted(cidr), kMaxPrefixBits, kMinPrefixBits));
  }
  AddressRange range{.first = 0};
  range.size = uint32_t{1} << (32 - network->prefix_bits);
  for (size_t i = 12; i < 16; ++i) range.first = range.first << 8 | network->address.bytes[i];
  range.first &= ~(range.size - 1);
  return range;
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
