#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "pintle/api/config_maps_for_test.h"

// Bodies that have not come when the handler is called.
namespace pintle::api {
namespace {

// Comes when it is asked for, unless there is a failure.
class LateBody final : public http::BodySource {
 public:
  LateBody(http::Request& request, std::string text) : request_(request), text_(std::move(text)) {
    request.unread_body = this;
  }
  Task<Status> Read() override {
    ++reads;
    request_.unread_body = nullptr;
    if (failure) co_return std::unexpected(*failure);
    request_.body = text_;
    co_return Status();
  }

  int reads = 0;
  std::optional<Error> failure;

 private:
  http::Request& request_;
  const std::string text_;
};

class UnreadBodyTest : public ConfigMapsTest {
 protected:
  struct Told {
    TestReply reply;
    int reads = 0;
  };
  Told Do(const std::string& method, const std::string& target, std::string body,
          const TestHeaders& headers) {
    http::Request request = TestApi::MakeRequest(method, target, "", headers);
    LateBody late(request, std::move(body));
    late.failure = failure_;
    TestReply reply = api_.Send(request);
    return {std::move(reply), late.reads};
  }

  const TestHeaders json_{{"Content-Type", "application/json"}};
  std::optional<Error> failure_;
};

TEST_F(UnreadBodyTest, IsReadWhereItCounts) {
  Told created = Do("POST", kMaps, Map("a"), json_);
  EXPECT_EQ(created.reply.status, 201) << created.reply.body;
  Told replaced = Do("PUT", Path("/a"), Map("a", "y"), json_);
  EXPECT_EQ(replaced.reply.status, 200) << replaced.reply.body;
  Told patched = Do("PATCH", Path("/a"), R"({"data":{"a":"2"}})", {{"Content-Type", kMergePatch}});
  EXPECT_EQ(patched.reply.Json().FindPath({"data", "a"}).as_string(), "2");
  Told previewed = Do("DELETE", Path("/a"), R"({"dryRun":["All"]})", json_);
  EXPECT_EQ(previewed.reply.status, 200) << previewed.reply.body;
  EXPECT_EQ(Names(api_.Get(kMaps)), std::vector<std::string>{"a"}) << "the option was read";
  for (const Told* told : {&created, &replaced, &patched, &previewed}) EXPECT_EQ(told->reads, 1);
  EXPECT_EQ(Do("GET", Path("/a"), "{}", json_).reads, 0);
}

TEST_F(UnreadBodyTest, IsNotReadForARefusal) {
  struct Case {
    const char* method;
    std::string target;
    TestHeaders headers;
    int status;
  };
  const TestHeaders text{{"Content-Type", "text/plain"}};
  const Case cases[] = {
      {"POST", kMaps, {{"Origin", "https://elsewhere"}}, 403},
      {"POST", kMaps, {{"Authorization", "Bearer wrong"}}, 401},
      {"POST", "/api/v1/namespaces/default/nothings", json_, 404},
      {"POST", "/no/such/path", json_, 405},
      {"POST", "/version", json_, 405},
      {"POST", Path("/a"), json_, 405},
      {"POST", kMaps, {{"Accept", "image/png"}, {"Content-Type", "application/json"}}, 406},
      {"POST", kMaps, text, 415},
      {"PUT", Path("/a"), text, 415},
      {"PATCH", Path("/a"), text, 415},
      {"POST", "/api/v1/namespaces/default/pods/a/eviction", text, 415},
  };
  for (const Case& c : cases) {
    Told told = Do(c.method, c.target, Map("a"), c.headers);
    EXPECT_EQ(told.reply.status, c.status) << c.method << " " << c.target << told.reply.body;
    EXPECT_EQ(told.reads, 0) << c.method << " " << c.target;
  }
}

TEST_F(UnreadBodyTest, IsNotReadForWhoMayNot) {
  auto nobody = *auth::Authenticator::Create({.anonymous_allowed = false});
  auto never = auth::AlwaysDenyAuthorizer();
  HandlerOptions unknown = api_.Options();
  unknown.authenticator = nobody.get();
  api_.handler = std::make_unique<ApiHandler>(unknown);
  Told told = Do("POST", kMaps, Map("a"), json_);
  EXPECT_EQ(told.reply.status, 401);
  EXPECT_EQ(told.reads, 0);
  HandlerOptions denied = api_.Options();
  denied.authorizer = never.get();
  api_.handler = std::make_unique<ApiHandler>(denied);
  told = Do("POST", kMaps, Map("a"), json_);
  EXPECT_EQ(told.reply.status, 403);
  EXPECT_EQ(told.reads, 0);
}

TEST_F(UnreadBodyTest, ThatCannotBeReadIsTold) {
  ErrorDetails details;
  details.retry_after_seconds = 1;
  failure_ = Error(Reason::kTooManyRequests, "no room").WithDetails(std::move(details));
  Told told = Do("POST", kMaps, Map("a"), json_);
  EXPECT_EQ(told.reply.status, 429);
  EXPECT_EQ(told.reply.Reason(), "TooManyRequests");
  EXPECT_EQ(told.reply.headers.Get("Retry-After"), "1");
  failure_ = Error(Reason::kBadRequest, "cut short");
  EXPECT_EQ(Do("POST", kMaps, Map("a"), json_).reply.status, 400);
  EXPECT_TRUE(Names(api_.Get(kMaps)).empty());
}

}  // namespace
}  // namespace pintle::api
