#include <gtest/gtest.h>

#include <semaphore>
#include <thread>

#include "pintle/http/handlers_for_test.h"
#include "pintle/http/server.h"
#include "pintle/http/test_client.h"

namespace pintle::http {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kPatience{30};

// A server with or without TLS, and clients that fit.
class StreamingTest : public testing::TestWithParam<bool> {
 protected:
  void Start(Handler handler, int threads = 1) {
    ServerOptions options;
    options.threads = threads;
    if (GetParam()) {
      auto ca = GenerateCa("ca", 1);
      auto serving = IssueServing(*ca, {"localhost"}, {});
      options.certificate_pem = serving->certificate_pem;
      options.private_key_pem = serving->private_key_pem;
      client_options_.ca_pem = ca->certificate_pem;
    }
    auto server = Server::Start(std::move(options), std::move(handler));
    ASSERT_TRUE(server) << server.error().message();
    server_ = std::move(*server);
  }
  std::unique_ptr<TestClient> Connect() {
    auto client = std::make_unique<TestClient>(server_->port(), client_options_);
    EXPECT_TRUE(client->connected());
    return client;
  }
  std::unique_ptr<TestClient> Ask(const std::string& target = "/") {
    auto client = Connect();
    client->Send("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n");
    return client;
  }
  // Returns when the server's thread has nothing else to do at this moment.
  void WaitForTurn() {
    std::binary_semaphore turn(0);
    server_->executors()[0]->Post([&] { turn.release(); });
    turn.acquire();
  }

  TestClient::Options client_options_;
  std::unique_ptr<Server> server_;
};

Task<Status> WriteText(ResponseWriter& writer, std::string text) {
  std::vector<Bytes> pieces;
  pieces.emplace_back(std::move(text));
  Task<Status> write = writer.Write(std::move(pieces));
  Status written = co_await write;
  co_return written;
}

Task<void> Send(ResponseWriter& writer, std::string text) {
  Response response;
  response.body.emplace_back(std::move(text));
  Task<Status> send = writer.Send(std::move(response));
  Status ignored = co_await send;
}

// Streams `a`, `b`, ... each when `next` is resolved by the test.
TEST_P(StreamingTest, ChunksArriveWhenWritten) {
  std::counting_semaphore<> asked(0);
  std::optional<Resolver<bool>> next;
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    Headers headers;
    headers.Add("Content-Type", "application/json");
    Task<Status> start = writer.Start(200, std::move(headers));
    Status started = co_await start;
    EXPECT_TRUE(started);
    for (char letter = 'a';; ++letter) {
      Await<bool> wait([&](Resolver<bool> resolve) {
        next.emplace(resolve);
        asked.release();
      });
      bool more = co_await wait;
      if (!more) break;
      Task<Status> write = WriteText(writer, std::string(1, letter));
      Status written = co_await write;
      EXPECT_TRUE(written);
      Task<Status> nothing = WriteText(writer, "");
      Status nothing_written = co_await nothing;
      EXPECT_TRUE(nothing_written);
    }
    Task<Status> finish = writer.Finish();
    Status finished = co_await finish;
    EXPECT_TRUE(finished);
  });
  auto client = Ask();
  auto reply = client->ReceiveHead();
  EXPECT_EQ(reply.headers["transfer-encoding"], "chunked");
  EXPECT_EQ(reply.headers["content-type"], "application/json");
  for (const char* expected : {"a", "b", "c"}) {
    asked.acquire();
    (*next)(true);
    EXPECT_EQ(client->ReceiveChunk(), expected);
  }
  asked.acquire();
  (*next)(false);
  EXPECT_EQ(client->ReceiveChunk(), "");
  // The connection can be used again.
  client->Send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client->ReceiveHead().status, 200);
  asked.acquire();
  (*next)(false);
  EXPECT_EQ(client->ReceiveChunk(), "");
}

TEST_P(StreamingTest, OldClientsGetAStreamThatEndsWithTheConnection) {
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    Task<Status> start = writer.Start(200, Headers());
    Status started = co_await start;
    Task<Status> write = WriteText(writer, "text");
    Status written = co_await write;
    Task<Status> finish = writer.Finish();
    Status finished = co_await finish;
  });
  auto client = Connect();
  client->Send("GET / HTTP/1.0\r\n\r\n");
  EXPECT_FALSE(client->ReceiveHead().headers.contains("transfer-encoding"));
  EXPECT_EQ(client->ReceiveAll(), "text");
  client = Connect();
  client->Send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client->ReceiveHead().headers["transfer-encoding"], "chunked");
  EXPECT_EQ(client->Get("/").body, "text");
}

