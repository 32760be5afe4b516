#pragma once

#include <coroutine>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "pintle/http/body_budget.h"
#include "pintle/http/http2_output.h"
#include "pintle/http/server.h"
#include "pintle/http/stream.h"

namespace pintle::http {

class Http2Session;

// One HTTP/2 stream: its request as it arrives and its answer. The handler's writes wait until the
// session has put their bytes on the connection, which it does as the client's windows allow.
// Lives on the connection's thread; the session lives longer than every exchange.
class Http2Exchange final : public ResponseWriter,
                            public BodySource,
                            public std::enable_shared_from_this<Http2Exchange> {
 public:
  Http2Exchange(Http2Session& session, int32_t stream_id, BodyPeer& peer)
      : arrival(peer), session_(session), stream_id_(stream_id) {}

  Task<Status> Send(Response response) override;
  Task<Status> Start(int status, Headers headers, StreamKind kind) override;
  Task<Status> Write(std::vector<Bytes> pieces) override;
  Task<Status> Finish() override;
  void Abort() override;
  void OnGone(std::function<void()> callback) override;
  Task<Status> Read() override;
  bool ClientHasGone() const override { return closed_; }

  // The request, filled by the session.
  struct Arrival {
    explicit Arrival(BodyPeer& peer) : charge(peer) {}
    Request request;
    size_t header_bytes = 0;
    std::optional<uint64_t> length;  // of the body, as the head says
    // What is waited for now.
    Stream::TimePoint begun = std::chrono::steady_clock::now();
    bool head_done = false;  // handed to the handler
    bool wanted = false;     // by the handler: the body
    bool ended = false;      // what still comes of the body is dropped
    bool no_room = false;    // it ended for want of that
    BodyCharge charge;
    int refused_status = 0;  // not fit for the handler
    const char* refused_text = "";
  };
  Arrival arrival;
  // When the end of the answer was sent. The stream stays open if the request has not ended.
  std::optional<Stream::TimePoint> answered;

  // The answer as the session fetches it.
  size_t available_bytes() const { return pending_bytes_; }
  bool ends_after_available() const { return ending_; }
  void MoveTo(Http2Output& output, size_t bytes);
  void EndTaken() { end_taken_ = true; }
  // Everything the handler waits for has been taken.
  bool settled() const { return pending_bytes_ == 0 && (!ending_ || end_taken_); }
  // Lets a handler that waits for its answer to be taken go on.
  void Resume();
  // The same for one that waits for its body.
  void ResumeReader();
  // Nobody wants the body any more.
  void DropBody();
  // The client has to send something.
  bool waits_for_client() const { return !arrival.head_done || reader_; }

  // The client went away or the server stops: runs the callback.
  void Gone();
  // The stream is closed: no write succeeds any more.
  void Closed();

  int32_t stream_id() const { return stream_id_; }
  bool gone() const { return gone_; }
  bool closed() const { return closed_; }
  bool started() const { return state_ != State::kNothing; }
  // Answered to the end, or there is nobody to answer.
  bool finished() const { return closed_ || state_ == State::kFinished; }
  // When the client last took something of what waits for it; max() if nothing waits.
  Stream::TimePoint stalled_since() const { return waiter_ ? progress_ : Stream::TimePoint::max(); }

 private:
  enum class State { kNothing, kStreaming, kFinished };
  struct SettledAwaiter;
  struct BodyAwaiter;

  void Begin(State state);

  // Appends pieces and waits until the session has taken them.
  Task<Status> Push(std::vector<Bytes> pieces);

  Http2Session& session_;
  const int32_t stream_id_;
  State state_ = State::kNothing;
  bool has_body_ = true;
  bool ending_ = false;     // nothing comes after what is pending
  bool end_taken_ = false;  // the client is told so
  bool gone_ = false;
  bool closed_ = false;
  std::function<void()> gone_callback_;
  std::coroutine_handle<> waiter_;
  std::coroutine_handle<> reader_;
  Stream::TimePoint progress_;
  std::vector<Bytes> pending_;
  size_t pending_index_ = 0;   // first piece not wholly taken
  size_t pending_offset_ = 0;  // taken of it
  size_t pending_bytes_ = 0;
};

}  // namespace pintle::http
