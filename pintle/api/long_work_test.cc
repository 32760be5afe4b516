// Requests that may take long are worked on beside the thread of their connection.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>
#include <semaphore>

#include "pintle/api/handler_for_test.h"

namespace pintle::api {
namespace {

constexpr const char* kMaps = "/api/v1/namespaces/n/configmaps";

// Validation of a ConfigMap waits for the test, wherever it runs.
class LongWorkTest : public testing::Test {
 protected:
  LongWorkTest()
      : api_([this](write::ResourceDefinition& definition) {
          if (definition.names.plural != "configmaps") return;
          definition.writing.strategy.warn = [this](const write::Context&, const object::Object&,
                                                    const object::Object*) {
            ran_on_ = Executor::Current();
            if (!waits_) return;
            begun_.release();
            go_on_.acquire();
          };
        }) {
    HandlerOptions options = api_.Options();
    options.work_threads = &work_;
    handler_ = std::make_unique<ApiHandler>(std::move(options));
  }

  TestReply Do(const std::string& method, const std::string& path, const std::string& body) {
    http::Request request = TestApi::MakeRequest(method, path, body, Headers(method));
    TestWriter writer;
    api_.OnThread([&] { return handler_->Handle(request, writer); });
    TestReply reply;
    reply.status = writer.response.status;
    reply.body = writer.Body();
    return reply;
  }
  static TestHeaders Headers(const std::string& method) {
    return {
        {"Content-Type", method == "PATCH" ? "application/merge-patch+json" : "application/json"}};
  }
  static std::string Map(const std::string& name, size_t bytes) {
    return R"({"metadata":{"name":")" + name + R"("},"data":{"k":")" + std::string(bytes, 'x') +
           "\"}}";
  }

  WorkThreads work_{2};
  Executor* ran_on_ = nullptr;
  std::atomic<bool> waits_ = false;
  std::binary_semaphore begun_{0};
  std::binary_semaphore go_on_{0};
  TestApi api_;
  std::unique_ptr<ApiHandler> handler_;
};

TEST_F(LongWorkTest, OtherRequestsOfTheThreadGoOn) {
  ASSERT_EQ(Do("POST", kMaps, Map("first", 1)).status, 201);
  waits_ = true;
  http::Request request = TestApi::MakeRequest("POST", kMaps, Map("long", 20'000), Headers("POST"));
  TestWriter writer;
  std::binary_semaphore ended(0);
  Executor* ended_on = nullptr;
  api_.thread->Post([&] {
    Start(handler_->Handle(request, writer), [&] {
      ended_on = Executor::Current();
      ended.release();
    });
  });
  begun_.acquire();
  waits_ = false;
  // On the same thread, while the other one is being worked on.
  EXPECT_EQ(Do("GET", std::string(kMaps) + "/first", "").status, 200);
  EXPECT_EQ(Do("POST", kMaps, Map("second", 1)).status, 201);
  EXPECT_EQ(Do("GET", std::string(kMaps) + "/long", "").status, 404);
  go_on_.release();
  ended.acquire();
  EXPECT_EQ(writer.response.status, 201);
  EXPECT_EQ(ended_on, api_.thread.get()) << "it is answered at home";
  EXPECT_EQ(Do("GET", std::string(kMaps) + "/long", "").status, 200);
}

TEST_F(LongWorkTest, WhatIsLongIsEstimated) {
  ASSERT_EQ(Do("POST", kMaps, Map("short", 1)).status, 201);
  EXPECT_EQ(ran_on_, api_.thread.get());
  ASSERT_EQ(Do("POST", kMaps, Map("long", 100'000)).status, 201);
  EXPECT_NE(ran_on_, api_.thread.get());
  const std::string patch = R"({"data":{"a":"b"}})";
  ASSERT_EQ(Do("PATCH", std::string(kMaps) + "/short", patch).status, 200);
  EXPECT_EQ(ran_on_, api_.thread.get());
  ASSERT_EQ(Do("PATCH", std::string(kMaps) + "/long", patch).status, 200);
  EXPECT_NE(ran_on_, api_.thread.get()) << "the object that is patched is long";
  EXPECT_EQ(Do("POST", kMaps, Map("_", 100'000)).status, 422);
}

// What runs on the threads when the server stops is told so, and ends before they do.
TEST_F(LongWorkTest, StopCancelsWhatIsRunning) {
  Cancellation cancellation;
  {
    WorkThreads::Running running(work_, cancellation);
    work_.Stop();
  }
  EXPECT_TRUE(cancellation.cancelled());
  Cancellation other;
  {
    WorkThreads::Running running(work_, other);
  }
  work_.Stop();
  EXPECT_FALSE(other.cancelled());
}

TEST_F(LongWorkTest, EndsWhenTheClientHasGone) {
  waits_ = true;
  http::Request request = TestApi::MakeRequest("POST", kMaps, Map("long", 20'000), Headers("POST"));
  TestWriter writer;
  std::binary_semaphore ended(0);
  api_.thread->Post([&] { Start(handler_->Handle(request, writer), [&] { ended.release(); }); });
  begun_.acquire();
  waits_ = false;
  std::binary_semaphore disconnected(0);
  api_.thread->Post([&] {
    writer.Disconnect();
    disconnected.release();
  });
  disconnected.acquire();
  go_on_.release();
  ended.acquire();
  EXPECT_EQ(Do("GET", std::string(kMaps) + "/long", "").status, 404) << "it is not stored";
}

}  // namespace
}  // namespace pintle::api
