#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "pintle/base/error.h"
#include "pintle/base/executor.h"
#include "pintle/base/task.h"

namespace pintle::server {

// Does something again and again on an executor: `interval` passes from the end of one time to the
// beginning of the next. A failure is logged. Thread-safe.
class PeriodicTask {
 public:
  // `what` cannot be done, says the log. `executor` outlives Stop.
  PeriodicTask(std::string what, Executor& executor, std::chrono::milliseconds interval,
               std::function<Task<Status>()> run);
  ~PeriodicTask() { Stop(); }
  PeriodicTask(const PeriodicTask&) = delete;
  PeriodicTask& operator=(const PeriodicTask&) = delete;

  // Waits a moment for what is in progress. Not on the executor.
  void Stop();

 private:
  // On the executor.
  void Schedule();
  void Run();

  const std::string what_;
  Executor& executor_;
  const std::chrono::milliseconds interval_;
  const std::function<Task<Status>()> run_;
  std::unique_ptr<Executor::Timer> timer_;  // on the executor

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  bool stopped_ = false;
  bool running_ = false;
  bool timer_gone_ = false;
};

}  // namespace pintle::server
