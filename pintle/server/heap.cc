// Operator new and delete of a program that has a server in it: the heap's, with a longer memory
// for small blocks.
//
// glibc keeps seven free blocks of a size for each thread; others go back to the heap proper, which
// is ten times slower. A thread that has dozens of requests waiting for the same commit begins and
// ends all of them together, each of a hundred small blocks: seven are too few. Here a thread keeps
// more of them. Blocks are malloc's own, so that it does not matter who frees or has made one.
#include "pintle/server/heap.h"

#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

// A sanitizer brings its own.
#if defined(__SANITIZE_ADDRESS__)
#define PINTLE_KEEPS_BLOCKS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PINTLE_KEEPS_BLOCKS 0
#else
#define PINTLE_KEEPS_BLOCKS 1
#endif
#else
#define PINTLE_KEEPS_BLOCKS 1
#endif

#if PINTLE_KEEPS_BLOCKS
namespace {

// Sizes are multiples of this.
constexpr size_t kStep = 16;
constexpr size_t kMaxKeptBytes = 1024;
constexpr size_t kSizes = kMaxKeptBytes / kStep + 1;
// Of each size a thread keeps at most so many blocks, and so many bytes.
constexpr size_t kMaxBlocks = 128;
constexpr size_t kMaxBytesOfSize = 32 * 1024;
// And of all sizes together so many bytes.
constexpr size_t kMaxBytes = 256 * 1024;
constexpr std::array<uint16_t, kSizes> kMaxCount = [] {
  std::array<uint16_t, kSizes> most{};
  for (size_t size = 1; size < kSizes; ++size) {
    most[size] = static_cast<uint16_t>(std::min(kMaxBlocks, kMaxBytesOfSize / (size * kStep)));
  }
  return most;
}();

// A free block; the next one of its size is noted in it.
struct Block {
  Block* next;
};

// The free blocks of a thread. No destructor: it is used until the very end of the thread.
struct Shelves {
  std::array<Block*, kSizes> first;
  std::array<uint16_t, kSizes> count;
  size_t bytes;
  bool watched;  // there is somebody who empties them
  bool ended;    // they have been emptied, and stay so
};
constinit thread_local Shelves shelves{};

class Emptier {
 public:
  void Watch() { shelves.watched = true; }
  ~Emptier() {
    shelves.ended = true;
    for (Block*& first : shelves.first) {
      while (first != nullptr) {
        Block* block = first;
        first = block->next;
        std::free(block);
      }
    }
  }
};
thread_local Emptier emptier;

[[gnu::noinline]] void* FromHeap(size_t bytes) {
  if (!shelves.watched) emptier.Watch();
  void* block = std::malloc(bytes);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

}  // namespace

void* operator new(size_t bytes) {
  const size_t size = (std::max<size_t>(bytes, 1) + kStep - 1) / kStep;
  if (size >= kSizes) return FromHeap(bytes);
  Block* block = shelves.first[size];
  if (block == nullptr) return FromHeap(size * kStep);
  shelves.first[size] = block->next;
  --shelves.count[size];
  shelves.bytes -= size * kStep;
  return block;
}

void operator delete(void* block) noexcept {
  if (block == nullptr) return;
  // What it was asked for may have been less, also by others than the operator above.
  const size_t size = ::malloc_usable_size(block) / kStep;
  if (size >= kSizes || shelves.ended || shelves.count[size] >= kMaxCount[size] ||
      shelves.bytes >= kMaxBytes) {
    std::free(block);
    return;
  }
  if (!shelves.watched) emptier.Watch();
  auto* freed = static_cast<Block*>(block);
  freed->next = shelves.first[size];
  shelves.first[size] = freed;
  ++shelves.count[size];
  shelves.bytes += size * kStep;
}

void operator delete(void* block, size_t) noexcept { operator delete(block); }
void* operator new[](size_t bytes) { return operator new(bytes); }
void operator delete[](void* block) noexcept { operator delete(block); }
void operator delete[](void* block, size_t) noexcept { operator delete(block); }
#endif

namespace pintle::server {
namespace {

// They seldom wait for each other: most blocks come from what a thread keeps.
constexpr unsigned kThreadsOfAnArena = 4;

}  // namespace

void ShareHeap(unsigned threads) {
  ::mallopt(M_ARENA_MAX, static_cast<int>((threads + kThreadsOfAnArena - 1) / kThreadsOfAnArena));
}

}  // namespace pintle::server
