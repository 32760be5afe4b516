#include <gtest/gtest.h>

#include <algorithm>

#include "pintle/storage/history/faulty_store.h"
#include "pintle/storage/history/workload.h"
#include "pintle/storage/lmdb/lmdb_store.h"
#include "pintle/storage/memory/memory_store.h"
#include "pintle/storage/store_testing.h"

namespace pintle::storage::history {
namespace {

TEST(History, TheMemoryStoreKeepsTheContract) {
  auto store = NewMemoryStore();
  const Outcome outcome = RunAndCheck(*store, RunOptions::FromEnvironment());
  EXPECT_TRUE(outcome.violations.empty()) << outcome.Text();
  RecordProperty("history", outcome.Text());
  EXPECT_GT(outcome.writes, 100u);
  EXPECT_GT(outcome.reads, 100u);
  EXPECT_GT(outcome.events, 100u);
}

TEST(History, TheEmbeddedStoreKeepsTheContract) {
  TemporaryFolder folder;
  auto store = OpenLmdbStore({.path = folder.path()});
  ASSERT_TRUE(store);
  const Outcome outcome = RunAndCheck(**store, RunOptions::FromEnvironment());
  EXPECT_TRUE(outcome.violations.empty()) << outcome.Text();
  EXPECT_GT(outcome.writes, 20u);
  EXPECT_GT(outcome.events, 20u);
}

using Fault = FaultyStore::Fault;

struct FaultCase {
  const char* name;
  Fault fault;
  // Part of a violation that must be among those found.
  const char* finding;
};

class HistoryFaults : public testing::TestWithParam<FaultCase> {};

TEST_P(HistoryFaults, AreFound) {
  auto store = NewMemoryStore();
  FaultyStore faulty(*store, GetParam().fault);
  RunOptions options = RunOptions::FromEnvironment();
  options.duration = std::chrono::milliseconds(2000);
  options.max_writes = 6000;
  // Events that never come are waited for in vain; those of a good store may take their time.
  if (GetParam().finding != nullptr) options.patience = std::chrono::milliseconds(200);
  const Outcome outcome = RunAndCheck(faulty, options);
  if (GetParam().finding == nullptr) {
    EXPECT_TRUE(outcome.violations.empty()) << outcome.Text();
    return;
  }
  const bool found = std::ranges::any_of(outcome.violations, [&](const std::string& violation) {
    return violation.find(GetParam().finding) != std::string::npos;
  });
  EXPECT_TRUE(found) << outcome.Text();
}

INSTANTIATE_TEST_SUITE_P(
    Wrapped, HistoryFaults,
    testing::Values(
        FaultCase{"None", Fault::kNone, nullptr},  //
        FaultCase{"DropsAnEvent", Fault::kDropsAnEvent, "event "},
        FaultCase{"RepeatsAnEvent", Fault::kRepeatsAnEvent, "event "},
        FaultCase{"ReordersEvents", Fault::kReordersEvents, "event "},
        FaultCase{"ForgetsThePrevious", Fault::kForgetsThePrevious, "event "},
        FaultCase{"GivesAPastEvent", Fault::kGivesAPastEvent, "event 0 "},
        FaultCase{"ClaimsProgressEarly", Fault::kClaimsProgressEarly, "said to cover"},
        FaultCase{"ReadsStale", Fault::kReadsStale, "was known before the call"},
        FaultCase{"ReadsStaleAtTheRightRevision", Fault::kReadsStaleAtTheRightRevision, "it was"},
        FaultCase{"OmitsARecord", Fault::kOmitsARecord, "not the records"},
        FaultCase{"Miscounts", Fault::kMiscounts, "was never right"},
        FaultCase{"LosesAWrite", Fault::kLosesAWrite, "expected revision"},
        FaultCase{"ReportsAnotherRevision", Fault::kReportsAnotherRevision, "revision"},
        FaultCase{"IgnoresTheCondition", Fault::kIgnoresTheCondition, "expected revision"},
        FaultCase{"RefusesWrongly", Fault::kRefusesWrongly, "although the condition was met"},
        FaultCase{"ReadsWhatIsCompacted", Fault::kReadsWhatIsCompacted, "compacted"},
        FaultCase{"RevisionGoesBack", Fault::kRevisionGoesBack, "was known before the call"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace pintle::storage::history
