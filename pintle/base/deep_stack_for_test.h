#pragma once

#include <thread>

#include "pintle/base/thread_stack.h"

namespace pintle {

// Runs a test with the stack that the server's threads have.
template <typename Function>
void OnDeepStack(Function function) {
  UseDeepStacks();
  std::thread(function).join();
}

}  // namespace pintle
