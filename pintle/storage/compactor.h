#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "pintle/storage/store.h"

namespace pintle::storage {

// Keeps a store's history short: every `interval` it compacts to the revision it saw one interval
// before, so that every revision is readable for at least that long and at most about twice as
// long. Several servers on one store may each have one. The store must outlive it.
class Compactor {
 public:
  // As long as Kubernetes keeps history.
  static constexpr std::chrono::minutes kInterval{5};

  explicit Compactor(Store& store, std::chrono::milliseconds interval = kInterval);
  // Does not wait for a compaction that runs; the store ends it in its own time.
  ~Compactor();
  Compactor(const Compactor&) = delete;
  Compactor& operator=(const Compactor&) = delete;

 private:
  // Shared with the round that runs, which may end after the compactor.
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    // Guarded by mutex.
    bool stopping = false;
    bool round_runs = false;
    // Seen by the round before; 0 before the first one.
    Revision seen = 0;
  };

  static Task<Result<Revision>> RunRound(Store& store, Revision seen);
  void Run();

  Store& store_;
  const std::chrono::milliseconds interval_;
  const std::shared_ptr<State> state_;
  std::thread thread_;
};

}  // namespace pintle::storage
