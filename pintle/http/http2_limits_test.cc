#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pintle/http/http2_server_for_test.h"

namespace pintle::http {
namespace {

using std::chrono::seconds;

constexpr size_t kFirstWindow = 65535;

using Http2LimitsTest = Http2Test;

TEST_F(Http2LimitsTest, RefusesBadRequestsAlone) {
  ServerOptions options;
  options.max_header_bytes = 4096;
  options.max_header_fields = 20;
  Start(Echo(), options);
  auto client = Connect();
  Http2TestClient::Fields many;
  for (int i = 0; i < 30; ++i) many.emplace_back(fmt::format("x-{}", i), "1");
  EXPECT_EQ(client->Await(client->Get("/", {{"x", std::string(5000, 'x')}})).status, 431);
  EXPECT_EQ(client->Await(client->Get("/", many)).status, 431);
  EXPECT_EQ(client->Await(client->Get("nonsense")).error_code, NGHTTP2_PROTOCOL_ERROR);
  EXPECT_EQ(client->Await(client->Get("/%zz")).status, 400);
  EXPECT_EQ(client->Await(client->Get("/")).status, 200);
}

// Streams megabytes until told that nobody listens; counts what was taken.
struct Flood {
  const Bytes piece{std::string(1 << 20, 'x')};
  std::atomic<int> written_pieces = 0;
  std::binary_semaphore failed{0};

