#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "pintle/base/arena.h"
#include "pintle/typeinfo/type_info.h"
#include "pintle/typeinfo/types.h"

// Fields seen through their tables instead of their C++ types. The default of every field type is
// all zero bytes; engines rely on it to make values of types they know only by size.
namespace pintle::typeinfo {

// A List or a Map of any element type; the stride is the element's size or MapEntrySize.
struct __attribute__((may_alias)) RawList {
  char* data;
  uint32_t count;
  uint32_t capacity;

  char* At(size_t index, size_t stride) const { return data + index * stride; }
};
static_assert(sizeof(RawList) == sizeof(List<int>) && sizeof(RawList) == sizeof(Map<int>));

// A Ptr of any struct.
struct __attribute__((may_alias)) RawPtr {
  char* target;
};
static_assert(sizeof(RawPtr) == sizeof(Ptr<int>));

template <typename T>
T& As(void* field) {
  return *static_cast<T*>(field);
}
template <typename T>
const T& As(const void* field) {
  return *static_cast<const T*>(field);
}

inline char* FieldAt(void* object, size_t offset) { return static_cast<char*>(object) + offset; }
inline const char* FieldAt(const void* object, size_t offset) {
  return static_cast<const char*>(object) + offset;
}

// Whether an Opt is set; its value is at the start.
inline bool& OptSet(const TypeInfo& opt, void* field) {
  return As<bool>(FieldAt(field, opt.element->size));
}
inline bool OptSet(const TypeInfo& opt, const void* field) {
  return As<bool>(FieldAt(field, opt.element->size));
}

inline Str& EntryKey(void* entry) { return As<Str>(entry); }
inline const Str& EntryKey(const void* entry) { return As<Str>(entry); }

inline char* NewZeroed(Arena& arena, size_t size, size_t align) {
  auto* data = static_cast<char*>(arena.Allocate(size, align));
  std::memset(data, 0, size);
  return data;
}
// A default object of `type`.
inline char* NewZeroed(const TypeInfo& type, Arena& arena) {
  return NewZeroed(arena, type.size, type.align);
}

// Moves the elements to storage for at least `capacity` of them; a nil list becomes an empty one.
inline void Reserve(RawList& list, uint32_t capacity, size_t stride, size_t align, Arena& arena) {
  if (list.data != nullptr && capacity <= list.capacity) return;
  auto* moved = static_cast<char*>(arena.Allocate(stride * capacity, align));
  if (list.data != nullptr) std::memcpy(moved, list.data, stride * list.count);
  list.data = moved;
  list.capacity = capacity;
}

// Whether the arena has room for `count` more elements of a list; it is spent if not. To be asked
// where many are added.
inline bool HasRoom(const RawList& list, uint32_t count, size_t stride, Arena& arena) {
  const size_t needed = size_t{list.count} + count;
  if (needed <= list.capacity) [[likely]] {
    return true;
  }
  return arena.MayTake(stride * std::max<size_t>(needed, size_t{list.capacity} * 2));
}

// Adds a default element and returns it; the storage may move.
inline char* AppendZeroed(RawList& list, size_t stride, size_t align, Arena& arena) {
  if (list.count == list.capacity) {
    Reserve(list, std::max<uint32_t>(4, list.capacity * 2), stride, align, arena);
  }
  char* item = list.At(list.count++, stride);
  std::memset(item, 0, stride);
  return item;
}

}  // namespace pintle::typeinfo
