#include "pintle/http/connection.h"

#include <fmt/format.h>

#include "pintle/base/log.h"
#include "pintle/http/hop.h"

namespace pintle::http {
namespace {

// Input of a later request that is taken while a handler runs. Beyond it the client's end goes
// unnoticed until the handler writes.
constexpr size_t kMaxPipelinedBytes = 64 * 1024;
// An input buffer that grew beyond this is given back between requests.
constexpr size_t kKeptInputBytes = 4 * 1024;

Stream::TimePoint After(std::chrono::seconds delay) {
  return std::chrono::steady_clock::now() + delay;
}

Response PlainText(int status, std::string text) {
  Response response;
  response.status = status;
  response.headers.Add("Content-Type", "text/plain; charset=utf-8");
  response.headers.Add("X-Content-Type-Options", "nosniff");
  response.body.emplace_back(std::move(text));
  return response;
}

}  // namespace

Connection::Connection(std::shared_ptr<IoThread> thread, int fd, std::string remote_address,
                       std::shared_ptr<const ConnectionSettings> settings)
    : thread_(std::move(thread)),
      settings_(std::move(settings)),
      stream_(std::make_shared<Stream>(*thread_, fd,
                                       settings_->tls ? settings_->tls->NewSession() : nullptr)),
      remote_address_(std::move(remote_address)) {}

Task<void> Connection::Run() {
  stream_->SetDeadline(After(settings_->options.read_timeout));
  Task<bool> handshake = stream_->Handshake();
  bool shaken = co_await handshake;
  if (shaken) peer_ = stream_->peer();
  keep_alive_ = shaken;
  while (keep_alive_ && !stream_->closed() && !draining_) {
    Request request;
    RequestParser parser(request, settings_->options.max_header_bytes,
                         settings_->options.max_body_bytes);
    Task<Arrival> read = ReadRequest(parser, request);
    Arrival arrival = co_await read;
    keep_alive_ = false;
    if (arrival == Arrival::kRequest) {
      Task<void> serve = Serve(request, parser);
      co_await serve;
    } else if (arrival == Arrival::kBad) {
      Task<void> reject = Reject(parser);
      co_await reject;
    }
    // A client that sends requests without a pause must not keep the thread to itself.
    if (keep_alive_ && input_used_ < input_.size()) co_await Hop{*thread_};
  }
  busy_ = false;
  Task<void> close = stream_->Close(linger_);
  co_await close;
}

Task<Connection::Arrival> Connection::ReadRequest(RequestParser& parser, Request& request) {
  busy_ = input_used_ < input_.size();
  if (!busy_ && input_.capacity() > kKeptInputBytes) input_ = std::string();
  const ServerOptions& options = settings_->options;
  stream_->SetDeadline(After(busy_ ? options.read_timeout : options.idle_timeout));
  while (true) {
    switch (Parse(parser)) {
      case RequestParser::Progress::kComplete:
        co_return Arrival::kRequest;
      case RequestParser::Progress::kBodyTooLarge:
        request.body_too_large = true;
        linger_ = true;
        co_return Arrival::kRequest;
      case RequestParser::Progress::kBad:
        linger_ = true;
        co_return Arrival::kBad;
      case RequestParser::Progress::kHead: {
        if (!parser.expects_continue() || input_used_ < input_.size()) break;
        std::vector<std::string_view> interim{"HTTP/1.1 100 Continue\r\n\r\n"};
        Task<bool> write = stream_->Write(std::move(interim));
        bool written = co_await write;
        if (!written) co_return Arrival::kNothing;
        break;
      }
      case RequestParser::Progress::kNeedMore: {
        Task<bool> receive = Receive();
        bool received = co_await receive;
        if (!received) co_return Arrival::kNothing;
        if (!busy_) stream_->SetDeadline(After(options.read_timeout));
        busy_ = true;
      }
    }
  }
}

RequestParser::Progress Connection::Parse(RequestParser& parser) {
  size_t consumed = 0;
  auto progress = parser.Put(std::string_view(input_).substr(input_used_), &consumed);
  input_used_ += consumed;
  if (input_used_ == input_.size()) {
    input_.clear();
    input_used_ = 0;
  }
  return progress;
}

// True when there is more input.
Task<bool> Connection::Receive() {
  if (input_used_ > 0) {
    input_.erase(0, input_used_);
    input_used_ = 0;
  }
  while (true) {
    switch (stream_->TryRead(input_)) {
      case Stream::ReadStatus::kData:
        co_return true;
      case Stream::ReadStatus::kEnd:
        co_return false;
      case Stream::ReadStatus::kWouldBlock:
        co_await stream_->Readable();
    }
  }
}

Task<void> Connection::Serve(Request& request, const RequestParser& parser) {
  stream_->ClearDeadline();
  request.peer_certificate = peer_.certificate;
  request.peer_certificate_invalid = peer_.invalid;
  request.remote_address = remote_address_;
  Exchange::Traits traits;
  traits.head_only = request.method == "HEAD";
  traits.http_1_0 = parser.is_http_1_0();
  traits.keep_alive = parser.keep_alive() && !request.body_too_large && !draining_;
  // The connection outlives the exchange: it holds it until the handler has ended.
  auto exchange = std::make_shared<Exchange>(*stream_, *thread_, traits, [this] { WatchPeer(); });
  exchange_ = exchange;
  Task<void> handled = settings_->handler(request, *exchange);
  co_await handled;
  if (Executor::Current() != thread_.get()) co_await Hop{*thread_};
  exchange_ = nullptr;
  exchange->OnGone(nullptr);
  stream_->OnReadable(nullptr);
  if (!exchange->started()) {
    if (!exchange->gone()) {
      LogError("a request was not answered", {{"method", request.method}, {"path", request.path}});
    }
    Task<Status> send = exchange->Send(PlainText(500, "the request was not answered\n"));
    Status ignored = co_await send;
  }
  keep_alive_ = exchange->reusable();
  // A stream that was cut short must not look complete to the client.
  if (!exchange->finished()) Abort();
}

Task<void> Connection::Reject(const RequestParser& parser) {
  Exchange::Traits traits;
  traits.keep_alive = false;
  auto exchange = std::make_shared<Exchange>(*stream_, *thread_, traits, nullptr);
  std::string text = fmt::format("{} {}: {}\n", parser.error_status(),
                                 ReasonPhrase(parser.error_status()), parser.error_text());
  Response response = PlainText(parser.error_status(), std::move(text));
  Task<Status> send = exchange->Send(std::move(response));
  Status ignored = co_await send;
}

void Connection::WatchPeer() {
  while (auto exchange = exchange_) {
    switch (stream_->TryRead(input_)) {
      case Stream::ReadStatus::kEnd:
        exchange->ForbidKeepAlive();
        exchange->Gone();
        return;
      case Stream::ReadStatus::kData:
        if (input_.size() - input_used_ > kMaxPipelinedBytes) return;
        break;
      case Stream::ReadStatus::kWouldBlock:
        stream_->OnReadable([self = shared_from_this()] { self->WatchPeer(); });
        return;
    }
  }
}

void Connection::Drain() {
  draining_ = true;
  if (!busy_) {
    stream_->Abort();
  } else if (auto exchange = exchange_) {
    exchange->ForbidKeepAlive();
    exchange->Gone();
  }
}

void Connection::Abort() {
  stream_->Abort();
  if (auto exchange = exchange_) exchange->Gone();
}

void Connection::CheckDeadline(Stream::TimePoint now) {
  bool was_open = !stream_->closed();
  stream_->CheckDeadline(now);
  if (was_open && stream_->closed()) Abort();
}

}  // namespace pintle::http
