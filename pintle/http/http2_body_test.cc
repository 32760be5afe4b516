#include <gtest/gtest.h>

#include "pintle/http/http2_server_for_test.h"

// Bodies of HTTP/2, which a handler reads when it wants them.
namespace pintle::http {
namespace {

constexpr size_t kFirstWindow = 65535;
constexpr const char* kLargeLength = "3000000";

// Refuses POST as it is, and answers anything else.
Task<void> RefusePosts(Request& request, ResponseWriter& writer) {
  Task<Status> send = writer.Send(Text(request.method == "POST" ? 403 : 200, request.path));
  Status sent = co_await send;
}

class Http2BodyTest : public Http2Test {
 protected:
  size_t HeldBytes() {
    WaitForTurn();
    return server_->body_bytes();
  }
};

TEST_F(Http2BodyTest, TheHandlerBeginsWithTheHead) {
  std::binary_semaphore begun(0);
  Handler echo = Echo();
  Start([&](Request& request, ResponseWriter& writer) {
    EXPECT_NE(request.unread_body, nullptr);
    begun.release();
    return echo(request, writer);
  });
  auto client = Connect();
  for (const Http2TestClient::Fields& fields :
       {Http2TestClient::Fields{}, Http2TestClient::Fields{{"content-length", "5"}}}) {
    int32_t id = client->Ask("POST", "/", fields, "", false);
    ASSERT_TRUE(begun.try_acquire_for(kPatience));
    client->EndBody(id, "hello");
    EXPECT_EQ(client->Await(id).body, "POST / [] hello");
  }
  EXPECT_EQ(HeldBytes(), 0u);
}

TEST_F(Http2BodyTest, ARefusedBodyIsNotWaitedFor) {
  Start(RefusePosts);
  auto client = Connect();
  // Together more than the window of the connection, which is given back.
  const std::string part(kFirstWindow, 'x');
  std::vector<int32_t> ids;
  for (int i = 0; i < 30; ++i) {
    ids.push_back(client->Ask("POST", "/", {{"content-length", kLargeLength}}, part, false));
    auto& reply = client->AwaitEnd(ids.back());
    EXPECT_EQ(reply.status, 403);
    EXPECT_TRUE(reply.ended);
  }
  EXPECT_EQ(HeldBytes(), 0u);
  // The client is told to stop, and that nothing is wrong.
  for (int32_t id : ids) EXPECT_EQ(client->Await(id).error_code, NGHTTP2_NO_ERROR);
  EXPECT_EQ(client->Await(client->Get("/next")).body, "/next");
}

TEST_F(Http2BodyTest, AClientThatGoesAwayEndsTheReading) {
  std::binary_semaphore begun(0), failed(0);
  Start([&](Request& request, ResponseWriter&) -> Task<void> {
    begun.release();
    Task<Status> reading = request.ReadBody();
    Status read = co_await reading;
    EXPECT_FALSE(read);
    failed.release();
  });
  auto client = Connect();
  int32_t reset = client->Ask("POST", "/", {}, "part", false);
  ASSERT_TRUE(begun.try_acquire_for(kPatience));
  client->Reset(reset);
  EXPECT_TRUE(failed.try_acquire_for(kPatience));
  client->Ask("POST", "/", {{"content-length", kLargeLength}}, "part", false);
  ASSERT_TRUE(begun.try_acquire_for(kPatience));
  client->connection().CloseWithReset();
  EXPECT_TRUE(failed.try_acquire_for(kPatience));
  EXPECT_EQ(HeldBytes(), 0u);
}

TEST_F(Http2BodyTest, AnAnswerEndsTheReading) {
  std::binary_semaphore ended(0);
  Start([&](Request& request, ResponseWriter& writer) -> Task<void> {
    Await<int> end([&](Resolver<int> resolve) {
      pintle::Start(request.ReadBody(), [resolve](Status read) {
        EXPECT_FALSE(read);
        resolve(0);
      });
      pintle::Start(writer.Send(Text(504, "late")), [](Status sent) { EXPECT_TRUE(sent); });
    });
    co_await end;
    ended.release();
  });
  auto client = Connect();
  int32_t id = client->Ask("POST", "/", {{"content-length", kLargeLength}}, "part", false);
  EXPECT_EQ(client->AwaitEnd(id).status, 504);
  EXPECT_TRUE(ended.try_acquire_for(kPatience));
  EXPECT_EQ(client->Await(id).error_code, NGHTTP2_NO_ERROR);
}

TEST_F(Http2BodyTest, BodiesHaveSoMuchRoom) {
  ServerOptions options;
  options.max_peer_body_bytes_in_flight = 100'000;
  Start(Echo(), options);
  auto client = Connect();
  const Http2TestClient::Fields waiting{{"content-length", "60000"}, {"expect", "100-continue"}};
  int32_t first = client->Ask("POST", "/", waiting, "", false);
  client->ReceiveUntil([&] { return !client->reply(first).interim.empty(); });
  EXPECT_EQ(server_->body_bytes(), 60'000u);
  const std::string body(60'000, 'x');
  auto other = Connect();
  EXPECT_EQ(other->Await(other->Ask("POST", "/", {}, body)).status, 429);
  EXPECT_EQ(client->AwaitEnd(client->Ask("POST", "/", waiting, "", false)).status, 429);
  EXPECT_EQ(server_->body_bytes(), 60'000u);
  client->EndBody(first, body);
  EXPECT_EQ(client->Await(first).status, 200);
  EXPECT_EQ(HeldBytes(), 0u);
  EXPECT_EQ(other->Await(other->Ask("POST", "/", {}, body)).status, 200);
}

TEST_F(Http2BodyTest, BodiesOfUnknownLengthTakeTheirRoomAsTheyCome) {
  ServerOptions options;
  options.max_peer_body_bytes_in_flight = 1'000'000;
  Start(Echo(), options);
  auto client = Connect();
  EXPECT_EQ(client->Await(client->Ask("POST", "/", {}, std::string(100'000, 'x'))).status, 200);
  EXPECT_EQ(HeldBytes(), 0u);
  EXPECT_EQ(client->AwaitEnd(client->Ask("POST", "/", {}, std::string(2'000'000, 'x'))).status,
            429);
  EXPECT_EQ(HeldBytes(), 0u);
  EXPECT_EQ(client->Await(client->Get("/")).status, 200);
}

}  // namespace
}  // namespace pintle::http
