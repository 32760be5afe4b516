#pragma once

#include <coroutine>

#include "pintle/base/executor.h"

namespace pintle {

// `co_await MoveTo(executor)`: the coroutine goes on on that executor, if it is not there already.
class MoveTo {
 public:
  explicit MoveTo(Executor& to) : to_(to) {}
  bool await_ready() const noexcept { return Executor::Current() == &to_; }
  // Another thread may have resumed the coroutine, and so destroyed *this, before Post returns.
  void await_suspend(std::coroutine_handle<> self) const {
    to_.Post([self] { self.resume(); });
  }
  void await_resume() const noexcept {}

 private:
  Executor& to_;
};

}  // namespace pintle
