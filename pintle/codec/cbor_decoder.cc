#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <optional>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/codec/cbor_format.h"
#include "pintle/codec/cbor_head.h"
#include "pintle/codec/cbor_reader.h"
#include "pintle/codec/document.h"
#include "pintle/value/member_order.h"

namespace pintle::codec {
namespace {

using cbor::Major;

// Containers nested deeper than this are read by CborReader, which needs no stack.
constexpr int kMaxRecursion = 128;
// Up to this many members are sorted by insertion.
constexpr size_t kMaxInserted = 32;

// The fast way from CBOR to a value, in one pass, for documents as Kubernetes programs write them:
// definite lengths, no tags but the prefix. It copies the input into the arena once; the strings of
// the value are views of that copy, and elements are made where they stay. Wherever it finds
// anything else it gives up without saying why: CborReader then reads the input again, and says
// what is wrong with it if anything is.
class Decoder {
 public:
  Decoder(std::string_view bytes, Arena& arena) : arena_(arena) {
    // Zeros behind the end, so that a whole word can be read wherever a key starts.
    auto* copy = arena.Room<uint8_t>(bytes.size() + sizeof(uint64_t));
    if (!bytes.empty()) std::memcpy(copy, bytes.data(), bytes.size());
    std::memset(copy + bytes.size(), 0, sizeof(uint64_t));
    start_ = copy;
    end_ = copy + bytes.size();
  }

  std::optional<Value> Decode() {
    Value value;
    if (Item(start_, Context{0, 0}, value) != end_) return std::nullopt;
    return value;
  }

 private:
  using At = const uint8_t*;

  // Where an item stands. `owed` is how many items the containers around it still lack: each needs
  // a byte at least, so that counts no input can satisfy are found before they are believed.
  struct Context {
    int depth;
    size_t owed;
  };

  size_t Left(At at) const { return end_ - at; }
  static Major MajorOf(uint8_t first) { return static_cast<Major>(first >> 5); }
  static bool IsString(uint8_t first) {
    return MajorOf(first) == Major::kBytes || MajorOf(first) == Major::kText;
  }

  // Each reads what starts at `at` and returns the end of it, or null to give up. `first` has then
  // been read. Strings, of which a document has most, are read in line, the rest is not.
  At Item(At at, Context context, Value& out) {
    if (at == end_) [[unlikely]]
      return nullptr;
    uint8_t first = *at++;
    if (!IsString(first)) return Other(at, first, context, out);
    std::string_view text;
    at = String(at, first, text);
    out = Value(text);
    return at;
  }
  [[gnu::noinline]] At Other(At at, uint8_t first, Context context, Value& out);
  At Prefixed(At at, Context context, Value& out);
  [[gnu::noinline]] At List(At at, uint8_t first, Context context, Value& out);
  [[gnu::noinline]] At Map(At at, uint8_t first, Context context, Value& out);
  At Int(At at, uint8_t first, Value& out);
  At Primitive(At at, uint8_t first, Value& out);
  At Float(At at, uint8_t info, Value& out);

  At Key(At at, std::string_view& out) {
    if (at == end_) return nullptr;
    uint8_t first = *at++;
    if (!IsString(first)) return nullptr;
    at = String(at, first, out);
    return out.size() <= Member::kMaxKeyBytes ? at : nullptr;
  }
  // Content of a definite string of either sort.
  At String(At at, uint8_t first, std::string_view& out) {
    uint64_t size = 0;
    at = Argument(at, first, size);
    if (at == nullptr || size > Left(at)) [[unlikely]]
      return nullptr;
    out = {reinterpret_cast<const char*>(at), static_cast<size_t>(size)};
    if (MajorOf(first) == Major::kText && !IsValidUtf8(out)) [[unlikely]]
      return nullptr;
    return at + size;
  }
  At Argument(At at, uint8_t first, uint64_t& argument) {
    argument = first & 0x1f;
    if (argument < cbor::kOneByte) [[likely]]
      return at;
    if (argument == cbor::kOneByte && at != end_) {
      argument = *at;
      return at + 1;
    }
    return LongArgument(at, argument);
  }
  // `argument` is the width as the head has it.
  [[gnu::noinline]] At LongArgument(At at, uint64_t& argument) {
    if (argument > cbor::kEightBytes) return nullptr;
    size_t width = size_t{1} << (argument - cbor::kOneByte);
    if (Left(at) < width) return nullptr;
    argument = 0;
    for (size_t i = 0; i < width; ++i) argument = argument << 8 | *at++;
    return at;
  }

  Arena& arena_;
  At start_;
  At end_;
};

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

Decoder::At Decoder::Other(At at, uint8_t first, Context context, Value& out) {
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
Decoder::At Decoder::Prefixed(At at, Context context, Value& out) {
  bool prefixed =
      Left(at) > kCborPrefix.size() && std::memcmp(at, kCborPrefix.data(), kCborPrefix.size()) == 0;
  if (!prefixed) return nullptr;
  at += kCborPrefix.size();
  return MajorOf(*at) != Major::kTag ? Item(at, context, out) : nullptr;
}

Decoder::At Decoder::List(At at, uint8_t first, Context context, Value& out) {
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

Decoder::At Decoder::Map(At at, uint8_t first, Context context, Value& out) {
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

Decoder::At Decoder::Int(At at, uint8_t first, Value& out) {
  uint64_t argument = 0;
  at = Argument(at, first, argument);
  if (argument > INT64_MAX) return nullptr;
  auto value = static_cast<int64_t>(argument);
  out = Value(MajorOf(first) == Major::kNegative ? -1 - value : value);
  return at;
}

Decoder::At Decoder::Primitive(At at, uint8_t first, Value& out) {
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

Decoder::At Decoder::Float(At at, uint8_t info, Value& out) {
  uint64_t bits = info;
  at = LongArgument(at, bits);
  if (at == nullptr) return nullptr;
  double value = cbor::FloatValue(cbor::Head{Major::kPrimitive, info, bits});
  out = Value(value);
  return std::isfinite(value) ? at : nullptr;
}

}  // namespace

Result<Value> ParseCbor(std::string_view bytes, Arena& arena) {
  // The size of a string has this many bits.
  if (bytes.size() > UINT32_MAX) return BadRequest("cbor: document is too large");
  if (auto value = Decoder(bytes, arena).Decode()) return *value;
  CborReader reader(bytes);
  return ReadValue(reader, arena);
}

}  // namespace pintle::codec
