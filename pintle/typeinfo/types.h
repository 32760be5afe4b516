#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>

#include "pintle/base/arena.h"
#include "pintle/value/value.h"

// The field types of generated API structs. All are trivially copyable views of data in an arena:
// copying a struct copies references, never data, and nothing needs destroying. Each container has
// one memory layout whatever its element type, so that the engines over the tables work with an
// offset and a stride.
namespace pintle::typeinfo {

using Str = std::string_view;

// Binary data; nil and empty are different.
struct Binary {
  const char* data = nullptr;
  size_t size = 0;

  static Binary Of(std::string_view bytes) { return {bytes.data(), bytes.size()}; }
  bool is_nil() const { return data == nullptr; }
  std::string_view view() const { return {data, size}; }
};

// An optional scalar (a pointer to a scalar in types.go).
template <typename T>
struct Opt {
  T value{};
  bool set = false;

  constexpr Opt() = default;
  constexpr Opt(T v) : value(v), set(true) {}  // NOLINT(google-explicit-constructor)
  explicit operator bool() const { return set; }
  const T& operator*() const { return value; }
  T& operator*() { return value; }
  const T* operator->() const { return &value; }
  T* operator->() { return &value; }
  T value_or(T fallback) const { return set ? value : fallback; }
  void reset() { *this = Opt(); }
  friend bool operator==(const Opt& a, const Opt& b) {
    return a.set == b.set && (!a.set || a.value == b.value);
  }
};

// An optional struct (a pointer to a struct in types.go), allocated in the object's arena.
template <typename T>
struct Ptr {
  T* target = nullptr;

  explicit operator bool() const { return target != nullptr; }
  T& operator*() const { return *target; }
  T* operator->() const { return target; }
  T* get() const { return target; }
  // Allocates the struct if it is absent.
  T& Ensure(Arena& arena) {
    if (target == nullptr) target = arena.New<T>();
    return *target;
  }
  // Points to a new struct with this content; other views of the old one keep it.
  T& Set(Arena& arena, const T& content) {
    target = arena.New<T>(content);
    return *target;
  }
  // For reading on: the struct, or an empty one if it is absent.
  const T& OrEmpty() const {
    static const T kEmpty{};
    return target != nullptr ? *target : kEmpty;
  }
  void reset() { target = nullptr; }
};

// A list; nil and empty are different on the wire, equal in meaning.
template <typename T>
struct List {
  T* data = nullptr;
  uint32_t count = 0;
  uint32_t capacity = 0;

  static List Of(Arena& arena, std::initializer_list<T> items) {
    List list;
    for (const T& item : items) list.Append(arena, item);
    return list;
  }
  // `size` default elements; never nil.
  static List Sized(Arena& arena, size_t size) {
    auto count = static_cast<uint32_t>(size);
    return {arena.NewArray<T>(size), count, count};
  }
  // The same elements in storage of its own: for a list that others look at too and that is to be
  // changed. What the elements refer to stays shared.
  List Clone(Arena& arena) const {
    if (is_nil()) return {};
    return {arena.CopyArray(std::span<const T>(data, count)), count, count};
  }
  bool is_nil() const { return data == nullptr; }
  bool empty() const { return count == 0; }
  size_t size() const { return count; }
  T* begin() const { return data; }
  T* end() const { return data + count; }
  T& operator[](size_t i) const { return data[i]; }
  T& front() const { return data[0]; }
  T& back() const { return data[count - 1]; }
  bool contains(const T& item) const { return std::find(begin(), end(), item) != end(); }
  // Adds an element; the storage may move.
  T& Append(Arena& arena, const T& item = T()) {
    if (count == capacity) {
      uint32_t grown = capacity == 0 ? 4 : capacity * 2;
      T* moved = static_cast<T*>(arena.Allocate(sizeof(T) * grown, alignof(T)));
      if (count != 0) std::memcpy(static_cast<void*>(moved), data, sizeof(T) * count);
      data = moved;
      capacity = grown;
    }
    return *new (data + count++) T(item);
  }
  // Removes the element at `index`, keeping order.
  void Erase(size_t index) {
    std::move(data + index + 1, data + count, data + index);
    --count;
  }
  void reset() { *this = List(); }
};

// A map with string keys, kept in bytewise key order; nil and empty are different on the wire.
template <typename V>
struct Map {
  struct Entry {
    Str key;
    V value;
  };
  Entry* data = nullptr;
  uint32_t count = 0;
  uint32_t capacity = 0;

