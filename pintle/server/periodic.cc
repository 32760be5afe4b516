#include "pintle/server/periodic.h"

#include <fmt/format.h>

#include <utility>

#include "pintle/base/log.h"

namespace pintle::server {
namespace {

// For what is in progress when the server stops.
constexpr std::chrono::milliseconds kStopWait{1000};

}  // namespace

PeriodicTask::PeriodicTask(std::string what, Executor& executor, std::chrono::milliseconds interval,
                           std::function<Task<Status>()> run)
    : what_(std::move(what)), executor_(executor), interval_(interval), run_(std::move(run)) {
  executor_.Post([this] { Schedule(); });
}

void PeriodicTask::Schedule() {
  std::scoped_lock lock(mutex_);
  if (stopped_) return;
  timer_ = executor_.PostAfter(interval_, [this] { Run(); });
}

void PeriodicTask::Run() {
  {
    std::scoped_lock lock(mutex_);
    if (stopped_) return;
    running_ = true;
  }
  Start(run_(), [this](const Status& done) {
    if (!done) {
      LogWarning(fmt::format("{} cannot be kept up to date", what_),
                 {{"error", done.error().message()}});
    }
    Schedule();
    std::scoped_lock lock(mutex_);
    running_ = false;
    changed_.notify_all();
  });
}

void PeriodicTask::Stop() {
  std::unique_lock lock(mutex_);
  if (std::exchange(stopped_, true)) return;
  // A timer goes on the thread it belongs to.
  executor_.Post([this] {
    timer_ = nullptr;
    std::scoped_lock gone(mutex_);
    timer_gone_ = true;
    changed_.notify_all();
  });
  changed_.wait_for(lock, kStopWait, [this] { return timer_gone_ && !running_; });
}

}  // namespace pintle::server
