#include "pintle/validate/addresses.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "pintle/base/strings.h"

namespace pintle::validate {
namespace {

constexpr int kV4Bits = 32;
constexpr int kV6Bits = 128;
constexpr size_t kGroups = 8;
constexpr std::array<uint8_t, 12> kMappedPrefix = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// A decimal number of at most `max`.
std::optional<int> Decimal(std::string_view text, int max, bool& leading_zeros) {
  if (text.empty() || !std::ranges::all_of(text, IsDigit)) return std::nullopt;
  if (text.size() > 1 && text.front() == '0') leading_zeros = true;
  int number = 0;
  auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || number > max) return std::nullopt;
  return number;
}

bool ParseV4(std::string_view text, uint8_t* out, bool& leading_zeros) {
  std::vector<std::string_view> parts = Split(text, '.');
  if (parts.size() != 4) return false;
  for (size_t i = 0; i < parts.size(); ++i) {
    std::optional<int> part = Decimal(parts[i], UINT8_MAX, leading_zeros);
    if (!part) return false;
    out[i] = static_cast<uint8_t>(*part);
  }
  return true;
}

// Groups of one side of a `::`; an IPv4 address may stand for the last two.
bool ParseGroups(std::string_view text, std::vector<uint16_t>& out, bool& leading_zeros) {
  if (text.empty()) return true;
  std::vector<std::string_view> parts = Split(text, ':');
  for (size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].find('.') != std::string_view::npos) {
      uint8_t v4[4] = {};
      if (i + 1 != parts.size() || !ParseV4(parts[i], v4, leading_zeros)) return false;
      out.push_back(static_cast<uint16_t>(v4[0] << 8 | v4[1]));
      out.push_back(static_cast<uint16_t>(v4[2] << 8 | v4[3]));
      return true;
    }
    uint16_t group = 0;
    const char* last = parts[i].end();
    if (parts[i].empty() || parts[i].size() > 4) return false;
    auto [end, fault] = std::from_chars(parts[i].begin(), last, group, 16);
    if (fault != std::errc() || end != last) return false;
    out.push_back(group);
  }
  return true;
}

bool ParseV6(std::string_view text, IpAddress& out) {
  size_t gap = text.find("::");
  std::vector<uint16_t> groups;
  std::vector<uint16_t> tail;
  if (gap == std::string_view::npos) {
    if (!ParseGroups(text, groups, out.leading_zeros) || groups.size() != kGroups) return false;
  } else {
    std::string_view head = text.substr(0, gap);
    std::string_view rest = text.substr(gap + 2);
    if (head.find('.') != std::string_view::npos || rest.starts_with(':')) return false;
    if (!ParseGroups(head, groups, out.leading_zeros)) return false;
    if (!ParseGroups(rest, tail, out.leading_zeros)) return false;
    if (groups.size() + tail.size() >= kGroups) return false;
    groups.resize(kGroups - tail.size());
    groups.insert(groups.end(), tail.begin(), tail.end());
  }
  for (size_t i = 0; i < kGroups; ++i) {
    out.bytes[2 * i] = static_cast<uint8_t>(groups[i] >> 8);
    out.bytes[2 * i + 1] = static_cast<uint8_t>(groups[i]);
  }
  return true;
}

int BitsOf(const IpAddress& address) { return address.v4 && !address.mapped ? kV4Bits : kV6Bits; }

// The first byte that counts for a prefix of this address.
size_t FirstByte(const IpAddress& address) { return BitsOf(address) == kV4Bits ? 12 : 0; }

bool SamePrefix(const IpAddress& a, const IpAddress& b, int bits) {
  size_t first = FirstByte(a);
  for (int i = 0; i < bits; ++i) {
    size_t byte = first + static_cast<size_t>(i / 8);
    uint8_t mask = static_cast<uint8_t>(0x80 >> (i % 8));
    if ((a.bytes[byte] & mask) != (b.bytes[byte] & mask)) return false;
  }
  return true;
}

IpAddress Masked(const IpNetwork& network) {
  IpAddress masked = network.address;
  size_t first = FirstByte(masked);
  for (int i = network.prefix_bits; i < BitsOf(masked); ++i) {
    masked.bytes[first + static_cast<size_t>(i / 8)] &= static_cast<uint8_t>(~(0x80 >> (i % 8)));
  }
  return masked;
}

}  // namespace

std::string IpAddress::ToString() const {
  if (v4) return fmt::format("{}.{}.{}.{}", bytes[12], bytes[13], bytes[14], bytes[15]);
  std::array<uint16_t, kGroups> groups;
  for (size_t i = 0; i < kGroups; ++i) {
    groups[i] = static_cast<uint16_t>(bytes[2 * i] << 8 | bytes[2 * i + 1]);
  }
  // The first of the longest runs of zero groups is left out, if it is longer than one.
  size_t gap_begin = kGroups;
  size_t gap_size = 1;
  for (size_t i = 0; i < kGroups; ++i) {
    size_t run = 0;
    while (i + run < kGroups && groups[i + run] == 0) ++run;
    if (run > gap_size) {
      gap_begin = i;
      gap_size = run;
    }
  }
  std::string out;
  for (size_t i = 0; i < kGroups; ++i) {
    if (i == gap_begin) {
      out += "::";
      i += gap_size - 1;
      continue;
    }
    if (!out.empty() && out.back() != ':') out += ':';
    out += fmt::format("{:x}", groups[i]);
  }
  return out;
}

