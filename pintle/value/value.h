#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pintle/base/arena.h"

namespace pintle {

class Member;

// A dynamic value: what an object without a compiled type is made of. A Value is a 16-byte handle
// to immutable data in an arena: copying one copies no data, any number of threads may read it, and
// it is valid as long as the arena that holds its data (see Document for an owner). int64 and
// double are different kinds and never equal. Members of an object are in bytewise key order, keys
// are unique.
//
// Editing makes a new value that shares all it did not change with the old one:
//
//   Value spec = root.Find("spec");
//   root = root.With(arena, "spec", spec.With(arena, "replicas", Value(int64_t{3})));
class Value {
 public:
  enum class Kind : uint8_t { kNull, kBool, kInt, kDouble, kString, kList, kObject };

  constexpr Value() : Value(Kind::kNull, 0) {}
  explicit constexpr Value(bool b) : Value(Kind::kBool, 0) { int_ = b; }
  explicit constexpr Value(int64_t i) : Value(Kind::kInt, 0) { int_ = i; }
  explicit constexpr Value(int i) : Value(static_cast<int64_t>(i)) {}
  explicit constexpr Value(double d) : Value(Kind::kDouble, 0) { double_ = d; }
  // Refers to `text`, which must live as long as the value.
  explicit constexpr Value(std::string_view text)
      : Value(Kind::kString, static_cast<uint32_t>(text.size())) {
    chars_ = text.data();
  }
  explicit constexpr Value(const char* text) : Value(std::string_view(text)) {}
  // A string copied into the arena.
  static Value String(Arena& arena, std::string_view text) { return Value(arena.Copy(text)); }
  // Elements copied into the arena.
  static Value List(Arena& arena, std::span<const Value> items);
  // Members in any order; of equal keys the last one stays.
  static Value Object(Arena& arena, std::vector<Member> members);
  // The same; `*repeated` is set when a key stood there twice.
  static Value Object(Arena& arena, std::span<const Member> members, bool* repeated);
  // Members that are already in key order without repeats.
  static Value SortedObject(Arena& arena, std::span<const Member> members);
  // A container whose elements, or members in key order without repeats, stand where they are to
  // stay: they must live as long as the value.
  static Value AdoptList(const Value* items, size_t count) {
    Value list(Kind::kList, static_cast<uint32_t>(count));
    list.items_ = items;
    return list;
  }
  static Value AdoptObject(const Member* members, size_t count) {
    Value object(Kind::kObject, static_cast<uint32_t>(count));
    object.members_ = members;
    return object;
  }
  static Value EmptyList() { return Value(Kind::kList, 0); }
  static Value EmptyObject() { return Value(Kind::kObject, 0); }

  Kind kind() const { return static_cast<Kind>(head_ & 0xff); }
  bool is_null() const { return kind() == Kind::kNull; }
  bool is_bool() const { return kind() == Kind::kBool; }
  bool is_int() const { return kind() == Kind::kInt; }
  bool is_double() const { return kind() == Kind::kDouble; }
  bool is_number() const { return is_int() || is_double(); }
  bool is_string() const { return kind() == Kind::kString; }
  bool is_list() const { return kind() == Kind::kList; }
  bool is_object() const { return kind() == Kind::kObject; }

  // Each requires the matching kind.
  bool as_bool() const { return assert(is_bool()), int_ != 0; }
  int64_t as_int() const { return assert(is_int()), int_; }
  double as_double() const { return assert(is_double()), double_; }
  std::string_view as_string() const {
    return assert(is_string()), std::string_view(chars_, size());
  }
  inline std::span<const Value> items() const;
  inline std::span<const Member> members() const;

  // Number of elements or members, bytes of a string, 0 for the rest.
  size_t size() const { return head_ >> kSizeShift; }

