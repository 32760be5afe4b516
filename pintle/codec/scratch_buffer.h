#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace pintle::codec {

// Where an encoder writes. Each thread keeps the memory of its last one for the next, so that
// encoding needs no allocation but that of the result; memory beyond kMaxKeptBytes is given back,
// so that one large object does not hold it forever. Used by one thread, the one that made it.
class ScratchBuffer {
 public:
  // The default limit of a request body.
  static constexpr size_t kMaxKeptBytes = 3 * 1024 * 1024;

  ScratchBuffer();
  ~ScratchBuffer();
  ScratchBuffer(const ScratchBuffer&) = delete;
  ScratchBuffer& operator=(const ScratchBuffer&) = delete;

  // The place to write at, with room for `bytes`; what was written is then made part of the content
  // by Advance.
  char* Room(size_t bytes) {
    if (static_cast<size_t>(limit_ - cursor_) < bytes) [[unlikely]]
      Grow(bytes);
    return cursor_;
  }
  // The same for an encoder that keeps the place itself: `at` is behind what it has written.
  char* RoomAt(char* at, size_t bytes) {
    if (static_cast<size_t>(limit_ - at) >= bytes) [[likely]]
      return at;
    cursor_ = at;
    Grow(bytes);
    return cursor_;
  }
  // `end`: behind what was written.
  void Advance(char* end) { cursor_ = end; }

  std::string_view content() const {
    return {memory_.data.get(), static_cast<size_t>(cursor_ - memory_.data.get())};
  }
  size_t capacity() const { return memory_.capacity; }

  // What this thread keeps at the moment.
  static size_t KeptBytes();

 private:
  struct Memory {
    std::unique_ptr<char[]> data;
    size_t capacity = 0;
  };
  static Memory& Kept();

  void Grow(size_t bytes);

  Memory memory_;
  char* cursor_;
  char* limit_;
};

}  // namespace pintle::codec
