#include "pintle/http/client.h"

#include <gtest/gtest.h>

#include <semaphore>
#include <thread>

#include "pintle/http/handlers_for_test.h"
#include "pintle/http/response_parser.h"
#include "pintle/http/test_client.h"

namespace pintle::http {
namespace {

using std::chrono::milliseconds;

// A failing test ends; a slow machine does not make one fail.
constexpr std::chrono::seconds kPatience{60};

ClientRequest Get(std::string target = "/") {
  ClientRequest request;
  request.target = std::move(target);
  request.timeout = kPatience;
  return request;
}

class ClientTest : public testing::Test {
 protected:
  void SetUp() override {
    ca_ = *GenerateCa("ca", 1);
    thread_->Start();
  }
  void TearDown() override {
    if (server_) server_->Stop(kPatience);
    thread_->Stop();
  }
  void Serve(Handler handler, ServerOptions options = {}) {
    auto serving = IssueServing(ca_, {"hook.test"}, {"127.0.0.1"});
    options.certificate_pem = serving->certificate_pem;
    options.private_key_pem = serving->private_key_pem;
    options.client_ca_pem = ca_.certificate_pem;
    auto server = Server::Start(std::move(options), std::move(handler));
    ASSERT_TRUE(server) << server.error().message();
    server_ = std::move(*server);
    options_.host = "127.0.0.1";
    options_.port = server_->port();
    options_.ca_pem = ca_.certificate_pem;
  }
  std::unique_ptr<Client> NewClient() {
    auto client = Client::Create(options_, thread_);
    EXPECT_TRUE(client) << client.error().message();
    return std::move(*client);
  }
  static Result<ClientResponse> Ask(Client& client, ClientRequest request = Get()) {
    return BlockOn(client.Send(std::move(request)));
  }

  KeyPair ca_;
  std::shared_ptr<IoThread> thread_ = std::make_shared<IoThread>();
  std::unique_ptr<Server> server_;
  ClientOptions options_;
};

TEST_F(ClientTest, SendsAndReceives) {
  Serve(Answer([](Request& request) {
    Response response = Text(201, fmt::format("{} {}?{} {} {} {}", request.method, request.path,
                                              request.query, request.headers.Get("X-Field"),
                                              request.headers.Get("Host"), request.body));
    response.headers.Add("X-Answer", "yes");
    return response;
  }));
  options_.server_name = "hook.test";
  auto client = NewClient();
  ClientRequest request = Get("/hook?timeout=5s");
  request.method = "POST";
  request.body = "hello";
  request.headers.Add("X-Field", "value");
  auto reply = Ask(*client, request);
  ASSERT_TRUE(reply) << reply.error().message();
  EXPECT_EQ(reply->status, 201);
  EXPECT_EQ(reply->headers.Get("x-answer"), "yes");
  EXPECT_EQ(reply->body,
            fmt::format("POST /hook?timeout=5s value hook.test:{} hello", options_.port));
}

TEST_F(ClientTest, ReusesConnections) {
  Serve(Answer([](Request& request) { return Text(200, request.remote_address); }));
  auto client = NewClient();
  auto first = Ask(*client);
  auto second = Ask(*client);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->body, second->body);
  // The server closes waiting connections: the next request goes to a new one.
  server_->Stop(milliseconds(1000));
  ServerOptions options;
  options.port = options_.port;
  Serve(Answer([](Request& request) { return Text(200, request.remote_address); }), options);
  auto third = Ask(*client);
  ASSERT_TRUE(third) << third.error().message();
  EXPECT_NE(third->body, first->body);
}

TEST_F(ClientTest, ManyRequestsAtATime) {
  Serve(Echo());
  auto client = NewClient();
  std::counting_semaphore<> done(0);
  for (int i = 0; i < 50; ++i) {
    Start(client->Send(Get(fmt::format("/{}", i))), [&done, i](Result<ClientResponse> reply) {
      EXPECT_TRUE(reply && reply->body == fmt::format("GET /{} [] ", i));
      done.release();
    });
  }
  for (int i = 0; i < 50; ++i) done.acquire();
}

TEST_F(ClientTest, ProvesWhoItIs) {
  Serve(Answer([](Request& request) {
    return Text(200, request.peer_certificate ? request.peer_certificate->common_name : "nobody");
  }));
  EXPECT_EQ(Ask(*NewClient())->body, "nobody");
  options_.certificate = *IssueClient(ca_, "apiserver", {});
  EXPECT_EQ(Ask(*NewClient())->body, "apiserver");
}

TEST_F(ClientTest, BelievesOnlyTheRightServer) {
  Serve(Echo());
  options_.server_name = "other.test";
  auto wrong_name = Ask(*NewClient());
  ASSERT_FALSE(wrong_name);
  EXPECT_NE(wrong_name.error().message().find("mismatch"), std::string::npos)
      << wrong_name.error().message();
  options_.server_name = "hook.test";
  EXPECT_TRUE(Ask(*NewClient()));
  options_.ca_pem = GenerateCa("other", 1)->certificate_pem;
  auto wrong_ca = Ask(*NewClient());
  ASSERT_FALSE(wrong_ca);
  EXPECT_NE(wrong_ca.error().message().find("TLS handshake with 127.0.0.1"), std::string::npos)
      << wrong_ca.error().message();
  options_.ca_pem = "";  // the system's authorities do not know it either
  EXPECT_FALSE(Ask(*NewClient()));
  options_.ca_pem = "nonsense";
  EXPECT_FALSE(Client::Create(options_, thread_));
}

TEST_F(ClientTest, GivesUpInTime) {
  Serve([&](Request& request, ResponseWriter& writer) -> Task<void> {
    if (request.path == "/part") {
      Task<Status> start = writer.Start(200, Headers());
      Status started = co_await start;
    }
    Task<void> end = UntilGone(writer);
    co_await end;
  });
  auto client = NewClient();
  for (const char* target : {"/none", "/part"}) {
    ClientRequest request = Get(target);
    request.timeout = milliseconds(50);
    auto reply = Ask(*client, std::move(request));
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().reason(), Reason::kTimeout);
    EXPECT_EQ(reply.error().message(), "no answer within 50 ms");
  }
}

