#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "pintle/base/executor.h"

namespace boost::asio {
class io_context;
}

namespace pintle::http {

// One thread that runs one io_context. Everything that runs on it sees it as Executor::Current().
// What is posted after Stop never runs; the object itself may be used as long as somebody holds it,
// so that a coroutine that comes back too late finds an executor that drops it and not freed
// memory.
class IoThread final : public Executor, public std::enable_shared_from_this<IoThread> {
 public:
  IoThread();
  ~IoThread() override;
  void Start();
  // Ends the thread and waits for it. Not on the thread itself. A second call does nothing.
  void Stop();

  void Post(std::function<void()> callback) override;
  std::unique_ptr<Timer> PostAfter(std::chrono::milliseconds delay,
                                   std::function<void()> callback) override;
  boost::asio::io_context& context();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pintle::http
