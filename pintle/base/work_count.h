#pragma once

#include <cstddef>

namespace pintle {

// How much work this thread has done that may be out of proportion to what was sent: nodes that
// were looked at, cost of expressions. For tests and fuzzers, which cannot tell by the clock.
class WorkCount {
 public:
  static void Add(size_t units) { done_ += units; }
  static size_t done() { return done_; }

 private:
  static inline thread_local constinit size_t done_ = 0;
};

}  // namespace pintle
