#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "pintle/validate/addresses.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/cron.h"
#include "pintle/validate/domains.h"
#include "pintle/validate/paths.h"
#include "pintle/validate/ports.h"

namespace pintle::validate {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

std::vector<std::string> Texts(const field::ErrorList& errors) {
  std::vector<std::string> out;
  for (const field::Error& error : errors) out.push_back(error.Text());
  return out;
}

TEST(Addresses, ParseAndPrint) {
  struct Case {
    std::string text;
    std::string canonical;  // empty if it is no address
  };
  for (const Case& c : std::vector<Case>{{"1.2.3.4", "1.2.3.4"},
                                         {"001.2.3.4", "1.2.3.4"},
                                         {"1.2.3", ""},
                                         {"1.2.3.256", ""},
                                         {"1.2.3.4.5", ""},
                                         {"", ""},
                                         {"::", "::"},
                                         {"::1", "::1"},
                                         {"1::", "1::"},
                                         {"2001:DB8::FFFF", "2001:db8::ffff"},
                                         {"1:0:0:2:0:0:0:3", "1:0:0:2::3"},
                                         {"1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"},
                                         {"1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"},
                                         {"1:2:3:4:5:6:7:8:9", ""},
                                         {"1::2::3", ""},
                                         {":::", ""},
                                         {"12345::", ""},
                                         {"::ffff:1.2.3.4", "1.2.3.4"},
                                         {"64:ff9b::1.2.3.4", "64:ff9b::102:304"},
                                         {"fe80::1%eth0", ""}}) {
    std::optional<IpAddress> address = ParseIp(c.text);
    EXPECT_EQ(address ? address->ToString() : "", c.canonical) << c.text;
  }
}

TEST(Addresses, Faults) {
  const field::Path path("p");
  auto ip = [&](std::string_view text, bool strict, const OldTexts& old) {
    field::ErrorList errors;
    Ip(path, text, strict, old, errors);
    return Texts(errors);
  };
  const OldTexts old = {"010.0.0.1", "x"};
  EXPECT_THAT(ip("10.0.0.1", true, {}), IsEmpty());
  EXPECT_THAT(ip("x", true, {}),
              ElementsAre("p: Invalid value: \"x\": must be a valid IP address, (e.g. 10.9.8.7 or "
                          "2001:db8::ffff)"));
  EXPECT_THAT(ip("010.0.0.1", true, {}),
              ElementsAre("p: Invalid value: \"010.0.0.1\": must not have leading 0s"));
  EXPECT_THAT(ip("::ffff:1.2.3.4", true, {}),
              ElementsAre("p: Invalid value: \"::ffff:1.2.3.4\": must not be an IPv4-mapped IPv6 "
                          "address"));
  EXPECT_THAT(ip("010.0.0.1", false, {}), IsEmpty());
  EXPECT_THAT(ip("010.0.0.1", true, old), IsEmpty());
  EXPECT_THAT(ip("x", true, old), IsEmpty());

  field::ErrorList errors;
  CanonicalIp(path, "2001:DB8::1", errors);
  EndpointIp(path, "0.0.0.0", errors);
  EndpointIp(path, "127.0.0.1", errors);
  EndpointIp(path, "::1", errors);
  EndpointIp(path, "169.254.1.1", errors);
  EndpointIp(path, "fe80::1", errors);
  EndpointIp(path, "224.0.0.1", errors);
  EndpointIp(path, "ff02::1", errors);
  EndpointIp(path, "10.0.0.1", errors);
  EndpointIp(path, "2001:db8::1", errors);
  const std::string loopback = ": may not be in the loopback range (127.0.0.0/8, ::1/128)";
  const std::string local = ": may not be in the link-local range (169.254.0.0/16, fe80::/10)";
  const std::string multicast =
      ": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)";
  EXPECT_THAT(Texts(errors),
              ElementsAre("p: Invalid value: \"2001:DB8::1\": must be in canonical form "
                          "(\"2001:db8::1\")",
                          "p: Invalid value: \"0.0.0.0\": may not be unspecified (0.0.0.0)",
                          "p: Invalid value: \"127.0.0.1\"" + loopback,
                          "p: Invalid value: \"::1\"" + loopback,
                          "p: Invalid value: \"169.254.1.1\"" + local,
                          "p: Invalid value: \"fe80::1\"" + local,
                          "p: Invalid value: \"224.0.0.1\"" + multicast,
                          "p: Invalid value: \"ff02::1\"" + multicast));
}

TEST(Addresses, Networks) {
  const field::Path path("p");
  struct Case {
    std::string text;
    std::vector<std::string> faults;
  };
  for (const Case& c : std::vector<Case>{
           {"10.0.0.0/8", {}},
           {"2001:db8::/64", {}},
           {"10.0.0.0", {"must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"}},
           {"10.0.0.0/33", {"must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"}},
           {"010.0.0.0/8", {"must not have leading 0s in IP or prefix length"}},
           {"10.0.0.0/08", {"must not have leading 0s in IP or prefix length"}},
           {"::ffff:10.0.0.0/104", {"must not have an IPv4-mapped IPv6 address"}},
           {"10.0.0.1/8", {"must not have bits set beyond the prefix length"}}}) {
    field::ErrorList errors;
    Cidr(path, c.text, true, {}, errors);
    std::vector<std::string> want;
    for (const std::string& fault : c.faults) {
      want.push_back("p: Invalid value: \"" + c.text + "\": " + fault);
    }
    EXPECT_THAT(Texts(errors), ElementsAreArray(want));
  }
  EXPECT_TRUE(ParseCidr("10.1.0.0/16")->IsWithin(*ParseCidr("10.0.0.0/8")));
  EXPECT_FALSE(ParseCidr("11.1.0.0/16")->IsWithin(*ParseCidr("10.0.0.0/8")));
  EXPECT_FALSE(ParseCidr("10.0.0.0/8")->IsWithin(*ParseCidr("10.1.0.0/16")));
}

TEST(Ports, NamesAndPercentages) {
  EXPECT_THAT(IsPortName("http-alt2"), IsEmpty());
  EXPECT_THAT(
      IsPortName("1--A-"),
      ElementsAre("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
                  "must contain at least one letter (a-z)", "must not contain consecutive hyphens",
                  "must not begin or end with a hyphen"));
  EXPECT_THAT(IsPortName("abcdefghijklmnop"), ElementsAre("must be no more than 15 characters"));
  EXPECT_THAT(IsPortNumber(0), ElementsAre("must be between 1 and 65535, inclusive"));
  EXPECT_THAT(IsPortNumber(65535), IsEmpty());
  EXPECT_THAT(IsPercent("25%"), IsEmpty());
  EXPECT_EQ(IsPercent("%").size(), 1U);
  EXPECT_EQ(IsPercent("2x%").size(), 1U);
  EXPECT_EQ(PercentOf("25%"), 25);
  EXPECT_EQ(PercentOf("x"), 0);
}

TEST(Paths, Faults) {
  const field::Path path("p");
  field::ErrorList errors;
  RelativePath(path, "a/b..c", errors);
  RelativePath(path, "/a", errors);
  RelativePath(path, "a/../b", errors);
  LocalPath(path, "..data", errors);
  LocalPath(path, "../data", errors);
  FileMode(path, 0777, errors);
  FileMode(path, 01000, errors);
  FileMode(path, -1, errors);
  const std::string mode = ": must be a number between 0 and 0777 (octal), both inclusive";
  EXPECT_THAT(Texts(errors),
              ElementsAre("p: Invalid value: \"/a\": must be a relative path",
                          "p: Invalid value: \"a/../b\": must not contain '..'",
                          "p: Invalid value: \"..data\": must not start with '..'",
                          "p: Invalid value: \"../data\": must not contain '..'",
                          "p: Invalid value: 512" + mode, "p: Invalid value: -1" + mode));
}

TEST(Domains, Faults) {
  const field::Path path("p");
  field::ErrorList errors;
  DomainPath(path, "acme.io/foo", errors);
  DomainPath(path, "", errors);
  DomainPath(path, "acme.io", errors);
  DomainPath(path, "acme.io/a b", errors);
  FullyQualifiedName(path, "a.b.c", errors);
  FullyQualifiedName(path, "a.b", errors);
  FullyQualifiedDomainName(path, "a.b.", errors);
  FullyQualifiedDomainName(path, "a", errors);
  EXPECT_THAT(
      Texts(errors),
      ElementsAre("p: Required value",
                  "p: Invalid value: \"acme.io\": must be a domain-prefixed path (such as "
                  "\"acme.io/foo\")",
                  "p: Invalid value: \"a b\": Invalid path (regex used for validation is "
                  "'[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
                  "p: Invalid value: \"a.b\": should be a domain with at least three segments "
                  "separated by dots",
                  "p: Invalid value: \"a\": should be a domain with at least two segments "
                  "separated by dots"));
}

TEST(Names, FurtherForms) {
  EXPECT_THAT(IsDns1123SubdomainWithUnderscore("_sip._tcp.example.com"), IsEmpty());
  EXPECT_EQ(IsDns1123SubdomainWithUnderscore("__a").size(), 0U + 1U);
  EXPECT_THAT(IsWildcardDns1123Subdomain("*.example.com"), IsEmpty());
  EXPECT_EQ(IsWildcardDns1123Subdomain("a.*.com").size(), 1U);
  EXPECT_THAT(IsHttpHeaderName("X-A"), IsEmpty());
  EXPECT_EQ(IsHttpHeaderName("X A").size(), 1U);
  EXPECT_THAT(IsEnvironmentName("a b"), IsEmpty());
  EXPECT_EQ(IsEnvironmentName("a=b").size(), 1U);
  EXPECT_THAT(IsSysctlName("net.ipv4/conf.a_b"), IsEmpty());
  EXPECT_EQ(IsSysctlName("net..x").size(), 1U);
  EXPECT_THAT(IsConditionReason("A_b,c:d"), IsEmpty());
  EXPECT_EQ(IsConditionReason("1a").size(), 1U);
}

TEST(Cron, Schedules) {
  struct Case {
    std::string text;
    std::string fault;
  };
  for (const Case& c : std::vector<Case>{
           {"* * * * *", ""},
           {"*/5 0-6 1,15 jan-MAR mon-fri", ""},
           {"@daily", ""},
           {"@every 1h30m", ""},
           {"TZ=UTC 0 0 * * *", ""},
           {"every day", "expected exactly 5 fields, found 2: [every day]"},
           {"@never", "unrecognized descriptor: @never"},
           {"60 * * * *", "end of range (60) above maximum (59): 60"},
           {"* * 0 * *", "beginning of range (0) below minimum (1): 0"},
           {"5-3 * * * *", "beginning of range (5) beyond end of range (3): 5-3"},
           {"1-2-3 * * * *", "too many hyphens: 1-2-3"},
           {"*/1/2 * * * *", "too many slashes: */1/2"},
           {"*/0 * * * *", "step of range should be a positive number: */0"},
           {"TZ=Nope/X * * * * *", "provided bad location Nope/X: unknown time zone Nope/X"},
           {"@every 1x",
            "failed to parse duration @every 1x: time: unknown unit \"x\" in duration \"1x\""},
           {"x-1-2 * * * *",
            "failed to parse int from x: strconv.Atoi: parsing \"x\": invalid syntax"},
           {"9999999999999999999 * * * *",
            "failed to parse int from 9999999999999999999: strconv.Atoi: parsing "
            "\"9999999999999999999\": value out of range"},
           {"x * * * *",
            "failed to parse int from x: strconv.Atoi: parsing \"x\": invalid syntax"}}) {
    EXPECT_EQ(CronScheduleFault(c.text), c.fault) << c.text;
  }
  EXPECT_TRUE(IsTimeZone("UTC"));
  EXPECT_TRUE(IsTimeZone("Local"));
  if (std::filesystem::exists("/usr/share/zoneinfo/zone.tab")) {
    EXPECT_FALSE(IsTimeZone("zone.tab"));
    EXPECT_FALSE(IsTimeZone("local"));
    EXPECT_FALSE(IsTimeZone(std::string_view("Etc/UTC\0x", 9)));
  }
}

}  // namespace
}  // namespace pintle::validate
