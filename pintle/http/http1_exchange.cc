#include "pintle/http/http1_exchange.h"

#include <fmt/format.h>

#include <iterator>

#include "pintle/base/strings.h"
#include "pintle/http/hop.h"
#include "pintle/http/response_head.h"

namespace pintle::http {
namespace {

// Writes that a fast client takes at once, after which other work of the thread gets its turn.
constexpr int kWritesPerTurn = 64;
// What the head of most answers fits in.
constexpr size_t kHeadReserveBytes = 512;

void AppendField(std::string& out, std::string_view name, std::string_view value) {
  AppendFieldText(out, name);
  out += ": ";
  AppendFieldText(out, value);
  out += "\r\n";
}

}  // namespace

Http1Exchange::Http1Exchange(Stream& stream, Executor& executor, Traits traits,
                             std::function<void()> watch_peer)
    : stream_(stream), executor_(executor), traits_(traits), watch_peer_(std::move(watch_peer)) {}

std::string Http1Exchange::Head(int status, const Headers& headers, Framing framing,
                                size_t length) {
  if (EqualIgnoreCase(headers.Get("Connection"), "close")) traits_.keep_alive = false;
  if (framing == Framing::kUntilClose || body_unread_) traits_.keep_alive = false;
  // The answer to HEAD describes a body that is not sent; only the handler may know its length.
  bool foreign_length = traits_.head_only && length == 0 && headers.Has("Content-Length");
  std::string head;
  head.reserve(kHeadReserveBytes);
  head += fmt::format("HTTP/1.1 {} {}\r\n", status, ReasonPhrase(status));
  for (const auto& [name, value] : headers.fields()) {
    bool is_length = EqualIgnoreCase(name, "Content-Length");
    if (EqualIgnoreCase(name, "Connection") || EqualIgnoreCase(name, "Transfer-Encoding")) continue;
    if (is_length && !foreign_length) continue;
    AppendField(head, name, value);
  }
  if (!headers.Has("Date")) AppendField(head, "Date", HttpDate());
  AppendField(head, kNoSniffName, kNoSniffValue);
  if (framing == Framing::kChunked) AppendField(head, "Transfer-Encoding", "chunked");
  if (framing == Framing::kLength && !foreign_length) {
    AppendField(head, "Content-Length", fmt::format_int(length).str());
  }
  if (!traits_.keep_alive) {
    AppendField(head, "Connection", "close");
  } else if (traits_.http_1_0) {
    AppendField(head, "Connection", "keep-alive");
  }
  head += "\r\n";
  return head;
}

void Http1Exchange::Begin(State state) {
  state_ = state;
  if (started_callback_) executor_.Post(std::exchange(started_callback_, nullptr));
}

Task<Status> Http1Exchange::Send(Response response) {
  if (started()) co_return WriterMisuse("answered twice");
  Begin(State::kFinished);
  size_t length = 0;
  for (const Bytes& piece : response.body) length += piece.size();
  Framing framing = StatusHasBody(response.status) ? Framing::kLength : Framing::kNone;
  std::string head = Head(response.status, response.headers, framing, length);
  std::vector<std::string_view> pieces{head};
  if (framing == Framing::kLength && !traits_.head_only) {
    for (const Bytes& piece : response.body) pieces.push_back(piece.view());
  }
  Task<Status> write = WriteOut(std::move(pieces));
  Status written = co_await write;
  co_return written;
}

Task<Status> Http1Exchange::Start(int status, Headers headers, StreamKind) {
  if (started()) co_return WriterMisuse("answered twice");
  Begin(State::kStreaming);
  body_allowed_ = StatusHasBody(status) && !traits_.head_only;
  chunked_ = StatusHasBody(status) && !traits_.http_1_0;
  Framing framing = chunked_                ? Framing::kChunked
                    : StatusHasBody(status) ? Framing::kUntilClose
                                            : Framing::kNone;
  std::string head = Head(status, headers, framing, 0);
  std::vector<std::string_view> pieces{head};
  Task<Status> write = WriteOut(std::move(pieces));
  Status written = co_await write;
  co_return written;
}

Task<Status> Http1Exchange::Write(std::vector<Bytes> pieces) {
  if (state_ != State::kStreaming) co_return WriterMisuse("write outside of a stream");
  size_t length = 0;
  for (const Bytes& piece : pieces) length += piece.size();
  if (length == 0 || !body_allowed_) {
    if (failed_) co_return ClientGone();
    co_return Status();
  }
  std::string chunk_head = chunked_ ? fmt::format("{:x}\r\n", length) : std::string();
  std::vector<std::string_view> out{chunk_head};
  for (const Bytes& piece : pieces) out.push_back(piece.view());
  if (chunked_) out.push_back("\r\n");
  Task<Status> write = WriteOut(std::move(out));
  Status written = co_await write;
  co_return written;
}

Task<Status> Http1Exchange::Finish() {
  if (state_ != State::kStreaming) co_return WriterMisuse("finish outside of a stream");
  state_ = State::kFinished;
  std::vector<std::string_view> out;
  if (chunked_ && body_allowed_) out.push_back("0\r\n\r\n");
  Task<Status> write = WriteOut(std::move(out));
  Status written = co_await write;
  co_return written;
}

Task<Status> Http1Exchange::WriteOut(std::vector<std::string_view> pieces) {
  if (failed_) co_return ClientGone();
  if (++writes_ % kWritesPerTurn == 0) co_await Hop{executor_};
  const bool last = state_ == State::kFinished && !traits_.keep_alive;
  Task<bool> write = stream_.Write(std::move(pieces), last);
  bool written = co_await write;
  if (written) co_return Status();
  failed_ = true;
  // Not from here: the handler, which waits for this call, must not be entered a second time.
  executor_.Post([weak = weak_from_this()] {
    if (auto self = weak.lock()) self->Gone();
  });
  co_return ClientGone();
}

void Http1Exchange::OnGone(std::function<void()> callback) {
  if (!callback) {
    gone_callback_ = nullptr;
    return;
  }
  if (gone_) {
    callback();
    return;
  }
  gone_callback_ = std::move(callback);
  if (auto watch = std::exchange(watch_peer_, nullptr)) watch();
}

void Http1Exchange::Gone() {
  if (gone_) return;
  gone_ = true;
  if (auto callback = std::exchange(gone_callback_, nullptr)) callback();
}

void Http1Exchange::ClientLeft() {
  left_ = true;
  Gone();
}

}  // namespace pintle::http
