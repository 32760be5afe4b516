// Random well-typed expressions; fuzz/fuzz_cel_evaluate.cc does the same with what a fuzzer makes
// up.
#include <gtest/gtest.h>

#include "pintle/cel/evaluation_check_for_test.h"

namespace pintle::cel {
namespace {

constexpr uint64_t kRounds = 4'000;

TEST(RandomExpressionTest, KeepsItsPromises) {
  for (uint64_t seed = 0; seed < kRounds; ++seed) {
    Choices choices(seed);
    auto fault = EvaluationCheck(choices).Run();
    ASSERT_FALSE(fault) << "seed " << seed << ": " << *fault;
  }
}

}  // namespace
}  // namespace pintle::cel
