#include "pintle/resource/claim.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace pintle::write {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ClaimTest : public ::testing::Test, public Observer {
 protected:
  void Mismatch(std::string_view) override {}
  void ClaimLeft() override { ++left_; }

  Claim Take() {
    return Claim(*this, "services ns/a", [this](Claim::End end) -> Task<void> {
      ends_.push_back(end);
      co_return;
    });
  }

  std::vector<Claim::End> ends_;
  int left_ = 0;
};

TEST_F(ClaimTest, IsGivenBackOnce) {
  for (Claim::End end : {Claim::End::kStored, Claim::End::kRefused}) {
    ends_.clear();
    Claim claim = Take();
    BlockOn(claim.Settle(end));
    EXPECT_FALSE(claim);
    BlockOn(claim.Settle(Claim::End::kRefused));
    EXPECT_THAT(ends_, ElementsAre(end));
  }
  EXPECT_EQ(left_, 0);
}

TEST_F(ClaimTest, StaysTakenWhenNobodyKnows) {
  {
    Claim claim = Take();
    BlockOn(claim.Settle(Claim::End::kUnknown));
    EXPECT_EQ(left_, 1);
  }
  EXPECT_EQ(left_, 1);
  EXPECT_THAT(ends_, IsEmpty());
}

TEST_F(ClaimTest, OneThatIsDroppedIsLeft) {
  {
    Claim claim = Take();
  }
  EXPECT_EQ(left_, 1);
  Claim claim = Take();
  claim = Take();
  EXPECT_EQ(left_, 2);
  Claim moved = std::move(claim);
  BlockOn(moved.Settle(Claim::End::kStored));
  EXPECT_EQ(left_, 2);
  EXPECT_THAT(ends_, ElementsAre(Claim::End::kStored));
}

TEST_F(ClaimTest, AnEmptyOneTookNothing) {
  Claim claim;
  EXPECT_FALSE(claim);
  BlockOn(claim.Settle(Claim::End::kUnknown));
  EXPECT_EQ(left_, 0);
}

}  // namespace
}  // namespace pintle::write
