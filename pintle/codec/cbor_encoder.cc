#include "pintle/codec/cbor_encoder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "pintle/codec/cbor_head.h"
#include "pintle/codec/document.h"
#include "pintle/codec/scratch_buffer.h"

namespace pintle::codec {
namespace {

using cbor::Major;

// Values nested deeper than this are written without recursion.
constexpr int kMaxRecursion = 64;
// Up to this many members are ordered without an allocation.
constexpr size_t kMaxInserted = 32;

// Copies a string whose size is mostly small, which the library's function is slow for. Most have 4
// to 16 bytes: those go as four words that overlap, whatever the size, as a branch that depends on
// it would be guessed wrong too often.
[[gnu::always_inline]] inline char* PutText(char* out, std::string_view text) {
  const char* from = text.data();
  size_t size = text.size();
  auto put = [&](size_t at, size_t part)
                 __attribute__((always_inline)) { std::memcpy(out + at, from + at, part); };
  if (size >= 4 && size <= 16) [[likely]] {
    size_t middle = (size & 24) / 2;  // 0 from 4, 4 from 8, 8 for 16
    put(0, 4);
    put(middle, 4);
    put(size - 4 - middle, 4);
    put(size - 4, 4);
  } else if (size < 4) {
    if (size == 0) return out;
    out[0] = from[0];
    out[size / 2] = from[size / 2];
    out[size - 1] = from[size - 1];
  } else if (size <= 32) {
    put(0, 16);
    put(size - 16, 16);
  } else {
    std::memcpy(out, from, size);
  }
  return out + size;
}

// A byte string, where there is room for it.
[[gnu::always_inline]] inline char* PutString(char* at, std::string_view text) {
  return PutText(cbor::PutHead(at, Major::kBytes, text.size()), text);
}

// Writes one value. Members are kept in bytewise order, deterministic CBOR has shorter keys first:
// what remains to be done is a stable sort by length. Methods take the place to write at and return
// the end of what they wrote. Most of a document is strings: they are written in line, and nothing
// else is, so that they cost no call and no saved registers; objects are next and cost one call.
class Encoder {
 public:
  Encoder(ScratchBuffer& out, CborOrder order) : out_(out), order_(order) {}

  void Encode(const Value& value) { out_.Advance(Write(out_.Room(0), value, 0)); }
  const Status& status() const { return status_; }

 private:
  [[gnu::always_inline]] char* Write(char* at, const Value& value, int depth) {
    if (value.kind() == Value::Kind::kObject) return WriteObject(at, value, depth);
    if (value.kind() != Value::Kind::kString) return WriteOther(at, value, depth);
    std::string_view text = value.as_string();
    return PutString(Room(at, cbor::kMaxHeadBytes + text.size()), text);
  }
  // One check of the room for a key and a string.
  [[gnu::always_inline]] char* WriteMember(char* at, const Member& member, int depth) {
    std::string_view key = member.key();
    const Value& value = member.value;
    at = Room(at, 2 * cbor::kMaxHeadBytes + key.size() + value.size());
    at = PutString(at, key);
    if (value.kind() != Value::Kind::kString) return WriteOther(at, value, depth);
    return PutString(at, value.as_string());
  }
  char* WriteByte(char* at, uint8_t byte) {
    at = Room(at, 1);
    *at = static_cast<char>(byte);
    return at + 1;
  }
  char* WriteHead(char* at, Major major, uint64_t argument) {
    return cbor::PutHead(Room(at, cbor::kMaxHeadBytes), major, argument);
  }
  char* WriteInt(char* at, int64_t value) {
    if (value >= 0) return WriteHead(at, Major::kPositive, static_cast<uint64_t>(value));
    return WriteHead(at, Major::kNegative, ~static_cast<uint64_t>(value));
  }
  [[gnu::noinline]] char* WriteOther(char* at, const Value& value, int depth);
  [[gnu::noinline]] char* WriteDouble(char* at, double value);
  [[gnu::noinline]] char* WriteObject(char* at, const Value& value, int depth);
  [[gnu::noinline]] char* WriteRotated(char* at, std::span<const Member> members, int depth);
  [[gnu::noinline]] char* WriteFewSorted(char* at, std::span<const Member> members, int depth);
  [[gnu::noinline]] char* WriteManySorted(char* at, std::span<const Member> members, int depth);
  [[gnu::noinline]] char* WriteDeep(char* at, const Value& value);
  std::vector<const Member*> Ordered(std::span<const Member> members) const;

  char* Room(char* at, size_t bytes) { return out_.RoomAt(at, bytes); }

