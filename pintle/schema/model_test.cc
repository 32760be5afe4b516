// Pruning, defaulting and validation against a slow model of the rules, with random schemas and
// objects. fuzz/fuzz_schema.cc does the same with what a fuzzer makes up.
#include <gtest/gtest.h>

#include "pintle/schema/model_comparison_for_test.h"

namespace pintle::schema {
namespace {

constexpr uint64_t kRounds = 4'000;

TEST(ModelTest, SchemasDoWhatTheModelDoes) {
  for (uint64_t seed = 0; seed < kRounds; ++seed) {
    Choices choices(seed);
    auto difference = CompareWithModel(choices);
    ASSERT_FALSE(difference) << "seed " << seed << ": " << *difference;
  }
}

// A model that agrees because it is never asked anything would be of no use.
TEST(ModelTest, RandomObjectsMeetTheirSchemas) {
  size_t pruned = 0;
  size_t completed = 0;
  size_t valid = 0;
  size_t repeated = 0;
  constexpr size_t kObjects = 1'000;
  for (uint64_t seed = 0; seed < kObjects; ++seed) {
    Choices choices(seed);
    Arena arena;
    RandomSchema random(arena, choices);
    Value schema = random.Root();
    Value object = random.Object(&schema);
    Trace trace = TraceOfModel(arena, schema, object, PruneMode::kKep);
    pruned += trace.unknown.empty() ? 0 : 1;
    completed += trace.completed != trace.pruned ? 1 : 0;
    valid += trace.errors.empty() ? 1 : 0;
    repeated += trace.list_errors.empty() ? 0 : 1;
  }
  EXPECT_GT(pruned, kObjects / 10);
  EXPECT_GT(completed, kObjects / 10);
  EXPECT_GT(valid, kObjects / 20);
  EXPECT_LT(valid, kObjects - kObjects / 10);
  EXPECT_GT(repeated, kObjects / 100);
}

}  // namespace
}  // namespace pintle::schema
