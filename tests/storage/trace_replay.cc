#include "tests/storage/trace_replay.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "pintle/storage/lmdb/lmdb_store.h"

namespace pintle::storage_tests {
namespace {

// Several times what a store of the workload takes.
constexpr uintmax_t kMemoryNeeded = uintmax_t{48} * 1024 * 1024;

// What is wrong with a store that is found as `image` after a power failure.
std::string Check(const std::string& folder, const std::string& image, Journal journal) {
  const std::string path = folder + "/data.mdb";
  std::filesystem::remove(path);
  std::ofstream file(path, std::ios::binary);
  file.write(image.data(), static_cast<ssize_t>(image.size()));
  file.close();
  if (!file) return "no room for " + path;
  auto store = storage::OpenLmdbStore({.path = folder, .map_size = size_t{1024} * 1024 * 1024});
  if (!store) return "cannot be opened: " + store.error().message();
  return journal.Check(**store);
}

}  // namespace

ReplayFolder::ReplayFolder() {
  const std::filesystem::path memory = "/dev/shm";
  std::error_code fault;
  const auto space = std::filesystem::space(memory, fault);
  const bool usable =
      !fault && space.available >= kMemoryNeeded && ::access(memory.c_str(), W_OK | X_OK) == 0;
  path_ = (usable ? memory : std::filesystem::temp_directory_path()) / "pintle-replay-XXXXXX";
  if (::mkdtemp(path_.data()) == nullptr) ADD_FAILURE() << "no folder " << path_;
}

ReplayFolder::~ReplayFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ReplayResult ReplayWithPowerFailures(const Trace& trace, uint64_t seed, const ReplayFolder& folder,
                                     size_t stride) {
  ReplayResult result;
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
      const std::string problem = Check(folder.path(), disk.AfterPowerFailure(fate), journal);
      if (problem.empty()) continue;
      result.problem = fmt::format("step {}, fate {}: {}", i, static_cast<int>(fate), problem);
      return result;
    }
  }
  return result;
}

}  // namespace pintle::storage_tests
