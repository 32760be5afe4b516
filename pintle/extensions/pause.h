#pragma once

#include <chrono>
#include <memory>

#include "pintle/base/executor.h"
#include "pintle/base/task.h"

namespace pintle::extensions {

// Ends after `delay`, on the calling executor; never if that ends first.
inline Task<void> Sleep(std::chrono::milliseconds delay) {
  Executor* executor = Executor::Current();
  std::unique_ptr<Executor::Timer> timer;
  Await<bool> wait([&](Resolver<bool> resolve) {
    timer = executor->PostAfter(delay, [resolve] { resolve(true); });
  });
  co_await wait;
}

}  // namespace pintle::extensions
