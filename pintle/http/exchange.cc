#include "pintle/http/exchange.h"

#include <fmt/format.h>

#include <ctime>

#include "pintle/base/strings.h"
#include "pintle/http/hop.h"
#include "pintle/http/request_parser.h"

namespace pintle::http {
namespace {

// Writes that a fast client takes at once, after which other work of the thread gets its turn.
constexpr int kWritesPerTurn = 64;

std::unexpected<Error> ClientGone() { return Fail(Reason::kUnknown, "the client is gone"); }

std::unexpected<Error> Misuse(std::string_view what) {
  return InternalError(fmt::format("response writer: {}", what));
}

// Responses that never have a body (RFC 9110, 6.4.1).
bool StatusHasBody(int status) { return status >= 200 && status != 204 && status != 304; }

// `Tue, 01 Jul 2025 10:00:00 GMT`, made once a second.
std::string_view HttpDate() {
  thread_local std::time_t made_for = 0;
  thread_local char text[64];
  thread_local size_t size = 0;
  std::time_t now = std::time(nullptr);
  if (now != made_for) {
    std::tm utc{};
    ::gmtime_r(&now, &utc);
    size = std::strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S GMT", &utc);
    made_for = now;
  }
  return {text, size};
}

// Values come from all over the program; a line end in one must not begin another field.
void AppendFieldText(std::string& out, std::string_view text) {
  for (char c : text) out.push_back(c == '\r' || c == '\n' || c == '\0' ? ' ' : c);
}

void AppendField(std::string& out, std::string_view name, std::string_view value) {
  AppendFieldText(out, name);
  out += ": ";
  AppendFieldText(out, value);
  out += "\r\n";
}

}  // namespace

Exchange::Exchange(Stream& stream, Executor& executor, Traits traits,
                   std::function<void()> watch_peer)
    : stream_(stream), executor_(executor), traits_(traits), watch_peer_(std::move(watch_peer)) {}

std::string Exchange::Head(int status, const Headers& headers, Framing framing, size_t length) {
  if (EqualIgnoreCase(headers.Get("Connection"), "close")) traits_.keep_alive = false;
  if (framing == Framing::kUntilClose) traits_.keep_alive = false;
  // The answer to HEAD describes a body that is not sent; only the handler may know its length.
  bool foreign_length = traits_.head_only && length == 0 && headers.Has("Content-Length");
  std::string head = fmt::format("HTTP/1.1 {} {}\r\n", status, ReasonPhrase(status));
  for (const auto& [name, value] : headers.fields()) {
    bool is_length = EqualIgnoreCase(name, "Content-Length");
    if (EqualIgnoreCase(name, "Connection") || EqualIgnoreCase(name, "Transfer-Encoding")) continue;
    if (is_length && !foreign_length) continue;
    AppendField(head, name, value);
  }
  if (!headers.Has("Date")) AppendField(head, "Date", HttpDate());
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

Task<Status> Exchange::Send(Response response) {
  if (started()) co_return Misuse("answered twice");
  state_ = State::kFinished;
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

Task<Status> Exchange::Start(int status, Headers headers) {
  if (started()) co_return Misuse("answered twice");
  state_ = State::kStreaming;
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

Task<Status> Exchange::Write(std::vector<Bytes> pieces) {
  if (state_ != State::kStreaming) co_return Misuse("write outside of a stream");
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

Task<Status> Exchange::Finish() {
  if (state_ != State::kStreaming) co_return Misuse("finish outside of a stream");
  state_ = State::kFinished;
  std::vector<std::string_view> out;
  if (chunked_ && body_allowed_) out.push_back("0\r\n\r\n");
  Task<Status> write = WriteOut(std::move(out));
  Status written = co_await write;
  co_return written;
}

Task<Status> Exchange::WriteOut(std::vector<std::string_view> pieces) {
  if (failed_) co_return ClientGone();
  if (++writes_ % kWritesPerTurn == 0) co_await Hop{executor_};
  Task<bool> write = stream_.Write(std::move(pieces));
  bool written = co_await write;
  if (written) co_return Status();
  failed_ = true;
  // Not from here: the handler, which waits for this call, must not be entered a second time.
  executor_.Post([weak = weak_from_this()] {
    if (auto self = weak.lock()) self->Gone();
  });
  co_return ClientGone();
}

void Exchange::OnGone(std::function<void()> callback) {
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

void Exchange::Gone() {
  if (gone_) return;
  gone_ = true;
  if (auto callback = std::exchange(gone_callback_, nullptr)) callback();
}

}  // namespace pintle::http
