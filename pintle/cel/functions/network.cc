#include <fmt/format.h>

#include <algorithm>

#include "pintle/cel/evaluate.h"
#include "pintle/cel/functions/address_text.h"
#include "pintle/cel/functions/cost.h"
#include "pintle/cel/functions/library.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

Address Masked(const Address& address, int64_t bits) {
  Address masked = address;
  for (size_t i = 0; i < address.size; ++i) {
    int64_t kept = std::clamp<int64_t>(bits - static_cast<int64_t>(i) * 8, 0, 8);
    masked.bytes[i] &= static_cast<unsigned char>(0xFF00 >> kept);
  }
  return masked;
}
bool Contains(const Prefix& prefix, const Address& address) {
  return address.size == prefix.address.size &&
         Masked(address, prefix.bits) == Masked(prefix.address, prefix.bits);
}
bool Contains(const Prefix& prefix, const Prefix& other) {
  return prefix.bits <= other.bits && Contains(prefix, other.address);
}

class IpDatum final : public OpaqueDatum {
 public:
  explicit IpDatum(const Address& address) : address(address) {}
  std::string_view type_name() const override { return kIpType; }
  bool Equals(const OpaqueDatum& other) const override {
    return address == static_cast<const IpDatum&>(other).address;
  }
  size_t size() const override { return address.size; }
  Address address;
};
class CidrDatum final : public OpaqueDatum {
 public:
  explicit CidrDatum(const Prefix& prefix) : prefix(prefix) {}
  std::string_view type_name() const override { return kCidrType; }
  bool Equals(const OpaqueDatum& other) const override {
    return prefix == static_cast<const CidrDatum&>(other).prefix;
  }
  size_t size() const override { return static_cast<size_t>(prefix.bits + 7) / 8; }
  Prefix prefix;
};

const Address& AddressOf(const Datum& datum) {
  return static_cast<const IpDatum&>(datum.opaque()).address;
}
const Prefix& PrefixOf(const Datum& datum) {
  return static_cast<const CidrDatum&>(datum.opaque()).prefix;
}
Datum New(Evaluation& evaluation, const Address& address) {
  return Datum::Opaque(evaluation.arena().New<IpDatum>(address));
}
Datum New(Evaluation& evaluation, const Prefix& prefix) {
  return Datum::Opaque(evaluation.arena().New<CidrDatum>(prefix));
}
Datum ToIp(Evaluation& evaluation, Arguments arguments) {
  std::string error;
  std::optional<Address> address = ParseAddress(arguments[0].text(), error);
  return address ? New(evaluation, *address) : NewError(evaluation.arena(), error);
}
Datum IsIp(Evaluation&, Arguments arguments) {
  std::string error;
  return Datum::Bool(ParseAddress(arguments[0].text(), error).has_value());
}
Datum IsCanonical(Evaluation& evaluation, Arguments arguments) {
  std::string error;
  std::optional<Address> address = ParseAddress(arguments[0].text(), error);
  if (!address) return NewError(evaluation.arena(), error);
  return Datum::Bool(AddressText(*address) == arguments[0].text());
}
Datum IpToString(Evaluation& evaluation, Arguments arguments) {
  return NewString(evaluation.arena(), AddressText(AddressOf(arguments[0])));
}
Datum Family(Evaluation&, Arguments arguments) {
  return Datum::Int(AddressOf(arguments[0]).size == 4 ? 4 : 6);
}

bool IsAllZero(const Address& address) { return Address{{}, address.size} == address; }
bool IsLoopback(const Address& address) {
  if (address.size == 4) return address.bytes[0] == 127;
  Address one{{}, 16};
  one.bytes[15] = 1;
  return address == one;
}
bool IsMulticast(const Address& address) {
  return address.size == 4 ? address.bytes[0] >> 4 == 0xE : address.bytes[0] == 0xFF;
}
bool IsLinkLocalMulticast(const Address& address) {
  const auto& bytes = address.bytes;
  if (address.size == 4) return bytes[0] == 224 && bytes[1] == 0 && bytes[2] == 0;
  return bytes[0] == 0xFF && (bytes[1] & 0x0F) == 2;
}
bool IsLinkLocalUnicast(const Address& address) {
  const auto& bytes = address.bytes;
  if (address.size == 4) return bytes[0] == 169 && bytes[1] == 254;
  return bytes[0] == 0xFE && (bytes[1] & 0xC0) == 0x80;
}
bool IsBroadcast(const Address& address) {
  return address.size == 4 &&
         (address.bytes[0] & address.bytes[1] & address.bytes[2] & address.bytes[3]) == 0xFF;
}
bool IsGlobalUnicast(const Address& address) {
  return !IsAllZero(address) && !IsBroadcast(address) && !IsLoopback(address) &&
         !IsMulticast(address) && !IsLinkLocalUnicast(address);
}

template <bool (*kTest)(const Address&)>
Datum Is(Evaluation&, Arguments arguments) {
  return Datum::Bool(kTest(AddressOf(arguments[0])));
}

