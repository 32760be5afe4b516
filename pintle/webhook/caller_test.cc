#include "pintle/webhook/caller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "pintle/http/certificates.h"
#include "pintle/http/handlers_for_test.h"

namespace pintle::webhook {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// A failing test ends; a slow machine does not make one fail.
constexpr std::chrono::seconds kPatience{60};

TEST(WebhookUrlTest, Parts) {
  struct Case {
    const char* text;
    const char* host;
    uint16_t port;
    const char* path;
  };
  for (const Case& c :
       {Case{"https://a.example", "a.example", 443, "/"},
        Case{"https://a.example:8443/convert", "a.example", 8443, "/convert"},
        Case{"https://a/x/y", "a", 443, "/x/y"}, Case{"https://[::1]:9/x", "::1", 9, "/x"},
        Case{"https://[fe80::1]", "fe80::1", 443, "/"}}) {
    auto url = ParseUrl(c.text);
    ASSERT_TRUE(url) << c.text;
    EXPECT_EQ(url->address.host, c.host);
    EXPECT_EQ(url->address.port, c.port);
    EXPECT_EQ(url->path, c.path);
  }
  for (const char* text : {"", "http://a", "https://", "https:///x", "https://a:0",
                           "https://a:65536", "https://a:b/", "https://:80"}) {
    EXPECT_FALSE(ParseUrl(text)) << text;
  }
}

class CallerTest : public testing::Test {
 protected:
  void SetUp() override {
    ca_ = *http::GenerateCa("ca", 1);
    environment_.thread->Start();
    environment_.resolve = [this](const ServiceReference& service) -> Result<Address> {
      if (service.name != "hook") return Fail(Reason::kNotFound, "no such service");
      return Address{"127.0.0.1", servers_.at(reached_)->port()};
    };
  }
  void TearDown() override {
    for (auto& server : servers_) server->Stop(kPatience);
    environment_.thread->Stop();
  }
  // Returns its URL.
  std::string Serve(http::Handler handler) {
    auto serving = http::IssueServing(ca_, {"hook.default.svc"}, {"127.0.0.1"});
    http::ServerOptions options;
    options.certificate_pem = serving->certificate_pem;
    options.private_key_pem = serving->private_key_pem;
    auto server = http::Server::Start(std::move(options), std::move(handler));
    EXPECT_TRUE(server) << server.error().message();
    servers_.push_back(std::move(*server));
    return fmt::format("https://127.0.0.1:{}", servers_.back()->port());
  }
  ClientConfig At(std::string url) {
    ClientConfig config;
    config.url = std::move(url);
    config.ca_pem = ca_.certificate_pem;
    return config;
  }
  ClientConfig Behind(std::string service) {
    ClientConfig config = At("");
    config.service = {.namespace_name = "default", .name = std::move(service), .path = "/convert"};
    return config;
  }
  std::string Ask(Caller& caller, std::chrono::milliseconds timeout = kPatience) {
    Result<std::string> answer = BlockOn(caller.Post("{}", timeout));
    return answer ? *answer : "error: " + answer.error().message();
  }

  http::KeyPair ca_;
  Environment environment_{.thread = std::make_shared<http::IoThread>(), .resolve = {}};
  std::vector<std::unique_ptr<http::Server>> servers_;
  size_t reached_ = 0;  // the server that is behind the service
};

TEST_F(CallerTest, PostsToUrl) {
  Caller caller(At(Serve(http::Echo()) + "/convert"), environment_);
  EXPECT_EQ(Ask(caller), "POST /convert [timeout=1m0s] {}");
}

TEST_F(CallerTest, PostsToService) {
  Serve(http::Echo());
  Caller caller(Behind("hook"), environment_);
  EXPECT_EQ(Ask(caller), "POST /convert [timeout=1m0s] {}");
  Serve(http::Answer([](http::Request&) { return http::Text(200, "moved"); }));
  reached_ = 1;
  EXPECT_EQ(Ask(caller), "moved");
  Caller nowhere(Behind("none"), environment_);
  EXPECT_EQ(Ask(nowhere),
            "error: Post \"https://none.default.svc:443/convert?timeout=1m0s\": no such service");
}

TEST_F(CallerTest, AnswersThatAreNoSuccess) {
  const std::string url =
      Serve(http::Answer([](http::Request&) { return http::Text(404, "nothing here"); }));
  Caller caller(At(url), environment_);
  EXPECT_EQ(Ask(caller),
            "error: Post \"" + url + "?timeout=1m0s\": the webhook answered 404: nothing here");
}

TEST_F(CallerTest, Slow) {
  const std::string url =
      Serve([](http::Request&, http::ResponseWriter& writer) { return http::UntilGone(writer); });
  Caller caller(At(url), environment_);
  EXPECT_EQ(Ask(caller, std::chrono::milliseconds(50)),
            "error: Post \"" + url + "?timeout=50ms\": no answer within 50 ms");
}

TEST_F(CallerTest, Untrusted) {
  ClientConfig config = At(Serve(http::Echo()));
  config.ca_pem = http::GenerateCa("other", 1)->certificate_pem;
  Caller caller(config, environment_);
  EXPECT_THAT(Ask(caller), HasSubstr("TLS handshake with 127.0.0.1"));
  config.ca_pem = "rubbish";
  Caller broken(config, environment_);
  EXPECT_THAT(Ask(broken), StartsWith("error: Post \"https://127.0.0.1"));
}

}  // namespace
}  // namespace pintle::webhook
