#pragma once

#include <string>
#include <vector>

#include "tests/storage/trace.h"
#include "tests/storage/workload.h"

namespace pintle::storage_tests {

struct ReplayResult {
  size_t power_failures = 0;
  // The first thing found wrong; empty if nothing is.
  std::string problem;
};

// For the stores of a replay; in memory if there is such a folder, for their syncs prove nothing.
// Made by the process that outlives the replay, and removed with what is in it.
class ReplayFolder {
 public:
  ReplayFolder();
  ~ReplayFolder();
  ReplayFolder(const ReplayFolder&) = delete;
  ReplayFolder& operator=(const ReplayFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Lets the power fail after every step of a trace, with every fate of the writes that are open
// then, and checks the store found against what was acknowledged before. Every `stride`th step
// only, from a random one on, if that takes too long.
ReplayResult ReplayWithPowerFailures(const Trace& trace, uint64_t seed, const ReplayFolder& folder,
                                     size_t stride = 1);

}  // namespace pintle::storage_tests
