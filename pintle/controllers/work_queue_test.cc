#include "pintle/controllers/work_queue.h"

#include <gtest/gtest.h>

#include <future>
#include <vector>

#include "pintle/http/io_thread.h"

namespace pintle::controllers {
namespace {

using Name = std::optional<std::string>;

class WorkQueueTest : public testing::Test {
 protected:
  WorkQueueTest() { thread_->Start(); }
  ~WorkQueueTest() override {
    queue_.Stop();
    OnThread([this] { queue_.CancelDelays(); });
    thread_->Stop();
  }

  void OnThread(std::function<void()> action) {
    std::promise<void> done;
    thread_->Post([&] {
      action();
      done.set_value();
    });
    done.get_future().wait();
  }
  std::future<Name> TakeLater() {
    auto promise = std::make_shared<std::promise<Name>>();
    thread_->Post([this, promise] {
      Start(queue_.Take(), [promise](Name name) { promise->set_value(name); });
    });
    return promise->get_future();
  }
  Name Take() { return TakeLater().get(); }

  std::shared_ptr<http::IoThread> thread_ = std::make_shared<http::IoThread>();
  WorkQueue queue_{*thread_};
};

TEST_F(WorkQueueTest, GivesEachNameOnceInOrder) {
  for (const char* name : {"b", "a", "b", "c", "a"}) queue_.Add(name);
  EXPECT_EQ(Take(), "b");
  EXPECT_EQ(Take(), "a");
  EXPECT_EQ(Take(), "c");
  std::future<Name> waiting = TakeLater();
  queue_.Add("d");
  EXPECT_EQ(waiting.get(), "d");
}

TEST_F(WorkQueueTest, AddedWhileTakenComesAgainWhenDone) {
  queue_.Add("a");
  EXPECT_EQ(Take(), "a");
  queue_.Add("a");
  queue_.Add("a");
  queue_.Add("b");
  EXPECT_EQ(Take(), "b");  // nobody else gets "a" meanwhile
  queue_.Done("a");
  EXPECT_EQ(Take(), "a");
  queue_.Done("a");
  queue_.Add("end");
  EXPECT_EQ(Take(), "end");
}

TEST_F(WorkQueueTest, Delays) {
  OnThread([this] {
    queue_.AddAfter("late", std::chrono::hours(1));
    queue_.AddAfter("late", std::chrono::milliseconds(1));  // in place of the first
    queue_.AddAfter("never", std::chrono::hours(1));
  });
  EXPECT_EQ(Take(), "late");
  queue_.Add("never");
  EXPECT_EQ(Take(), "never");
}

TEST_F(WorkQueueTest, StopEndsWorkersAndForgets) {
  std::future<Name> waiting = TakeLater();
  queue_.Add("a");
  EXPECT_EQ(waiting.get(), "a");
  std::future<Name> other = TakeLater();
  queue_.Stop();
  EXPECT_EQ(other.get(), std::nullopt);
  queue_.Add("b");
  EXPECT_EQ(Take(), std::nullopt);
}

}  // namespace
}  // namespace pintle::controllers
