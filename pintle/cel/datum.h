#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/value/value.h"

// Values at run time.
namespace pintle::cel {

class ListDatum;
class MapDatum;
class ObjectDatum;
class OpaqueDatum;

// A value of the expression language: a 16-byte handle. What it refers to lives in the arena of the
// evaluation, in the expression, or in what the caller passed in; it owns nothing. An error is a
// value too: that is how && and || get to ignore one.
class Datum {
 public:
  enum class Kind : uint8_t {
    kNull,
    kBool,
    kInt,
    kUint,
    kDouble,
    kString,
    kBytes,
    kDuration,
    kTimestamp,
    kList,
    kMap,
    kObject,
    kOptional,
    kOpaque,
    kType,
    kError,
  };

  constexpr Datum() : Datum(Kind::kNull, 0) {}
  static constexpr Datum Bool(bool value) {
    Datum datum(Kind::kBool, 0);
    datum.int_ = value;
    return datum;
  }
  static constexpr Datum Int(int64_t value) {
    Datum datum(Kind::kInt, 0);
    datum.int_ = value;
    return datum;
  }
  static constexpr Datum Uint(uint64_t value) {
    Datum datum(Kind::kUint, 0);
    datum.uint_ = value;
    return datum;
  }
  static constexpr Datum Double(double value) {
    Datum datum(Kind::kDouble, 0);
    datum.double_ = value;
    return datum;
  }
  // These refer to the text.
  static constexpr Datum String(std::string_view text) { return Text(Kind::kString, text); }
  static constexpr Datum Bytes(std::string_view bytes) { return Text(Kind::kBytes, bytes); }
  // A type, by its name: `int`, `list`, `google.protobuf.Duration`.
  static constexpr Datum Type(std::string_view name) { return Text(Kind::kType, name); }
  static constexpr Datum Error(std::string_view message) { return Text(Kind::kError, message); }
  static constexpr Datum Duration(int64_t nanoseconds) {
    Datum datum(Kind::kDuration, 0);
    datum.int_ = nanoseconds;
    return datum;
  }
  // Since 1970, UTC; `nanoseconds` is below a billion.
  static constexpr Datum Timestamp(int64_t seconds, uint32_t nanoseconds) {
    Datum datum(Kind::kTimestamp, nanoseconds);
    datum.int_ = seconds;
    return datum;
  }
  static constexpr Datum List(const ListDatum* list) {
    Datum datum(Kind::kList, 0);
    datum.list_ = list;
    return datum;
  }
  static constexpr Datum Map(const MapDatum* map) {
    Datum datum(Kind::kMap, 0);
    datum.map_ = map;
    return datum;
  }
  static constexpr Datum Object(const ObjectDatum* object) {
    Datum datum(Kind::kObject, 0);
    datum.object_ = object;
    return datum;
  }
  static constexpr Datum Opaque(const OpaqueDatum* opaque) {
    Datum datum(Kind::kOpaque, 0);
    datum.opaque_ = opaque;
    return datum;
  }
  static constexpr Datum None() {
    Datum datum(Kind::kOptional, 0);
    datum.content_ = nullptr;
    return datum;
  }
  static Datum Optional(Arena& arena, Datum content) {
    Datum datum(Kind::kOptional, 0);
    datum.content_ = arena.New<Datum>(content);
    return datum;
  }

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  bool is_error() const { return kind_ == Kind::kError; }
  bool is_true() const { return kind_ == Kind::kBool && int_ != 0; }
  bool is_false() const { return kind_ == Kind::kBool && int_ == 0; }

  // Each requires the kind.
  bool as_bool() const { return int_ != 0; }
  int64_t as_int() const { return int_; }  // nanoseconds of a duration, seconds of a timestamp
  uint64_t as_uint() const { return uint_; }
  double as_double() const { return double_; }
  std::string_view text() const { return {chars_, extra_}; }  // string, bytes, type, error
  uint32_t nanoseconds() const { return extra_; }             // of a timestamp
  const ListDatum& list() const { return *list_; }
  const MapDatum& map() const { return *map_; }
  const ObjectDatum& object() const { return *object_; }
  const OpaqueDatum& opaque() const { return *opaque_; }
  const Datum* content() const { return content_; }  // of an optional; null: none

 private:
  constexpr Datum(Kind kind, uint32_t extra) : kind_(kind), extra_(extra), int_(0) {}
  static constexpr Datum Text(Kind kind, std::string_view text) {
    Datum datum(kind, static_cast<uint32_t>(text.size()));
    datum.chars_ = text.data();
    return datum;
  }

  Kind kind_;
  uint32_t extra_;
  union {
    int64_t int_;
    uint64_t uint_;
    double double_;
    const char* chars_;
    const ListDatum* list_;
    const MapDatum* map_;
    const ObjectDatum* object_;
    const OpaqueDatum* opaque_;
    const Datum* content_;
  };
};
static_assert(sizeof(Datum) == 16);

// The following are made in an arena and never destroyed. What they return may be made in the arena
// they are given.

// One comparison under way. An expression can make values that are far larger than what they are
// made of (`a` twice in `b`, `b` twice in `c` ...), so that steps are counted: with none left the
// result means nothing.
struct Comparison {
  Arena& arena;
  uint64_t steps_left = kMostComparisonSteps;

