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
  EXPECT_GT(outcome.writes, 100u);
  EXPECT_GT(outcome.events, 100u);
}

using Fault = FaultyStore::Fault;

struct FaultCase {
  const char* name;
  Fault fault;
  // Part of a violation that must be among those found.
  const char* finding;
};

class HistoryFaults : public testing::TestWithParam<FaultCase> {};

Outcome RunWithFault(Fault fault, std::chrono::milliseconds patience) {
  auto store = NewMemoryStore();
  FaultyStore faulty(*store, fault);
  RunOptions options = RunOptions::FromEnvironment();
  options.duration = std::chrono::milliseconds(2000);
  options.max_writes = 6000;
  options.least_operations = 1000;
  options.patience = patience;
  return RunAndCheck(faulty, options);
}

TEST_P(HistoryFaults, AreFound) {
  // One run finds nearly all of them, but what it does is left to chance.
  constexpr int kMaxRuns = 10;
  bool found = false;
  Outcome outcome;
  for (int run = 0; run < kMaxRuns && !found; ++run) {
    // Events that never come are waited for in vain.
    outcome = RunWithFault(GetParam().fault, std::chrono::milliseconds(200));
    found = std::ranges::any_of(outcome.violations, [](const std::string& violation) {
      return violation.find(GetParam().finding) != std::string::npos;
    });
  }
  EXPECT_TRUE(found) << outcome.Text();
}

TEST(History, AFaultyStoreWithoutAFaultKeepsTheContract) {
  const Outcome outcome = RunWithFault(Fault::kNone, RunOptions().patience);
  EXPECT_TRUE(outcome.violations.empty()) << outcome.Text();
}

INSTANTIATE_TEST_SUITE_P(
    Wrapped, HistoryFaults,
    testing::Values(
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
