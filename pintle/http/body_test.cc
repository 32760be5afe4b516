#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <semaphore>
#include <string>

#include "pintle/http/certificates.h"
#include "pintle/http/handlers_for_test.h"
#include "pintle/http/test_client.h"

// Bodies of HTTP/1.x, which a handler reads when it wants them.
namespace pintle::http {
namespace {

// A failing test ends.
constexpr std::chrono::seconds kPatience{30};
constexpr size_t kLargeBytes = 3'000'000;

std::string Head(std::string_view fields) {
  return fmt::format("POST / HTTP/1.1\r\nHost: h\r\n{}\r\n\r\n", fields);
}

std::string Head(size_t length) { return Head(fmt::format("Content-Length: {}", length)); }

// Refuses POST as it is, and answers anything else.
Task<void> RefusePosts(Request& request, ResponseWriter& writer) {
  const bool refused = request.method == "POST";
  Task<Status> send = writer.Send(Text(refused ? 401 : 200, request.path));
  Status sent = co_await send;
}

class BodyTest : public testing::TestWithParam<bool> {
 protected:
  void TearDown() override {
    if (server_) server_->Stop(kPatience);
  }
  void Start(Handler handler, ServerOptions options = {}) {
    if (GetParam()) {
      auto ca = GenerateCa("ca", 1);
      auto serving = IssueServing(*ca, {"localhost"}, {});
      options.certificate_pem = serving->certificate_pem;
      options.private_key_pem = serving->private_key_pem;
      client_options_.ca_pem = ca->certificate_pem;
    }
    options.threads = 1;
    auto server = Server::Start(std::move(options), std::move(handler));
    ASSERT_TRUE(server) << server.error().message();
    server_ = std::move(*server);
  }
  std::unique_ptr<TestClient> Connect() {
    auto client = std::make_unique<TestClient>(server_->port(), client_options_);
    EXPECT_TRUE(client->connected());
    return client;
  }
  // What the server holds, once its thread has done what it has to do at this moment.
  size_t HeldBytes() {
    std::binary_semaphore turn(0);
    server_->executors()[0]->Post([&] { turn.release(); });
    turn.acquire();
    return server_->body_bytes();
  }