  // The member called `key`, or null if there is none or this is no object.
  const Value* FindPtr(std::string_view key) const;
  // The same with a null Value for "absent".
  Value Find(std::string_view key) const {
    const Value* found = FindPtr(key);
    return found != nullptr ? *found : Value();
  }
  bool Has(std::string_view key) const { return FindPtr(key) != nullptr; }
  // Follows member names from here; null Value when one is missing.
  Value FindPath(std::initializer_list<std::string_view> keys) const;
  // The string member `key`, or an empty text when it is absent or no string.
  std::string_view FindString(std::string_view key) const;

  // Copies of this object with one member set or removed; this must be an object (or null for With,
  // which then counts as empty). `key` is copied into the arena.
  Value With(Arena& arena, std::string_view key, Value value) const;
  Value Without(Arena& arena, std::string_view key) const;

  // Deep copy of everything into `arena`.
  Value Clone(Arena& arena) const;

  // Deep equality: kinds and contents. 1 and 1.0 differ.
  friend bool operator==(const Value& a, const Value& b);

 private:
  friend class Member;
  friend class ValueBuilder;

  constexpr Value(Kind kind, uint32_t size)
      : head_(static_cast<uint64_t>(kind) | uint64_t{size} << kSizeShift), int_(0) {}

  // One word, so that a value is made and copied in two stores: the kind in the lowest byte, the
  // size in the upper half. Between them are 24 bits the value does not need, in which a Member
  // keeps the length of its key; they are no part of the value.
  static constexpr int kKeySizeShift = 8;
  static constexpr int kSizeShift = 32;
  uint64_t head_;
  union {
    int64_t int_;  // of a bool too
    double double_;
    const char* chars_;
    const Value* items_;
    const Member* members_;
  };
};
static_assert(sizeof(Value) == 16);

// A key and its value in 24 bytes. The key is a view: what it points to must live as long as the
// member.
class Member {
 public:
  // What fits beside the value. Decoders refuse longer keys; making a member of one ends the
  // program.
  static constexpr size_t kMaxKeyBytes = (size_t{1} << 24) - 1;

  // The value of a member: reads as any Value. It cannot be assigned to, as that would lose the
  // key; assign a whole Member instead.
  class Content : public Value {
   private:
    friend class Member;
    Content() = default;
    explicit Content(Value value) : Value(value) {}
    Content(const Content&) = default;
    Content& operator=(const Content&) = default;
  };

  Member() : key_("") {}
  Member(std::string_view key, Value content) : value(WithKey(content, key)), key_(key.data()) {}

  std::string_view key() const {
    return {key_, value.head_ >> Value::kKeySizeShift & kMaxKeyBytes};
  }

  Content value;

 private:
  static Value WithKey(Value content, std::string_view key) {
    if (key.size() > kMaxKeyBytes) std::abort();
    content.head_ &= ~(uint64_t{kMaxKeyBytes} << Value::kKeySizeShift);
    content.head_ |= uint64_t{key.size()} << Value::kKeySizeShift;
    return content;
  }

  const char* key_;
};
static_assert(sizeof(Member) == 24 && std::is_trivially_copyable_v<Member>);

inline std::span<const Value> Value::items() const {
  return assert(is_list()), std::span<const Value>(items_, size());
}
inline std::span<const Member> Value::members() const {
  return assert(is_object()), std::span<const Member>(members_, size());
}

// Total order over values: by kind, then content; lists and objects lexicographically. For sorting
// and for set semantics, not for API meaning.
std::strong_ordering Compare(const Value& a, const Value& b);

// A name for messages: `null`, `boolean`, `integer`, `number`, `string`, `array`, `object`.
std::string_view KindName(Value::Kind kind);

// A value together with the arena it lives in; copies share both. This is how values outlive the
// function that made them.
class Document {
 public:
  Document() = default;
  Document(std::shared_ptr<const Arena> arena, Value root)
      : arena_(std::move(arena)), root_(root) {}
  const Value& root() const { return root_; }
  const std::shared_ptr<const Arena>& arena() const { return arena_; }

 private:
  std::shared_ptr<const Arena> arena_;
  Value root_;
};

}  // namespace pintle
