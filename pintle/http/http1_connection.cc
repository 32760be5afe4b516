#include "pintle/http/http1_connection.h"

#include "pintle/base/log.h"
#include "pintle/http/compressing_writer.h"
#include "pintle/http/hop.h"
#include "pintle/http/response_head.h"

namespace pintle::http {
namespace {

// Input of a later request that is taken while a handler runs. Beyond it the client's end goes
// unnoticed until the handler writes.
constexpr size_t kMaxPipelinedBytes = 64 * 1024;
// An input buffer that grew beyond this is given back between requests.
constexpr size_t kKeptInputBytes = 4 * 1024;
// A connection on which no request has ended for this long keeps no record buffers.
constexpr std::chrono::seconds kBufferIdleTime{1};

}  // namespace

Task<void> Http1Connection::Run() {
  while (keep_alive_ && !transport_.stream->closed() && !draining_) {
    Request request;
    RequestParser parser(request, options());
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
    if (keep_alive_ && input_used_ < input_.size()) co_await Hop{*transport_.thread};
  }
  busy_ = false;
  Task<void> close = transport_.stream->Close(linger_);
  co_await close;
}

Task<Http1Connection::Arrival> Http1Connection::ReadRequest(RequestParser& parser,
                                                            Request& request) {
  busy_ = input_used_ < input_.size();
  if (!busy_ && input_.capacity() > kKeptInputBytes) input_ = std::string();
  idle_since_ = std::chrono::steady_clock::now();
  transport_.stream->SetDeadline(idle_since_ +
                                 (busy_ ? options().read_timeout : options().idle_timeout));
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
        Task<bool> write = transport_.stream->Write(std::move(interim));
        bool written = co_await write;
        if (!written) co_return Arrival::kNothing;
        break;
      }
      case RequestParser::Progress::kNeedMore: {
        Task<bool> receive = Receive();
        bool received = co_await receive;
        if (!received) co_return Arrival::kNothing;
        if (!busy_) transport_.stream->SetDeadline(After(options().read_timeout));
        busy_ = true;
      }
    }
  }
}

RequestParser::Progress Http1Connection::Parse(RequestParser& parser) {
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
Task<bool> Http1Connection::Receive() {
  if (input_used_ > 0) {
    input_.erase(0, input_used_);
    input_used_ = 0;
  }
  // A client sends its next request when it has the answer to the last one, so it is never there.
  if (!busy_ && !transport_.stream->HasReceived()) co_await transport_.stream->Readable();
  while (true) {
    switch (transport_.stream->TryRead(input_)) {
      case Stream::ReadStatus::kData:
        co_return true;
      case Stream::ReadStatus::kEnd:
        co_return false;
      case Stream::ReadStatus::kWouldBlock:
        co_await transport_.stream->Readable();
    }
  }
}

Task<void> Http1Connection::Serve(Request& request, const RequestParser& parser) {
  transport_.stream->ClearDeadline();
  if (std::exchange(served_, true) && !keeps_buffers_) KeepBuffers(true);
  transport_.Describe(request);
  Http1Exchange::Traits traits;
  traits.head_only = request.method == "HEAD";
  traits.http_1_0 = parser.is_http_1_0();
  traits.keep_alive = parser.keep_alive() && !request.body_too_large && !draining_;
  // The connection outlives the exchange: it holds it until the handler has ended.
  auto exchange = std::make_shared<Http1Exchange>(*transport_.stream, *transport_.thread, traits,
                                                  [this] { WatchPeer(); });
  exchange_ = exchange;
  Task<void> handled = HandleCompressing(transport_.settings->handler, request, *exchange);
  co_await handled;
  if (Executor::Current() != transport_.thread.get()) co_await Hop{*transport_.thread};
  exchange_ = nullptr;
  exchange->OnGone(nullptr);
  transport_.stream->OnReadable(nullptr);
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

Task<void> Http1Connection::Reject(const RequestParser& parser) {
  Http1Exchange::Traits traits;
  traits.keep_alive = false;
  auto exchange =
      std::make_shared<Http1Exchange>(*transport_.stream, *transport_.thread, traits, nullptr);
  Response response = Refusal(parser.error_status(), parser.error_text());
  Task<Status> send = exchange->Send(std::move(response));
  Status ignored = co_await send;
}

void Http1Connection::WatchPeer() {
  while (auto exchange = exchange_) {
    switch (transport_.stream->TryRead(input_)) {
      case Stream::ReadStatus::kEnd:
        exchange->ForbidKeepAlive();
        exchange->Gone();
        return;
      case Stream::ReadStatus::kData:
        if (input_.size() - input_used_ > kMaxPipelinedBytes) return;
        break;
      case Stream::ReadStatus::kWouldBlock:
        transport_.stream->OnReadable([self = shared_from_this()] { self->WatchPeer(); });
        return;
    }
  }
}

void Http1Connection::Drain() {
  draining_ = true;
  if (!busy_) {
    transport_.stream->Abort();
  } else if (auto exchange = exchange_) {
    exchange->ForbidKeepAlive();
    exchange->Gone();
  }
}

void Http1Connection::KeepBuffers(bool keep) {
  keeps_buffers_ = keep;
  transport_.stream->KeepBuffers(keep);
}

void Http1Connection::CheckDeadline(Stream::TimePoint now) {
  // Also from a handler that takes long: it may be a watch.
  if (keeps_buffers_ && now - idle_since_ > kBufferIdleTime) KeepBuffers(false);
}

void Http1Connection::Abort() {
  transport_.stream->Abort();
  if (auto exchange = exchange_) exchange->Gone();
}

}  // namespace pintle::http
