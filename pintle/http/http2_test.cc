#include <fmt/format.h>
#include <gtest/gtest.h>

#include <thread>

#include "pintle/http/http2_server_for_test.h"

namespace pintle::http {
namespace {

TEST_F(Http2Test, AnswersRequests) {
  Start(Echo());
  auto client = Connect();
  auto& get = client->Await(client->Get("/a%20b?q=%20"));
  EXPECT_EQ(get.status, 200);
  EXPECT_EQ(get.body, "GET /a b [q=%20] ");
  EXPECT_EQ(get.headers["content-type"], "text/plain");
  EXPECT_EQ(get.headers["content-length"], "17");
  EXPECT_FALSE(get.headers["date"].empty());
  EXPECT_EQ(client->Await(client->Ask("POST", "/p", {}, "body")).body, "POST /p [] body");
  auto& head = client->Await(client->Ask("HEAD", "/"));
  EXPECT_EQ(head.headers["content-length"], "10");
  EXPECT_EQ(head.body, "");
  EXPECT_TRUE(head.ended);
}

TEST_F(Http2Test, RequestsLookAsInHttp1) {
  Start(Answer([](Request& request) {
    return Text(200, fmt::format("{} {} {} {}", request.http_major, request.headers.Get("Host"),
                                 request.headers.Get("X-Field"), request.remote_address));
  }));
  auto client = Connect();
  auto& reply = client->Await(client->Get("/", {{"x-field", "value"}}));
  EXPECT_TRUE(reply.body.starts_with("2 test value 127.0.0.1:")) << reply.body;
}

TEST_F(Http2Test, SendsNoBodyWhereThereIsNone) {
  Start(Answer([](Request&) { return Text(204, "12345"); }));
  auto client = Connect();
  auto& reply = client->Await(client->Get("/"));
  EXPECT_EQ(reply.status, 204);
  EXPECT_EQ(reply.body, "");
  EXPECT_FALSE(reply.headers.contains("content-length"));
}

TEST_F(Http2Test, NoAnswerIsToBeGuessedAt) {
  Start(AnswerInManyWays());
  auto client = Connect();
  for (const char* path : {kManyWays[0], kManyWays[1], kManyWays[2], kManyWays[3], "/%zz"}) {
    EXPECT_EQ(client->Await(client->Get(path)).headers["x-content-type-options"], "nosniff")
        << path;
  }
}

TEST_F(Http2Test, ManyStreamsAtATime) {
  constexpr int kStreams = 200;
  std::atomic<int> running = 0;
  std::vector<Resolver<int>> waiting;
  // All wait for the last one.
  Start([&](Request& request, ResponseWriter& writer) -> Task<void> {
    Await<int> all([&](Resolver<int> resolve) {
      waiting.push_back(resolve);
      if (++running < kStreams) return;
      for (const auto& waiter : waiting) waiter(0);
    });
    co_await all;
    Task<Status> send = writer.Send(Text(200, request.path));
    Status sent = co_await send;
    EXPECT_TRUE(sent);
  });
  auto client = Connect();
  std::vector<int32_t> ids;
  for (int i = 0; i < kStreams; ++i) ids.push_back(client->Get(fmt::format("/{}", i)));
  for (int i = 0; i < kStreams; ++i) {
    EXPECT_EQ(client->Await(ids[i]).body, fmt::format("/{}", i));
  }
}

TEST_F(Http2Test, LargeAnswersArriveWhole) {
  std::string all;
  std::vector<Bytes> pieces;
  for (int i = 0; i < 3000; ++i) {
    std::string piece(i % 100 == 0 ? 50000 : i % 37, static_cast<char>('a' + i % 26));
    all += piece;
    pieces.emplace_back(std::move(piece));
  }
  pieces.emplace_back();
  Start([&](Request& request, ResponseWriter& writer) -> Task<void> {
    if (request.path == "/send") {
      Response response;
      response.body = pieces;
      Task<Status> send = writer.Send(std::move(response));
      Status sent = co_await send;
      EXPECT_TRUE(sent);
      co_return;
    }
    Task<Status> start = writer.Start(200, Headers());
    Status written = co_await start;
    for (const Bytes& piece : pieces) {
      Task<Status> write = writer.Write({piece});
      written = co_await write;
      EXPECT_TRUE(written);
    }
    Task<Status> finish = writer.Finish();
    written = co_await finish;
    EXPECT_TRUE(written);
  });
  auto client = Connect();
  int32_t sent = client->Get("/send");
  int32_t streamed = client->Get("/stream");
  EXPECT_TRUE(client->Await(sent).body == all);
  EXPECT_EQ(client->reply(sent).headers["content-length"], std::to_string(all.size()));
  EXPECT_TRUE(client->Await(streamed).body == all);
  EXPECT_TRUE(client->reply(streamed).ended);
}

TEST_F(Http2Test, AsksForABodyThatWaits) {
  Start(Echo());
  auto client = Connect();
  int32_t id = client->Ask("POST", "/", {{"expect", "100-continue"}}, "", false);
  client->ReceiveUntil([&] { return !client->reply(id).interim.empty(); });
  EXPECT_EQ(client->reply(id).interim, std::vector<int>{100});
  client->EndBody(id, "ab");
  EXPECT_EQ(client->Await(id).body, "POST / [] ab");
}

TEST_F(Http2Test, TellsWhenTheClientGoesAway) {
  std::counting_semaphore<> waiting(0), noticed(0);
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    Task<Status> start = writer.Start(200, Headers());
    Status started = co_await start;
    waiting.release();
    Task<void> gone = UntilGone(writer);
    co_await gone;
    bool at_once = false;
    writer.OnGone([&] { at_once = true; });
    EXPECT_TRUE(at_once);
    Task<Status> write = writer.Write({Bytes("x")});
    Status written = co_await write;
    EXPECT_FALSE(written);
    noticed.release();
  });
  auto client = Connect();
  std::vector<int32_t> ids;
  for (int i = 0; i < 4; ++i) ids.push_back(client->Get("/"));
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(waiting.try_acquire_for(kPatience));
  client->Reset(ids[1]);
  EXPECT_TRUE(noticed.try_acquire_for(kPatience));
  client->connection().CloseWithReset();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(noticed.try_acquire_for(kPatience));
}