Datum ToCidr(Evaluation& evaluation, Arguments arguments) {
  std::string error;
  std::optional<Prefix> prefix = ParsePrefix(arguments[0].text(), error);
  return prefix ? New(evaluation, *prefix) : NewError(evaluation.arena(), error);
}
Datum IsCidr(Evaluation&, Arguments arguments) {
  std::string error;
  return Datum::Bool(ParsePrefix(arguments[0].text(), error).has_value());
}
Datum CidrToString(Evaluation& evaluation, Arguments arguments) {
  const Prefix& prefix = PrefixOf(arguments[0]);
  return NewString(evaluation.arena(),
                   fmt::format("{}/{}", AddressText(prefix.address), prefix.bits));
}
Datum CidrIp(Evaluation& evaluation, Arguments arguments) {
  return New(evaluation, PrefixOf(arguments[0]).address);
}
Datum CidrMasked(Evaluation& evaluation, Arguments arguments) {
  const Prefix& prefix = PrefixOf(arguments[0]);
  return New(evaluation, Prefix{Masked(prefix.address, prefix.bits), prefix.bits});
}
Datum PrefixLength(Evaluation&, Arguments arguments) {
  return Datum::Int(PrefixOf(arguments[0]).bits);
}
Datum ContainsIp(Evaluation&, Arguments arguments) {
  return Datum::Bool(Contains(PrefixOf(arguments[0]), AddressOf(arguments[1])));
}
// A text that is no address is an argument that does not fit.
Datum ContainsIpText(Evaluation&, Arguments arguments) {
  std::string error;
  std::optional<Address> address = ParseAddress(arguments[1].text(), error);
  if (!address) return Datum::Error(kNoSuchOverload);
  return Datum::Bool(Contains(PrefixOf(arguments[0]), *address));
}
Datum ContainsCidr(Evaluation&, Arguments arguments) {
  return Datum::Bool(Contains(PrefixOf(arguments[0]), PrefixOf(arguments[1])));
}
Datum ContainsCidrText(Evaluation& evaluation, Arguments arguments) {
  std::string error;
  std::optional<Prefix> prefix = ParsePrefix(arguments[1].text(), error);
  if (!prefix) return NewError(evaluation.arena(), error);
  return Datum::Bool(Contains(PrefixOf(arguments[0]), *prefix));
}

// Bytes are compared up to the length of the prefix; a text is read first.
uint64_t ContainsIpCost(Arguments arguments, const Datum&) {
  uint64_t cost = Scaled(2 * SizeOf(arguments[0]), kTextFactor);
  if (!arguments[1].is(Kind::kString)) return cost;
  return cost + Scaled(SizeOf(arguments[1]), kTextFactor);
}
uint64_t ContainsCidrCost(Arguments arguments, const Datum& result) {
  return ContainsIpCost(arguments, result) + Scaled(SizeOf(arguments[0]), kTextFactor) + 1;
}
// Of a prefix of 16 bytes.
constexpr Estimate kCompared = {1, 4};
constexpr Estimate kMaskedToo = {2, 7};
Estimate TextOf(Sizes sizes) {
  bool text = sizes[1].type && sizes[1].type->kind == TypeKind::kString;
  return text ? Scaled(sizes[1].size, kTextFactor) : Estimate();
}
Estimate ContainsIpEstimate(Sizes sizes, Estimate*) { return Sum(kCompared, TextOf(sizes)); }
Estimate ContainsCidrEstimate(Sizes sizes, Estimate*) { return Sum(kMaskedToo, TextOf(sizes)); }

constexpr Row kRows[] = {
    {"ip", "string_to_ip", "(string) ip", ToIp, TextCost, TextEstimate},
    {"ip", "cidr_ip", "cidr.() ip", CidrIp},
    {"isIP", "is_ip", "(string) bool", IsIp, TextCost, TextEstimate},
    {"ip.isCanonical", "ip_is_canonical", "(string) bool", IsCanonical, TwiceTextCost,
     TwiceTextEstimate},
    {"string", "ip_to_string", "(ip) string", IpToString},
    {"family", "ip_family", "ip.() int", Family},
    {"isUnspecified", "ip_is_unspecified", "ip.() bool", Is<IsAllZero>},
    {"isLoopback", "ip_is_loopback", "ip.() bool", Is<IsLoopback>},
    {"isLinkLocalMulticast", "ip_is_link_local_multicast", "ip.() bool", Is<IsLinkLocalMulticast>},
    {"isLinkLocalUnicast", "ip_is_link_local_unicast", "ip.() bool", Is<IsLinkLocalUnicast>},
    {"isGlobalUnicast", "ip_is_global_unicast", "ip.() bool", Is<IsGlobalUnicast>},
    {"cidr", "string_to_cidr", "(string) cidr", ToCidr, TextCost, TextEstimate},
    {"isCIDR", "is_cidr", "(string) bool", IsCidr, TextCost, TextEstimate},
    {"string", "cidr_to_string", "(cidr) string", CidrToString},
    {"containsIP", "cidr_contains_ip_ip", "cidr.(ip) bool", ContainsIp, ContainsIpCost,
     ContainsIpEstimate},
    {"containsIP", "cidr_contains_ip_string", "cidr.(string) bool", ContainsIpText, ContainsIpCost,
     ContainsIpEstimate},
    {"containsCIDR", "cidr_contains_cidr", "cidr.(cidr) bool", ContainsCidr, ContainsCidrCost,
     ContainsCidrEstimate},
    {"containsCIDR", "cidr_contains_cidr_string", "cidr.(string) bool", ContainsCidrText,
     ContainsCidrCost, ContainsCidrEstimate},
    {"masked", "cidr_masked", "cidr.() cidr", CidrMasked},
    {"prefixLength", "cidr_prefix_length", "cidr.() int", PrefixLength},
};

}  // namespace

std::span<const Row> NetworkRows() { return kRows; }

}  // namespace pintle::cel
