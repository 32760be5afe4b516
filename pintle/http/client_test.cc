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

// A port that nobody else can get meanwhile, on which the test decides what happens.
class OwnPort {
 public:
  OwnPort() {
    timeval limit{kPatience.count(), 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    EXPECT_EQ(::bind(fd_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    port_ = ntohs(address.sin_port);
  }
  ~OwnPort() { ::close(fd_); }
  OwnPort(const OwnPort&) = delete;
  OwnPort& operator=(const OwnPort&) = delete;

  uint16_t port() const { return port_; }
  void Listen() { EXPECT_EQ(::listen(fd_, 1), 0); }
  // Answers the first request of a connection and closes it without a word.
  void AnswerOnce(const std::string& answer) {
    int connection = ::accept(fd_, nullptr, nullptr);
    std::string request;
    char data[1024];
    while (request.find("\r\n\r\n") == std::string::npos) {
      ssize_t size = ::recv(connection, data, sizeof(data), 0);
      if (size <= 0) break;
      request.append(data, static_cast<size_t>(size));
    }
    ::send(connection, answer.data(), answer.size(), MSG_NOSIGNAL);
    ::close(connection);
  }

 private:
  const int fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  uint16_t port_ = 0;
};

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
  void Serve(Handler handler) {
    serving_ = *IssueServing(ca_, {"hook.test"}, {"127.0.0.1"});
    ServerOptions options;
    options.certificate_pem = serving_.certificate_pem;
    options.private_key_pem = serving_.private_key_pem;
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
  KeyPair serving_;
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
}

// Whether it is seen before the next request or only when that gets no answer.
TEST_F(ClientTest, AClosedConnectionIsReplaced) {
  OwnPort server;
  server.Listen();
  std::thread answering([&] {
    for (const char* body : {"1", "2", "3"}) {
      server.AnswerOnce(fmt::format("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n{}", body));
    }
  });
  options_.host = "127.0.0.1";
  options_.port = server.port();
  options_.tls = false;
  auto client = NewClient();
  for (const char* body : {"1", "2", "3"}) {
    auto reply = Ask(*client);
    EXPECT_TRUE(reply && reply->body == body) << body;
  }
  answering.join();
}

TEST_F(ClientTest, NamesAnIpv6AddressInBrackets) {
  auto server = Server::Start({}, Answer([](Request& request) {
                                return Text(200, std::string(request.headers.Get("Host")));
                              }));
  ASSERT_TRUE(server);
  server_ = std::move(*server);
  options_.host = "127.0.0.1";
  options_.server_name = "fd00::1";
  options_.port = server_->port();
  options_.tls = false;
  EXPECT_EQ(Ask(*NewClient())->body, fmt::format("[fd00::1]:{}", options_.port));
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

TEST_F(ClientTest, BelievesAServerWhoseOwnCertificateItWasGiven) {
  Serve(Echo());
  options_.ca_pem = serving_.certificate_pem;
  auto reply = Ask(*NewClient());
  EXPECT_TRUE(reply) << reply.error().message();
  // A twin of the same authority is somebody else.
  options_.ca_pem = IssueServing(ca_, {"hook.test"}, {"127.0.0.1"})->certificate_pem;
  EXPECT_FALSE(Ask(*NewClient()));
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
  OwnPort nobody;  // listens there
  options_.port = nobody.port();
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
  // Longer than a name can be: no machine asks another for it.
  options_.host = std::string(64, 'x') + ".invalid";
  auto unknown = Ask(*NewClient());
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message().find("look up " + options_.host), std::string::npos)
      << unknown.error().message();
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
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", false, 200, "", true},
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
  for (std::string text :
       {std::string("nonsense\r\n\r\n"),
        "HTTP/1.1 200 OK\r\nX: " + std::string(70000, 'x') + "\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" + std::string(70000, 'x'),
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: " + std::string(70000, 'x'),
        std::string("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n")}) {
    ResponseParser parser(false, 100);
    EXPECT_FALSE(parser.Put(text)) << text;
  }
}

}  // namespace
}  // namespace pintle::http
