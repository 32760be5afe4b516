#include "tests/storage/trace_replay.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "pintle/storage/lmdb/lmdb_store.h"
#include "tests/storage/shim_session.h"

namespace pintle::storage_tests {
namespace {

// A folder with one store, found after a power failure.
class FoundStore {
 public:
  FoundStore() : folder_(FastFolder()) {}
  ~FoundStore() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  FoundStore(const FoundStore&) = delete;
  FoundStore& operator=(const FoundStore&) = delete;

  std::string Check(const std::string& image, Journal journal) {
    const std::string file = folder_ + "/data.mdb";
    std::filesystem::remove(file);
    std::ofstream(file, std::ios::binary).write(image.data(), static_cast<ssize_t>(image.size()));
    auto store = storage::OpenLmdbStore({.path = folder_, .map_size = size_t{1024} * 1024 * 1024});
    if (!store) return "cannot be opened: " + store.error().message();
    return journal.Check(**store);
  }

 private:
  const std::string folder_;
};

}  // namespace

ReplayResult ReplayWithPowerFailures(const Trace& trace, uint64_t seed, size_t stride) {
  ReplayResult result;
  FoundStore found;
  const std::vector<TraceStep>& steps = trace.steps;
  Disk disk(seed, trace.image);
  Journal journal;
  for (size_t i = 0; i < steps.size(); ++i) {
    disk.Apply(steps[i]);
    const bool mark = steps[i].kind == TraceRecord::kMark;
    if (mark) journal.Add(steps[i].bytes);
    if (i % stride != seed % stride) continue;
    for (Disk::Fate fate : Disk::kFates) {
      // An acknowledgement changes nothing on disk, so only the worst fate is new.
      const bool only_this = mark || !disk.HasOpenWrites();
      if (only_this && fate != Disk::Fate::kDropped) break;
      ++result.power_failures;
      const std::string problem = found.Check(disk.AfterPowerFailure(fate), journal);
      if (problem.empty()) continue;
      result.problem = fmt::format("step {}, fate {}: {}", i, static_cast<int>(fate), problem);
      return result;
    }
  }
  return result;
}

}  // namespace pintle::storage_tests
