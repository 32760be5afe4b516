#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace prometheus {
class Registry;
}

namespace pintle::api {

// What is shown of a queue of work. Thread-safe.
class QueueMetrics {
 public:
  // `name` is that of the controller.
  QueueMetrics(prometheus::Registry& registry, const std::string& name);
  ~QueueMetrics();

  // An item waits, is worked on, is finished. One that comes again while it is worked on waits when
  // that is done.
  void Added(const std::string& item);
  void Taken(const std::string& item);
  void Done(const std::string& item);
  // An item is to come again later.
  void Delayed();

  // Brings what passes by itself up to date.
  void Refresh();

 private:
  using Clock = std::chrono::steady_clock;
  struct Series;

  const std::unique_ptr<Series> series_;
  std::mutex mutex_;
  // Guarded by mutex_: since when.
  std::map<std::string, Clock::time_point> waiting_;
  std::map<std::string, Clock::time_point> running_;
};

}  // namespace pintle::api
