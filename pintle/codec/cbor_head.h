#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/codec/cbor_format.h"

namespace pintle::codec::cbor {

// The start of a data item: its type and the argument that says how large it is, or what it is.
struct Head {
  Major major = Major::kPrimitive;
  uint8_t info = 0;  // the lower five bits
  // The number, length, count, tag or simple value; the bits of a float.
  uint64_t argument = 0;
  bool indefinite() const { return info == kIndefinite; }
  bool is_float() const {
    return major == Major::kPrimitive && info >= kTwoBytes && info <= kEightBytes;
  }
};

// A type's name in messages: `positive integer`, `byte string`, ...
std::string_view MajorName(Major major);

// The type of the item at `at`, which must be inside the input.
inline Major MajorAt(std::string_view input, size_t at) {
  return static_cast<Major>(static_cast<uint8_t>(input[at]) >> 5);
}

inline bool IsBreakAt(std::string_view input, size_t at) {
  return at < input.size() && static_cast<uint8_t>(input[at]) == kBreak;
}

// Reads the head at `at`, which must be well-formed, and moves `at` behind it.
inline Head TakeHead(std::string_view input, size_t& at) {
  auto first = static_cast<uint8_t>(input[at++]);
  Head head{static_cast<Major>(first >> 5), static_cast<uint8_t>(first & 0x1f), 0};
  if (head.info < kOneByte) {
    head.argument = head.info;
  } else if (head.info != kIndefinite) {
    size_t width = size_t{1} << (head.info - kOneByte);
    for (size_t i = 0; i < width; ++i) {
      head.argument = head.argument << 8 | static_cast<uint8_t>(input[at + i]);
    }
    at += width;
  }
  return head;
}

// Fails if the head at `at` is truncated or ill-formed, a NaN, an infinity, or a break code.
Status CheckHead(std::string_view input, size_t at);

// The value of a float head, widened.
double FloatValue(const Head& head);

// Moves `at` behind the whole item that starts there, checking everything that makes an item
// acceptable before its meaning is looked at: well-formed, within the limits, no NaN, no infinity,
// no bignum.
Status SkipItem(std::string_view input, size_t& at);

}  // namespace pintle::codec::cbor
