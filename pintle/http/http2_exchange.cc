#include "pintle/http/http2_exchange.h"

#include "pintle/base/strings.h"
#include "pintle/http/http2_session.h"
#include "pintle/http/response_head.h"

namespace pintle::http {

struct Http2Exchange::SettledAwaiter {
  Http2Exchange& exchange;
  bool await_ready() const { return exchange.closed_ || exchange.settled(); }
  void await_suspend(std::coroutine_handle<> waiter) const {
    exchange.progress_ = std::chrono::steady_clock::now();
    exchange.waiter_ = waiter;
  }
  void await_resume() const {}
};

struct Http2Exchange::BodyAwaiter {
  Http2Exchange& exchange;
  bool await_ready() const { return exchange.closed_ || exchange.arrival.ended; }
  void await_suspend(std::coroutine_handle<> waiter) const { exchange.reader_ = waiter; }
  void await_resume() const {}
};

Task<Status> Http2Exchange::Read() {
  Request& request = arrival.request;
  request.unread_body = nullptr;
  if (!arrival.charge.GrowTo(arrival.length.value_or(request.body.size()))) {
    co_return TooManyBodies();
  }
  if (!arrival.ended && !closed_) {
    if (arrival.length) request.body.reserve(*arrival.length);
    arrival.wanted = true;
    arrival.begun = std::chrono::steady_clock::now();
    session_.WantBody(*this);
    co_await BodyAwaiter{*this};
  }
  if (arrival.no_room) co_return TooManyBodies();
  if (!arrival.ended || started()) co_return BodyCutShort();
  co_return Status();
}

// Whoever still waits for the body is too late.
void Http2Exchange::Begin(State state) {
  state_ = state;
  if (reader_) session_.NoteBody(*this);
  if (!arrival.wanted && arrival.request.unread_body != nullptr) DropBody();
}

void Http2Exchange::DropBody() {
  arrival.ended = true;
  arrival.request.body = std::string();
  arrival.charge.Release();
}

Task<Status> Http2Exchange::Send(Response response) {
  if (started()) co_return WriterMisuse("answered twice");
  Begin(State::kFinished);
  if (closed_) co_return ClientGone();
  size_t length = 0;
  for (const Bytes& piece : response.body) length += piece.size();
  Http2Session::Head head{.status = response.status, .headers = response.headers};
  bool head_only = arrival.request.method == "HEAD";
  if (StatusHasBody(response.status)) {
    // The answer to HEAD describes a body that is not sent; only the handler may know its length.
    bool foreign_length = head_only && length == 0 && response.headers.Has("Content-Length");
    head.content_length = foreign_length ? ParseUint64(response.headers.Get("Content-Length"))
                                         : std::optional<uint64_t>(length);
    head.has_body = !head_only && length > 0;
  }
  ending_ = true;
  end_taken_ = !head.has_body;
  session_.SubmitHead(*this, head);
  std::vector<Bytes> body;
  if (head.has_body) body = std::move(response.body);
  Task<Status> push = Push(std::move(body));
  Status pushed = co_await push;
  co_return pushed;
}

Task<Status> Http2Exchange::Start(int status, Headers headers, StreamKind) {
  if (started()) co_return WriterMisuse("answered twice");
  Begin(State::kStreaming);
  if (closed_) co_return ClientGone();
  has_body_ = StatusHasBody(status) && arrival.request.method != "HEAD";
  session_.SubmitHead(*this, {.status = status, .headers = headers, .has_body = has_body_});
  co_return Status();
}

Task<Status> Http2Exchange::Write(std::vector<Bytes> pieces) {
  if (state_ != State::kStreaming) co_return WriterMisuse("write outside of a stream");
  if (!has_body_) pieces.clear();
  Task<Status> push = Push(std::move(pieces));
  Status pushed = co_await push;
  co_return pushed;
}

Task<Status> Http2Exchange::Finish() {
  if (state_ != State::kStreaming) co_return WriterMisuse("finish outside of a stream");
  state_ = State::kFinished;
  ending_ = has_body_;
  Task<Status> push = Push({});
  Status pushed = co_await push;
  co_return pushed;
}

void Http2Exchange::Abort() {
  if (!closed_) session_.Reset(*this);
}

Task<Status> Http2Exchange::Push(std::vector<Bytes> pieces) {
  if (closed_) co_return ClientGone();
  for (const Bytes& piece : pieces) pending_bytes_ += piece.size();
  pending_ = std::move(pieces);
  pending_index_ = 0;
  pending_offset_ = 0;
  if (settled()) co_return Status();
  session_.DataAvailable(*this);
  co_await SettledAwaiter{*this};
  if (closed_ && !settled()) co_return ClientGone();
  co_return Status();
}

void Http2Exchange::MoveTo(Http2Output& output, size_t bytes) {
  progress_ = std::chrono::steady_clock::now();
  pending_bytes_ -= bytes;
  while (bytes > 0) {
    const Bytes& piece = pending_[pending_index_];
    std::string_view part = piece.view().substr(pending_offset_, bytes);
    if (!part.empty()) output.AddShared(piece, part);
    bytes -= part.size();
    pending_offset_ += part.size();
    if (pending_offset_ == piece.size()) {
      ++pending_index_;
      pending_offset_ = 0;
    }
  }
  if (pending_bytes_ == 0) pending_.clear();
}

void Http2Exchange::Resume() {
  if (auto waiter = std::exchange(waiter_, nullptr)) waiter.resume();
}

void Http2Exchange::ResumeReader() {
  if (auto reader = std::exchange(reader_, nullptr)) reader.resume();
}

void Http2Exchange::OnGone(std::function<void()> callback) {
  if (callback && gone_) {
    callback();
  } else {
    gone_callback_ = std::move(callback);
  }
}

void Http2Exchange::Gone() {
  if (gone_) return;
  gone_ = true;
  if (auto callback = std::exchange(gone_callback_, nullptr)) callback();
}

void Http2Exchange::Closed() {
  if (std::exchange(closed_, true)) return;
  auto self = shared_from_this();  // what follows may end the handler
  Gone();
  Resume();
  ResumeReader();
}

}  // namespace pintle::http
