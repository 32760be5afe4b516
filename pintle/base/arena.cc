#include "pintle/base/arena.h"

#include <algorithm>

namespace pintle {

void* Arena::AllocateSlow(size_t size, size_t align) {
  size_t need = size + align;
  if (need > next_chunk_ / 2 && cursor_ != nullptr) {
    // A large block gets a chunk of its own; the current chunk stays in use.
    chunks_.push_back(std::make_unique_for_overwrite<char[]>(need));
    allocated_bytes_ += need;
    auto at =
        (reinterpret_cast<uintptr_t>(chunks_.back().get()) + align - 1) & ~(uintptr_t{align} - 1);
    return reinterpret_cast<void*>(at);
  }
  size_t chunk = std::max(next_chunk_, need);
  chunks_.push_back(std::make_unique_for_overwrite<char[]>(chunk));
  allocated_bytes_ += chunk;
  cursor_ = chunks_.back().get();
  limit_ = cursor_ + chunk;
  next_chunk_ = std::min(next_chunk_ * 2, kMaxChunkBytes);
  return Allocate(size, align);
}

}  // namespace pintle
