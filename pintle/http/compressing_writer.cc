#include "pintle/http/compressing_writer.h"

#include "pintle/base/strings.h"
#include "pintle/http/hop.h"
#include "pintle/http/response_head.h"

namespace pintle::http {
namespace {

// Input compressed in one go.
constexpr size_t kSliceBytes = 64 * 1024;
// Compressed bytes gathered before they are sent.
constexpr size_t kFlushBytes = 32 * 1024;
// Input after which other work of the thread gets its turn: a few milliseconds.
constexpr size_t kTurnBytes = 512 * 1024;

bool MayCompress(int status, const Headers& headers) {
  return StatusHasBody(status) && !headers.Has("Content-Encoding");
}

Task<void> Compressing(const Handler& handler, Request& request, ResponseWriter& writer) {
  CompressingWriter compressing(writer);
  Task<void> handled = handler(request, compressing);
  co_await handled;
}

}  // namespace

bool OffersGzip(std::string_view accept_encoding) {
  for (std::string_view offer : Split(accept_encoding, ',')) {
    auto parts = Split(offer, ';');
    if (!EqualIgnoreCase(TrimSpace(parts[0]), "gzip")) continue;
    // `q=0`, `q=0.0`: not wanted.
    for (size_t i = 1; i < parts.size(); ++i) {
      std::string_view parameter = TrimSpace(parts[i]);
      bool weight = parameter.starts_with("q=") || parameter.starts_with("Q=");
      if (weight && parameter.find_first_of("123456789") == std::string_view::npos) return false;
    }
    return true;
  }
  return false;
}

Task<void> HandleCompressing(const Handler& handler, Request& request, ResponseWriter& writer) {
  bool offered = request.method != "HEAD" && OffersGzip(request.headers.Get("Accept-Encoding"));
  return offered ? Compressing(handler, request, writer) : handler(request, writer);
}

Task<Status> CompressingWriter::Send(Response response) {
  size_t size = 0;
  for (const Bytes& piece : response.body) size += piece.size();
  if (state_ != State::kPassing || size <= kCompressAboveBytes ||
      !MayCompress(response.status, response.headers)) {
    Task<Status> send = next_.Send(std::move(response));
    Status sent = co_await send;
    co_return sent;
  }
  Task<Status> start = StartCompressing(response.status, std::move(response.headers));
  Status written = co_await start;
  if (!written) co_return written;
  Task<Status> compress = Compress(std::move(response.body));
  written = co_await compress;
  if (!written) co_return written;
  Task<Status> finish = Finish();
  written = co_await finish;
  co_return written;
}

Task<Status> CompressingWriter::Start(int status, Headers headers, StreamKind kind) {
  if (kind == StreamKind::kBulk && state_ == State::kPassing && MayCompress(status, headers)) {
    state_ = State::kHolding;
    held_.status = status;
    held_.headers = std::move(headers);
    co_return Status();
  }
  Task<Status> start = next_.Start(status, std::move(headers), kind);
  Status started = co_await start;
  co_return started;
}

Task<Status> CompressingWriter::Write(std::vector<Bytes> pieces) {
  if (state_ == State::kHolding) {
    for (Bytes& piece : pieces) {
      held_bytes_ += piece.size();
      held_.body.push_back(std::move(piece));
    }
    if (held_bytes_ <= kCompressAboveBytes) co_return Status();
    Task<Status> start = StartCompressing(held_.status, std::move(held_.headers));
    Status started = co_await start;
    if (!started) co_return started;
    pieces = std::move(held_.body);
  }
  Task<Status> write =
      state_ == State::kCompressing ? Compress(std::move(pieces)) : next_.Write(std::move(pieces));
  Status written = co_await write;
  co_return written;
}

Task<Status> CompressingWriter::Finish() {
  if (state_ == State::kHolding) {
    state_ = State::kPassing;
    Task<Status> send = next_.Send(std::move(held_));
    Status sent = co_await send;
    co_return sent;
  }
  if (state_ == State::kCompressing) {
    encoder_->Finish(output_);
    encoder_ = nullptr;
    state_ = State::kPassing;
    Task<Status> flush = Flush();
    Status flushed = co_await flush;
    if (!flushed) co_return flushed;
  }
  Task<Status> finish = next_.Finish();
  Status finished = co_await finish;
  co_return finished;
}

Task<Status> CompressingWriter::StartCompressing(int status, Headers headers) {
  state_ = State::kCompressing;
  encoder_ = std::make_unique<GzipEncoder>();
  headers.Set("Content-Encoding", "gzip");
  headers.Add("Vary", "Accept-Encoding");
  Task<Status> start = next_.Start(status, std::move(headers), StreamKind::kBulk);
  Status started = co_await start;
  co_return started;
}

Task<Status> CompressingWriter::Compress(std::vector<Bytes> pieces) {
  for (const Bytes& piece : pieces) {
    std::string_view rest = piece.view();
    while (!rest.empty()) {
      std::string_view slice = rest.substr(0, kSliceBytes);
      rest.remove_prefix(slice.size());
      encoder_->Put(slice, output_);
      input_bytes_ += slice.size();
      if (input_bytes_ >= kTurnBytes) {
        input_bytes_ = 0;
        co_await Hop{*Executor::Current()};
      }
      if (output_.size() < kFlushBytes) continue;
      Task<Status> flush = Flush();
      Status flushed = co_await flush;
      if (!flushed) co_return flushed;
    }
  }
  co_return Status();
}

Task<Status> CompressingWriter::Flush() {
  std::vector<Bytes> pieces;
  pieces.emplace_back(std::exchange(output_, {}));
  Task<Status> write = next_.Write(std::move(pieces));
  Status written = co_await write;
  co_return written;
}

}  // namespace pintle::http
