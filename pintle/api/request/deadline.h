#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pintle/api/request/attributes.h"
#include "pintle/base/error.h"
#include "pintle/base/task.h"
#include "pintle/http/query.h"
#include "pintle/http/server.h"

namespace pintle::api {

// Requests that last as long as the client wants: they have no deadline and take no place among
// those in flight.
bool IsLongRunning(const auth::Attributes& info);

// How long a request may take, and what it is told when that is over.
struct TimeLimit {
  std::chrono::milliseconds time;
  std::string_view text;

  Error Exceeded() const;
};

// From the `timeout` of the query, at most `longest`; 400 if it is no duration.
Result<TimeLimit> TimeLimitOf(const auth::Attributes& info, const http::Query& query,
                              std::chrono::milliseconds longest);

// The writer of a request that may be taken away from the handler: once it is, the handler is told
// that the client has gone. It belongs to the executor it is made on; what a handler that has moved
// to another one sends goes there, and comes back.
class RevocableWriter final : public http::ResponseWriter {
 public:
  explicit RevocableWriter(http::ResponseWriter& inner)
      : inner_(inner), home_(Executor::Current()) {}

  Task<Status> Send(http::Response response) override;
  Task<Status> Start(int status, http::Headers headers, http::StreamKind kind) override;
  Task<Status> Write(std::vector<Bytes> pieces) override;
  Task<Status> Finish() override;
  void Abort() override { inner_.Abort(); }
  void OnGone(std::function<void()> callback) override { inner_.OnGone(std::move(callback)); }
  bool ClientHasGone() const override { return inner_.ClientHasGone(); }

  // The handler answers no more.
  void Revoke() { revoked_ = true; }
  // The answer was sent as a whole by a handler that is on its way home.
  bool done() const { return done_; }
  // An answer has begun.
  bool started() const { return started_; }
  http::ResponseWriter& inner() { return inner_; }
  // Of bodies.
  uint64_t bytes() const { return bytes_; }

 private:
  void Count(const std::vector<Bytes>& pieces);
  bool IsAway() const { return home_ != nullptr && Executor::Current() != home_; }
  // Makes the call at home; of one that ends the answer it notes that.
  Task<Status> AtHome(bool ends, std::function<Task<Status>()> call);

  http::ResponseWriter& inner_;
  Executor* const home_;
  bool revoked_ = false;
  bool started_ = false;
  bool done_ = false;
  uint64_t bytes_ = 0;
};

// Runs `task`, and once `time` has passed also `late`; ends when all that was begun has ended. Both
// on the calling executor.
Task<void> RunWithin(std::chrono::milliseconds time, Task<void> task,
                     std::function<Task<void>()> late);

}  // namespace pintle::api
