#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "pintle/base/error.h"
#include "pintle/base/executor.h"
#include "pintle/base/task.h"

namespace pintle::server {

// Does something again and again on an executor: `interval` passes from the end of one time to the
// beginning of the next. A failure is logged. What is in progress when it stops may end later, and
// keeps `run` until then. Thread-safe.
class PeriodicTask {
 public:
  // `what` cannot be done, says the log. `executor` outlives Stop, and what is in progress then.
  PeriodicTask(std::string what, Executor& executor, std::chrono::milliseconds interval,
               std::function<Task<Status>()> run);
  ~PeriodicTask() { Stop(); }
  PeriodicTask(const PeriodicTask&) = delete;
  PeriodicTask& operator=(const PeriodicTask&) = delete;

  // Waits a moment for what is in progress. Not on the executor.
  void Stop();

 private:
  struct State;
  const std::shared_ptr<State> state_;  // shared with what is in progress
};

}  // namespace pintle::server
