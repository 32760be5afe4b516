#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace pintle {

// Wall-clock time as the API needs it; injected so that tests decide what time it is. Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual int64_t NowNanoseconds() const = 0;
  int64_t NowSeconds() const { return NowNanoseconds() / 1'000'000'000; }
};

class SystemClock final : public Clock {
 public:
  int64_t NowNanoseconds() const override {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
  }
};

class FakeClock final : public Clock {
 public:
  explicit FakeClock(int64_t seconds) : nanoseconds_(seconds * 1'000'000'000) {}
  int64_t NowNanoseconds() const override { return nanoseconds_; }
  void AdvanceSeconds(int64_t seconds) { nanoseconds_ += seconds * 1'000'000'000; }

 private:
  std::atomic<int64_t> nanoseconds_;
};

}  // namespace pintle