bool IpNetwork::IsWithin(const IpNetwork& other) const {
  return BitsOf(address) == BitsOf(other.address) && prefix_bits >= other.prefix_bits &&
         SamePrefix(address, other.address, other.prefix_bits);
}

bool IpNetwork::HasHostBits() const { return Masked(*this).bytes != address.bytes; }

std::optional<IpAddress> ParseIp(std::string_view text) {
  IpAddress address;
  if (text.find(':') == std::string_view::npos) {
    std::copy(kMappedPrefix.begin(), kMappedPrefix.end(), address.bytes.begin());
    if (!ParseV4(text, address.bytes.data() + kMappedPrefix.size(), address.leading_zeros)) {
      return std::nullopt;
    }
    address.v4 = true;
    return address;
  }
  if (!ParseV6(text, address)) return std::nullopt;
  address.mapped = std::equal(kMappedPrefix.begin(), kMappedPrefix.end(), address.bytes.begin());
  address.v4 = address.mapped;
  return address;
}

std::optional<IpNetwork> ParseCidr(std::string_view text) {
  size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  std::optional<IpAddress> address = ParseIp(text.substr(0, slash));
  if (!address) return std::nullopt;
  IpNetwork network{*address, 0, address->leading_zeros};
  std::optional<int> bits =
      Decimal(text.substr(slash + 1), BitsOf(*address), network.leading_zeros);
  if (!bits) return std::nullopt;
  network.prefix_bits = *bits;
  return network;
}

bool IsIpv4(std::string_view text) {
  std::optional<IpAddress> address = ParseIp(text);
  return address && address->v4;
}

bool IsIpv6(std::string_view text) {
  std::optional<IpAddress> address = ParseIp(text);
  return address && !address->v4;
}

void Ip(const field::Path& path, std::string_view text, bool strict, const OldTexts& old,
        field::ErrorList& errors) {
  std::optional<IpAddress> address = ParseIp(text);
  std::string_view fault;
  if (!address) {
    fault = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
  } else if (strict && address->leading_zeros) {
    fault = "must not have leading 0s";
  } else if (strict && address->mapped) {
    fault = "must not be an IPv4-mapped IPv6 address";
  }
  if (!fault.empty() && !old.contains(text)) errors.push_back(field::Invalid(path, text, fault));
}

void Cidr(const field::Path& path, std::string_view text, bool strict, const OldTexts& old,
          field::ErrorList& errors) {
  if (old.contains(text)) return;
  std::optional<IpNetwork> network = ParseCidr(text);
  auto add = [&](std::string_view fault) { errors.push_back(field::Invalid(path, text, fault)); };
  if (!network) return add("must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
  if (!strict) return;
  if (network->leading_zeros) return add("must not have leading 0s in IP or prefix length");
  if (network->address.mapped) add("must not have an IPv4-mapped IPv6 address");
  if (network->HasHostBits()) add("must not have bits set beyond the prefix length");
}

void CanonicalIp(const field::Path& path, std::string_view text, field::ErrorList& errors) {
  size_t before = errors.size();
  Ip(path, text, true, {}, errors);
  std::optional<IpAddress> address = ParseIp(text);
  if (!address || errors.size() != before) return;
  std::string canonical = address->ToString();
  if (canonical != text) {
    errors.push_back(
        field::Invalid(path, text, fmt::format("must be in canonical form (\"{}\")", canonical)));
  }
}

void EndpointIp(const field::Path& path, std::string_view text, field::ErrorList& errors) {
  std::optional<IpAddress> address = ParseIp(text);
  auto add = [&](std::string_view fault) { errors.push_back(field::Invalid(path, text, fault)); };
  if (!address) return add("must be a valid IP address");
  const auto& bytes = address->bytes;
  const uint8_t* v4 = bytes.data() + 12;
  bool v6_zero = std::all_of(bytes.begin(), bytes.end() - 1, [](uint8_t b) { return b == 0; });
  bool is_v4 = address->v4;
  if (is_v4 ? std::all_of(v4, v4 + 4, [](uint8_t b) { return b == 0; })
            : v6_zero && bytes[15] == 0) {
    add(fmt::format("may not be unspecified ({})", text));
  }
  if (is_v4 ? v4[0] == 127 : v6_zero && bytes[15] == 1) {
    add("may not be in the loopback range (127.0.0.0/8, ::1/128)");
  }
  if (is_v4 ? v4[0] == 169 && v4[1] == 254 : bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80) {
    add("may not be in the link-local range (169.254.0.0/16, fe80::/10)");
  }
  if (is_v4 ? v4[0] == 224 && v4[1] == 0 && v4[2] == 0
            : bytes[0] == 0xff && (bytes[1] & 0x0f) == 0x02) {
    add("may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
  }
}

void NotIp(const field::Path& path, std::string_view text, field::ErrorList& errors) {
  if (ParseIp(text)) {
    errors.push_back(field::Invalid(path, text, "must be a DNS name, not an IP address"));
  }
}

}  // namespace pintle::validate
