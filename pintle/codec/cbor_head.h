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

// Whether the head at `at`, which must be inside the input, is all there. Fails if it is
// ill-formed, a NaN, an infinity, or a break code.
Result<bool> CheckHead(std::string_view input, size_t at);

// The value of a float head, widened.
double FloatValue(const Head& head);

// Room that any head needs.
inline constexpr size_t kMaxHeadBytes = 9;

// Writes the low `width` bytes of `number`, most significant first; returns the end.
inline char* PutBigEndian(char* out, uint64_t number, size_t width) {
  for (size_t i = width; i > 0; --i) *out++ = static_cast<char>(number >> 8 * (i - 1));
  return out;
}

// Writes the shortest head and returns its end.
inline char* PutHead(char* out, Major major, uint64_t argument) {
  int type = static_cast<int>(major) << 5;
  if (argument < kOneByte) {
    *out = static_cast<char>(type | static_cast<int>(argument));
    return out + 1;
  }
  if (argument <= 0xff) {
    out[0] = static_cast<char>(type | kOneByte);
    out[1] = static_cast<char>(argument);
    return out + 2;
  }
  bool two = argument <= 0xffff;
  bool four = argument <= 0xffffffff;
  *out = static_cast<char>(type | (two ? kTwoBytes : four ? kFourBytes : kEightBytes));
  return PutBigEndian(out + 1, argument, two ? 2 : four ? 4 : 8);
}

// Writes a finite float in the shortest form that has the same value; returns the end.
char* PutFloat(char* out, double value);

}  // namespace pintle::codec::cbor