  Task<void> Run(ResponseWriter& writer) {
    Task<Status> start = writer.Start(200, Headers());
    Status written = co_await start;
    while (true) {
      Task<Status> write = writer.Write({piece});
      written = co_await write;
      if (!written) break;
      ++written_pieces;
    }
    failed.release();
  }
};

TEST_F(Http2LimitsTest, ASlowReaderOfOneStreamDoesNotHoldOthers) {
  Flood flood;
  Handler echo = Echo();
  Start([&](Request& request, ResponseWriter& writer) {
    return request.path == "/flood" ? flood.Run(writer) : echo(request, writer);
  });
  auto client = Connect(false);
  int32_t slow = client->Get("/flood");
  client->AwaitBody(slow, kFirstWindow);
  client->ConsumeConnection(kFirstWindow);
  for (int i = 0; i < 20; ++i) {
    int32_t quick = client->Get("/quick");
    EXPECT_EQ(client->Await(quick).body, "GET /quick [] ");
    client->Consume(quick, client->reply(quick).body.size());
  }
  EXPECT_EQ(client->reply(slow).body.size(), kFirstWindow);
  EXPECT_EQ(flood.written_pieces, 0);
  client->Consume(slow, kFirstWindow);
  client->AwaitBody(slow, kFirstWindow * 3 / 2);
  client->Reset(slow);
  EXPECT_TRUE(flood.failed.try_acquire_for(kPatience));
}

TEST_F(Http2LimitsTest, ABlockedWriteFailsWhenTheAnswerIsBrokenOff) {
  Flood flood;
  ResponseWriter* blocked = nullptr;
  Handler echo = Echo();
  Start([&](Request& request, ResponseWriter& writer) {
    if (request.path != "/flood") return echo(request, writer);
    blocked = &writer;
    return flood.Run(writer);
  });
  auto client = Connect(false);
  int32_t slow = client->Get("/flood");
  client->AwaitBody(slow, kFirstWindow);
  client->ConsumeConnection(kFirstWindow);
  WaitForTurn();
  server_->executors()[0]->Post([&] { blocked->Abort(); });
  auto& reply = client->Await(slow);
  EXPECT_FALSE(reply.ended);
  EXPECT_NE(reply.error_code, 0u);
  EXPECT_TRUE(flood.failed.try_acquire_for(kPatience));
  EXPECT_EQ(client->Await(client->Get("/quick")).status, 200);
}

TEST_F(Http2LimitsTest, AClientThatReadsNothingIsDropped) {
  Flood flood;
  ServerOptions options;
  options.write_timeout = seconds(1);
  Start([&](Request&, ResponseWriter& writer) { return flood.Run(writer); }, options);
  auto client = Connect(false);
  int32_t slow = client->Get("/");
  auto& reply = client->Await(slow);
  EXPECT_FALSE(reply.ended);
  EXPECT_NE(reply.error_code, 0u);
  EXPECT_TRUE(flood.failed.try_acquire_for(kPatience));
}

TEST_F(Http2LimitsTest, BodiesUpToTheLimitAndBeyond) {
  ServerOptions options;
  options.max_body_bytes = 300'000;
  Start(Answer([](Request& request) {
          return request.body_too_large ? Text(413, "too large")
                                        : Text(200, std::to_string(request.body.size()));
        }),
        options);
  auto client = Connect();
  const std::string most(300'000, 'x');
  struct Case {
    bool tells_length;
    size_t extra_bytes;
    int status;
  };
  const Case cases[] = {{true, 0, 200},  {false, 0, 200},        {true, 1, 413},
                        {false, 1, 413}, {true, 1'000'000, 413}, {false, 1'000'000, 413}};
  for (const Case& c : cases) {
    std::string body = most + std::string(c.extra_bytes, 'x');
    Http2TestClient::Fields fields;
    if (c.tells_length) fields.emplace_back("content-length", std::to_string(body.size()));
    int32_t id = client->Ask("POST", "/", fields, body);
    auto& reply = client->AwaitEnd(id);
    EXPECT_EQ(reply.status, c.status);
    EXPECT_EQ(reply.body, c.status == 200 ? "300000" : "too large");
    EXPECT_EQ(reply.error_code, 0u);
  }
  // A client that goes on sending is told to stop.
  int32_t id = client->Ask("POST", "/", {}, std::string(1'000'000, 'x'));
  EXPECT_EQ(client->Await(id).status, 413);
  EXPECT_EQ(client->reply(id).error_code, 0u);
  EXPECT_EQ(client->Await(client->Get("/")).status, 200);
}

TEST_F(Http2LimitsTest, ManyLargeBodiesTakeTurns) {
  Start(Answer([](Request& request) { return Text(200, std::to_string(request.body.size())); }));
  auto client = Connect();
  std::vector<int32_t> ids;
  for (int i = 0; i < 20; ++i)
    ids.push_back(client->Ask("POST", "/", {}, std::string(1 << 20, 'x')));
  for (int32_t id : ids) EXPECT_EQ(client->Await(id).body, "1048576");
}

TEST_F(Http2LimitsTest, ABodyThatIsCutNeverReachesTheHandler) {
  std::atomic<int> calls = 0;
  Start(Answer([&](Request&) {
    ++calls;
    return Text(200, "");
  }));
  auto client = Connect();
  for (int i = 0; i < 10; ++i) {
    client->Reset(client->Ask("POST", "/", {}, "part", false));
  }
  EXPECT_EQ(client->Await(client->Get("/")).status, 200);
  EXPECT_EQ(calls, 1);
}

TEST_F(Http2LimitsTest, IdleConnectionsAreClosedWithAWord) {
  ServerOptions options;
  options.idle_timeout = seconds(1);
  Start(Echo(), options);
  // On a busy machine the first request may come when the connection was idle for too long already.
  int status = 0;
  for (int attempt = 0; attempt < kAttempts && status != 200; ++attempt) {
    auto client = Connect();
    status = client->Await(client->Get("/")).status;
    EXPECT_TRUE(client->AwaitGoAway());
    EXPECT_EQ(client->goaway(), NGHTTP2_NO_ERROR);
    EXPECT_TRUE(client->AtEnd());
  }
  EXPECT_EQ(status, 200);
}

TEST_F(Http2LimitsTest, ABodyThatDoesNotComeIsGivenUp) {
  ServerOptions options;
  options.read_timeout = seconds(1);
  Start(Echo(), options);
  auto client = ConnectInTime();
  auto& reply = client->Await(client->Ask("POST", "/", {}, "part", false));
  EXPECT_EQ(reply.status, 0);
  EXPECT_NE(reply.error_code, 0u);
  EXPECT_EQ(client->Await(client->Get("/")).status, 200);
}

TEST_F(Http2LimitsTest, RefusesMoreStreamsThanItTakes) {
  std::vector<Resolver<int>> waiting;
  std::counting_semaphore<> started(0);
  ServerOptions options;
  options.max_concurrent_streams = 5;
  Start(
      [&](Request&, ResponseWriter& writer) -> Task<void> {
        Await<int> wait([&](Resolver<int> resolve) {
          waiting.push_back(resolve);
          started.release();
        });
        co_await wait;
        Task<Status> send = writer.Send(Text(200, "late"));
        Status sent = co_await send;
      },
      options);
  auto client = Connect();
  // Handlers whose streams were reset still count.
  std::vector<int32_t> ids;
  for (int i = 0; i < 5; ++i) {
    ids.push_back(client->Get("/"));
    started.acquire();
  }
  for (int32_t id : ids) client->Reset(id);
  EXPECT_EQ(client->Await(client->Get("/")).error_code, NGHTTP2_REFUSED_STREAM);
  for (const auto& waiter : waiting) waiter(0);
  WaitForTurn();
  int32_t last = client->Get("/");
  started.acquire();
  waiting.back()(0);
  EXPECT_EQ(client->Await(last).body, "late");
}

TEST_F(Http2LimitsTest, EndsAConnectionThatResetsWithoutEnd) {
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    Task<void> gone = UntilGone(writer);
    co_await gone;
  });
  auto client = Connect();
  // Far more than the budget, which grows meanwhile; the server hangs up on the way.
  for (int i = 0; i < 5000; ++i) client->Reset(client->Get("/"));
  EXPECT_TRUE(client->AwaitGoAway());
  EXPECT_EQ(client->goaway(), NGHTTP2_ENHANCE_YOUR_CALM);
  EXPECT_TRUE(client->AtEnd());
  auto other = Connect();
  EXPECT_TRUE(other->Flush());
}

TEST_F(Http2LimitsTest, EndsAConnectionThatFloodsAndDoesNotRead) {
  Start(Echo());
  auto client = Connect();
  auto flood = [&] {
    for (int i = 0; i < 1000; ++i) client->Ping();
    return client->Flush();
  };
  while (flood()) {
  }
  auto other = Connect();
  EXPECT_EQ(other->Await(other->Get("/")).status, 200);
}

TEST_F(Http2LimitsTest, SurvivesNoise) {
  Start(Echo());
  const std::string preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  const std::string settings("\0\0\0\4\0\0\0\0\0", 9);
  const std::string noises[] = {
      "GET / HTTP/1.1\r\nHost: h\r\n\r\n",
      preface + std::string(1000, '\xff'),
      preface + settings + std::string("\0\0\1\1\5\0\0\0\1\xff", 10),
      preface + settings + std::string("\0\0\4\3\0\0\0\0\5\0\0\0\0", 13),
      preface + settings + std::string("\0\0\5\0\1\0\0\0\7hello", 14),
      preface.substr(0, 10),
  };
  for (const std::string& noise : noises) {
    TestClient client(server_->port(), {.ca_pem = ca_pem_,
                                        .certificate = {},
                                        .receive_buffer_bytes = 0,
                                        .resume = nullptr,
                                        .alpn = std::string("\x02h2", 3)});
    client.Send(noise);
    if (noise.size() > preface.size()) client.ReceiveAll();
  }
  auto client = Connect();
  EXPECT_EQ(client->Await(client->Get("/")).status, 200);
}

}  // namespace
}  // namespace pintle::http
