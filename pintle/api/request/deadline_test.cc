#include "pintle/api/request/deadline.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <semaphore>

#include "pintle/api/handler_for_test.h"
#include "pintle/http/io_thread.h"
#include "pintle/storage/forwarding_store_for_test.h"

namespace pintle::api {
namespace {

using std::chrono::milliseconds;

TEST(DeadlineTest, LongRunning) {
  struct Row {
    const char* method;
    const char* target;
    bool expected;
  };
  const Row rows[] = {
      {"GET", "/api/v1/pods?watch=1", true},
      {"GET", "/api/v1/watch/pods", true},
      {"GET", "/api/v1/pods", false},
      {"GET", "/api/v1/namespaces/n/pods/p/log", true},
      {"POST", "/api/v1/namespaces/n/pods/p/exec", true},
      {"POST", "/api/v1/namespaces/n/pods/p/eviction", false},
      {"GET", "/healthz?watch=1", false},
  };
  for (const Row& row : rows) {
    auto request = TestApi::MakeRequest(row.method, row.target, "", {});
    auto info = ParseAttributes(request.method, request.path, http::Query(request.query));
    EXPECT_EQ(IsLongRunning(info), row.expected) << row.target;
  }
}

TEST(DeadlineTest, Limits) {
  const char* requested =
      "Timeout: request did not complete within requested timeout - context deadline exceeded";
  const char* allotted = "Timeout: request did not complete within the allotted timeout";
  struct Row {
    const char* verb;
    const char* query;
    int64_t expected;
    const char* text;
  };
  const Row rows[] = {
      {"list", "", 60'000, allotted},
      {"list", "timeout=5s", 5'000, allotted},
      {"list", "timeout=0s", 60'000, allotted},
      {"list", "timeout=0", 60'000, allotted},
      {"list", "timeout=5m", 60'000, allotted},
      {"list", "timeout=", 60'000, allotted},
      {"list", "timeout=1us", 1, allotted},
      {"deletecollection", "", 60'000, allotted},
      {"create", "", 34'000, requested},
      {"patch", "timeout=50s", 34'000, requested},
      {"delete", "timeout=1s", 1'000, allotted},
  };
  for (const Row& row : rows) {
    auth::Attributes info;
    info.is_resource = true;
    info.verb = row.verb;
    auto limit = TimeLimitOf(info, http::Query(row.query), milliseconds(60'000));
    ASSERT_TRUE(limit) << row.query;
    EXPECT_EQ(limit->time.count(), row.expected) << row.verb << " " << row.query;
    EXPECT_EQ(limit->Exceeded().message(), row.text) << row.verb << " " << row.query;
    EXPECT_EQ(limit->Exceeded().code(), 504);
  }
  auto bad = TimeLimitOf({}, http::Query("timeout=soon"), milliseconds(1));
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code(), 400);
  EXPECT_EQ(bad.error().message(),
            "invalid timeout specified in the request URL - time: invalid duration \"soon\"");
}

// A store on which reads last until the test lets them go.
class StuckStore final : public storage::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Task<Result<storage::GetResult>> Get(std::string key) override {
    Await<bool> wait([this](Resolver<bool> resolve) {
      resolve_.emplace(std::move(resolve));
      stuck.release();
    });
    co_await wait;
    auto getting = inner().Get(std::move(key));
    auto got = co_await getting;
    co_return got;
  }
  void LetGo() { (*resolve_)(true); }

  std::counting_semaphore<> stuck{0};

 private:
  std::optional<Resolver<bool>> resolve_;
};

class StuckTest : public testing::Test {
 protected:
  void Serve(const std::function<void(HandlerOptions&)>& adjust) {
    api_.OnThread([&]() -> Task<void> {
      HandlerOptions options = api_.Options();
      options.world = &world_;
      options.authenticator = authenticator_.get();
      options.authorizer = authorizer_.get();
      adjust(options);
      handler_ = std::make_unique<ApiHandler>(std::move(options));
      co_return;
    });
  }
  // Begins a request; its end is told by `ended_`.
  void Begin(http::Request& request, TestWriter& writer) {
    api_.thread->Post(
        [&] { Start(handler_->Handle(request, writer), [this] { ended_.release(); }); });
  }

  TestApi api_;
  StuckStore store_{*api_.store};
  TestWorld world_{store_, api_.metrics};
  std::unique_ptr<auth::Authenticator> authenticator_ =
      *auth::Authenticator::Create({.token_file = "secret,admin,,system:masters"});
  std::unique_ptr<auth::Authorizer> authorizer_ = auth::AlwaysAllowAuthorizer();
  std::unique_ptr<ApiHandler> handler_;
  std::counting_semaphore<> ended_{0};
};

TEST_F(StuckTest, AnswersWhenTheTimeIsOver) {
  Serve([](HandlerOptions& options) { options.request_timeout = milliseconds(20); });
  auto request = TestApi::MakeRequest("DELETE", "/api/v1/namespaces/n/configmaps/m", "", {});
  TestWriter writer;
  Begin(request, writer);
  std::string body = writer.WaitFor("}");
  EXPECT_EQ(writer.response.status, 504);
  EXPECT_EQ(body,
            R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":)"
            R"("Timeout: request did not complete within the allotted timeout","reason":"Timeout",)"
            R"("details":{},"code":504})"
            "\n");
  // The request goes on, but what it has to say comes too late.
  store_.stuck.acquire();
  store_.LetGo();
  ended_.acquire();
  EXPECT_EQ(writer.Body(), body);
  EXPECT_NE(api_.metrics.Text().find("apiserver_request_terminations_total{code=\"504\""),
            std::string::npos);
}

// The line is that of the answer, and is there when it is, not when the handler ends.
TEST_F(StuckTest, WhatIsAnsweredLateIsLoggedThen) {
  Serve([](HandlerOptions& options) {
    options.request_timeout = milliseconds(20);
    options.request_log = RequestLog::kStages;
  });
  auto request = TestApi::MakeRequest("DELETE", "/api/v1/namespaces/n/configmaps/m", "", {});
  TestWriter writer;
  testing::internal::CaptureStderr();
  Begin(request, writer);
  const size_t bytes = writer.WaitFor("}").size();
  api_.OnThread([]() -> Task<void> { co_return; });  // the line follows the body
  store_.stuck.acquire();
  const std::string line = testing::internal::GetCapturedStderr();
  EXPECT_THAT(line, testing::HasSubstr(fmt::format(R"(status="504" bytes="{}" )", bytes)));
  EXPECT_THAT(line, testing::ContainsRegex("stages=\"authenticate .*, wait [0-9]+us\"\n$"));
  testing::internal::CaptureStderr();
  store_.LetGo();
  ended_.acquire();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(StuckTest, TooManyWritesInFlight) {
  Serve([](HandlerOptions& options) {
    options.max_writes_in_flight = 1;
    options.max_reads_in_flight = 1;
  });
  auto request = TestApi::MakeRequest("DELETE", "/api/v1/namespaces/n/configmaps/m", "", {});
  TestWriter writer;
  Begin(request, writer);
  store_.stuck.acquire();

  auto second = TestApi::MakeRequest("DELETE", "/api/v1/namespaces/n/configmaps/m", "", {});
  TestWriter refused;
  Begin(second, refused);
  ended_.acquire();
  EXPECT_EQ(refused.response.status, 429);
  EXPECT_EQ(refused.response.headers.Get("Retry-After"), "1");
  EXPECT_EQ(refused.response.headers.Get("Content-Type"), "text/plain; charset=utf-8");
  EXPECT_EQ(refused.Body(), "Too many requests, please try again later.\n");

  auto read = TestApi::MakeRequest("GET", "/api/v1/namespaces/n/configmaps", "", {});
  TestWriter list;
  Begin(read, list);
  ended_.acquire();
  EXPECT_EQ(list.response.status, 200) << "reads are counted apart";

  store_.LetGo();
  ended_.acquire();
  EXPECT_EQ(writer.response.status, 404);
}

TEST_F(StuckTest, ThePlaceIsThatOfTheUserWhoIsImpersonated) {
  Serve([](HandlerOptions& options) { options.max_writes_in_flight = 1; });
  auto request = TestApi::MakeRequest("DELETE", "/api/v1/namespaces/n/configmaps/m", "", {});
  TestWriter writer;
  Begin(request, writer);
  store_.stuck.acquire();

  struct Row {
    TestHeaders headers;
    int expected;
  };
  const Row rows[] = {
      {{}, 429},
      {{{"Authorization", "Bearer secret"}}, 201},
      {{{"Authorization", "Bearer secret"}, {"Impersonate-User", "jane"}}, 429},
      {{{"Impersonate-User", "jane"}, {"Impersonate-Group", "system:masters"}}, 201},
  };
  for (const Row& row : rows) {
    TestHeaders headers = row.headers;
    headers.emplace_back("Content-Type", "application/json");
    auto review = TestApi::MakeRequest("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews",
                                       "{}", headers);
    TestWriter answer;
    Begin(review, answer);
    ended_.acquire();
    EXPECT_EQ(answer.response.status, row.expected) << answer.Body();
  }
  store_.LetGo();
  ended_.acquire();
}

// Another thread whose timers the test lets run out.
class HandTimers final : public Executor {
 public:
  explicit HandTimers(std::shared_ptr<Executor> inner) : inner_(std::move(inner)) {}
  void Post(std::function<void()> callback) override {
    inner_->Post([this, callback = std::move(callback)] {
      Scope scope(this);
      callback();
    });
  }
  std::unique_ptr<Timer> PostAfter(milliseconds, std::function<void()> callback) override {
    timers_.push_back(std::move(callback));
    return nullptr;
  }
  // On the executor.
  void RunOut() {
    for (const auto& callback : std::exchange(timers_, {})) callback();
  }

 private:
  std::shared_ptr<Executor> inner_;
  std::vector<std::function<void()>> timers_;
};

// Something happens in the middle of a deletion.
class DeletingStore final : public storage::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Task<Result<storage::WriteResult>> Delete(std::string key, storage::Revision expected) override {
    // The request gets its timer when it waits for the first time, which it need not have done yet.
    Await<bool> turn([](Resolver<bool> resolve) {
      Executor::Current()->Post([resolve = std::move(resolve)] { resolve(true); });
    });
    co_await turn;
    if (++deletions == at) then();
    auto deleting = ForwardingStore::Delete(std::move(key), expected);
    Result<storage::WriteResult> deleted = co_await deleting;
    co_return deleted;
  }
  int deletions = 0;
  int at = 0;
  std::function<void()> then;
};

class AbandonedTest : public testing::Test {
 protected:
  AbandonedTest() {
    HandlerOptions options = api_.Options();
    options.world = &world_;
    handler_ = std::make_unique<ApiHandler>(std::move(options));
    for (int i = 0; i < kObjects; ++i) {
      const TestReply made = api_.Post(kMaps, fmt::format(R"({{"metadata":{{"name":"m{}"}}}})", i));
      EXPECT_EQ(made.status, 201) << made.body;
    }
  }
  size_t Left() { return api_.Get(kMaps).Json().Find("items").items().size(); }
  void DeleteAll(TestWriter& writer) {
    auto request = TestApi::MakeRequest("DELETE", kMaps, "", {});
    std::binary_semaphore ended(0);
    timers_.Post([&] { Start(handler_->Handle(request, writer), [&] { ended.release(); }); });
    ended.acquire();
  }

  static constexpr const char* kMaps = "/api/v1/namespaces/n/configmaps";
  static constexpr int kObjects = 7;

  TestApi api_;
  HandTimers timers_{api_.thread};
  DeletingStore store_{*api_.store};
  TestWorld world_{store_, api_.metrics};
  std::unique_ptr<ApiHandler> handler_;
};

TEST_F(AbandonedTest, DeletionOfACollectionEndsWithItsTime) {
  TestWriter writer;
  store_.at = 3;
  store_.then = [&] { timers_.RunOut(); };
  DeleteAll(writer);
  EXPECT_EQ(writer.response.status, 504);
  EXPECT_THAT(writer.Body(), testing::HasSubstr("Timeout: request did not complete within the "
                                                "allotted timeout"));
  EXPECT_EQ(store_.deletions, 3);
  EXPECT_EQ(Left(), kObjects - 3u);
  EXPECT_THAT(api_.metrics.Text(),
              testing::HasSubstr("apiserver_request_post_timeout_total{source=\"timeout-handler\","
                                 "status=\"error\"} 1"));
}

TEST_F(AbandonedTest, DeletionOfACollectionEndsWhenTheClientHasGone) {
  TestWriter writer;
  store_.at = 2;
  store_.then = [&] { writer.Disconnect(); };
  DeleteAll(writer);
  EXPECT_EQ(store_.deletions, 2);
  EXPECT_EQ(Left(), kObjects - 2u);
}

TEST_F(AbandonedTest, WhatIsStoredByThenIsDone) {
  TestWriter writer;
  store_.at = kObjects;
  store_.then = [&] { timers_.RunOut(); };
  DeleteAll(writer);
  EXPECT_EQ(writer.response.status, 504);
  EXPECT_EQ(Left(), 0u);
}

}  // namespace
}  // namespace pintle::api
