#include "pintle/base/arena.h"

#include <algorithm>

namespace pintle {

Arena::~Arena() {
  while (chunks_ != nullptr) ::operator delete(std::exchange(chunks_, chunks_->next));
}

void Arena::Swap(Arena& other) noexcept {
  std::swap(cursor_, other.cursor_);
  std::swap(limit_, other.limit_);
  std::swap(chunks_, other.chunks_);
  std::swap(next_chunk_, other.next_chunk_);
  std::swap(allocated_bytes_, other.allocated_bytes_);
  std::swap(kept_, other.kept_);
}

char* Arena::AddChunk(size_t size) {
  void* room = ::operator new(sizeof(Chunk) + size);
  chunks_ = new (room) Chunk{chunks_};
  allocated_bytes_ += sizeof(Chunk) + size;
  return reinterpret_cast<char*>(chunks_ + 1);
}

void Arena::OpenChunk(size_t size) {
  cursor_ = AddChunk(size);
  limit_ = cursor_ + size;
  next_chunk_ = std::clamp(allocated_bytes_ / 4, kMinChunkBytes, kMaxChunkBytes);
}

void Arena::Reserve(size_t size) {
  if (size > static_cast<size_t>(limit_ - cursor_)) OpenChunk(size);
}

void* Arena::AllocateSlow(size_t size, size_t align) {
  // A large block gets a chunk of its own; the current chunk stays in use.
  if (size > next_chunk_ / 2 && cursor_ != nullptr) return AddChunk(size);
  OpenChunk(std::max(next_chunk_, size));
  return Allocate(size, align);
}

}  // namespace pintle
