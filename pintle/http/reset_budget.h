#pragma once

#include <algorithm>
#include <chrono>

namespace pintle::http {

// How many streams of a connection may end in an error: so many at once, and so many a second in
// the long run. A client that opens and resets streams as fast as it can makes work and waits for
// none of it.
class ResetBudget {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  // False when there is nothing left.
  bool Spend(TimePoint now) {
    std::chrono::duration<double> passed = now - filled_;
    filled_ = now;
    left_ = std::min(kAtOnce, left_ + passed.count() * kPerSecond);
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }

  static constexpr double kAtOnce = 500;
  static constexpr double kPerSecond = 50;

 private:
  double left_ = kAtOnce;
  TimePoint filled_ = std::chrono::steady_clock::now();
};

}  // namespace pintle::http
