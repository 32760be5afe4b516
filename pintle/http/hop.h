#pragma once

#include <coroutine>

#include "pintle/base/executor.h"

namespace pintle::http {

// co_await Hop{executor}: resumes later on `executor`, from whatever thread, after what waits there
// already.
struct Hop {
  Executor& executor;
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> waiter) const {
    executor.Post([waiter] { waiter.resume(); });
  }
  void await_resume() const {}
};

}  // namespace pintle::http
