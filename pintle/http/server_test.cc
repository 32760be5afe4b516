#include "pintle/http/server.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <semaphore>
#include <thread>

#include "pintle/http/handlers_for_test.h"
#include "pintle/http/test_client.h"

namespace pintle::http {
namespace {

std::unique_ptr<Server> Serve(Handler handler, ServerOptions options = {}) {
  auto server = Server::Start(std::move(options), std::move(handler));
  EXPECT_TRUE(server) << server.error().message();
  return std::move(*server);
}

TEST(Server, KeepsTheConnection) {
  auto server = Serve(Echo());
  TestClient client(server->port());
  for (int i = 0; i < 3; ++i) {
    auto reply = client.Get(fmt::format("/a%20{}?q=%20", i));
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, fmt::format("GET /a {} [q=%20] ", i));
    EXPECT_EQ(reply.headers["content-type"], "text/plain");
    EXPECT_FALSE(reply.headers["date"].empty());
    EXPECT_FALSE(reply.headers.contains("connection"));
  }
}

TEST(Server, ClosesWhenAsked) {
  auto server = Serve(Echo());
  for (const char* head :
       {"GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"}) {
    TestClient client(server->port());
    client.Send(head);
    auto reply = client.ReceiveReply();
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.headers["connection"], "close");
    EXPECT_TRUE(client.AtEnd());
  }
}

TEST(Server, TheHandlerMayClose) {
  auto server = Serve(Answer([](Request&) {
    Response response = Text(503, "later");
    response.headers.Add("Connection", "close");
    return response;
  }));
  TestClient client(server->port());
  EXPECT_EQ(client.Get("/").headers["connection"], "close");
  EXPECT_TRUE(client.AtEnd());
}

TEST(Server, ServesPipelinedRequestsOneAfterTheOther) {
  std::atomic<int> running = 0;
  auto server = Serve(WithBodies([&](Request& request, ResponseWriter& writer) -> Task<void> {
    EXPECT_EQ(++running, 1);
    // Wanting to know of the client's end makes the server read ahead.
    writer.OnGone([] {});
    Await<int> turn([](Resolver<int> resolve) { resolve(0); });
    co_await turn;
    --running;
    Task<Status> send = writer.Send(Text(200, request.path + request.body));
    Status sent = co_await send;
  }));
  TestClient client(server->port());
  std::string requests;
  for (int i = 0; i < 200; ++i) {
    requests += fmt::format("POST /{} HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n{}", i,
                            std::string(1000, 'x'));
  }
  std::thread sender([&] { client.Send(requests); });
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(client.ReceiveReply().body, fmt::format("/{}{}", i, std::string(1000, 'x')));
  }
  sender.join();
}

