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

// Of a body that nobody wanted so much is read, so that the connection can be kept.
constexpr uint64_t kSkippedBodyBytes = 64 * 1024;

}  // namespace

// A request as it arrives.
struct Http1Connection::Incoming final : BodySource {
  explicit Incoming(Http1Connection& connection)
      : connection(connection),
        parser(request, connection.options()),
        charge(*connection.transport_.bodies) {}
  Task<Status> Read() override { return connection.ReadBody(*this); }

  // The client sends the rest whether it is asked to or not, and it is not much.
  bool IsWorthSkipping() const {
    auto rest = parser.body_rest();
    return body == RequestParser::Progress::kNeedMore && rest && *rest <= kSkippedBodyBytes &&
           !parser.expects_continue();
  }

  Http1Connection& connection;
  Request request;
  RequestParser parser;
  BodyCharge charge;
  // How far the parser came with the body.
  RequestParser::Progress body = RequestParser::Progress::kNeedMore;
};

Task<void> Http1Connection::Run() {
  while (keep_alive_ && !transport_.stream->closed() && !draining_) {
    Incoming incoming(*this);
    Task<Arrival> read = ReadHead(incoming);
    Arrival arrival = co_await read;
    keep_alive_ = false;
    if (arrival == Arrival::kRequest) {
      Task<void> serve = Serve(incoming);
      co_await serve;
    } else if (arrival == Arrival::kBad) {
      Task<void> reject = Reject(incoming.parser);
      co_await reject;
    }
    // A client that sends requests without a pause must not keep the thread to itself.
    if (keep_alive_ && input_used_ < input_.size()) co_await Hop{*transport_.thread};
  }
  busy_ = false;
  input_ = std::string();
  input_used_ = 0;
  Task<void> close = transport_.stream->Close(linger_);
  co_await close;
}

