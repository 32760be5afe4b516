#include "pintle/cel/datum.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "pintle/base/strings.h"
#include "pintle/cel/time_text.h"

namespace pintle::cel {
namespace {

using Kind = Datum::Kind;

class ValueList final : public ListDatum {
 public:
  explicit ValueList(const Value& value) : value_(value) {}
  size_t size() const override { return value_.size(); }
  Datum At(Arena& arena, size_t index) const override {
    return FromValue(arena, value_.items()[index]);
  }

 private:
  Value value_;
};

class ValueMap final : public MapDatum {
 public:
  explicit ValueMap(const Value& value) : value_(value) {}
  size_t size() const override { return value_.size(); }
  Datum KeyAt(Arena&, size_t index) const override {
    return Datum::String(value_.members()[index].key());
  }
  Datum ValueAt(Arena& arena, size_t index) const override {
    return FromValue(arena, value_.members()[index].value);
  }
  std::optional<Datum> Find(Arena& arena, const Datum& key) const override {
    if (!key.is(Kind::kString)) return std::nullopt;
    const Value* found = value_.FindPtr(key.text());
    if (found == nullptr) return std::nullopt;
    return FromValue(arena, *found);
  }

 private:
  Value value_;
};

// One list after the other, as long as nobody looks: adding costs 1, however long the lists are.
class JoinedList final : public ListDatum {
 public:
  JoinedList(const ListDatum& first, const ListDatum& second)
      : first_(first),
        second_(second),
        first_size_(first.size()),
        size_(first_size_ + second.size()) {}
  size_t size() const override { return size_; }
  Datum At(Arena& arena, size_t index) const override {
    return index < first_size_ ? first_.At(arena, index) : second_.At(arena, index - first_size_);
  }

 private:
  const ListDatum& first_;
  const ListDatum& second_;
  size_t first_size_;
  size_t size_;
};

// Equal keys have equal hashes: whole numbers hash by amount whatever their kind.
size_t HashOf(const Datum& key) {
  switch (key.kind()) {
    case Kind::kBool:
    case Kind::kInt:
      return std::hash<int64_t>()(key.as_int());
    case Kind::kUint:
      return std::hash<int64_t>()(static_cast<int64_t>(key.as_uint()));
    case Kind::kString:
      return std::hash<std::string_view>()(key.text());
    case Kind::kDouble: {
      double number = key.as_double();
      if (std::trunc(number) != number) return std::hash<double>()(number);
      return std::abs(number) < 0x1p62 ? std::hash<int64_t>()(static_cast<int64_t>(number)) : 0;
    }
    default:
      return 0;
  }
}

// Spreads consecutive numbers.
size_t Slot(size_t hash, size_t slots) { return (hash * 0x9E3779B97F4A7C15U >> 20) & (slots - 1); }

}  // namespace

bool ListDatum::Equals(Comparison& comparison, const ListDatum& other) const {
  if (size() != other.size()) return false;
  for (size_t i = 0; i < size(); ++i) {
    if (!Equal(comparison, At(comparison.arena, i), other.At(comparison.arena, i))) return false;
  }
  return true;
}

Datum ListDatum::Plus(Arena& arena, const ListDatum& other) const {
  return Datum::List(arena.New<JoinedList>(*this, other));
}

void ArrayDatum::Append(Arena& arena, Datum item) {
  constexpr size_t kFirstCapacity = 4;
  if (size_ == capacity_) {
    capacity_ = std::max(kFirstCapacity, capacity_ * 2);
    auto* grown = arena.Room<Datum>(capacity_);
    std::copy_n(items_, size_, grown);
    items_ = grown;
  }
  const_cast<Datum*>(items_)[size_++] = item;
}

std::optional<Datum> HashMapDatum::Find(Arena& arena, const Datum& key) const {
  constexpr uint64_t kKeySteps = 1000;  // keys are plain values
  Comparison comparison{arena, kKeySteps * (size_ + 1)};
  if (size_ <= kLinear) {
    for (size_t i = 0; i < size_; ++i) {
      if (Equal(comparison, entries_[i].key, key)) return entries_[i].value;
    }
    return std::nullopt;
  }
  size_t slots = capacity_ * 2;
  for (size_t at = Slot(HashOf(key), slots); table_[at] != 0; at = (at + 1) & (slots - 1)) {
    const Entry& entry = entries_[table_[at] - 1];
    if (Equal(comparison, entry.key, key)) return entry.value;
  }
  return std::nullopt;
}

void HashMapDatum::Link(size_t index) {
  size_t slots = capacity_ * 2;
  size_t at = Slot(HashOf(entries_[index].key), slots);
  while (table_[at] != 0) at = (at + 1) & (slots - 1);
  table_[at] = static_cast<uint32_t>(index + 1);
}

void HashMapDatum::Grow(Arena& arena) {
  capacity_ = std::max(kLinear, capacity_ * 2);
  auto* grown = arena.Room<Entry>(capacity_);
  std::copy_n(entries_, size_, grown);
  entries_ = grown;
  table_ = arena.NewArray<uint32_t>(capacity_ * 2);
  for (size_t i = 0; i < size_; ++i) Link(i);
}

bool HashMapDatum::Insert(Arena& arena, Datum key, Datum value) {
  if (Find(arena, key)) return false;
  if (size_ == capacity_) Grow(arena);
  entries_[size_] = {key, value};
  Link(size_++);
  return true;
}

Datum NewList(Arena& arena, std::span<const Datum> items) {
  std::span<const Datum> copy(arena.CopyArray(items), items.size());
  return Datum::List(arena.New<ArrayDatum>(copy));
}

Datum NewString(Arena& arena, std::string_view text) { return Datum::String(arena.Copy(text)); }

Datum NewError(Arena& arena, std::string_view message) { return Datum::Error(arena.Copy(message)); }

Datum FromValue(Arena& arena, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNull:
      return {};
    case Value::Kind::kBool:
      return Datum::Bool(value.as_bool());
    case Value::Kind::kInt:
      return Datum::Int(value.as_int());
    case Value::Kind::kDouble:
      return Datum::Double(value.as_double());
    case Value::Kind::kString:
      return Datum::String(value.as_string());
    case Value::Kind::kList:
      return Datum::List(arena.New<ValueList>(value));
    case Value::Kind::kObject:
      return Datum::Map(arena.New<ValueMap>(value));
  }
  return {};
}