TEST(Server, AsksForABodyThatWaits) {
  auto server = Serve(Echo());
  TestClient client(server->port());
  client.Send("POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.ReceiveHead().status, 100);
  client.Send("ab");
  EXPECT_EQ(client.ReceiveReply().body, "POST /p [] ab");
  client.Send(
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9999999\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.ReceiveReply().status, 413);
  EXPECT_TRUE(client.AtEnd());
}

TEST(Server, AnswersATooLargeBodyAndCloses) {
  ServerOptions options;
  options.max_body_bytes = 1000;
  auto server = Serve(Echo(), options);
  const std::string body(4 << 20, 'x');
  for (const std::string& head :
       {fmt::format("Content-Length: {}\r\n\r\n", body.size()),
        fmt::format("Transfer-Encoding: chunked\r\n\r\n{:x}\r\n", body.size())}) {
    TestClient client(server->port());
    client.Send("POST / HTTP/1.1\r\nHost: h\r\n" + head);
    std::thread sender([&] { client.Send(body); });  // fails once the server has had enough
    auto reply = client.ReceiveReply();
    EXPECT_EQ(reply.status, 413);
    EXPECT_EQ(reply.headers["connection"], "close");
    EXPECT_TRUE(client.AtEnd());
    ::shutdown(client.fd(), SHUT_RDWR);
    sender.join();
  }
}

TEST(Server, AnswersBadRequestsInPlainText) {
  auto server = Serve(Echo());
  std::string many_fields;
  for (int i = 0; i < 1000; ++i) many_fields += "X: 1\r\n";  // Host comes on top
  struct Case {
    std::string text;
    int status;
  };
  const Case cases[] = {
      {"nonsense\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: h\r\nX: " + std::string(70000, 'x') + "\r\n\r\n", 431},
      {"GET / HTTP/1.1\r\nHost: h\r\n" + many_fields + "\r\n", 431},
      {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", 501},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
  };
  for (const Case& c : cases) {
    TestClient client(server->port());
    client.Send(c.text);
    auto reply = client.ReceiveReply();
    EXPECT_EQ(reply.status, c.status);
    EXPECT_EQ(reply.headers["content-type"], "text/plain; charset=utf-8");
    EXPECT_EQ(reply.headers["x-content-type-options"], "nosniff");
    EXPECT_EQ(reply.headers["connection"], "close");
    EXPECT_TRUE(client.AtEnd());
  }
}

TEST(Server, NoAnswerIsToBeGuessedAt) {
  auto server = Serve(AnswerInManyWays());
  for (const char* path : kManyWays) {
    TestClient client(server->port());
    EXPECT_EQ(client.Get(path).headers["x-content-type-options"], "nosniff") << path;
  }
}

TEST(Server, SendsNoBodyWhereThereIsNone) {
  auto server = Serve(Answer([](Request& request) {
    Response response = Text(request.path == "/204" ? 204 : 200, "12345");
    if (request.path == "/known") {
      response.body.clear();
      response.headers.Add("Content-Length", "77");
    }
    return response;
  }));
  TestClient client(server->port());
  client.Send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client.ReceiveReply(false).headers["content-length"], "5");
  client.Send("HEAD /known HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client.ReceiveReply(false).headers["content-length"], "77");
  auto reply = client.Get("/204");
  EXPECT_EQ(reply.status, 204);
  EXPECT_FALSE(reply.headers.contains("content-length"));
  EXPECT_EQ(client.Get("/").body, "12345");
}

TEST(Server, GathersManyPieces) {
  std::string all;
  std::vector<Bytes> pieces;
  for (int i = 0; i < 3000; ++i) {
    std::string piece(i % 100 == 0 ? 50000 : i % 37, static_cast<char>('a' + i % 26));
    all += piece;
    pieces.emplace_back(std::move(piece));
  }
  pieces.emplace_back();
  auto server = Serve(Answer([&](Request&) {
    Response response;
    response.body = pieces;
    return response;
  }));
  TestClient client(server->port());
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(client.Get("/").body == all);
}

TEST(Server, FieldValuesCannotAddFields) {
  auto server = Serve(Answer([](Request&) {
    Response response = Text(200, "");
    response.headers.Add("X", "a\r\nEvil: 1");
    return response;
  }));
  TestClient client(server->port());
  auto reply = client.Get("/");
  EXPECT_EQ(reply.headers["x"], "a  Evil: 1");
  EXPECT_FALSE(reply.headers.contains("evil"));
}

TEST(Server, AnswersForAHandlerThatDoesNot) {
  auto server = Serve([](Request&, ResponseWriter&) -> Task<void> { co_return; });
  TestClient client(server->port());
  EXPECT_EQ(client.Get("/").status, 500);
  EXPECT_EQ(client.Get("/").status, 500);
}

TEST(Server, RefusesASecondAnswer) {
  auto server = Serve([](Request&, ResponseWriter& writer) -> Task<void> {
    Task<Status> first = writer.Send(Text(200, "1"));
    Status first_sent = co_await first;
    EXPECT_TRUE(first_sent);
    Task<Status> second = writer.Send(Text(200, "2"));
    Status second_sent = co_await second;
    EXPECT_FALSE(second_sent);
    Task<Status> write = writer.Write({Bytes("3")});
    Status written = co_await write;
    EXPECT_FALSE(written);
  });
  TestClient client(server->port());
  EXPECT_EQ(client.Get("/").body, "1");
  EXPECT_EQ(client.Get("/").body, "1");
}

TEST(Server, HandlersRunAndResumeOnTheirExecutor) {
  std::vector<Executor*> executors;
  std::vector<std::thread> others;
  auto server = Serve(
      [&](Request&, ResponseWriter& writer) -> Task<void> {
        Executor* executor = Executor::Current();
        EXPECT_NE(std::ranges::find(executors, executor), executors.end());
        Await<int> elsewhere(
            [&](Resolver<int> resolve) { others.emplace_back([resolve] { resolve(1); }); });
        co_await elsewhere;
        EXPECT_EQ(Executor::Current(), executor);
        Task<Status> send = writer.Send(Text(200, "ok"));
        Status sent = co_await send;
      },
      [] {
        ServerOptions options;
        options.threads = 1;
        return options;
      }());
  executors = server->executors();
  EXPECT_EQ(executors.size(), 1u);
  TestClient client(server->port());
  EXPECT_EQ(client.Get("/").body, "ok");
  server->Stop(std::chrono::milliseconds(0));
  for (auto& other : others) other.join();
}

TEST(Server, ExecutorsHaveTimers) {
  auto server = Serve(Echo());
  Executor* executor = server->executors()[0];
  std::binary_semaphore fired(0);
  std::unique_ptr<Executor::Timer> kept, cancelled;
  bool cancelled_ran = false;
  executor->Post([&] {
    EXPECT_EQ(Executor::Current(), executor);
    cancelled = executor->PostAfter(std::chrono::milliseconds(0), [&] { cancelled_ran = true; });
    kept = executor->PostAfter(std::chrono::milliseconds(5), [&] {
      EXPECT_EQ(Executor::Current(), executor);
      kept = nullptr;
      fired.release();
    });
    executor->Post([&] { cancelled = nullptr; });
  });
  fired.acquire();
  // Cancelled before or after it ran, it must not run once it is destroyed; the order above allows
  // both.
  bool ran = cancelled_ran;
  server->Stop(std::chrono::milliseconds(0));
  EXPECT_EQ(ran, cancelled_ran);
}

TEST(Server, DropsSlowAndIdleConnections) {
  ServerOptions options;
  options.idle_timeout = std::chrono::seconds(1);
  options.read_timeout = std::chrono::seconds(1);
  auto server = Serve(Echo(), options);
  TestClient slow_head(server->port());
  TestClient slow_body(server->port());
  slow_head.Send("GET / HT");
  slow_body.Send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab");
  EXPECT_TRUE(slow_head.AtEnd());
  EXPECT_TRUE(slow_body.AtEnd());
  // On a busy machine the first request may come when the connection was idle for too long already.
  int status = 0;
  for (int attempt = 0; attempt < 30 && status != 200; ++attempt) {
    TestClient idle(server->port());
    status = idle.Get("/").status;
    EXPECT_TRUE(idle.AtEnd());
  }
  EXPECT_EQ(status, 200);
}

TEST(Server, DropsClientsThatReadNothing) {
  const Bytes piece(std::string(1 << 20, 'x'));
  std::binary_semaphore failed(0);
  ServerOptions options;
  options.write_timeout = std::chrono::seconds(1);
  auto server = Serve(
      [&](Request&, ResponseWriter& writer) -> Task<void> {
        Task<Status> start = writer.Start(200, Headers());
        Status written = co_await start;
        while (written) {
          Task<Status> write = writer.Write({piece});
          written = co_await write;
        }
        failed.release();
      },
      options);
  TestClient client(server->port());
  client.Send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_TRUE(failed.try_acquire_for(std::chrono::seconds(30)));
}

TEST(Server, KnowsTheClientsAddress) {
  auto server = Serve(Answer([](Request& request) { return Text(200, request.remote_address); }));
  TestClient client(server->port());
  sockaddr_in local{};
  socklen_t size = sizeof(local);
  ::getsockname(client.fd(), reinterpret_cast<sockaddr*>(&local), &size);
  EXPECT_EQ(client.Get("/").body, fmt::format("127.0.0.1:{}", ntohs(local.sin_port)));
}

TEST(Server, SaysWhyItCannotStart) {
  auto first = Serve(Echo());
  ServerOptions options;
  options.port = first->port();
  EXPECT_FALSE(Server::Start(options, Echo()));
  options.port = 0;
  options.bind_address = "nowhere";
  EXPECT_FALSE(Server::Start(options, Echo()));
  options.bind_address = "127.0.0.1";
  options.certificate_pem = "nonsense";
  EXPECT_FALSE(Server::Start(options, Echo()));
}

TEST(Server, ManyConnections) {
  auto server = Serve(Echo());
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        TestClient client(server->port());
        EXPECT_EQ(client.Get("/x").status, 200);
        if (i % 3 == 0) client.CloseWithReset();
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace pintle::http