TEST_P(StreamingTest, ManySmallWrites) {
  constexpr int kWrites = 50'000;
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    Task<Status> start = writer.Start(200, Headers());
    Status started = co_await start;
    for (int i = 0; i < kWrites; ++i) {
      Task<Status> write = WriteText(writer, "0123456789");
      Status written = co_await write;
      EXPECT_TRUE(written);
    }
    Task<Status> finish = writer.Finish();
    Status finished = co_await finish;
  });
  auto client = Ask();
  EXPECT_EQ(client->ReceiveReply().body.size(), kWrites * 10u);
}

TEST_P(StreamingTest, ASlowReaderHoldsTheWriterBack) {
  constexpr int kPieces = 64;
  const Bytes piece(std::string(1 << 20, 'x'));
  std::atomic<int> written_pieces = 0;
  std::binary_semaphore ended(0);
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    Task<Status> start = writer.Start(200, Headers());
    Status started = co_await start;
    for (int i = 0; i < kPieces; ++i) {
      Task<Status> write = writer.Write({piece});
      Status written = co_await write;
      EXPECT_TRUE(written);
      ++written_pieces;
    }
    Task<Status> finish = writer.Finish();
    Status finished = co_await finish;
    ended.release();
  });
  client_options_.receive_buffer_bytes = 65536;
  auto client = Ask();
  client->ReceiveHead();
  // The only thread gets to this point when the handler waits for room.
  WaitForTurn();
  EXPECT_LT(written_pieces, kPieces / 2);
  size_t total = 0;
  for (std::string chunk = client->ReceiveChunk(); !chunk.empty(); chunk = client->ReceiveChunk()) {
    total += chunk.size();
  }
  EXPECT_EQ(total, kPieces * piece.size());
  EXPECT_TRUE(ended.try_acquire_for(kPatience));
}

TEST_P(StreamingTest, TellsWhenTheClientGoesAway) {
  std::counting_semaphore<> waiting(0), noticed(0);
  Start([&](Request& request, ResponseWriter& writer) -> Task<void> {
    if (request.path == "/stream") {
      Task<Status> start = writer.Start(200, Headers());
      Status started = co_await start;
    }
    EXPECT_FALSE(writer.ClientHasGone());
    waiting.release();
    Task<void> gone = UntilGone(writer);
    co_await gone;
    EXPECT_TRUE(writer.ClientHasGone());
    // Too late for a new callback to wait.
    bool at_once = false;
    writer.OnGone([&] { at_once = true; });
    EXPECT_TRUE(at_once);
    noticed.release();
  });
  for (const char* path : {"/stream", "/pending"}) {
    for (bool reset : {false, true}) {
      auto client = Ask(path);
      ASSERT_TRUE(waiting.try_acquire_for(kPatience));
      reset ? client->CloseWithReset() : client->Close();
      EXPECT_TRUE(noticed.try_acquire_for(kPatience)) << path << reset;
    }
  }
}

TEST_P(StreamingTest, ABlockedWriteFailsWhenTheClientGoesAway) {
  std::binary_semaphore failed(0);
  const Bytes piece(std::string(1 << 20, 'x'));
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    Task<Status> start = writer.Start(200, Headers());
    Status written = co_await start;
    while (written) {
      Task<Status> write = writer.Write({piece});
      written = co_await write;
    }
    Task<void> gone = UntilGone(writer);
    co_await gone;
    failed.release();
  });
  auto client = Ask();
  client->ReceiveHead();
  WaitForTurn();
  client->CloseWithReset();
  EXPECT_TRUE(failed.try_acquire_for(kPatience));
}

TEST_P(StreamingTest, ABlockedWriteFailsWhenTheAnswerIsBrokenOff) {
  std::binary_semaphore failed(0);
  ResponseWriter* blocked = nullptr;
  const Bytes piece(std::string(1 << 20, 'x'));
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    Task<Status> start = writer.Start(200, Headers());
    Status written = co_await start;
    blocked = &writer;
    while (written) {
      Task<Status> write = writer.Write({piece});
      written = co_await write;
    }
    failed.release();
  });
  client_options_.receive_buffer_bytes = 65536;
  auto client = Ask();
  client->ReceiveHead();
  WaitForTurn();
  server_->executors()[0]->Post([&] { blocked->Abort(); });
  EXPECT_TRUE(failed.try_acquire_for(kPatience));
  EXPECT_FALSE(client->ReceiveAll().ends_with("0\r\n\r\n"));
}

