#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace pintle::storage {

// How often reads waited how long for a cache to be fresh enough. Thread-safe.
class ReadWaits {
 public:
  // Upper bounds in seconds; what is longer comes last.
  static constexpr std::array<double, 13> kBounds = {0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6,
                                                     0.8,   1,     1.25, 1.5, 2,   3};

  void Add(std::chrono::nanoseconds wait) {
    const double seconds = std::chrono::duration<double>(wait).count();
    const auto at = std::ranges::lower_bound(kBounds, seconds) - kBounds.begin();
    counts_[static_cast<size_t>(at)].fetch_add(1, std::memory_order_relaxed);
    if (wait.count() > 0) {
      nanoseconds_.fetch_add(static_cast<uint64_t>(wait.count()), std::memory_order_relaxed);
    }
  }
  // Waits up to the bound of this number, and beyond the one before.
  uint64_t count(size_t bound) const { return counts_[bound].load(std::memory_order_relaxed); }
  double sum_seconds() const {
    return static_cast<double>(nanoseconds_.load(std::memory_order_relaxed)) / 1e9;
  }

 private:
  std::array<std::atomic<uint64_t>, kBounds.size() + 1> counts_{};
  std::atomic<uint64_t> nanoseconds_{0};
};

// What a cache has done since it began, for metrics. Every number is thread-safe by itself.
struct CacheStatistics {
  using Count = std::atomic<uint64_t>;

  Count loads{0};
  Count events_received{0};
  Count events_dispatched{0};
  // Lists from the index: the objects looked at and returned.
  Count index_lists{0};
  Count index_fetched{0};
  Count index_returned{0};
  // The same from the store; what is fetched in vain is not evaluated.
  Count store_lists{0};
  Count store_fetched{0};
  Count store_evaluated{0};
  Count store_returned{0};
  // Lists of the latest state: from the index, from the store instead, and those that failed there.
  Count consistent_lists{0};
  Count consistent_fallbacks{0};
  Count consistent_failures{0};
  ReadWaits read_waits;
  // Of the objects in the index.
  std::atomic<int64_t> stored_bytes{0};

  static void Add(Count& count, uint64_t more = 1) {
    count.fetch_add(more, std::memory_order_relaxed);
  }
};

}  // namespace pintle::storage
