#include "pintle/http/body_budget.h"

#include <gtest/gtest.h>

namespace pintle::http {
namespace {

TEST(BodyBudget, IsWhatAllTakeAndWhatEachTakes) {
  auto budget = std::make_shared<BodyBudget>(100, 60);
  auto first = budget->PeerOf("10.0.0.1:1");
  auto second = budget->PeerOf("10.0.0.2:1");
  BodyCharge one(*first);
  EXPECT_TRUE(one.GrowTo(60));
  EXPECT_TRUE(one.GrowTo(50)) << "it has that already";
  EXPECT_FALSE(one.GrowTo(61)) << "the peer has no more";
  BodyCharge two(*second);
  EXPECT_TRUE(two.GrowTo(40));
  EXPECT_FALSE(two.GrowTo(41)) << "there is no more";
  EXPECT_EQ(budget->held_bytes(), 100u);
  one.Release();
  EXPECT_EQ(budget->held_bytes(), 40u);
  EXPECT_TRUE(two.GrowTo(60));
  {
    BodyCharge three(*first);
    EXPECT_TRUE(three.GrowTo(40));
    EXPECT_FALSE(three.GrowTo(41));
  }
  EXPECT_EQ(budget->held_bytes(), 60u) << "what was refused is not counted";
}

TEST(BodyBudget, IsNotFooledByLargeNumbers) {
  ByteAllowance allowance(10);
  EXPECT_TRUE(allowance.Take(5));
  EXPECT_FALSE(allowance.Take(SIZE_MAX));
  EXPECT_FALSE(allowance.Take(SIZE_MAX - 4));
  EXPECT_EQ(allowance.taken(), 5u);
}

TEST(BodyBudget, APeerIsAnAddressOrANetwork) {
  auto budget = std::make_shared<BodyBudget>(100, 100);
  auto peer = budget->PeerOf("10.0.0.1:1");
  EXPECT_EQ(budget->PeerOf("10.0.0.1:2"), peer);
  EXPECT_NE(budget->PeerOf("10.0.0.2:1"), peer);
  auto network = budget->PeerOf("[2001:db8:1:2::3]:1");
  EXPECT_EQ(budget->PeerOf("[2001:db8:1:2:3:4:5:6]:2"), network);
  EXPECT_NE(budget->PeerOf("[2001:db8:1:3::3]:1"), network);
  EXPECT_EQ(budget->PeerOf("[fe80::1%eth0]:1"), budget->PeerOf("[fe80::2%eth0]:1"));
}

TEST(BodyBudget, APeerThatComesBackHasNothing) {
  auto budget = std::make_shared<BodyBudget>(100, 60);
  auto peer = budget->PeerOf("10.0.0.1:1");
  peer = nullptr;
  auto again = budget->PeerOf("10.0.0.1:1");
  BodyCharge charge(*again);
  EXPECT_TRUE(charge.GrowTo(60));
}

}  // namespace
}  // namespace pintle::http