  ScratchBuffer& out_;
  CborOrder order_;
  Status status_;
};

char* Encoder::WriteOther(char* at, const Value& value, int depth) {
  switch (value.kind()) {
    case Value::Kind::kObject:
      return WriteObject(at, value, depth);
    case Value::Kind::kList:
      if (depth == kMaxRecursion) return WriteDeep(at, value);
      at = WriteHead(at, Major::kArray, value.size());
      for (const Value& item : value.items()) at = Write(at, item, depth + 1);
      return at;
    case Value::Kind::kInt:
      return WriteInt(at, value.as_int());
    case Value::Kind::kDouble:
      return WriteDouble(at, value.as_double());
    case Value::Kind::kBool:
      return WriteByte(at, value.as_bool() ? cbor::kTrue : cbor::kFalse);
    default:
      return WriteByte(at, cbor::kNull);
  }
}

char* Encoder::WriteDouble(char* at, double value) {
  if (!std::isfinite(value)) {
    if (status_) status_ = cbor::UnsupportedFloat(value);
    return WriteByte(at, cbor::kNull);
  }
  return cbor::PutFloat(Room(at, cbor::kMaxHeadBytes), value);
}

char* Encoder::WriteObject(char* at, const Value& value, int depth) {
  if (depth == kMaxRecursion) return WriteDeep(at, value);
  std::span<const Member> members = value.members();
  at = WriteHead(at, Major::kMap, members.size());
  ++depth;
  if (order_ == CborOrder::kRotated) return WriteRotated(at, members, depth);
  size_t longest = 0;
  for (const Member& member : members) {
    size_t size = member.key().size();
    if (size < longest) {
      return members.size() <= kMaxInserted ? WriteFewSorted(at, members, depth)
                                            : WriteManySorted(at, members, depth);
    }
    longest = size;
  }
  for (const Member& member : members) at = WriteMember(at, member, depth);
  return at;
}

char* Encoder::WriteRotated(char* at, std::span<const Member> members, int depth) {
  size_t first = cbor::RandomStart(members.size());
  for (size_t i = first; i < members.size(); ++i) at = WriteMember(at, members[i], depth);
  for (size_t i = 0; i < first; ++i) at = WriteMember(at, members[i], depth);
  return at;
}

char* Encoder::WriteFewSorted(char* at, std::span<const Member> members, int depth) {
  std::array<uint32_t, kMaxInserted> places;  // a key's size, and below it where it stands
  constexpr int kIndexBits = 5;
  static_assert(kMaxInserted == 1 << kIndexBits && Member::kMaxKeyBytes < 1 << (32 - kIndexBits));
  for (uint32_t i = 0; i < members.size(); ++i) {
    auto place = static_cast<uint32_t>(members[i].key().size()) << kIndexBits | i;
    size_t to = i;
    for (; to > 0 && places[to - 1] > place; --to) places[to] = places[to - 1];
    places[to] = place;
  }
  for (size_t i = 0; i < members.size(); ++i) {
    at = WriteMember(at, members[places[i] % kMaxInserted], depth);
  }
  return at;
}

char* Encoder::WriteManySorted(char* at, std::span<const Member> members, int depth) {
  for (const Member* member : Ordered(members)) at = WriteMember(at, *member, depth);
  return at;
}

std::vector<const Member*> Encoder::Ordered(std::span<const Member> members) const {
  std::vector<const Member*> order;
  order.reserve(members.size());
  for (const Member& member : members) order.push_back(&member);
  if (order_ == CborOrder::kRotated) {
    auto first = static_cast<ptrdiff_t>(cbor::RandomStart(order.size()));
    std::ranges::rotate(order, order.begin() + first);
    return order;
  }
  // Members stand in key order, so that of two keys of one size the earlier one comes first.
  std::ranges::sort(order, [](const Member* a, const Member* b) {
    return a->key().size() != b->key().size() ? a->key().size() < b->key().size() : a < b;
  });
  return order;
}

// With a stack of its own.
char* Encoder::WriteDeep(char* at, const Value& value) {
  struct Open {
    Value container;
    std::vector<const Member*> members;  // of an object, in the order they are written in
    size_t next = 0;
  };
  std::vector<Open> open;
  auto start = [&](const Value& item) {
    if (item.is_object()) {
      at = WriteHead(at, Major::kMap, item.size());
      open.push_back(Open{item, Ordered(item.members())});
    } else if (item.is_list()) {
      at = WriteHead(at, Major::kArray, item.size());
      open.push_back(Open{item, {}});
    } else {
      at = Write(at, item, kMaxRecursion);
    }
  };
  start(value);
  while (!open.empty()) {
    Open& top = open.back();
    if (top.next == top.container.size()) {
      open.pop_back();
    } else if (top.container.is_list()) {
      start(top.container.items()[top.next++]);
    } else {
      const Member& member = *top.members[top.next++];
      at = PutString(Room(at, cbor::kMaxHeadBytes + member.key().size()), member.key());
      start(member.value);
    }
  }
  return at;
}

}  // namespace

Result<std::string> EncodeCbor(const Value& value, CborOrder order) {
  ScratchBuffer out;
  Encoder encoder(out, order);
  encoder.Encode(value);
  PINTLE_RETURN_IF_ERROR(encoder.status());
  return std::string(out.content());
}

std::string ToCbor(const Value& value) {
  ScratchBuffer out;
  Encoder encoder(out, CborOrder::kDeterministic);
  encoder.Encode(value);
  return std::string(out.content());
}

void CborWriter::Dynamic(const Value& value) {
  CountElement();
  ScratchBuffer out;
  Encoder encoder(out, order_);
  encoder.Encode(value);
  if (status_) status_ = encoder.status();
  out_ += out.content();
}

}  // namespace pintle::codec