TEST_P(StreamingTest, ACutStreamDoesNotLookComplete) {
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    Task<Status> start = writer.Start(200, Headers());
    Status started = co_await start;
    Task<Status> write = WriteText(writer, "part");
    Status written = co_await write;
  });
  auto client = Ask();
  client->ReceiveHead();
  EXPECT_EQ(client->ReceiveAll(), "4\r\npart\r\n");
}

TEST_P(StreamingTest, ARemovedCallbackDoesNotRun) {
  std::binary_semaphore waiting(0), ended(0);
  std::optional<Resolver<int>> proceed;
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    writer.OnGone([] { ADD_FAILURE() << "removed"; });
    writer.OnGone(nullptr);
    Await<int> wait([&](Resolver<int> resolve) {
      proceed.emplace(resolve);
      waiting.release();
    });
    co_await wait;
    ended.release();
  });
  auto client = Ask();
  waiting.acquire();
  client->Close();
  WaitForTurn();
  (*proceed)(0);
  EXPECT_TRUE(ended.try_acquire_for(kPatience));
}

TEST_P(StreamingTest, StopEndsStreamsAndFinishesRequests) {
  std::counting_semaphore<> waiting(0);
  Start(
      [&](Request& request, ResponseWriter& writer) -> Task<void> {
        if (request.path == "/stream") {
          Task<Status> start = writer.Start(200, Headers());
          Status started = co_await start;
        }
        waiting.release();
        Task<void> gone = UntilGone(writer);
        co_await gone;
        EXPECT_FALSE(writer.ClientHasGone());
        if (request.path == "/stream") {
          Task<Status> finish = writer.Finish();
          Status finished = co_await finish;
          EXPECT_TRUE(finished);
        } else {
          Task<void> send = Send(writer, "done");
          co_await send;
        }
      },
      2);
  auto idle = Connect();
  auto stream = Ask("/stream");
  auto pending = Ask("/pending");
  waiting.acquire();
  waiting.acquire();
  server_->Stop(kPatience);
  EXPECT_EQ(stream->ReceiveReply().status, 200);
  EXPECT_TRUE(stream->AtEnd());
  auto reply = pending->ReceiveReply();
  EXPECT_EQ(reply.body, "done");
  EXPECT_EQ(reply.headers["connection"], "close");
  EXPECT_TRUE(idle->AtEnd());
  EXPECT_FALSE(TestClient(server_->port()).connected());
  server_->Stop(kPatience);
}

TEST_P(StreamingTest, StopDoesNotWaitLongerThanItsGrace) {
  // Never destroyed, like the handler that waits for it.
  static auto& unresolved = *new std::vector<Resolver<int>>;
  std::binary_semaphore waiting(0);
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    Await<int> never([&](Resolver<int> resolve) {
      unresolved.push_back(resolve);
      waiting.release();
    });
    co_await never;
    Task<void> send = Send(writer, "too late");
    co_await send;
  });
  auto client = Ask();
  waiting.acquire();
  auto begin = std::chrono::steady_clock::now();
  server_->Stop(milliseconds(50));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, kPatience);
  EXPECT_TRUE(client->AtEnd());
  server_ = nullptr;
  unresolved.back()(1);  // comes back to an executor that is not there any more
}

TEST_P(StreamingTest, StopCutsOffAReaderThatDoesNotRead) {
  std::binary_semaphore ended(0);
  const Bytes piece(std::string(1 << 20, 'x'));
  Start([&](Request&, ResponseWriter& writer) -> Task<void> {
    Task<Status> start = writer.Start(200, Headers());
    Status written = co_await start;
    while (written) {
      Task<Status> write = writer.Write({piece});
      written = co_await write;
    }
    ended.release();
  });
  auto client = Ask();
  client->ReceiveHead();
  WaitForTurn();
  server_->Stop(milliseconds(10));
  EXPECT_TRUE(ended.try_acquire());
}

INSTANTIATE_TEST_SUITE_P(Transports, StreamingTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "Tls" : "Plain"; });

}  // namespace
}  // namespace pintle::http
