#include "tests/amplification/heap_meter.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<size_t> g_made{0};
std::atomic<size_t> g_held{0};
std::atomic<size_t> g_peak{0};

void* Take(size_t size, size_t align) {
  void* block = align > alignof(std::max_align_t)
                    ? std::aligned_alloc(align, (size + align - 1) / align * align)
                    : std::malloc(size);
  if (block == nullptr) throw std::bad_alloc();
  const size_t bytes = ::malloc_usable_size(block);
  g_made += bytes;
  const size_t held = g_held += bytes;
  size_t peak = g_peak;
  while (held > peak && !g_peak.compare_exchange_weak(peak, held)) {
  }
  return block;
}

void Give(void* block) {
  if (block == nullptr) return;
  g_held -= ::malloc_usable_size(block);
  std::free(block);
}

}  // namespace

// All forms: a sanitizer's own would not fit to the operators delete below.
void* operator new(size_t size) { return Take(size, 0); }
void* operator new[](size_t size) { return Take(size, 0); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return Take(size, 0); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return Take(size, 0); }
void* operator new(size_t size, std::align_val_t align) {
  return Take(size, static_cast<size_t>(align));
}
void* operator new[](size_t size, std::align_val_t align) {
  return Take(size, static_cast<size_t>(align));
}
void operator delete(void* block) noexcept { Give(block); }
void operator delete[](void* block) noexcept { Give(block); }
void operator delete(void* block, size_t) noexcept { Give(block); }
void operator delete[](void* block, size_t) noexcept { Give(block); }
void operator delete(void* block, std::align_val_t) noexcept { Give(block); }
void operator delete[](void* block, std::align_val_t) noexcept { Give(block); }
void operator delete(void* block, size_t, std::align_val_t) noexcept { Give(block); }
void operator delete[](void* block, size_t, std::align_val_t) noexcept { Give(block); }

namespace pintle {

HeapMeter::HeapMeter() : made_before_(g_made), held_before_(g_held) { g_peak = held_before_; }

size_t HeapMeter::made() const { return g_made - made_before_; }

size_t HeapMeter::peak() const { return g_peak - held_before_; }

}  // namespace pintle
