#pragma once

#include <string>
#include <vector>

#include "pintle/storage/history/history.h"

namespace pintle::storage::history {

struct CheckOptions {
  // Off for a view of the store that does not know them.
  bool create_revisions = true;
  // On when faults are injected from outside: calls may fail and watches may end. What is answered
  // must still be right.
  bool failures_allowed = false;
};

// Everything about the history that contradicts the contract of store.h; empty if nothing does:
// - writes: revisions unique, growing in real time, every condition met or refused rightly;
// - reads: the state at the revision they name, which is not older than any answer before the call
//   and not newer than the writes begun before the answer;
// - watches: all events of the prefix after their start, each once, in order, with the previous
//   record; progress never claimed before the events are there; ended only by compaction.
std::vector<std::string> Check(const History& history, const CheckOptions& options = {});

}  // namespace pintle::storage::history
