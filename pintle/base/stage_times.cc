#include "pintle/base/stage_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pintle {

void StageTimes::End(std::string_view name) {
  std::scoped_lock lock(mutex_);
  const auto now = Clock::now();
  auto stage = std::ranges::find(stages_, name, &Stage::name);
  if (stage == stages_.end()) stage = stages_.insert(stage, Stage{.name = name});
  stage->took += now - std::exchange(last_, now);
  ++stage->times;
}

std::string StageTimes::Text() const {
  std::scoped_lock lock(mutex_);
  std::string text;
  for (const Stage& stage : stages_) {
    const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(stage.took).count();
    text += fmt::format("{}{} {}us", text.empty() ? "" : ", ", stage.name, micros);
    if (stage.times > 1) text += fmt::format(" ({} times)", stage.times);
  }
  return text;
}

}  // namespace pintle