  static constexpr uint64_t kMostComparisonSteps = 10'000'000;
  bool Step() { return steps_left > 0 && --steps_left > 0; }
};

class ListDatum {
 public:
  virtual size_t size() const = 0;
  virtual Datum At(Arena& arena, size_t index) const = 0;
  // == and + where this is the left operand: lists that are sets or maps by key have their own.
  // The sum may refer to both.
  virtual bool Equals(Comparison& comparison, const ListDatum& other) const;
  virtual Datum Plus(Arena& arena, const ListDatum& other) const;

 protected:
  ~ListDatum() = default;
};

class MapDatum {
 public:
  virtual size_t size() const = 0;
  // Entries have an order, always the same for the same map.
  virtual Datum KeyAt(Arena& arena, size_t index) const = 0;
  virtual Datum ValueAt(Arena& arena, size_t index) const = 0;
  virtual std::optional<Datum> Find(Arena& arena, const Datum& key) const = 0;

 protected:
  ~MapDatum() = default;
};

// A value of an object type: the TypeProvider's other half.
class ObjectDatum {
 public:
  virtual std::string_view type_name() const = 0;
  // Nothing if the object does not have the field now.
  virtual std::optional<Datum> Field(Arena& arena, std::string_view name) const = 0;
  virtual bool Equals(Comparison& comparison, const ObjectDatum& other) const = 0;

 protected:
  ~ObjectDatum() = default;
};

// A value of a library's type.
class OpaqueDatum {
 public:
  virtual std::string_view type_name() const = 0;
  // `other` has the same type name.
  virtual bool Equals(const OpaqueDatum& other) const = 0;
  // For cost: how many bytes a look at all of it takes.
  virtual size_t size() const { return 1; }

 protected:
  ~OpaqueDatum() = default;
};

// A list of data in the arena, which grows at its end.
class ArrayDatum final : public ListDatum {
 public:
  explicit ArrayDatum(std::span<const Datum> items = {})
      : items_(items.data()), size_(items.size()), capacity_(items.size()) {}
  size_t size() const override { return size_; }
  Datum At(Arena&, size_t index) const override { return items_[index]; }
  std::span<const Datum> items() const { return {items_, size_}; }
  // Only for a list nobody else has seen yet.
  void Append(Arena& arena, Datum item);

 private:
  const Datum* items_;
  size_t size_;
  size_t capacity_;
};

// A map in the arena, in order of insertion.
class HashMapDatum final : public MapDatum {
 public:
  size_t size() const override { return size_; }
  Datum KeyAt(Arena&, size_t index) const override { return entries_[index].key; }
  Datum ValueAt(Arena&, size_t index) const override { return entries_[index].value; }
  std::optional<Datum> Find(Arena& arena, const Datum& key) const override;
  // False if the key is there already. Only for a map nobody else has seen yet.
  bool Insert(Arena& arena, Datum key, Datum value);

 private:
  struct Entry {
    Datum key;
    Datum value;
  };
  // Few entries are found by looking at all.
  static constexpr size_t kLinear = 8;

  void Grow(Arena& arena);
  void Link(size_t index);

  Entry* entries_ = nullptr;
  uint32_t* table_ = nullptr;  // index + 1 by hash; twice as long as entries_
  size_t size_ = 0;
  size_t capacity_ = 0;
};

Datum NewList(Arena& arena, std::span<const Datum> items);
// A text copied into the arena.
Datum NewString(Arena& arena, std::string_view text);
Datum NewError(Arena& arena, std::string_view message);

// A dynamic value without a schema: objects are maps with string keys. Refers to `value`'s data.
Datum FromValue(Arena& arena, const Value& value);

inline constexpr std::string_view kNoSuchOverload = "no such overload";
inline constexpr std::string_view kIntegerOverflow = "integer overflow";

// No list that an expression makes has more elements: twice what an object of the largest size has.
inline constexpr size_t kMostElements = 4'000'000;

// Deep equality; numbers compare by amount whatever their kinds.
bool Equal(Comparison& comparison, const Datum& a, const Datum& b);
// Order of two values of one kind, or of two numbers; nothing if they have none.
std::optional<std::partial_ordering> Order(const Datum& a, const Datum& b);
// The run-time type: `int`, `list`, `optional_type`.
std::string_view TypeName(const Datum& datum);
// Characters of a string, bytes, elements; 1 for what has no size.
uint64_t SizeOf(const Datum& datum);
// Number of code points.
size_t CountCharacters(std::string_view text);

// For messages and tests: `[1, "a", {"k": 2u}]`. What is longer than kLongestDatumText is cut.
inline constexpr size_t kLongestDatumText = size_t{16} << 20;
std::string DatumText(const Datum& datum);

}  // namespace pintle::cel
