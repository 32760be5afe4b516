#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "pintle/base/arena.h"
#include "pintle/base/strings.h"
#include "pintle/codec/cbor_format.h"
#include "pintle/value/value.h"

namespace pintle::codec {

// The fast way from CBOR to a value, in one pass, for documents as Kubernetes programs write them:
// definite lengths, no tags but the prefix. It copies the input into the arena once; the strings of
// the value are views of that copy, and elements are made where they stay. Wherever it finds
// anything else it gives up without saying why: CborReader then reads the input again, and says
// what is wrong with it if anything is. Decoders into structs use its parts. Not thread-safe.
class CborParser {
 public:
  using At = const uint8_t*;
  using Major = cbor::Major;

  // Containers nested deeper than this are read by CborReader, which needs no stack.
  static constexpr int kMaxRecursion = 128;

  // Where an item stands. `owed` is how many items the containers around it still lack: each needs
  // a byte at least, so that counts no input can satisfy are found before they are believed.
  struct Context {
    int depth;
    size_t owed;
  };

  CborParser(std::string_view bytes, Arena& arena, CborText text)
      : arena_(arena), checks_bytes_(text == CborText::kRepaired) {
    // Zeros behind the end, so that a whole word can be read wherever a key starts.
    auto* copy = arena.Room<uint8_t>(bytes.size() + sizeof(uint64_t));
    if (!bytes.empty()) std::memcpy(copy, bytes.data(), bytes.size());
    std::memset(copy + bytes.size(), 0, sizeof(uint64_t));
    start_ = copy;
    end_ = copy + bytes.size();
  }

  At start() const { return start_; }
  At end() const { return end_; }
  size_t Left(At at) const { return end_ - at; }

  static Major MajorOf(uint8_t first) { return static_cast<Major>(first >> 5); }
  static bool IsString(uint8_t first) {
    return MajorOf(first) == Major::kBytes || MajorOf(first) == Major::kText;
  }

  // The whole document, or nothing to give up.
  std::optional<Value> Decode() {
    Value value;
    if (Item(start_, Context{0, 0}, value) != end_) return std::nullopt;
    return value;
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
  At Key(At at, std::string_view& out) {
    if (at == end_) return nullptr;
    uint8_t first = *at++;
    if (!IsString(first)) return nullptr;
    at = String(at, first, out);
    return out.size() <= Member::kMaxKeyBytes ? at : nullptr;
  }
  // Content of a definite string of either sort.
  At String(At at, uint8_t first, std::string_view& out) {
    at = Content(at, first, out);
    if (at == nullptr) [[unlikely]]
      return nullptr;
    const bool checked = checks_bytes_ || MajorOf(first) == Major::kText;
    if (checked && !IsValidUtf8(out)) [[unlikely]]
      return nullptr;
    return at;
  }
  // The same if any bytes are good.
  At Content(At at, uint8_t first, std::string_view& out) {
    uint64_t size = 0;
    at = Argument(at, first, size);
    if (at == nullptr || size > Left(at)) [[unlikely]]
      return nullptr;
    out = {reinterpret_cast<const char*>(at), static_cast<size_t>(size)};
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
  At Float(At at, uint8_t info, Value& out);

 private:
  [[gnu::noinline]] At Other(At at, uint8_t first, Context context, Value& out);
  At Prefixed(At at, Context context, Value& out);
  [[gnu::noinline]] At List(At at, uint8_t first, Context context, Value& out);
  [[gnu::noinline]] At Map(At at, uint8_t first, Context context, Value& out);
  At Int(At at, uint8_t first, Value& out);
  At Primitive(At at, uint8_t first, Value& out);
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
  const bool checks_bytes_;
  At start_;
  At end_;
};

}  // namespace pintle::codec