std::string_view TypeName(const Datum& datum) {
  switch (datum.kind()) {
    case Kind::kNull:
      return "null_type";
    case Kind::kBool:
      return "bool";
    case Kind::kInt:
      return "int";
    case Kind::kUint:
      return "uint";
    case Kind::kDouble:
      return "double";
    case Kind::kString:
      return "string";
    case Kind::kBytes:
      return "bytes";
    case Kind::kDuration:
      return "google.protobuf.Duration";
    case Kind::kTimestamp:
      return "google.protobuf.Timestamp";
    case Kind::kList:
      return "list";
    case Kind::kMap:
      return "map";
    case Kind::kObject:
      return datum.object().type_name();
    case Kind::kOptional:
      return "optional_type";
    case Kind::kOpaque:
      return datum.opaque().type_name();
    case Kind::kType:
      return "type";
    case Kind::kError:
      return "error";
  }
  return "";
}

size_t CountCharacters(std::string_view text) {
  // Bytes that begin a character; what follows in one is 10xxxxxx.
  return static_cast<size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

uint64_t SizeOf(const Datum& datum) {
  switch (datum.kind()) {
    case Kind::kString:
      return CountCharacters(datum.text());
    case Kind::kBytes:
      return datum.text().size();
    case Kind::kList:
      return datum.list().size();
    case Kind::kMap:
      return datum.map().size();
    case Kind::kOpaque:
      return datum.opaque().size();
    case Kind::kOptional:
      return datum.content() != nullptr ? SizeOf(*datum.content()) : 1;
    default:
      return 1;
  }
}

namespace {

void AppendText(Arena& arena, const Datum& datum, std::string& out);

std::string ScalarText(const Datum& datum) {
  switch (datum.kind()) {
    case Kind::kNull:
      return "null";
    case Kind::kBool:
      return datum.as_bool() ? "true" : "false";
    case Kind::kInt:
      return fmt::to_string(datum.as_int());
    case Kind::kUint:
      return fmt::format("{}u", datum.as_uint());
    case Kind::kDouble:
      return ShownNumber(datum.as_double());
    case Kind::kString:
      return Quoted(datum.text());
    case Kind::kBytes:
      return "b" + Quoted(datum.text());
    case Kind::kDuration:
      return fmt::format("duration({})", SecondsText(datum.as_int()));
    case Kind::kTimestamp:
      return fmt::format("timestamp({})", TimestampText(datum.as_int(), datum.nanoseconds()));
    case Kind::kType:
      return fmt::format("type({})", datum.text());
    case Kind::kError:
      return fmt::format("error: {}", datum.text());
    case Kind::kOptional:
      return "none";
    default:
      return fmt::format("<{}>", TypeName(datum));
  }
}

// Recursion follows the nesting of the value, which expressions and decoders bound.
void AppendContainer(Arena& arena, const Datum& datum, std::string& out) {
  bool list = datum.is(Kind::kList);
  size_t size = list ? datum.list().size() : datum.map().size();
  out += list ? '[' : '{';
  for (size_t i = 0; i < size && out.size() < kLongestDatumText; ++i) {
    if (i > 0) out += ", ";
    if (list) {
      AppendText(arena, datum.list().At(arena, i), out);
      continue;
    }
    AppendText(arena, datum.map().KeyAt(arena, i), out);
    out += ": ";
    AppendText(arena, datum.map().ValueAt(arena, i), out);
  }
  out += list ? ']' : '}';
}

void AppendText(Arena& arena, const Datum& datum, std::string& out) {
  if (datum.is(Kind::kList) || datum.is(Kind::kMap)) {
    AppendContainer(arena, datum, out);
  } else if (datum.is(Kind::kOptional) && datum.content() != nullptr) {
    out += "some(";
    AppendText(arena, *datum.content(), out);
    out += ')';
  } else {
    out += ScalarText(datum);
  }
}

}  // namespace

std::string DatumText(const Datum& datum) {
  Arena arena;
  std::string text;
  AppendText(arena, datum, text);
  return text;
}

}  // namespace pintle::cel
