// Pruning, defaulting and validation against a slow model of the rules. The input is a series of
// decisions of which a schema and an object are made.
#include <fmt/format.h>

#include "fuzz/fuzzing.h"
#include "pintle/schema/model_comparison_for_test.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  pintle::Choices choices(std::span<const uint8_t>(data, size));
  auto difference = pintle::schema::CompareWithModel(choices);
  if (difference) fmt::print(stderr, "{}\n", *difference);
  pintle::fuzzing::Require(!difference);
  return 0;
}
