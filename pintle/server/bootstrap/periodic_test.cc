#include "pintle/server/bootstrap/periodic.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <semaphore>

#include "pintle/http/io_thread.h"

namespace pintle::server {
namespace {

class PeriodicTaskTest : public testing::Test {
 protected:
  PeriodicTaskTest() { thread_->Start(); }
  ~PeriodicTaskTest() override { thread_->Stop(); }
  // Returns when what was posted before has run.
  void WaitForTurn() {
    std::binary_semaphore turn(0);
    thread_->Post([&] { turn.release(); });
    turn.acquire();
  }

  std::shared_ptr<http::IoThread> thread_ = std::make_shared<http::IoThread>();
};

TEST_F(PeriodicTaskTest, GoesOnAfterAFailureUntilItIsStopped) {
  std::counting_semaphore<> ran(0);
  std::atomic<int> runs = 0;
  PeriodicTask task("it", *thread_, std::chrono::milliseconds(1), [&]() -> Task<Status> {
    ++runs;
    ran.release();
    co_return Fail(Reason::kUnknown, "not today");
  });
  for (int i = 0; i < 3; ++i) ran.acquire();
  task.Stop();
  WaitForTurn();  // Stop waits a moment only
  const int before = runs;
  WaitForTurn();
  EXPECT_EQ(runs, before);
}

TEST_F(PeriodicTaskTest, WhatIsInProgressMayEndAfterTheTask) {
  std::binary_semaphore waiting(0);
  std::optional<Resolver<bool>> resolve;
  auto needed = std::make_shared<int>(0);
  std::weak_ptr<int> kept = needed;
  auto run = [&, needed = std::move(needed)]() -> Task<Status> {
    Await<bool> wait([&](Resolver<bool> resolver) {
      resolve.emplace(std::move(resolver));
      waiting.release();
    });
    co_await wait;
    ++*needed;
    co_return Status();
  };
  std::optional<PeriodicTask> task(std::in_place, "it", *thread_, std::chrono::milliseconds(1),
                                   std::move(run));
  waiting.acquire();
  task.reset();
  EXPECT_FALSE(kept.expired());
  (*resolve)(true);
  WaitForTurn();
  EXPECT_TRUE(kept.expired());
}

}  // namespace
}  // namespace pintle::server
