#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "pintle/storage/history/history.h"
#include "pintle/storage/store.h"

namespace pintle::storage::history {

Time Now();

// A watch that records what it is given. One thread uses it; the store calls its sink.
class WatchRecorder {
 public:
  WatchRecorder(Store& store, std::string prefix, Revision from);

  // Notes what progress() says.
  void Sample();
  // False if it has ended or the time is over before an event of this revision or a later one came.
  bool WaitForEvent(Revision revision, std::chrono::milliseconds patience);
  bool ended() const;
  // Ends the watch and gives the record away.
  WatchRecord Finish(bool to_the_end);

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    // Guarded by mutex.
    WatchRecord record;
    bool finished = false;
  };
  // The callbacks may come late, which is a fault, but must not crash the check.
  const std::shared_ptr<State> state_ = std::make_shared<State>();
  std::unique_ptr<Watch> watch_;
};

}  // namespace pintle::storage::history
