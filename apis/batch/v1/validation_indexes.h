#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apis/batch/v1/types.h"
#include "pintle/base/error.h"

namespace pintle::apis::batch::v1 {

// Whether its pods have indexes.
inline bool IsIndexed(const JobSpec& spec) {
  return spec.completion_mode.value_or(kNonIndexedCompletion) == kIndexedCompletion;
}

struct IndexInterval {
  int64_t first = 0;
  int64_t last = 0;
};

// `0,2-4,7`: indexes of pods below `completions`, ascending. The error says what is wrong.
Result<std::vector<IndexInterval>> ParseIndexes(std::string_view text, int64_t completions);
// The intervals that can be read, in whatever order they stand; the others are left out.
std::vector<IndexInterval> ReadableIndexes(std::string_view text, int64_t completions);
int64_t CountIndexes(const std::vector<IndexInterval>& intervals);
// The first index that is in both, or -1.
int64_t FirstCommonIndex(const std::vector<IndexInterval>& a, const std::vector<IndexInterval>& b);

}  // namespace pintle::apis::batch::v1
