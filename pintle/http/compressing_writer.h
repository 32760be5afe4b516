#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pintle/http/gzip.h"
#include "pintle/http/server.h"

namespace pintle::http {

// Bodies up to this size are sent as they are.
inline constexpr size_t kCompressAboveBytes = 128 * 1024;

// Whether an Accept-Encoding value takes gzip.
bool OffersGzip(std::string_view accept_encoding);

// Runs the handler with `writer`, or, if the client offers gzip, with one before it that compresses
// what pays.
Task<void> HandleCompressing(const Handler& handler, Request& request, ResponseWriter& writer);

// Compresses answers and bulk streams above kCompressAboveBytes on their way to `next`; live
// streams pass through. Compressed bytes are sent as they come, so that memory is bounded whatever
// the size of the answer.
class CompressingWriter final : public ResponseWriter {
 public:
  explicit CompressingWriter(ResponseWriter& next) : next_(next) {}

  Task<Status> Send(Response response) override;
  Task<Status> Start(int status, Headers headers, StreamKind kind) override;
  Task<Status> Write(std::vector<Bytes> pieces) override;
  Task<Status> Finish() override;
  void Abort() override { next_.Abort(); }
  void OnGone(std::function<void()> callback) override { next_.OnGone(std::move(callback)); }
  bool ClientHasGone() const override { return next_.ClientHasGone(); }

 private:
  enum class State : uint8_t { kPassing, kHolding, kCompressing };

  // Sends the head of a compressed stream.
  Task<Status> StartCompressing(int status, Headers headers);
  Task<Status> Compress(std::vector<Bytes> pieces);
  // Sends what is in `output_`.
  Task<Status> Flush();

  ResponseWriter& next_;
  State state_ = State::kPassing;
  Response held_;  // head and first pieces of a bulk stream that may turn out short
  size_t held_bytes_ = 0;
  std::unique_ptr<GzipEncoder> encoder_;
  std::string output_;
  size_t input_bytes_ = 0;
};

}  // namespace pintle::http
