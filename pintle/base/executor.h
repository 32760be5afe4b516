#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace pintle {

// A thread (or strand) that runs callbacks one after the other. Coroutines that wait for another
// thread come back on the executor they left.
class Executor {
 public:
  virtual ~Executor() = default;
  // Thread-safe. Runs `callback` later on this executor, never inside the call.
  virtual void Post(std::function<void()> callback) = 0;

  // A callback that has not run yet; destroying it (on its executor) cancels it.
  class Timer {
   public:
    virtual ~Timer() = default;
  };
  // Runs `callback` on this executor once `delay` has passed. Call on the executor.
  virtual std::unique_ptr<Timer> PostAfter(std::chrono::milliseconds delay,
                                           std::function<void()> callback) = 0;

  // The executor whose callback is running on this thread; null outside of one.
  static Executor* Current();

  // Marks the calling thread as running on `executor` while it lives.
  class Scope {
   public:
    explicit Scope(Executor* executor);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Executor* previous_;
  };
};

}  // namespace pintle