TEST_F(Http2Test, ACutStreamDoesNotLookComplete) {
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    Task<Status> start = writer.Start(200, Headers());
    Status started = co_await start;
    Task<Status> write = writer.Write({Bytes("part")});
    Status written = co_await write;
  });
  auto client = Connect();
  auto& reply = client->Await(client->Get("/"));
  EXPECT_EQ(reply.body, "part");
  EXPECT_FALSE(reply.ended);
  EXPECT_NE(reply.error_code, 0u);
}

TEST_F(Http2Test, AnswersForAHandlerThatDoesNot) {
  Start([](Request&, ResponseWriter&) -> Task<void> { co_return; });
  auto client = Connect();
  EXPECT_EQ(client->Await(client->Get("/")).status, 500);
}

TEST_F(Http2Test, FieldValuesCannotAddFields) {
  Start(Answer([](Request&) {
    Response response = Text(200, "");
    response.headers.Add("X", "a\r\nEvil: 1");
    response.headers.Add("Transfer-Encoding", "chunked");
    return response;
  }));
  auto client = Connect();
  auto& reply = client->Await(client->Get("/"));
  EXPECT_EQ(reply.headers["x"], "a  Evil: 1");
  EXPECT_FALSE(reply.headers.contains("transfer-encoding"));
}

TEST_F(Http2Test, TheHandlerMayClose) {
  Start(Answer([](Request&) {
    Response response = Text(401, "who?");
    response.headers.Add("Connection", "close");
    return response;
  }));
  auto client = Connect();
  EXPECT_EQ(client->Await(client->Get("/")).body, "who?");
  EXPECT_TRUE(client->AwaitGoAway());
  EXPECT_EQ(client->goaway(), NGHTTP2_NO_ERROR);
  EXPECT_TRUE(client->AtEnd());
}

TEST_F(Http2Test, StopEndsStreamsAndFinishesRequests) {
  std::counting_semaphore<> waiting(0);
  Start([&](Request& request, ResponseWriter& writer) -> Task<void> {
    if (request.path == "/stream") {
      Task<Status> start = writer.Start(200, Headers());
      Status started = co_await start;
    }
    waiting.release();
    Task<void> gone = UntilGone(writer);
    co_await gone;
    Task<Status> end = request.path == "/stream" ? writer.Finish() : writer.Send(Text(200, "done"));
    Status ended = co_await end;
    EXPECT_TRUE(ended);
  });
  auto idle = Connect();
  idle->ReceiveUntil([&] {
    return nghttp2_session_get_remote_settings(idle->session(),
                                               NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS) == 250;
  });
  auto client = Connect();
  int32_t stream = client->Get("/stream");
  int32_t pending = client->Get("/pending");
  waiting.acquire();
  waiting.acquire();
  std::thread stopper([&] { server_->Stop(kPatience); });
  EXPECT_TRUE(client->Await(stream).ended);
  EXPECT_EQ(client->Await(pending).body, "done");
  EXPECT_TRUE(client->AwaitGoAway());
  client->connection().Close();
  EXPECT_TRUE(idle->AwaitGoAway());
  EXPECT_TRUE(idle->AtEnd());
  stopper.join();
}

}  // namespace
}  // namespace pintle::http
