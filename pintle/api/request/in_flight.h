#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace pintle::api {

// How many requests of one kind are being answered, and how many may be at a time. Thread-safe.
class InFlightLimit {
 public:
  // 0: any number.
  explicit InFlightLimit(int limit) : limit_(limit) {}

  // The place of one request; gives it back when destroyed.
  class Place {
   public:
    Place() = default;
    explicit Place(InFlightLimit* of) : of_(of) {}
    Place(Place&& other) noexcept : of_(std::exchange(other.of_, nullptr)) {}
    Place& operator=(Place&& other) noexcept {
      std::swap(of_, other.of_);
      return *this;
    }
    ~Place() {
      if (of_ != nullptr) of_->count_.fetch_sub(1);
    }
    explicit operator bool() const { return of_ != nullptr; }

   private:
    InFlightLimit* of_ = nullptr;
  };

  // No place if all are taken. `now_seconds` is of any clock.
  Place Enter(int64_t now_seconds) {
    int count = count_.fetch_add(1) + 1;
    if (limit_ > 0 && count > limit_) {
      count_.fetch_sub(1);
      Note(limit_, now_seconds);
      return {};
    }
    Note(count, now_seconds);
    return Place(this);
  }
  // The most there were at once during this second and the one before it.
  int Peak(int64_t now_seconds) const {
    int peak = count_.load();
    for (const Second& second : seconds_) {
      if (second.at.load() + 1 >= now_seconds && second.peak.load() > peak) peak = second.peak;
    }
    return peak;
  }

 private:
  struct Second {
    std::atomic<int64_t> at{-1};
    std::atomic<int> peak{0};
  };

  // Two requests that begin a second at the same time may lose a peak of it; it is only shown.
  void Note(int count, int64_t now_seconds) {
    Second& second = seconds_[now_seconds & 1];
    if (second.at.exchange(now_seconds) != now_seconds) second.peak = 0;
    int peak = second.peak.load();
    while (count > peak && !second.peak.compare_exchange_weak(peak, count)) {
    }
  }

  const int limit_;
  std::atomic<int> count_{0};
  Second seconds_[2];
};

}  // namespace pintle::api
