#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace pintle::codec {

// Takes what a writer has written, piece by piece: for documents that are never whole in memory.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  // `bytes` are valid during the call only.
  virtual void Write(std::string_view bytes) = 0;
};

// Room to write in that hands what it has to a sink whenever it is full.
class SinkBuffer {
 public:
  // As much as a TLS record; more than any single Room needs.
  static constexpr size_t kBytes = 16 * 1024;

  explicit SinkBuffer(ByteSink& sink) : sink_(sink) {}
  SinkBuffer(const SinkBuffer&) = delete;
  SinkBuffer& operator=(const SinkBuffer&) = delete;

  // Where to write, with room for `bytes`, at most kBytes.
  char* Room(size_t bytes) {
    if (bytes > static_cast<size_t>(buffer_.data() + kBytes - cursor_)) Flush();
    return cursor_;
  }
  // `end`: behind what was written.
  void Advance(char* end) { cursor_ = end; }
  void Flush() {
    if (cursor_ == buffer_.data()) return;
    sink_.Write({buffer_.data(), static_cast<size_t>(cursor_ - buffer_.data())});
    cursor_ = buffer_.data();
  }

 private:
  ByteSink& sink_;
  std::array<char, kBytes> buffer_;
  char* cursor_ = buffer_.data();
};

}  // namespace pintle::codec