  TestClient::Options client_options_;
  std::unique_ptr<Server> server_;
};

TEST_P(BodyTest, TheHandlerBeginsWithTheHead) {
  std::binary_semaphore begun(0);
  Handler echo = Echo();
  Start([&](Request& request, ResponseWriter& writer) {
    EXPECT_NE(request.unread_body, nullptr);
    begun.release();
    return echo(request, writer);
  });
  for (const std::string& head : {Head(5), Head("Transfer-Encoding: chunked")}) {
    auto client = Connect();
    client->Send(head);
    ASSERT_TRUE(begun.try_acquire_for(kPatience));
    client->Send(head == Head(5) ? "hello" : "5\r\nhello\r\n0\r\n\r\n");
    auto reply = client->ReceiveReply();
    EXPECT_EQ(reply.body, "POST / [] hello");
    EXPECT_FALSE(reply.headers.contains("connection"));
  }
}

TEST_P(BodyTest, NothingIsLeftToReadOfAShortBody) {
  Start(Answer([](Request& request) {
    EXPECT_EQ(request.unread_body, nullptr);
    return Text(200, request.body);
  }));
  auto client = Connect();
  client->Send(Head(5) + "hello");
  EXPECT_EQ(client->ReceiveReply().body, "hello");
  client->Send(Head("Transfer-Encoding: chunked") + "5\r\nagain\r\n0\r\n\r\n");
  EXPECT_EQ(client->ReceiveReply().body, "again");
  EXPECT_EQ(HeldBytes(), 0u);
}

TEST_P(BodyTest, ARefusedBodyIsNotWaitedFor) {
  Start(RefusePosts);
  for (const std::string& head : {Head(kLargeBytes), Head("Transfer-Encoding: chunked"),
                                  Head("Content-Length: 5\r\nExpect: 100-continue")}) {
    auto client = Connect();
    client->Send(head);
    auto reply = client->ReceiveReply();
    EXPECT_EQ(reply.status, 401) << head;
    EXPECT_EQ(reply.headers["connection"], "close");
    EXPECT_TRUE(client->AtEnd());
  }
  EXPECT_EQ(HeldBytes(), 0u);
}

TEST_P(BodyTest, AClientThatSendsAllTheSameReadsItsAnswer) {
  Start(RefusePosts);
  auto client = Connect();
  client->Send(Head(kLargeBytes));
  // Fails only if the server does not take it.
  EXPECT_TRUE(client->Send(std::string(kLargeBytes, 'x')));
  EXPECT_EQ(client->ReceiveReply().status, 401);
  EXPECT_TRUE(client->AtEnd());
}

TEST_P(BodyTest, AClientThatSendsWithoutEndIsCutOff) {
  Start(RefusePosts);
  auto client = Connect();
  client->Send(Head("Transfer-Encoding: chunked"));
  const std::string chunk = fmt::format("{:x}\r\n{}\r\n", 1 << 20, std::string(1 << 20, 'x'));
  while (client->Send(chunk)) {
  }
  EXPECT_EQ(HeldBytes(), 0u);
}

TEST_P(BodyTest, AShortBodyThatIsNotWantedIsSkipped) {
  Start(RefusePosts);
  const std::string hidden = "GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n";
  auto client = Connect();
  client->Send(Head(hidden.size()));
  auto reply = client->ReceiveReply();
  EXPECT_EQ(reply.status, 401);
  EXPECT_FALSE(reply.headers.contains("connection"));
  client->Send(hidden);
  EXPECT_EQ(client->Get("/next").body, "/next");
  // The same when it is there before the answer.
  client->Send(Head(hidden.size()) + hidden);
  EXPECT_EQ(client->ReceiveReply().status, 401);
  EXPECT_EQ(client->Get("/next").body, "/next");
}

TEST_P(BodyTest, WhatIsNoBodyIsToldByTheHandler) {
  Start(Echo());
  auto client = Connect();
  client->Send(Head("Transfer-Encoding: chunked"));
  client->Send("1\r\nx\r\nzz\r\n");
  auto reply = client->ReceiveReply();
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(reply.headers["connection"], "close");
  EXPECT_TRUE(client->AtEnd());
}

TEST_P(BodyTest, AClientThatGoesAwayEndsTheReading) {
  std::binary_semaphore begun(0), failed(0);
  Start([&](Request& request, ResponseWriter&) -> Task<void> {
    begun.release();
    Task<Status> reading = request.ReadBody();
    Status read = co_await reading;
    EXPECT_FALSE(read);
    failed.release();
  });
  auto client = Connect();
  client->Send(Head(5) + "he");
  ASSERT_TRUE(begun.try_acquire_for(kPatience));
  client->Close();
  EXPECT_TRUE(failed.try_acquire_for(kPatience));
  EXPECT_EQ(HeldBytes(), 0u);
}

TEST_P(BodyTest, TellsThatTheClientGoesAwayAfterItsBody) {
  std::binary_semaphore begun(0), whole(0), gone(0);
  Start([&](Request& request, ResponseWriter& writer) -> Task<void> {
    // Wanted before the body is read, which needs the same input.
    Await<int> leaving([&](Resolver<int> resolve) {
      writer.OnGone([resolve] { resolve(0); });
      begun.release();
      pintle::Start(request.ReadBody(), [&](Status read) {
        EXPECT_TRUE(read);
        whole.release();
      });
    });
    co_await leaving;
    gone.release();
  });
  auto client = Connect();
  client->Send(Head(5));
  ASSERT_TRUE(begun.try_acquire_for(kPatience));
  client->Send("hello");
  ASSERT_TRUE(whole.try_acquire_for(kPatience));
  client->CloseWithReset();
  EXPECT_TRUE(gone.try_acquire_for(kPatience));
}

TEST_P(BodyTest, AnAnswerEndsTheReading) {
  std::binary_semaphore ended(0);
  Start([&](Request& request, ResponseWriter& writer) -> Task<void> {
    bool reading = true;
    Await<int> end([&](Resolver<int> resolve) {
      pintle::Start(request.ReadBody(), [&reading, resolve](Status read) {
        EXPECT_FALSE(read);
        reading = false;
        resolve(0);
      });
      EXPECT_TRUE(reading);
      pintle::Start(writer.Send(Text(504, "late")), [](Status sent) { EXPECT_TRUE(sent); });
    });
    co_await end;
    ended.release();
  });
  auto client = Connect();
  client->Send(Head(kLargeBytes));
  EXPECT_EQ(client->ReceiveReply().status, 504);
  EXPECT_TRUE(ended.try_acquire_for(kPatience));
  EXPECT_TRUE(client->AtEnd());
}

TEST_P(BodyTest, BodiesHaveSoMuchRoom) {
  ServerOptions options;
  options.max_body_bytes = 60'000;
  options.max_peer_body_bytes_in_flight = 100'000;
  Start(Echo(), options);
  const std::string waiting = Head("Content-Length: 60000\r\nExpect: 100-continue");
  auto first = Connect();
  first->Send(waiting);
  EXPECT_EQ(first->ReceiveHead().status, 100);
  EXPECT_EQ(server_->body_bytes(), 60'000u);
  auto second = Connect();
  second->Send(waiting);
  EXPECT_EQ(second->ReceiveReply().status, 429);
  EXPECT_TRUE(second->AtEnd());
  // Also if it is there already.
  auto third = Connect();
  third->Send(Head(60'000) + std::string(60'000, 'x'));
  EXPECT_EQ(third->ReceiveReply().status, 429);
  EXPECT_EQ(server_->body_bytes(), 60'000u);
  first->Send(std::string(60'000, 'x'));
  EXPECT_EQ(first->ReceiveReply().status, 200);
  EXPECT_EQ(HeldBytes(), 0u);
  auto fourth = Connect();
  fourth->Send(Head(60'000) + std::string(60'000, 'x'));
  EXPECT_EQ(fourth->ReceiveReply().status, 200);
}

TEST_P(BodyTest, BodiesOfUnknownLengthTakeTheirRoomAsTheyCome) {
  ServerOptions options;
  options.max_peer_body_bytes_in_flight = 1'000'000;
  Start(Echo(), options);
  const std::string chunk = fmt::format("{:x}\r\n{}\r\n", 100'000, std::string(100'000, 'x'));
  auto client = Connect();
  client->Send(Head("Transfer-Encoding: chunked"));
  client->Send(chunk);
  client->Send("0\r\n\r\n");
  EXPECT_EQ(client->ReceiveReply().status, 200);
  EXPECT_EQ(HeldBytes(), 0u);
  client->Send(Head("Transfer-Encoding: chunked"));
  for (int i = 0; i < 20; ++i) client->Send(chunk);
  EXPECT_EQ(client->ReceiveReply().status, 429);
  EXPECT_TRUE(client->AtEnd());
  EXPECT_EQ(HeldBytes(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Transports, BodyTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "Tls" : "Plain"; });

}  // namespace
}  // namespace pintle::http
