#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "pintle/base/cancellation.h"
#include "pintle/http/io_thread.h"

namespace pintle::api {

// Threads beside those of the connections, for requests that may take long to work on: the other
// connections of a thread go on meanwhile. Each is started when it is first needed. Thread-safe.
class WorkThreads {
 public:
  explicit WorkThreads(size_t most) : most_(most) {}
  ~WorkThreads() { Stop(); }

  // Each in its turn.
  Executor& Next();
  // Cancels what is running on the threads and ends them, once that comes to a pause. What comes
  // back to them later is dropped: they are there, as executors, until this goes.
  void Stop();

  // Something that runs on one of the threads, while it lives.
  class Running {
   public:
    Running(WorkThreads& threads, Cancellation& cancellation);
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

   private:
    WorkThreads& threads_;
    Cancellation& cancellation_;
  };

 private:
  const size_t most_;
  std::mutex mutex_;
  // Guarded by mutex_.
  std::vector<std::shared_ptr<http::IoThread>> threads_;
  size_t turn_ = 0;
  std::unordered_set<Cancellation*> running_;
};

}  // namespace pintle::api
