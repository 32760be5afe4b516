#include "pintle/server/bootstrap/periodic.h"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <utility>

#include "pintle/base/log.h"

namespace pintle::server {
namespace {

// For what is in progress when the server stops.
constexpr std::chrono::milliseconds kStopWait{1000};

}  // namespace

struct PeriodicTask::State : std::enable_shared_from_this<State> {
  State(std::string what, Executor& executor, std::chrono::milliseconds interval,
        std::function<Task<Status>()> run)
      : what(std::move(what)), executor(executor), interval(interval), run(std::move(run)) {}

  // On the executor.
  void Schedule();
  void Run();

  const std::string what;
  Executor& executor;
  const std::chrono::milliseconds interval;
  const std::function<Task<Status>()> run;
  std::unique_ptr<Executor::Timer> timer;  // on the executor

  std::mutex mutex;
  std::condition_variable changed;
  // Guarded by mutex.
  bool stopped = false;
  bool running = false;
  bool timer_gone = false;
};

PeriodicTask::PeriodicTask(std::string what, Executor& executor, std::chrono::milliseconds interval,
                           std::function<Task<Status>()> run)
    : state_(std::make_shared<State>(std::move(what), executor, interval, std::move(run))) {
  executor.Post([state = state_] { state->Schedule(); });
}

void PeriodicTask::State::Schedule() {
  std::scoped_lock lock(mutex);
  if (stopped) return;
  timer = executor.PostAfter(interval, [weak = weak_from_this()] {
    if (auto self = weak.lock()) self->Run();
  });
}

void PeriodicTask::State::Run() {
  {
    std::scoped_lock lock(mutex);
    if (stopped) return;
    running = true;
  }
  Start(run(), [self = shared_from_this()](const Status& done) {
    if (!done) {
      LogWarning(fmt::format("{} cannot be kept up to date", self->what),
                 {{"error", done.error().message()}});
    }
    self->Schedule();
    std::scoped_lock lock(self->mutex);
    self->running = false;
    self->changed.notify_all();
  });
}

void PeriodicTask::Stop() {
  std::unique_lock lock(state_->mutex);
  if (std::exchange(state_->stopped, true)) return;
  // A timer goes on the thread it belongs to.
  state_->executor.Post([state = state_] {
    state->timer = nullptr;
    std::scoped_lock gone(state->mutex);
    state->timer_gone = true;
    state->changed.notify_all();
  });
  state_->changed.wait_for(lock, kStopWait,
                           [this] { return state_->timer_gone && !state_->running; });
}

}  // namespace pintle::server
