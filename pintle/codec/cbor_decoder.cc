#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <vector>

#include "pintle/codec/cbor_head.h"
#include "pintle/codec/cbor_parser.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/document.h"
#include "pintle/value/member_order.h"

namespace pintle::codec {
namespace {

// Up to this many members are sorted by insertion.
constexpr size_t kMaxInserted = 32;

// The first eight bytes of a key as a number that orders as they do; `key` is in the padded copy.
uint64_t Prefix(std::string_view key) {
  uint64_t word = 0;
  std::memcpy(&word, key.data(), sizeof(word));
  if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
  if (key.size() >= sizeof(word)) return word;
  return key.empty() ? 0 : word & ~uint64_t{0} << 8 * (sizeof(word) - key.size());
}

// Negative, zero or positive as `a` stands before, with or behind `b`.
int Compare(uint64_t a_prefix, const Member& a, uint64_t b_prefix, const Member& b) {
  if (a_prefix != b_prefix) [[likely]]
    return a_prefix < b_prefix ? -1 : 1;
  return a.key().compare(b.key());
}

// Puts members [sorted, count) into their places among those before them, which are in order. False
// if a key repeats.
[[gnu::noinline]] bool InsertMembers(Member* members, size_t sorted, size_t count) {
  struct Place {
    uint64_t prefix;
    size_t index;
  };
  std::array<Place, kMaxInserted> places;
  for (size_t i = 0; i < count; ++i) {
    Place place{Prefix(members[i].key()), i};
    size_t at = i;
    if (i >= sorted) {
      for (; at > 0; --at) {
        const Place& before = places[at - 1];
        int order = Compare(before.prefix, members[before.index], place.prefix, members[i]);
        if (order == 0) return false;
        if (order < 0) break;
        places[at] = before;
      }
    }
    places[at] = place;
  }
  alignas(Member) std::array<std::byte, kMaxInserted * sizeof(Member)> copy;
  std::memcpy(copy.data(), static_cast<const void*>(members), count * sizeof(Member));
  const auto* unsorted = reinterpret_cast<const Member*>(copy.data());
  for (size_t i = 0; i < count; ++i) members[i] = unsorted[places[i].index];
  return true;
}

[[gnu::noinline]] bool SortMany(Member* members, size_t count) {
  std::vector<Member> unsorted(members, members + count);
  return SortMembers(unsorted, members) == count;
}

// Puts members in bytewise key order. False if a key repeats.
bool SortInPlace(Member* members, size_t count) {
  if (count < 2) return true;
  uint64_t before = Prefix(members[0].key());
  for (size_t i = 1; i < count; ++i) {
    uint64_t prefix = Prefix(members[i].key());
    if (Compare(before, members[i - 1], prefix, members[i]) >= 0) {
      if (count <= kMaxInserted) return InsertMembers(members, i, count);
      return SortMany(members, count);
    }
    before = prefix;
  }
  return true;
}

}  // namespace

CborParser::At CborParser::Other(At at, uint8_t first, Context context, Value& out) {
  switch (MajorOf(first)) {
    case Major::kMap:
      return Map(at, first, context, out);
    case Major::kArray:
      return List(at, first, context, out);
    case Major::kPositive:
    case Major::kNegative:
      return Int(at, first, out);
    case Major::kPrimitive:
      return Primitive(at, first, out);
    case Major::kTag:
      return Prefixed(at - 1, context, out);
    default:
      return nullptr;
  }
}

// The prefix may stand before any item, once.
CborParser::At CborParser::Prefixed(At at, Context context, Value& out) {
  bool prefixed =
      Left(at) > kCborPrefix.size() && std::memcmp(at, kCborPrefix.data(), kCborPrefix.size()) == 0;
  if (!prefixed) return nullptr;
  at += kCborPrefix.size();
  return MajorOf(*at) != Major::kTag ? Item(at, context, out) : nullptr;
}

CborParser::At CborParser::List(At at, uint8_t first, Context context, Value& out) {
  uint64_t count = 0;
  at = Argument(at, first, count);
  if (at == nullptr || context.depth == kMaxRecursion) return nullptr;
  if (count > Left(at) || count + context.owed > Left(at)) return nullptr;
  Value* items = arena_.Room<Value>(count);
  Context inside{context.depth + 1, context.owed + count};
  for (uint64_t i = 0; i < count; ++i) {
    --inside.owed;
    at = Item(at, inside, *new (items + i) Value());
    if (at == nullptr) return nullptr;
  }
  out = Value::AdoptList(items, count);
  return at;
}

CborParser::At CborParser::Map(At at, uint8_t first, Context context, Value& out) {
  uint64_t count = 0;
  at = Argument(at, first, count);
  if (at == nullptr || context.depth == kMaxRecursion || count > cbor::kMaxMapPairs) return nullptr;
  if (2 * count + context.owed > Left(at)) return nullptr;
  auto* members = arena_.Room<Member>(count);
  Context inside{context.depth + 1, context.owed + 2 * count};
  for (uint64_t i = 0; i < count; ++i) {
    std::string_view key;
    Value value;
    at = Key(at, key);
    if (at == nullptr) return nullptr;
    inside.owed -= 2;
    at = Item(at, inside, value);
    if (at == nullptr) return nullptr;
    new (members + i) Member(key, value);
  }
  if (!SortInPlace(members, count)) return nullptr;
  out = Value::AdoptObject(members, count);
  return at;
}

CborParser::At CborParser::Int(At at, uint8_t first, Value& out) {
  uint64_t argument = 0;
  at = Argument(at, first, argument);
  if (argument > INT64_MAX) return nullptr;
  auto value = static_cast<int64_t>(argument);
  out = Value(MajorOf(first) == Major::kNegative ? -1 - value : value);
  return at;
}

CborParser::At CborParser::Primitive(At at, uint8_t first, Value& out) {
  switch (first) {
    case cbor::kNull:
      return at;
    case cbor::kFalse:
    case cbor::kTrue:
      out = Value(first == cbor::kTrue);
      return at;
    case cbor::kHalfFloat:
    case cbor::kSingleFloat:
    case cbor::kDoubleFloat:
      return Float(at, first & 0x1f, out);
    default:
      return nullptr;
  }
}

CborParser::At CborParser::Float(At at, uint8_t info, Value& out) {
  uint64_t bits = info;
  at = LongArgument(at, bits);
  if (at == nullptr) return nullptr;
  double value = cbor::FloatValue(cbor::Head{Major::kPrimitive, info, bits});
  out = Value(value);
  return std::isfinite(value) ? at : nullptr;
}

Result<Value> ParseCbor(std::string_view bytes, Arena& arena, CborText text) {
  // The size of a string has this many bits.
  if (bytes.size() > UINT32_MAX) return BadRequest("cbor: document is too large");
  if (auto value = CborParser(bytes, arena, text).Decode()) return *value;
  CborReader reader(bytes, text);
  return ReadValue(reader, arena);
}

}  // namespace pintle::codec
