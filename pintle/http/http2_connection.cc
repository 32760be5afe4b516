#include "pintle/http/http2_connection.h"

#include "pintle/base/log.h"
#include "pintle/http/compressing_writer.h"
#include "pintle/http/hop.h"
#include "pintle/http/http2_callbacks.h"
#include "pintle/http/response_head.h"

namespace pintle::http {
namespace {

// Reads that find data at once, after which other work of the thread gets its turn.
constexpr int kReadsPerTurn = 8;
// How long a client that was answered before the end of its request may take to notice: some take
// a stream that is stopped at once for broken and do not look at the answer.
constexpr std::chrono::seconds kRequestLinger{2};
// An input buffer that grew beyond this is given back when the client pauses.
constexpr size_t kKeptInputBytes = 4 * 1024;

// co_await Park{place}: until whoever finds the coroutine in `place` resumes it.
struct Park {
  std::coroutine_handle<>& place;
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<> waiter) const { place = waiter; }
  void await_resume() const {}
};

}  // namespace

Http2Connection::Http2Connection(Transport transport)
    : transport_(std::move(transport)),
      session_(options(), *transport_.bodies, [this] { WakeWriter(); }) {}

Task<void> Http2Connection::Run() {
  auto self = shared_from_this();
  transport_.stream->ClearDeadline();
  NoteIdle();
  writing_ = true;
  pintle::Start(WriteLoop(), [self] {
    self->writing_ = false;
    self->Wake(self->ending_);
  });
  Task<void> read = ReadLoop();
  co_await read;
  reading_ = false;
  transport_.stream->OnReadable(nullptr);  // which holds this connection
  EndStreams();
  WakeWriter();
  while (writing_ || session_.handlers() > 0) co_await Park{ending_};
  Task<void> close = transport_.stream->Close(linger_);
  co_await close;
}

Task<void> Http2Connection::ReadLoop() {
  int reads = 0;
  while (!finished()) {
    Stream::ReadStatus status = transport_.stream->TryRead(input_);
    if (status == Stream::ReadStatus::kEnd) {
      transport_.stream->Abort();
      co_return;
    }
    if (status == Stream::ReadStatus::kWouldBlock) {
      if (input_.capacity() > kKeptInputBytes) input_ = std::string();
      reads = 0;
      transport_.stream->OnReadable([self = shared_from_this()] {
        if (auto reader = std::exchange(self->reader_, nullptr)) reader.resume();
      });
      co_await Park{reader_};
      continue;
    }
    bool usable = session_.Receive(input_);
    input_.clear();
    Settle();
    if (!usable) {
      transport_.stream->Abort();
      co_return;
    }
    if (++reads % kReadsPerTurn == 0) co_await Hop{*transport_.thread};
  }
}

Task<void> Http2Connection::WriteLoop() {
  while (!transport_.stream->closed()) {
    more_output_ = false;
    session_.Collect(output_);
    if (!output_.empty()) {
      std::vector<std::string_view> pieces = output_.pieces();
      Task<bool> write = transport_.stream->Write(std::move(pieces));
      bool written = co_await write;
      if (output_.size_bytes() >= kHttp2OutputBytes) more_output_ = true;
      output_.Clear();
      if (!written) transport_.stream->Abort();
    }
    Settle();
    if (finished() && !more_output_) break;
    if (more_output_) {
      co_await Hop{*transport_.thread};
    } else if (!transport_.stream->closed()) {
      co_await Park{writer_};
    }
  }
  // The reader may be waiting for a client that has nothing to say any more.
  Wake(reader_);
}

void Http2Connection::Settle() {
  for (auto events = session_.TakeEvents(); !events.empty(); events = session_.TakeEvents()) {
    for (const auto& exchange : events.settled) exchange->Resume();
    for (const auto& exchange : events.bodies) exchange->ResumeReader();
    for (const auto& exchange : events.closed) exchange->Closed();
    for (const auto& exchange : events.arrived) {
      if (reading_ && !exchange->closed()) StartHandler(exchange);
    }
  }
  NoteIdle();
}

void Http2Connection::NoteIdle() {
  bool was_idle = std::exchange(idle_, session_.idle());
  if (idle_ && !was_idle) idle_since_ = std::chrono::steady_clock::now();
}

void Http2Connection::StartHandler(std::shared_ptr<Http2Exchange> exchange) {
  session_.HandlerStarted();
  pintle::Start(Serve(std::move(exchange)), [self = shared_from_this()] {
    self->session_.HandlerEnded();
    self->NoteIdle();
    if (self->session_.going_away()) {
      self->linger_ = true;
      self->WakeWriter();
    }
    self->Wake(self->ending_);
  });
}

Task<void> Http2Connection::Serve(std::shared_ptr<Http2Exchange> exchange) {
  Http2Exchange::Arrival& arrival = exchange->arrival;
  Request& request = arrival.request;
  if (arrival.refused_status != 0) {
    Response refusal = Refusal(arrival.refused_status, arrival.refused_text);
    Task<Status> refuse = exchange->Send(std::move(refusal));
    Status ignored = co_await refuse;
    co_return;
  }
  transport_.Describe(request);
  if (!arrival.ended || !arrival.charge.GrowTo(request.body.size())) {
    request.unread_body = exchange.get();
  }
  Task<void> handled = HandleCompressing(transport_.settings->handler, request, *exchange);
  co_await handled;
  if (Executor::Current() != transport_.thread.get()) co_await Hop{*transport_.thread};
  exchange->OnGone(nullptr);
  exchange->DropBody();
  if (!exchange->started()) {
    if (!exchange->gone()) {
      LogError("a request was not answered", {{"method", request.method}, {"path", request.path}});
    }
    Task<Status> send = exchange->Send(PlainText(500, "the request was not answered\n"));
    Status ignored = co_await send;
  }
  // A stream that was cut short must not look complete to the client.
  if (!exchange->finished()) session_.Reset(*exchange);
}

void Http2Connection::Wake(std::coroutine_handle<>& waiter) {
  // It cannot end before it is resumed, and the connection not before it has ended.
  if (auto woken = std::exchange(waiter, nullptr)) {
    transport_.thread->Post([woken] { woken.resume(); });
  }
}

void Http2Connection::WakeWriter() {
  more_output_ = true;
  Wake(writer_);
}

void Http2Connection::EndStreams() {
  for (const auto& exchange : session_.exchanges()) exchange->Closed();
}

void Http2Connection::Drain() {
  session_.GoAway();
  for (const auto& exchange : session_.exchanges()) exchange->Gone();
}

void Http2Connection::Abort() {
  transport_.stream->Abort();
  EndStreams();
  WakeWriter();
}

void Http2Connection::CheckDeadline(Stream::TimePoint now) {
  if (idle_ && now >= idle_since_ + options().idle_timeout) {
    // Said, so that a request on its way is sent again by the client and not lost.
    session_.GoAway();
  }
  for (const auto& exchange : session_.exchanges()) {
    bool slow_request =
        exchange->waits_for_client() && now >= exchange->arrival.begun + options().read_timeout;
    auto stalled_since = exchange->stalled_since();
    bool slow_reader = stalled_since < now && now - stalled_since >= options().write_timeout;
    if (slow_request || slow_reader) {
      session_.Reset(*exchange);
    } else if (exchange->answered && now >= *exchange->answered + kRequestLinger) {
      session_.StopRequest(*exchange);
    }
  }
}

}  // namespace pintle::http
