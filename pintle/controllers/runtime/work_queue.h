#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "pintle/base/executor.h"
#include "pintle/base/task.h"
#include "pintle/metrics/queue_metrics.h"

namespace pintle::controllers {

// Names that need a look. A name waits at most once and is with at most one worker: one that is
// added while a worker has it comes again when that worker is done, so no change goes unseen.
// Workers run on `executor`; Add and Stop are thread-safe.
class WorkQueue {
 public:
  // `metrics`, if there are, outlive the queue.
  explicit WorkQueue(Executor& executor, api::QueueMetrics* metrics = nullptr)
      : executor_(executor), metrics_(metrics) {}

  void Add(const std::string& name);
  // Adds the name once `delay` has passed, unless it is taken earlier; in place of an earlier
  // delay. On the executor.
  void AddAfter(const std::string& name, std::chrono::milliseconds delay);
  // The next name, once there is one; nothing after Stop. On the executor.
  Task<std::optional<std::string>> Take();
  // The worker has finished with the name that it took.
  void Done(const std::string& name);
  // Wakes the workers; what is added later is forgotten.
  void Stop();
  // Forgets delays, which may not outlive the executor. On the executor.
  void CancelDelays() { delays_.clear(); }

 private:
  // Hands names to waiting workers.
  void Deal();

  Executor& executor_;
  api::QueueMetrics* const metrics_;
  // On the executor.
  std::map<std::string, std::unique_ptr<Executor::Timer>, std::less<>> delays_;

  std::mutex mutex_;
  // Guarded by mutex_.
  bool stopped_ = false;
  std::deque<std::string> waiting_;
  std::set<std::string, std::less<>> queued_;  // the names of waiting_
  std::set<std::string, std::less<>> taken_;
  std::set<std::string, std::less<>> again_;  // added while taken
  std::deque<Resolver<std::optional<std::string>>> workers_;
};

}  // namespace pintle::controllers
