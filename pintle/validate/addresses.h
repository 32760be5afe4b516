#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "pintle/field/errors.h"
#include "pintle/typeinfo/types.h"

// IP addresses and networks in the fields of objects. The fields took sloppy texts once
// (`010.1.2.3` and `::ffff:1.2.3.4`), so old values of an object are let pass where a caller gives
// them.
namespace pintle::validate {

struct IpAddress {
  std::array<uint8_t, 16> bytes{};  // IPv4 stands in the last four
  bool v4 = false;                  // in its IPv6-mapped form too
  bool mapped = false;              // written as `::ffff:1.2.3.4`
  bool leading_zeros = false;       // a decimal part begins with 0

  // The canonical text.
  std::string ToString() const;
};
struct IpNetwork {
  IpAddress address;
  int prefix_bits = 0;  // of 32 or 128
  bool leading_zeros = false;

  // Whether it lies in `other`, or is it.
  bool IsWithin(const IpNetwork& other) const;
  // Whether the address has bits beyond the prefix.
  bool HasHostBits() const;
};

// Nothing for what is no address. Leading zeros are accepted.
std::optional<IpAddress> ParseIp(std::string_view text);
std::optional<IpNetwork> ParseCidr(std::string_view text);
bool IsIpv4(std::string_view text);
bool IsIpv6(std::string_view text);

// There may be many thousands.
using OldTexts = std::unordered_set<std::string_view>;

// Errors are left out for a value that is among `old`. Without `strict` anything that parses is
// good.
void Ip(const field::Path& path, std::string_view text, bool strict, const OldTexts& old,
        field::ErrorList& errors);
void Cidr(const field::Path& path, std::string_view text, bool strict, const OldTexts& old,
          field::ErrorList& errors);
// Canonical texts only.
void CanonicalIp(const field::Path& path, std::string_view text, field::ErrorList& errors);
// Not unspecified, loopback or link-local: what an endpoint of a service may be.
void EndpointIp(const field::Path& path, std::string_view text, field::ErrorList& errors);
// `text` may not be an address where a DNS name is wanted.
void NotIp(const field::Path& path, std::string_view text, field::ErrorList& errors);

}  // namespace pintle::validate
