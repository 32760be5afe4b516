#include "pintle/codec/scratch_buffer.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace pintle::codec {
namespace {

constexpr size_t kFirstBytes = 4096;

}  // namespace

ScratchBuffer::Memory& ScratchBuffer::Kept() {
  thread_local Memory kept;
  return kept;
}

size_t ScratchBuffer::KeptBytes() { return Kept().capacity; }

ScratchBuffer::ScratchBuffer()
    : memory_(std::exchange(Kept(), Memory())),
      cursor_(memory_.data.get()),
      limit_(cursor_ + memory_.capacity) {}

ScratchBuffer::~ScratchBuffer() {
  Memory& kept = Kept();
  if (memory_.capacity <= kMaxKeptBytes && memory_.capacity > kept.capacity) {
    kept = std::move(memory_);
  }
}

void ScratchBuffer::Grow(size_t bytes) {
  size_t used = cursor_ - memory_.data.get();
  size_t capacity = std::max({kFirstBytes, 2 * memory_.capacity, used + bytes});
  // Not past the limit by doubling alone.
  if (used + bytes <= kMaxKeptBytes) capacity = std::min(capacity, kMaxKeptBytes);
  auto data = std::make_unique_for_overwrite<char[]>(capacity);
  if (used > 0) std::memcpy(data.get(), memory_.data.get(), used);
  memory_ = Memory{std::move(data), capacity};
  cursor_ = memory_.data.get() + used;
  limit_ = memory_.data.get() + capacity;
}

}  // namespace pintle::codec
