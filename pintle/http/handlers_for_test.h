#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

#include "pintle/http/server.h"

namespace pintle::http {

inline Response Text(int status, std::string text) {
  Response response;
  response.status = status;
  response.headers.Add("Content-Type", "text/plain");
  response.body.emplace_back(std::move(text));
  return response;
}

// Holds `handler` itself: it may be gone when this runs.
inline Task<void> ReadAndHandle(Handler handler, Request& request, ResponseWriter& writer) {
  Task<Status> reading = request.ReadBody();
  Status read = co_await reading;
  if (read) {
    Task<void> handled = handler(request, writer);
    co_await handled;
    co_return;
  }
  Task<Status> refuse = writer.Send(Text(read.error().code(), read.error().message()));
  Status ignored = co_await refuse;
}

// A handler that begins when the body is there, and not at all if it does not come.
inline Handler WithBodies(Handler handler) {
  return [handler = std::move(handler)](Request& request, ResponseWriter& writer) {
    return request.unread_body == nullptr ? handler(request, writer)
                                          : ReadAndHandle(handler, request, writer);
  };
}

// Holds `answer` itself: the handler may be gone when this runs.
inline Task<void> SendAnswer(std::function<Response(Request&)> answer, Request& request,
                             ResponseWriter& writer) {
  Response response = answer(request);
  Task<Status> send = writer.Send(std::move(response));
  Status sent = co_await send;
  EXPECT_TRUE(sent);
}

inline Handler Answer(std::function<Response(Request&)> answer) {
  return WithBodies([answer = std::move(answer)](Request& request, ResponseWriter& writer) {
    return SendAnswer(answer, request, writer);
  });
}

// Says what was asked.
inline Handler Echo() {
  return Answer([](Request& request) {
    if (request.body_too_large) return Text(413, "too large");
    return Text(200, fmt::format("{} {} [{}] {}", request.method, request.path, request.query,
                                 request.body));
  });
}

inline constexpr const char* kManyWays[] = {"/whole", "/nothing", "/stream", "/silence"};

// Answers as the path says: at once, without a body, in parts, not at all.
inline Handler AnswerInManyWays() {
  return [](Request& request, ResponseWriter& writer) -> Task<void> {
    if (request.path == "/silence") co_return;
    if (request.path != "/stream") {
      Task<Status> send = writer.Send(Text(request.path == "/nothing" ? 204 : 200, "text"));
      Status sent = co_await send;
      co_return;
    }
    Task<Status> start = writer.Start(200, Headers());
    Status started = co_await start;
    Task<Status> finish = writer.Finish();
    Status finished = co_await finish;
  };
}

// Waits until the client is gone or the server stops.
inline Task<void> UntilGone(ResponseWriter& writer) {
  Await<int> gone([&](Resolver<int> resolve) { writer.OnGone([resolve] { resolve(0); }); });
  co_await gone;
}

}  // namespace pintle::http
