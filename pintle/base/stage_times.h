#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace pintle {

// How long the stages of one piece of work took, for its log line. Where nobody asked there is no
// such object: EndStage takes null. Thread-safe.
class StageTimes {
 public:
  // What has been done since the stage before, or since the beginning, was `name`, which is a
  // literal. Stages of one name are added up: work may be begun again and again, as after lost
  // races.
  void End(std::string_view name);
  // `decode 20us, store 3012us (5 times)`, in the order in which they ended first.
  std::string Text() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Stage {
    std::string_view name;
    Clock::duration took{0};
    size_t times = 0;
  };

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  Clock::time_point last_ = Clock::now();
  std::vector<Stage> stages_;
};

inline void EndStage(StageTimes* times, std::string_view name) {
  if (times != nullptr) times->End(name);
}

}  // namespace pintle
