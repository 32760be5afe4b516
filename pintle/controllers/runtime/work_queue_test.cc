#include "pintle/controllers/runtime/work_queue.h"

#include <gtest/gtest.h>

#include <future>
#include <vector>

#include "pintle/http/io_thread.h"
#include "pintle/metrics/metrics.h"

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

TEST_F(WorkQueueTest, IsMeasured) {
  api::Metrics metrics{features::FeatureGates()};
  WorkQueue measured(*thread_, &metrics.QueueOf("q"));
  auto value = [&](const std::string& name) {
    const std::string text = metrics.Text();
    const std::string line = "\n" + name + "{name=\"q\"} ";
    const size_t at = text.find(line);
    if (at == std::string::npos) return -1.0;
    return std::stod(text.substr(at + line.size()));
  };
  measured.Add("a");
  measured.Add("a");
  measured.Add("b");
  EXPECT_EQ(value("workqueue_adds_total"), 2);
  EXPECT_EQ(value("workqueue_depth"), 2);
  OnThread([&] { Start(measured.Take(), [](const Name&) {}); });
  OnThread([] {});  // the name is handed over by the event loop
  EXPECT_EQ(value("workqueue_depth"), 1);
  EXPECT_EQ(value("workqueue_queue_duration_seconds_count"), 1);
  EXPECT_GT(value("workqueue_unfinished_work_seconds"), 0);
  EXPECT_GT(value("workqueue_longest_running_processor_seconds"), 0);
  measured.Done("a");
  EXPECT_EQ(value("workqueue_unfinished_work_seconds"), 0);
  EXPECT_EQ(value("workqueue_work_duration_seconds_count"), 1);
  OnThread([&] {
    measured.AddAfter("c", std::chrono::hours(1));
    measured.CancelDelays();
  });
  EXPECT_EQ(value("workqueue_retries_total"), 1);
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
