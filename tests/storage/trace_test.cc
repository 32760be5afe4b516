#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include "pintle/storage/lmdb/lmdb_store.h"
#include "pintle/storage/store_testing.h"
#include "tests/storage/shim_session.h"
#include "tests/storage/trace_replay.h"

namespace pintle::storage_tests {
namespace {

using storage::OpenLmdbStore;
using storage::TemporaryFolder;

Trace RecordWriters(const WriterOptions& options) {
  TemporaryFolder folder;
  // The file gets its name when it is whole and synced, so the trace begins after that.
  EXPECT_TRUE(OpenLmdbStore({.path = folder.path()}));
  Trace trace{ReadWholeFile(folder.path() + "/data.mdb"), {}};
  StartRecording();
  {
    auto store = OpenLmdbStore({.path = folder.path()});
    if (!store) {
      ADD_FAILURE() << store.error().message();
      return {};
    }
    EXPECT_TRUE(RunWriters(**store, options, Mark));
  }
  trace.steps = ReadTraceSteps(StopRecording());
  return trace;
}

size_t CountOf(const Trace& trace, TraceRecord::Kind kind) {
  return static_cast<size_t>(
      std::ranges::count_if(trace.steps, [&](const TraceStep& step) { return step.kind == kind; }));
}

TEST(StorageTrace, EveryPowerFailureLeavesWhatWasAcknowledged) {
  const uint64_t seed = std::random_device{}();
  const Trace trace = RecordWriters({.seed = seed, .first_number = 1, .writes_each = 60});
  ASSERT_GT(CountOf(trace, TraceRecord::kSync), 20u);
  ASSERT_GT(CountOf(trace, TraceRecord::kSyncedWrite), 20u);
  const ReplayResult result = ReplayWithPowerFailures(trace, seed, ReplayFolder());
  EXPECT_EQ(result.problem, "") << "seed " << seed;
  fmt::print("{} steps, {} power failures\n", trace.steps.size(), result.power_failures);
  EXPECT_GT(result.power_failures, trace.steps.size());
}

// The proof of the proof: a store that did not sync its pages, or did so after the meta page, is
// found out. What such a disk holds may crash LMDB, so that is done in a process of its own.
bool IsFoundOut(const Trace& trace, uint64_t seed) {
  const ReplayFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    // A sanitizer's report of the crash.
    ::dup2(::open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
    ::_exit(ReplayWithPowerFailures(trace, seed, folder).problem.empty() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

TEST(StorageTrace, AStoreThatDoesNotSyncIsFoundOut) {
  const uint64_t seed = 7;
  const Trace trace = RecordWriters({.seed = seed, .first_number = 1, .writes_each = 25});
  Trace no_page_syncs{trace.image, {}};
  Trace no_meta_syncs{trace.image, {}};
  Trace early_acknowledgements{trace.image, {}};
  for (const TraceStep& step : trace.steps) {
    if (step.kind != TraceRecord::kSync) no_page_syncs.steps.push_back(step);
    if (step.kind != TraceRecord::kSyncedWrite) no_meta_syncs.steps.push_back(step);
    // Goes before the sync of the meta page, however much later it came.
    auto& early = early_acknowledgements.steps;
    auto place = early.end();
    if (step.kind == TraceRecord::kMark) {
      auto sync = std::ranges::find(early.rbegin(), early.rend(), TraceRecord::kSyncedWrite,
                                    &TraceStep::kind);
      if (sync != early.rend()) place = std::prev(sync.base());
    }
    early.insert(place, step);
  }
  EXPECT_TRUE(IsFoundOut(no_page_syncs, seed));
  EXPECT_TRUE(IsFoundOut(no_meta_syncs, seed));
  EXPECT_TRUE(IsFoundOut(early_acknowledgements, seed));
}

}  // namespace
}  // namespace pintle::storage_tests
