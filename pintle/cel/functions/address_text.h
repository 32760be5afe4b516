#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// IP addresses and networks as text.
namespace pintle::cel {

// 4 or 16 bytes.
struct Address {
  std::array<unsigned char, 16> bytes = {};
  size_t size = 0;
  friend bool operator==(const Address&, const Address&) = default;
};

// `10.1.2.3/8`: host bits are kept.
struct Prefix {
  Address address;
  int64_t bits = 0;
  friend bool operator==(const Prefix&, const Prefix&) = default;
};

// No zones, no IPv4 addresses in IPv6 form, no leading zeros. Nothing, with `error` set, for
// others.
std::optional<Address> ParseAddress(std::string_view text, std::string& error);
std::optional<Prefix> ParsePrefix(std::string_view text, std::string& error);

// The canonical form: lower case, the first longest run of two or more zero groups as `::`.
std::string AddressText(const Address& address);

}  // namespace pintle::cel
