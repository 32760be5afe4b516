#include "pintle/base/bytes.h"

#include <gtest/gtest.h>

#include "pintle/base/clock.h"

namespace pintle {
namespace {

TEST(Bytes, CopiesShareTheData) {
  Bytes bytes(std::string("data\0more", 9));
  Bytes copy = bytes;
  EXPECT_EQ(copy.view(), std::string_view("data\0more", 9));
  EXPECT_EQ(copy.view().data(), bytes.view().data());
  EXPECT_EQ(copy.size(), 9U);
}

TEST(Bytes, NoBytesAreNotEmptyBytes) {
  EXPECT_FALSE(Bytes());
  EXPECT_EQ(Bytes().view(), "");
  EXPECT_TRUE(Bytes(std::string()));
  EXPECT_EQ(Bytes(std::string()).size(), 0U);
}

TEST(Clock, IsWhatTheTestSays) {
  FakeClock clock(1'700'000'000);
  const Clock& seen = clock;
  EXPECT_EQ(seen.NowSeconds(), 1'700'000'000);
  clock.AdvanceSeconds(90);
  EXPECT_EQ(seen.NowSeconds(), 1'700'000'090);
  EXPECT_EQ(seen.NowNanoseconds(), 1'700'000'090'000'000'000);
}

TEST(Clock, OfTheSystemGoesOn) {
  SystemClock clock;
  int64_t first = clock.NowNanoseconds();
  EXPECT_GT(first, 1'600'000'000'000'000'000);
  EXPECT_GE(clock.NowNanoseconds() + 1'000'000'000, first);
}

}  // namespace
}  // namespace pintle
