#include "pintle/http/reset_budget.h"

#include <gtest/gtest.h>

namespace pintle::http {
namespace {

TEST(ResetBudget, RunsOutAndRefills) {
  ResetBudget budget;
  auto now = std::chrono::steady_clock::now();
  for (int i = 0; i < ResetBudget::kAtOnce; ++i) EXPECT_TRUE(budget.Spend(now)) << i;
  EXPECT_FALSE(budget.Spend(now));
  now += std::chrono::seconds(2);
  for (int i = 0; i < 2 * ResetBudget::kPerSecond; ++i) EXPECT_TRUE(budget.Spend(now)) << i;
  EXPECT_FALSE(budget.Spend(now));
  now += std::chrono::hours(1);
  for (int i = 0; i < ResetBudget::kAtOnce; ++i) EXPECT_TRUE(budget.Spend(now)) << i;
  EXPECT_FALSE(budget.Spend(now));
}

}  // namespace
}  // namespace pintle::http
