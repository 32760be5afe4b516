#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "pintle/storage/history/checker.h"
#include "pintle/storage/history/history.h"
#include "pintle/storage/store.h"

// A randomized check of an engine against the contract of store.h. To run it for an engine:
//
//   TEST(MyStore, KeepsTheContractUnderARandomHistory) {
//     auto store = OpenMyStore(...);
//     history::RunOptions options = history::RunOptions::FromEnvironment();
//     history::Outcome outcome = history::RunAndCheck(*store, options);
//     EXPECT_TRUE(outcome.violations.empty()) << outcome.Text();
//   }
//
// With faults injected beside it (a connection cut, a server restarted) set
// `check.failures_allowed`: calls may then fail and watches may end, but no answer may be wrong.
// Faults should be over before the run is: it waits `patience` for its last events.
namespace pintle::storage::history {

struct RunOptions {
  // Of all random choices; the order of the threads is not in it, so a seed makes a fault likely to
  // come again, not certain.
  uint64_t seed = 1;
  std::chrono::milliseconds duration{1500};
  // However slow the machine is, the run goes on until so many writes have succeeded and so many
  // reads were answered (or a minute longer than `duration`).
  size_t least_operations = 200;
  // The run also ends after this many writes, so that a fast engine does not fill the memory.
  size_t max_writes = 20'000;
  int writers = 4;
  int readers = 2;
  int watchers = 3;
  // Of the whole prefix and of folders, from the first write to the last.
  int lasting_watches = 4;
  bool compactions = true;
  // An empty part of the store; a default one is made from the seed and the process. Ends in `/`.
  std::string prefix{};
  // How long the lasting watches may take to come to the end after the last write.
  std::chrono::milliseconds patience{30'000};
  CheckOptions check;

  // PINTLE_HISTORY_SEED (default: a new one each time) and PINTLE_HISTORY_SECONDS.
  static RunOptions FromEnvironment();
};

// Runs writers, readers, watchers and a compactor against the store and records what they see.
History Record(Store& store, const RunOptions& options);

struct Outcome {
  std::vector<std::string> violations;
  uint64_t seed = 0;
  size_t writes = 0;
  size_t reads = 0;
  size_t watches = 0;
  size_t events = 0;

  // The seed, the numbers and the violations.
  std::string Text() const;
};

Outcome RunAndCheck(Store& store, const RunOptions& options);

}  // namespace pintle::storage::history
