#include "apis/core/v1/service_ranges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apis/core/v1/service_addresses.h"
#include "apis/core/v1/service_ports.h"

namespace pintle::apis::core::v1 {
namespace {

using testing::HasSubstr;

TEST(AddressRange, NumbersAddresses) {
  struct Case {
    const char* cidr;
    const char* text;
    uint64_t count;
    uint64_t reserved;
    const char* first;
    const char* last;
  };
  const Case cases[] = {
      {"10.0.0.0/24", "10.0.0.0/24", 254, 16, "10.0.0.1", "10.0.0.254"},
      {"10.1.2.3/16", "10.1.0.0/16", 65534, 256, "10.1.0.1", "10.1.255.254"},
      {"192.168.7.16/28", "192.168.7.16/28", 14, 0, "192.168.7.17", "192.168.7.30"},
      {"10.0.0.0/27", "10.0.0.0/27", 30, 16, "10.0.0.1", "10.0.0.30"},
      {"fd00::/112", "fd00::/112", 65535, 256, "fd00::1", "fd00::ffff"},
      {"2001:db8::8:0/125", "2001:db8::8:0/125", 7, 0, "2001:db8::8:1", "2001:db8::8:7"},
      {"fd00:1:2:3::/64", "fd00:1:2:3::/64", UINT64_MAX, 256, "fd00:1:2:3::1",
       "fd00:1:2:3:ffff:ffff:ffff:ffff"},
  };
  for (const Case& c : cases) {
    auto range = AddressRange::FromCidr(c.cidr);
    ASSERT_TRUE(range) << c.cidr;
    EXPECT_EQ(range->Text(), c.text);
    EXPECT_EQ(range->count(), c.count);
    EXPECT_EQ(range->reserved(), c.reserved);
    EXPECT_EQ(range->At(1), c.first);
    EXPECT_EQ(range->At(range->count()), c.last);
    EXPECT_EQ(range->NumberOf(c.first), 1u);
    EXPECT_EQ(range->NumberOf(c.last), c.count);
  }
  EXPECT_EQ(AddressRange().Text(), "10.0.0.0/24");
  EXPECT_EQ(AddressRange().NumberOf("10.0.0.255"), 255u);
  for (const char* outside : {"10.0.1.0", "9.255.255.255", "fd00::1", "", "x"}) {
    EXPECT_FALSE(AddressRange().NumberOf(outside)) << outside;
  }
  EXPECT_EQ(AddressRange::FromCidr("10.0.0.0/32")->count(), 0u);
  EXPECT_EQ(AddressRange::FromCidr("10.0.0.0/31")->count(), 0u);
  EXPECT_EQ(AddressRange::FromCidr("fd00::/128")->count(), 0u);
  for (const char* bad : {"", "10.0.0.0", "fd00::/63", "::ffff:10.0.0.0/120", "10.0.0.0/33"}) {
    EXPECT_FALSE(AddressRange::FromCidr(bad)) << bad;
  }
}

TEST(AddressRange, Flags) {
  auto dual = ParseAddressRanges("10.0.0.0/12, fd00::/64");
  ASSERT_TRUE(dual);
  ASSERT_EQ(dual->size(), 2u);
  EXPECT_EQ((*dual)[0].family(), "IPv4");
  EXPECT_EQ((*dual)[1].family(), "IPv6");
  EXPECT_TRUE(ParseAddressRanges("fd00::/126,10.0.0.0/30"));
  const std::pair<const char*, const char*> cases[] = {
      {"", "\"\" is not a range of IPv4 addresses from /30 to /12 or of IPv6"},
      {"10.0.0.0", "is not a range"},
      {"10.0.0.0/31", "is not a range"},
      {"10.0.0.0/11", "is not a range"},
      {"fd00::/127", "is not a range"},
      {"fd00::/63", "is not a range"},
      {"10.0.0.0/24,", "is not a range"},
      {"10.0.0.0/24,10.1.0.0/24", "one must be IPv4 and the other IPv6"},
      {"fd00::/112,fd01::/112", "one must be IPv4 and the other IPv6"},
      {"10.0.0.0/24,fd01::/112,10.1.0.0/24", "must not hold more than two values"},
  };
  for (const auto& [flag, message] : cases) {
    auto ranges = ParseAddressRanges(flag);
    ASSERT_FALSE(ranges) << flag;
    EXPECT_THAT(ranges.error().message(), HasSubstr(message));
  }
}

TEST(PortRange, Flags) {
  EXPECT_EQ(PortRange::Parse("1-65535")->Text(), "1-65535");
  for (const char* bad : {"5", "9-5", "0-5", "1-65536", "-"})
    EXPECT_FALSE(PortRange::Parse(bad)) << bad;
}

TEST(FirstFree, SearchesFromTheStartAndThenFromTheFirst) {
  EXPECT_EQ(FirstFree({}, 1, 10, 4), 4u);
  EXPECT_EQ(FirstFree({4, 5, 7}, 1, 10, 4), 6u);
  EXPECT_EQ(FirstFree({4, 5, 6, 7, 8, 9, 10}, 1, 10, 4), 1u);
  EXPECT_EQ(FirstFree({1, 2, 4, 5}, 1, 5, 4), 3u);
  EXPECT_EQ(FirstFree({1, 2, 3}, 1, 3, 2), std::nullopt);
  EXPECT_EQ(FirstFree({}, 1, 0, 1), std::nullopt);
  EXPECT_EQ(FirstFree({UINT64_MAX}, 5, UINT64_MAX, UINT64_MAX), 5u);
}

TEST(PortBits, BytesAreTheHighestFirst) {
  PortBits bits("");
  EXPECT_EQ(bits.Bytes(), "");
  bits.Set(0, true);
  bits.Set(9, true);
  EXPECT_EQ(bits.Bytes(), std::string("\x02\x01", 2));
  PortBits read(bits.Bytes());
  EXPECT_TRUE(read.Test(9));
  EXPECT_FALSE(read.Test(8));
  read.Set(9, false);
  EXPECT_EQ(read.Bytes(), std::string("\x01", 1));
}

}  // namespace
}  // namespace pintle::apis::core::v1
