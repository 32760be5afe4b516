#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pintle {

// A bump allocator for objects that die together. Nothing allocated here is destroyed, so only
// trivially destructible types may live in it. One thread fills an arena; once it is filled any
// number of threads may read what lies in it.
class Arena {
 public:
  explicit Arena(size_t first_chunk_bytes = kFirstChunkBytes) : next_chunk_(first_chunk_bytes) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Arena(Arena&& other) noexcept : next_chunk_(kFirstChunkBytes) { Swap(other); }
  Arena& operator=(Arena&& other) noexcept {
    Arena moved(std::move(other));
    Swap(moved);
    return *this;
  }
  ~Arena();

  // Never null, also for size 0; `align` is a power of two no larger than alignof(max_align_t).
  void* Allocate(size_t size, size_t align) {
    auto at = (reinterpret_cast<uintptr_t>(cursor_) + align - 1) & ~(uintptr_t{align} - 1);
    if (cursor_ == nullptr || at + size > reinterpret_cast<uintptr_t>(limit_)) {
      return AllocateSlow(size, align);
    }
    cursor_ = reinterpret_cast<char*>(at + size);
    return reinterpret_cast<void*>(at);
  }

  // Says that about `size` bytes will be asked for, in any pieces: if the open chunk has no room
  // for them a chunk of that size is opened.
  void Reserve(size_t size);

  template <typename T, typename... Args>
  T* New(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (Allocate(sizeof(T), alignof(T))) T(std::forward<Args>(args)...);
  }

  // `count` value-initialised elements.
  template <typename T>
  T* NewArray(size_t count) {
    T* data = Room<T>(count);
    for (size_t i = 0; i < count; ++i) new (data + i) T();
    return data;
  }

  // Room for `count` elements that the caller makes.
  template <typename T>
  T* Room(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
    return static_cast<T*>(Allocate(sizeof(T) * count, alignof(T)));
  }

  std::string_view Copy(std::string_view text) {
    if (text.empty()) return {"", 0};
    char* data = static_cast<char*>(Allocate(text.size(), 1));
    std::memcpy(data, text.data(), text.size());
    return {data, text.size()};
  }

  template <typename T>
  T* CopyArray(std::span<const T> source) {
    static_assert(std::is_trivially_copyable_v<T>);
    T* data = Room<T>(source.size());
    if (!source.empty()) {
      std::memcpy(static_cast<void*>(data), static_cast<const void*>(source.data()),
                  source.size_bytes());
    }
    return data;
  }

  // Keeps `owner` alive as long as this arena: for values that point into other arenas or buffers.
  void Keep(std::shared_ptr<const void> owner) { kept_.push_back(std::move(owner)); }

  // Sets how many bytes may be obtained from the heap in all. Little text can stand for very much:
  // defaults that a schema puts into each of many empty elements, elements that are large structs
  // and whose text is `{}`. Nothing that is asked for is refused; whoever fills the arena in a loop
  // looks whether it is spent, and stops, and whoever began it says what is wrong.
  void Limit(size_t bytes) { most_bytes_ = bytes; }
  bool spent() const { return refused_ || allocated_bytes_ > most_bytes_; }
  // Whether so many more may be obtained; if not, the arena is spent. For a block that is large
  // itself.
  bool MayTake(size_t bytes) {
    refused_ = refused_ || bytes > most_bytes_ || allocated_bytes_ > most_bytes_ - bytes;
    return !refused_;
  }
  // Bytes obtained from the heap so far.
  size_t allocated_bytes() const { return allocated_bytes_; }

 private:
  static constexpr size_t kFirstChunkBytes = 1024;
  // A chunk is a quarter of what has been taken so far, within these bounds: so much of an arena
  // may be wasted, and a large one still needs few chunks.
  static constexpr size_t kMinChunkBytes = 512;
  static constexpr size_t kMaxChunkBytes = 64 * 1024;

  // Stands at the start of every chunk; its bytes follow.
  struct alignas(std::max_align_t) Chunk {
    Chunk* next;
  };

  void* AllocateSlow(size_t size, size_t align);
  // Makes a chunk of `size` bytes the open one.
  void OpenChunk(size_t size);
  // The bytes of a new chunk.
  char* AddChunk(size_t size);
  void Swap(Arena& other) noexcept;

  char* cursor_ = nullptr;
  char* limit_ = nullptr;
  Chunk* chunks_ = nullptr;
  size_t next_chunk_;
  size_t allocated_bytes_ = 0;
  size_t most_bytes_ = SIZE_MAX;
  bool refused_ = false;
  std::vector<std::shared_ptr<const void>> kept_;
};

}  // namespace pintle
