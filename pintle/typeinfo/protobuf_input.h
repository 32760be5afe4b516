#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "pintle/codec/protobuf_format.h"
#include "pintle/codec/protobuf_reader.h"

namespace pintle::typeinfo {

// Reads the pieces of messages, which are all parts of one buffer. Methods take the place to read
// at and the end of the message they are in, and return the place behind what they read: so it
// stays in a register. Null, or false, after the first fault, which fault() describes.
class ProtoInput {
 public:
  using Place = const char*;
  using Wire = codec::ProtoWire;

  // So many bytes behind the buffer can be read, whatever they are: a tag or a length may be looked
  // at before it is known to be inside the message.
  static constexpr size_t kSlackBytes = 4;

  // A number and the place behind it.
  struct Taken {
    Place at;
    uint64_t number;
  };

  const std::string& fault() const { return fault_; }
  // Whether a field was skipped because nobody knows its number.
  bool skipped_unknown() const { return skipped_unknown_; }
  bool Fail(std::string_view fault) {
    if (fault_.empty()) fault_ = fault;
    return false;
  }
  [[gnu::noinline]] Place Fault(std::string_view fault) {
    Fail(fault);
    return nullptr;
  }
  Place WrongWire(Wire wire, std::string_view field);

  [[gnu::always_inline]] Taken Varint(Place at, Place end) {
    auto first = static_cast<uint8_t>(*at);
    if (at != end && first < 0x80) [[likely]] {
      return {at + 1, first};
    }
    return LongVarint(at, end);
  }
  Place Varint(Place at, Place end, uint64_t& value) {
    Taken taken = Varint(at, end);
    value = taken.number;
    return taken.at;
  }
  // What stands behind a length: where it starts, and its size.
  [[gnu::always_inline]] Taken Bytes(Place at, Place end) {
    // A first byte of a longer length is negative, so it becomes larger than any message.
    // NOLINTNEXTLINE(bugprone-signed-char-misuse)
    auto size = static_cast<size_t>(static_cast<int8_t>(*at));
    if (size < static_cast<size_t>(end - at)) [[likely]] {
      return {at + 1, size};
    }
    return LongBytes(at, end);
  }
  [[gnu::always_inline]] Place Bytes(Place at, Place end, std::string_view& value) {
    auto [start, size] = Bytes(at, end);
    if (start == nullptr) return nullptr;
    value = {start, static_cast<size_t>(size)};
    return start + size;
  }
  // The tag at `at`, which is not the end.
  [[gnu::always_inline]] Taken Tag(Place at, Place end) {
    auto tag = static_cast<uint8_t>(*at);
    if (tag >= 8 && tag < 0x80) [[likely]] {
      return {at + 1, tag};
    }
    return LongTag(at, end);
  }
  static uint32_t NumberOf(uint64_t tag) { return static_cast<uint32_t>(tag >> 3); }
  static Wire WireOf(uint64_t tag) { return static_cast<Wire>(tag & 7); }

  Place Skip(Wire wire, Place at, Place end);
  // The same for a field whose number is not known.
  Place SkipUnknown(Wire wire, Place at, Place end) {
    skipped_unknown_ = true;
    return Skip(wire, at, end);
  }
  Place Fixed32(Place at, Place end, uint32_t& value);
  Place Fixed64(Place at, Place end, uint64_t& value);

  // Calls `read(number, wire, at, end)` for each field of a message; it returns kUnknown for a
  // field it does not know.
  static constexpr Place kUnknown = "";
  template <typename Read>
  bool EachField(std::string_view message, const Read& read) {
    Place at = message.data();
    Place end = at + message.size();
    while (at != end) {
      auto [behind, tag] = Tag(at, end);
      if (behind == nullptr) return false;
      at = read(NumberOf(tag), WireOf(tag), behind, end);
      if (at == kUnknown) at = SkipUnknown(WireOf(tag), behind, end);
      if (at == nullptr) return false;
    }
    return true;
  }

 private:
  [[gnu::noinline]] Taken LongVarint(Place at, Place end);
  [[gnu::noinline]] Taken LongBytes(Place at, Place end);
  [[gnu::noinline]] Taken LongTag(Place at, Place end);
  // What is rare is read by the general reader.
  template <typename Read>
  Place Slowly(Place at, Place end, const Read& read);

  std::string fault_;
  bool skipped_unknown_ = false;
};

}  // namespace pintle::typeinfo
