#include "pintle/api/request/in_flight.h"

#include <gtest/gtest.h>

namespace pintle::api {
namespace {

TEST(InFlightTest, RefusesBeyondTheLimit) {
  InFlightLimit limit(2);
  auto first = limit.Enter(10);
  auto second = limit.Enter(10);
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(limit.Enter(10));
  first = {};
  EXPECT_TRUE(limit.Enter(10));
  EXPECT_TRUE(limit.Enter(10)) << "a place is given back";
}

TEST(InFlightTest, NoLimit) {
  InFlightLimit any(0);
  std::vector<InFlightLimit::Place> places;
  for (int i = 0; i < 1000; ++i) {
    places.push_back(any.Enter(1));
    ASSERT_TRUE(places.back());
  }
  EXPECT_EQ(any.Peak(1), 1000);
}

TEST(InFlightTest, PeakOfTheLastSecond) {
  InFlightLimit limit(0);
  {
    auto a = limit.Enter(10);
    auto b = limit.Enter(10);
  }
  EXPECT_EQ(limit.Peak(10), 2);
  EXPECT_EQ(limit.Peak(11), 2);
  EXPECT_EQ(limit.Peak(12), 0);
  auto c = limit.Enter(12);
  EXPECT_EQ(limit.Peak(12), 1);
}

}  // namespace
}  // namespace pintle::api