TEST_F(ClientTest, CanBeCancelled) {
  std::counting_semaphore<> waiting(0), gone(0);
  Serve([&](Request&, ResponseWriter& writer) -> Task<void> {
    waiting.release();
    Task<void> end = UntilGone(writer);
    co_await end;
    gone.release();
  });
  auto client = NewClient();
  ClientRequest request = Get();
  request.cancellation = std::make_shared<Cancellation>();
  std::thread canceller([&, cancellation = request.cancellation] {
    waiting.acquire();
    cancellation->Cancel();
  });
  auto reply = Ask(*client, request);
  canceller.join();
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().message(), "cancelled");
  gone.acquire();
  EXPECT_FALSE(Ask(*client, request));  // cancelled already
}

TEST_F(ClientTest, LimitsTheAnswer) {
  Serve([&](Request& request, ResponseWriter& writer) -> Task<void> {
    if (request.path == "/send") {
      Task<Status> send = writer.Send(Text(200, std::string(1001, 'x')));
      Status sent = co_await send;
      co_return;
    }
    Task<Status> start = writer.Start(200, Headers());
    Status written = co_await start;
    while (written) {
      Task<Status> write = writer.Write({Bytes(std::string(100, 'x'))});
      written = co_await write;
    }
  });
  options_.max_response_bytes = 1000;
  auto client = NewClient();
  for (const char* target : {"/send", "/stream"}) {
    auto reply = Ask(*client, Get(target));
    ASSERT_FALSE(reply) << target;
    EXPECT_EQ(reply.error().reason(), Reason::kRequestEntityTooLarge);
  }
}

TEST_F(ClientTest, SaysWhenTheServerHangsUp) {
  Serve([&](Request&, ResponseWriter& writer) -> Task<void> {
    Task<Status> start = writer.Start(200, Headers());
    Status started = co_await start;  // and no end: the connection is cut
  });
  auto cut = Ask(*NewClient());
  ASSERT_FALSE(cut);
  EXPECT_NE(cut.error().message().find("in the middle of its answer"), std::string::npos)
      << cut.error().message();
  server_->Stop(milliseconds(0));
  auto refused = Ask(*NewClient());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message().find("connect to 127.0.0.1"), std::string::npos);
}

TEST_F(ClientTest, LooksUpNames) {
  Serve(Echo());
  options_.host = "localhost";
  options_.server_name = "hook.test";
  auto reply = Ask(*NewClient());
  ASSERT_TRUE(reply) << reply.error().message();
  options_.host = "no-such-host.invalid";
  auto unknown = Ask(*NewClient());
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message().find("no-such-host.invalid"), std::string::npos);
}

TEST_F(ClientTest, RefusesTextThatWouldAddFields) {
  Serve(Echo());
  auto client = NewClient();
  ClientRequest request = Get();
  request.headers.Add("X", "a\r\nEvil: 1");
  EXPECT_FALSE(Ask(*client, request));
  request.headers = {};
  request.target = "/a b";
  EXPECT_FALSE(Ask(*client, request));
}

TEST(ResponseParser, ReadsAnswers) {
  struct Case {
    const char* text;
    bool ends_with_connection;
    int status;
    const char* body;
    bool keep_alive;
  };
  const Case cases[] = {
      {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab", false, 200, "ab", true},
      {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc", false, 200, "ab", false},
      {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", false, 204, "", true},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", false, 200,
       "ab", true},
      {"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", false, 200, "", false},
      {"HTTP/1.0 500 Oops\r\n\r\nabc", true, 500, "abc", false},
  };
  for (const Case& c : cases) {
    for (size_t step : {1, 1000}) {
      ResponseParser parser(false, 100);
      Result<bool> complete = false;
      std::string_view rest = c.text;
      while (complete && !*complete && !rest.empty()) {
        complete = parser.Put(rest.substr(0, step));
        rest.remove_prefix(std::min(step, rest.size()));
      }
      ASSERT_TRUE(complete) << c.text << complete.error().message();
      if (c.ends_with_connection) {
        EXPECT_FALSE(*complete);
        complete = parser.PutEnd();
      }
      ASSERT_TRUE(complete && *complete) << c.text;
      EXPECT_EQ(parser.keep_alive(), c.keep_alive || (step == 1 && rest.size() > 0)) << c.text;
      auto response = parser.Take();
      EXPECT_EQ(response.status, c.status);
      EXPECT_EQ(response.body, c.body);
    }
  }
}

TEST(ResponseParser, RefusesNonsense) {
  for (std::string text : {std::string("nonsense\r\n\r\n"),
                           "HTTP/1.1 200 OK\r\nX: " + std::string(70000, 'x') + "\r\n\r\n",
                           std::string("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n")}) {
    ResponseParser parser(false, 100);
    EXPECT_FALSE(parser.Put(text)) << text;
  }
}

}  // namespace
}  // namespace pintle::http