  bool is_nil() const { return data == nullptr; }
  bool empty() const { return count == 0; }
  size_t size() const { return count; }
  Entry* begin() const { return data; }
  Entry* end() const { return data + count; }
  // Room for `size` entries, which the caller fills in key order; never nil.
  static Map Sized(Arena& arena, size_t size) {
    auto count = static_cast<uint32_t>(size);
    return {arena.NewArray<Entry>(size), count, count};
  }
  // The same entries in storage of its own, see List::Clone.
  Map Clone(Arena& arena) const {
    if (is_nil()) return {};
    return {arena.CopyArray(std::span<const Entry>(data, count)), count, count};
  }
  // The value of `key`, or null.
  V* Find(std::string_view key) const {
    Entry* at = LowerBound(key);
    return at != end() && at->key == key ? &at->value : nullptr;
  }
  bool contains(std::string_view key) const { return Find(key) != nullptr; }
  V value_or(std::string_view key, V fallback) const {
    const V* found = Find(key);
    return found != nullptr ? *found : fallback;
  }
  // The value of `key`, inserted if it is absent. `key` must live as long as the arena.
  V& Ensure(Arena& arena, Str key) {
    size_t index = LowerBound(key) - data;
    if (index < count && data[index].key == key) return data[index].value;
    if (count == capacity) {
      uint32_t grown = capacity == 0 ? 4 : capacity * 2;
      auto* moved = static_cast<Entry*>(arena.Allocate(sizeof(Entry) * grown, alignof(Entry)));
      if (count != 0) std::memcpy(static_cast<void*>(moved), data, sizeof(Entry) * count);
      data = moved;
      capacity = grown;
    }
    std::memmove(static_cast<void*>(data + index + 1), data + index,
                 sizeof(Entry) * (count - index));
    ++count;
    return (new (data + index) Entry{key, V{}})->value;
  }
  void Set(Arena& arena, Str key, const V& value) { Ensure(arena, key) = value; }
  void Erase(std::string_view key) {
    Entry* at = LowerBound(key);
    if (at == end() || at->key != key) return;
    std::move(at + 1, end(), at);
    --count;
  }
  void reset() { *this = Map(); }

 private:
  Entry* LowerBound(std::string_view key) const {
    return std::lower_bound(begin(), end(), key,
                            [](const Entry& e, std::string_view k) { return e.key < k; });
  }
};

// An instant. The default is the zero time, which is null on the wire. `Time` has seconds on the
// wire, `MicroTime` six fraction digits.
struct Time {
  int64_t seconds = 0;
  int32_t nanoseconds = 0;
  bool set = false;

  static Time FromSeconds(int64_t seconds) { return {seconds, 0, true}; }
  explicit operator bool() const { return set; }
  friend bool operator==(const Time& a, const Time& b) {
    return a.set == b.set && (!a.set || (a.seconds == b.seconds && a.nanoseconds == b.nanoseconds));
  }
};
struct MicroTime : Time {};

// A length of time; `1h0m5s` on the wire.
struct Duration {
  int64_t nanoseconds = 0;

  friend bool operator==(const Duration&, const Duration&) = default;
};

// An amount of a resource, kept as the text it has on the wire. pintle::Quantity reckons with it.
struct Quantity {
  Str text;  // empty is zero

  Str view() const { return text.empty() ? Str("0") : text; }
};

// A number or a text: a port and its name, a count and a percentage. The default is the number 0.
struct IntOrString {
  Str text;
  int32_t number = 0;
  bool is_text = false;

  static IntOrString FromInt(int32_t number) { return {{}, number, false}; }
  static IntOrString FromText(Str text) { return {text, 0, true}; }
  friend bool operator==(const IntOrString& a, const IntOrString& b) {
    return a.is_text == b.is_text && (a.is_text ? a.text == b.text : a.number == b.number);
  }
};

// Any JSON value: RawExtension, FieldsV1, the CRD type JSON. A null Value is "absent".
using Any = Value;

// What the engines assume of the layouts above.
static_assert(sizeof(List<int>) == sizeof(List<Str>) && sizeof(List<int>) == 16);
static_assert(sizeof(Map<int>) == 16 && sizeof(Ptr<int>) == sizeof(void*));
static_assert(offsetof(Opt<int64_t>, set) == sizeof(int64_t));
static_assert(offsetof(Map<int32_t>::Entry, value) == sizeof(Str));
static_assert(std::is_trivially_destructible_v<Map<List<Str>>>);

}  // namespace pintle::typeinfo
