#include "pintle/base/task.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <thread>

#include "pintle/base/error.h"

namespace pintle {
namespace {

Task<int> Twice(int n) { co_return 2 * n; }

Task<Result<std::string>> Sum(int a, int b) {
  int x = co_await Twice(a);
  int y = co_await Twice(b);
  if (x + y > 100) co_return Fail(Reason::kBadRequest, "too much");
  co_return std::to_string(x + y);
}

TEST(Task, ReturnsValuesAndErrorsThroughAwaits) {
  EXPECT_EQ(*BlockOn(Sum(2, 3)), "10");
  EXPECT_EQ(BlockOn(Sum(50, 3)).error().message(), "too much");
}

TEST(Task, ResolvedBeforeAndAfterTheStarterReturns) {
  auto inline_resolved = []() -> Task<int> {
    Await<int> wait([](Resolver<int> resolve) { resolve(7); });
    co_return co_await wait;
  };
  EXPECT_EQ(BlockOn(inline_resolved()), 7);

  std::thread other;
  auto resolved_elsewhere = [&]() -> Task<int> {
    Await<int> wait([&](Resolver<int> resolve) { other = std::thread([resolve] { resolve(8); }); });
    co_return co_await wait;
  };
  EXPECT_EQ(BlockOn(resolved_elsewhere()), 8);
  other.join();
}

// Runs what is posted when told to, on the calling thread.
class ManualExecutor final : public Executor {
 public:
  void Post(std::function<void()> callback) override {
    std::scoped_lock lock(mutex_);
    queue_.push_back(std::move(callback));
  }
  std::unique_ptr<Timer> PostAfter(std::chrono::milliseconds, std::function<void()>) override {
    return nullptr;
  }
  bool RunOne() {
    std::function<void()> next;
    {
      std::scoped_lock lock(mutex_);
      if (queue_.empty()) return false;
      next = std::move(queue_.front());
      queue_.pop_front();
    }
    Scope scope(this);
    next();
    return true;
  }

 private:
  std::mutex mutex_;
  std::deque<std::function<void()>> queue_;
};

TEST(Task, ComesBackOnTheExecutorItLeft) {
  ManualExecutor executor;
  std::thread::id resumed_on;
  bool done = false;
  std::thread other;
  auto work = [&]() -> Task<void> {
    Await<int> wait([&](Resolver<int> resolve) { other = std::thread([resolve] { resolve(1); }); });
    co_await wait;
    EXPECT_EQ(Executor::Current(), &executor);
    resumed_on = std::this_thread::get_id();
  };
  executor.Post([&] { Start(work(), [&] { done = true; }); });
  while (!done) {
    if (!executor.RunOne()) std::this_thread::yield();
  }
  other.join();
  EXPECT_EQ(resumed_on, std::this_thread::get_id());
}

TEST(Task, AnUnstartedTaskIsDestroyedQuietly) {
  auto text = std::make_shared<std::string>("held");
  {
    auto holder = [](std::shared_ptr<std::string> held) -> Task<size_t> { co_return held->size(); };
    Task<size_t> task = holder(text);
    EXPECT_EQ(text.use_count(), 2);
  }
  EXPECT_EQ(text.use_count(), 1);
}

}  // namespace
}  // namespace pintle
