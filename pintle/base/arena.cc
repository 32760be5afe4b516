#include "pintle/base/arena.h"

#include <malloc.h>

#include <algorithm>
#include <array>

namespace pintle {
namespace {

// A sanitizer is to see every use of memory whose arena has ended.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kKeepsChunks = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kKeepsChunks = false;
#else
constexpr bool kKeepsChunks = true;
#endif
#else
constexpr bool kKeepsChunks = true;
#endif

// Chunks of ended arenas, of the two sizes that arenas begin with, which a thread keeps for its
// next ones: they are too large for the caches that the heap itself has for each thread.
class SpareChunks {
 public:
  ~SpareChunks() {
    for (Shelf& shelf : shelves_) {
      while (shelf.count > 0) ::operator delete(shelf.chunks[--shelf.count]);
    }
    ended_ = true;
  }

  // Null when the thread is about to end.
  static SpareChunks* Mine() {
    thread_local SpareChunks mine;
    return ended_ ? nullptr : &mine;
  }

  // Null if there is none of exactly this size.
  void* Take(size_t bytes) {
    for (Shelf& shelf : shelves_) {
      if (shelf.bytes == bytes && shelf.count > 0) return shelf.chunks[--shelf.count];
    }
    return nullptr;
  }
  bool Put(void* chunk, size_t usable_bytes) {
    for (Shelf& shelf : shelves_) {
      const bool fits = usable_bytes >= shelf.bytes && usable_bytes < shelf.bytes + kMostWasted;
      if (!fits || shelf.count == shelf.chunks.size()) continue;
      shelf.chunks[shelf.count++] = chunk;
      return true;
    }
    return false;
  }

 private:
  // What the heap gives beyond the size that was asked for.
  static constexpr size_t kMostWasted = 64;

  struct Shelf {
    size_t bytes;  // of a chunk with its head
    size_t count = 0;
    std::array<void*, 8> chunks;
  };

  static constexpr size_t kHeadBytes = alignof(std::max_align_t);
  std::array<Shelf, 2> shelves_ = {{{kHeadBytes + 1024, 0, {}}, {kHeadBytes + 4096, 0, {}}}};
  static thread_local bool ended_;
};

thread_local bool SpareChunks::ended_ = false;

}  // namespace

Arena::~Arena() {
  SpareChunks* spare = kKeepsChunks && chunks_ != nullptr ? SpareChunks::Mine() : nullptr;
  while (chunks_ != nullptr) {
    Chunk* chunk = std::exchange(chunks_, chunks_->next);
    if (spare == nullptr || !spare->Put(chunk, ::malloc_usable_size(chunk))) {
      ::operator delete(chunk);
    }
  }
}

void Arena::Swap(Arena& other) noexcept {
  std::swap(cursor_, other.cursor_);
  std::swap(limit_, other.limit_);
  std::swap(chunks_, other.chunks_);
  std::swap(next_chunk_, other.next_chunk_);
  std::swap(allocated_bytes_, other.allocated_bytes_);
  std::swap(most_bytes_, other.most_bytes_);
  std::swap(refused_, other.refused_);
  std::swap(kept_, other.kept_);
}

char* Arena::AddChunk(size_t size) {
  SpareChunks* spare = kKeepsChunks ? SpareChunks::Mine() : nullptr;
  void* room = spare != nullptr ? spare->Take(sizeof(Chunk) + size) : nullptr;
  if (room == nullptr) room = ::operator new(sizeof(Chunk) + size);
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
