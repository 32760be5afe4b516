// Well-typed expressions over random values. The input is a series of decisions of which both are
// made.
#include <fmt/format.h>

#include "fuzz/fuzzing.h"
#include "pintle/cel/evaluation_check_for_test.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  pintle::Choices choices(std::span<const uint8_t>(data, size));
  auto fault = pintle::cel::EvaluationCheck(choices).Run();
  if (fault) fmt::print(stderr, "{}\n", *fault);
  pintle::fuzzing::Require(!fault);
  return 0;
}
