#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pintle/http/server.h"
#include "pintle/http/stream.h"

namespace pintle::http {

// The answer to one HTTP/1.x request: frames what the handler says and tells it when its client is
// gone. Lives on the connection's thread.
class Http1Exchange final : public ResponseWriter,
                            public std::enable_shared_from_this<Http1Exchange> {
 public:
  struct Traits {
    bool head_only = false;  // a HEAD request
    bool http_1_0 = false;
    bool keep_alive = true;
  };
  // `watch_peer` is called when somebody first wants to know whether the client goes away.
  Http1Exchange(Stream& stream, Executor& executor, Traits traits,
                std::function<void()> watch_peer);

  Task<Status> Send(Response response) override;
  Task<Status> Start(int status, Headers headers, StreamKind kind) override;
  Task<Status> Write(std::vector<Bytes> pieces) override;
  Task<Status> Finish() override;
  void Abort() override { stream_.Abort(); }
  void OnGone(std::function<void()> callback) override;
  bool ClientHasGone() const override { return left_ || failed_; }

  // The client went away or the server stops: runs the callback, which may end this exchange.
  void Gone();
  // It was the client.
  void ClientLeft();
  // The connection must not be used for another request.
  void ForbidKeepAlive() { traits_.keep_alive = false; }
  // An answer that begins before the body is read is the last one of the connection.
  void CloseUnlessBodyIsRead() { body_unread_ = true; }
  void BodyIsRead() { body_unread_ = false; }
  // `callback` runs once, later, when an answer has begun. An empty one removes it.
  void OnStarted(std::function<void()> callback) { started_callback_ = std::move(callback); }

  bool gone() const { return gone_; }
  bool started() const { return state_ != State::kNothing; }
  // Answered to the end, and the connection can serve another request.
  bool reusable() const { return state_ == State::kFinished && traits_.keep_alive && !failed_; }
  // Answered to the end, as far as the client listened.
  bool finished() const { return state_ == State::kFinished && !failed_; }

 private:
  enum class State { kNothing, kStreaming, kFinished };
  enum class Framing { kNone, kLength, kChunked, kUntilClose };

  std::string Head(int status, const Headers& headers, Framing framing, size_t length);
  void Begin(State state);
  // Writes, and remembers when that fails.
  Task<Status> WriteOut(std::vector<std::string_view> pieces);

  Stream& stream_;
  Executor& executor_;
  Traits traits_;
  std::function<void()> watch_peer_;
  std::function<void()> gone_callback_;
  std::function<void()> started_callback_;
  State state_ = State::kNothing;
  uint32_t writes_ = 0;
  bool chunked_ = false;
  bool body_allowed_ = true;
  bool gone_ = false;
  bool left_ = false;
  bool failed_ = false;
  bool body_unread_ = false;
};

}  // namespace pintle::http