Task<Http1Connection::Arrival> Http1Connection::ReadHead(Incoming& incoming) {
  busy_ = input_used_ < input_.size();
  if (!busy_ && input_.capacity() > kKeptInputBytes) input_ = std::string();
  idle_since_ = std::chrono::steady_clock::now();
  transport_.stream->SetDeadline(idle_since_ +
                                 (busy_ ? options().read_timeout : options().idle_timeout));
  while (true) {
    switch (Parse(incoming.parser)) {
      case RequestParser::Progress::kHead:
      case RequestParser::Progress::kComplete:
        incoming.body = Parse(incoming.parser);
        co_return Arrival::kRequest;
      case RequestParser::Progress::kBodyTooLarge:
        incoming.body = RequestParser::Progress::kBodyTooLarge;
        co_return Arrival::kRequest;
      case RequestParser::Progress::kBad:
        linger_ = true;
        co_return Arrival::kBad;
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

Task<bool> Http1Connection::Receive() {
  if (input_used_ > 0) {
    input_.erase(0, input_used_);
    input_used_ = 0;
  }
  // A client sends its next request when it has the answer to the last one, so it is never there.
  if (!busy_ && !transport_.stream->HasReceived()) co_await transport_.stream->Readable();
  while (exchange_ == nullptr || !exchange_->started()) {
    switch (transport_.stream->TryRead(input_)) {
      case Stream::ReadStatus::kData:
        co_return true;
      case Stream::ReadStatus::kEnd:
        co_return false;
      case Stream::ReadStatus::kWouldBlock:
        co_await transport_.stream->Readable();
    }
  }
  co_return false;
}

Http1Exchange::Traits Http1Connection::TraitsOf(const Incoming& incoming) const {
  Http1Exchange::Traits traits;
  traits.head_only = incoming.request.method == "HEAD";
  traits.http_1_0 = incoming.parser.is_http_1_0();
  traits.keep_alive =
      incoming.parser.keep_alive() && !incoming.request.body_too_large && !draining_;
  return traits;
}

Task<void> Http1Connection::Serve(Incoming& incoming) {
  using Progress = RequestParser::Progress;
  Request& request = incoming.request;
  transport_.stream->ClearDeadline();
  if (std::exchange(served_, true) && !keeps_buffers_) KeepBuffers(true);
  transport_.Describe(request);
  request.body_too_large = incoming.body == Progress::kBodyTooLarge;
  const bool here = incoming.body == Progress::kComplete || request.body_too_large;
  if (!here || !incoming.charge.GrowTo(request.body.size())) request.unread_body = &incoming;
  // The connection outlives the exchange: it holds it until the handler has ended.
  auto exchange = std::make_shared<Http1Exchange>(*transport_.stream, *transport_.thread,
                                                  TraitsOf(incoming), [this] { WatchPeer(); });
  if (!here && !incoming.IsWorthSkipping()) exchange->CloseUnlessBodyIsRead();
  exchange_ = exchange;
  watching_peer_ = false;
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
  if (keep_alive_ && incoming.body != Progress::kComplete) {
    Task<bool> skip = SkipBody(incoming);
    keep_alive_ = co_await skip;
  }
  linger_ = incoming.body != Progress::kComplete;
}

Task<Status> Http1Connection::ReadBody(Incoming& incoming) {
  using Progress = RequestParser::Progress;
  Request& request = incoming.request;
  request.unread_body = nullptr;
  const auto length = incoming.parser.body_length();
  if (!incoming.charge.GrowTo(length ? *length : request.body.size())) co_return TooManyBodies();
  if (incoming.body == Progress::kNeedMore) {
    if (length) request.body.reserve(*length);
    Task<Status> receive = ReceiveBody(incoming);
    Status received = co_await receive;
    if (!received) co_return received;
  }
  request.body_too_large = incoming.body == Progress::kBodyTooLarge;
  if (incoming.body == Progress::kBad) co_return BadRequest(incoming.parser.error_text());
  if (incoming.body == Progress::kComplete) exchange_->BodyIsRead();
  co_return Status();
}

Task<Status> Http1Connection::ReceiveBody(Incoming& incoming) {
  auto exchange = exchange_;
  exchange->OnStarted([self = shared_from_this()] { self->transport_.stream->WakeReader(); });
  reading_body_ = true;
  transport_.stream->SetDeadline(After(options().read_timeout));
  Status fit;
  bool received = true;
  if (incoming.parser.expects_continue() && incoming.request.body.empty() && input_.empty()) {
    std::vector<std::string_view> interim{"HTTP/1.1 100 Continue\r\n\r\n"};
    Task<bool> write = transport_.stream->Write(std::move(interim));
    received = co_await write;
  }
  while (received && fit) {
    incoming.body = Parse(incoming.parser);
    if (incoming.body != RequestParser::Progress::kNeedMore) break;
    // Of a body of unknown length the room it has taken for itself.
    if (!incoming.parser.body_length() &&
        !incoming.charge.GrowTo(incoming.request.body.capacity())) {
      fit = TooManyBodies();
      break;
    }
    Task<bool> receive = Receive();
    received = co_await receive;
  }
  transport_.stream->ClearDeadline();
  reading_body_ = false;
  exchange->OnStarted(nullptr);
  if (!received) {
    exchange->ForbidKeepAlive();
    if (!exchange->started()) exchange->Gone();
    co_return BodyCutShort();
  }
  if (watching_peer_) WatchPeer();
  co_return fit;
}

Task<bool> Http1Connection::SkipBody(Incoming& incoming) {
  busy_ = false;
  incoming.parser.DropBody();
  incoming.request.body = std::string();
  incoming.charge.Release();
  transport_.stream->SetDeadline(After(options().read_timeout));
  incoming.body = Parse(incoming.parser);
  while (incoming.body == RequestParser::Progress::kNeedMore) {
    Task<bool> receive = Receive();
    bool received = co_await receive;
    if (!received) co_return false;
    incoming.body = Parse(incoming.parser);
  }
  co_return incoming.body == RequestParser::Progress::kComplete;
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
  watching_peer_ = true;
  if (reading_body_) return;  // which notices it too
  while (auto exchange = exchange_) {
    switch (transport_.stream->TryRead(input_)) {
      case Stream::ReadStatus::kEnd:
        exchange->ForbidKeepAlive();
        exchange->ClientLeft();
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
  if (auto exchange = exchange_) exchange->ClientLeft();
}

}  // namespace pintle::http
