#include "apis/networking/v1/validation_addresses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apis/validation_for_test.h"

namespace pintle::apis::networking::v1 {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(IPAddressValidation, Names) {
  EXPECT_THAT(IpAddressName("10.0.0.1", false), IsEmpty());
  EXPECT_THAT(IpAddressName("2001:db8::1", false), IsEmpty());
  EXPECT_THAT(IpAddressName("x", false),
              ElementsAre("must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"));
  EXPECT_THAT(IpAddressName("010.0.0.1", false), ElementsAre("must not have leading 0s"));
  EXPECT_THAT(IpAddressName("2001:DB8::1", false),
              ElementsAre("must be in canonical form (\"2001:db8::1\")"));
}

TEST(IPAddressValidation, Faults) {
  const std::string at = "spec.parentRef";
  ExpectFaults<IPAddress>(
      {
          {R"({"spec":{"parentRef":{"resource":"services","name":"a","namespace":"b"}}})", {}},
          {R"({"spec":{"parentRef":{"group":"x.y","resource":"services","name":"a"}}})", {}},
          {"{}", {at + ": Required value"}},
          {R"({"spec":{"parentRef":{}}})",
           {at + ".resource: Required value", at + ".name: Required value"}},
          {R"({"spec":{"parentRef":{"group":"A","resource":"a/b","name":"..","namespace":"%"}}})",
           {at + ".group: Invalid value: \"A\": a lowercase RFC 1123 subdomain...",
            at + ".resource: Invalid value: \"a/b\": may not contain '/'",
            at + ".name: Invalid value: \"..\": may not be '..'",
            at + ".namespace: Invalid value: \"%\": may not contain '%'"}},
      },
      [](const IPAddress& address, field::ErrorList& errors) {
        errors = ValidateIPAddress(address);
      });
  ExpectUpdateFaults<IPAddress>(
      {{R"({"spec":{"parentRef":{"resource":"services","name":"a"}}})",
        R"({"spec":{"parentRef":{"resource":"services","name":"a"}}})",
        {}},
       {R"({"spec":{"parentRef":{"resource":"services","name":"a"}}})",
        R"({"spec":{"parentRef":{"resource":"services","name":"b"}}})",
        {at + ": Invalid value: {..."}}},
      [](const IPAddress& address, const IPAddress& old, field::ErrorList& errors) {
        errors = ValidateIPAddressUpdate(address, old);
      });
}

TEST(ServiceCIDRValidation, Faults) {
  ExpectFaults<ServiceCIDR>(
      {
          {R"({"spec":{"cidrs":["10.0.0.0/24"]}})", {}},
          {R"({"spec":{"cidrs":["2001:db8::/64","10.0.0.0/24"]}})", {}},
          {R"({"spec":{}})", {"spec.cidrs: Required value: at least one CIDR required"}},
          {R"({"spec":{"cidrs":["10.0.0.0/24","10.1.0.0/24"]}})",
           {"spec.cidrs: Invalid value: {\"CIDRs\":[\"10.0.0.0/24\",\"10.1.0.0/24\"]}: may specify "
            "no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64"}},
          {R"({"spec":{"cidrs":["a","b","c"]}})",
           {"spec.cidrs: Invalid value: {\"CIDRs\":[\"a\",\"b\",\"c\"]}: may only hold up to 2 "
            "values"}},
          {R"({"spec":{"cidrs":["10.0.0.1/24"]}})",
           {"spec.cidrs[0]: Invalid value: \"10.0.0.1/24\": must not have bits set beyond the "
            "prefix "
            "length"}},
          {R"({"spec":{"cidrs":["x"]}})",
           {"spec.cidrs[0]: Invalid value: \"x\": must be a valid CIDR value, (e.g. 10.9.8.0/24 or "
            "2001:db8::/64)"}},
      },
      [](const ServiceCIDR& network, field::ErrorList& errors) {
        errors = ValidateServiceCIDR(network);
      });
}

TEST(ServiceCIDRValidation, Updates) {
  const std::string one = R"({"spec":{"cidrs":["10.0.0.0/24"]}})";
  const std::string two = R"({"spec":{"cidrs":["10.0.0.0/24","2001:db8::/64"]}})";
  ExpectUpdateFaults<ServiceCIDR>(
      {{one, one, {}},
       {one, two, {}},
       {two, one, {"spec.cidrs: Invalid value: [\"10.0.0.0/24\"]: field is immutable"}},
       {one,
        R"({"spec":{"cidrs":["10.1.0.0/24"]}})",
        {"spec.cidrs[0]: Invalid value: \"10.1.0.0/24\": field is immutable"}},
       {one,
        R"({"spec":{"cidrs":["10.1.0.0/24","2001:db8::/64"]}})",
        {"spec.cidrs[0]: Invalid value: \"10.1.0.0/24\": field is immutable"}},
       {one,
        R"({"spec":{"cidrs":["10.0.0.0/24","10.1.0.0/24"]}})",
        {"spec.cidrs: Invalid value: {\"CIDRs\":[\"10.0.0.0/24\",\"10.1.0.0/24\"]}: may specify no "
         "more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64"}}},
      [](const ServiceCIDR& network, const ServiceCIDR& old, field::ErrorList& errors) {
        errors = ValidateServiceCIDRUpdate(network, old);
      });
}

}  // namespace
}  // namespace pintle::apis::networking::v1
