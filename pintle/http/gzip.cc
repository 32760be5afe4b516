#include "pintle/http/gzip.h"

#include <zlib.h>

#include <array>
#include <new>

namespace pintle::http {
namespace {

// Fifteen bits of window; sixteen more ask for a gzip header.
constexpr int kGzipWindowBits = 15 + 16;
constexpr int kMemoryLevel = 8;
constexpr size_t kOutputBytes = 16 * 1024;

}  // namespace

struct GzipEncoder::State {
  z_stream stream{};
};

GzipEncoder::GzipEncoder() : state_(std::make_unique<State>()) {
  // Fails for lack of memory only.
  if (deflateInit2(&state_->stream, Z_BEST_SPEED, Z_DEFLATED, kGzipWindowBits, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

GzipEncoder::~GzipEncoder() { deflateEnd(&state_->stream); }

void GzipEncoder::Put(std::string_view input, std::string& out) { Run(input, Z_NO_FLUSH, out); }

void GzipEncoder::Finish(std::string& out) { Run({}, Z_FINISH, out); }

void GzipEncoder::Run(std::string_view input, int flush, std::string& out) {
  thread_local std::array<char, kOutputBytes> buffer;
  z_stream& stream = state_->stream;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
  stream.avail_in = static_cast<uInt>(input.size());
  do {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    deflate(&stream, flush);
    out.append(buffer.data(), buffer.size() - stream.avail_out);
  } while (stream.avail_out == 0);
}

}  // namespace pintle::http
