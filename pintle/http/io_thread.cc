#include "pintle/http/io_thread.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <thread>

namespace pintle::http {
namespace {

using ContextExecutor = boost::asio::io_context::executor_type;

// The pending wait refers weakly to the timer: destroying the timer is what cancels it, also when
// its completion is queued already.
struct TimerState {
  TimerState(std::shared_ptr<IoThread> thread, std::function<void()> callback)
      : thread(std::move(thread)), timer(this->thread->context()), callback(std::move(callback)) {}
  std::shared_ptr<IoThread> thread;  // keeps the io_context that `timer` refers to
  boost::asio::steady_timer timer;
  std::function<void()> callback;
};

class IoTimer final : public Executor::Timer {
 public:
  explicit IoTimer(std::shared_ptr<TimerState> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<TimerState> state_;
};

}  // namespace

struct IoThread::Impl {
  boost::asio::io_context context{1};
  boost::asio::executor_work_guard<ContextExecutor> work{context.get_executor()};
  std::thread thread;
};

IoThread::IoThread() : impl_(std::make_unique<Impl>()) {}

IoThread::~IoThread() { Stop(); }

void IoThread::Start() {
  impl_->thread = std::thread([this] {
    Executor::Scope scope(this);
    impl_->context.run();
  });
}

void IoThread::Stop() {
  impl_->context.stop();
  if (impl_->thread.joinable()) impl_->thread.join();
}

void IoThread::Post(std::function<void()> callback) {
  boost::asio::post(impl_->context, std::move(callback));
}

std::unique_ptr<Executor::Timer> IoThread::PostAfter(std::chrono::milliseconds delay,
                                                     std::function<void()> callback) {
  auto state = std::make_shared<TimerState>(shared_from_this(), std::move(callback));
  state->timer.expires_after(delay);
  state->timer.async_wait(
      [weak = std::weak_ptr<TimerState>(state)](const boost::system::error_code& error) {
        auto state = weak.lock();
        if (!state || error) return;
        // The callback may destroy its own timer.
        auto callback = std::move(state->callback);
        state.reset();
        callback();
      });
  return std::make_unique<IoTimer>(std::move(state));
}

boost::asio::io_context& IoThread::context() { return impl_->context; }

}  // namespace pintle::http
