#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "pintle/codec/json_scan.h"

namespace pintle::codec {

// How strings are written as JSON: <, >, &, U+2028 and U+2029 are escaped so that the output is
// safe inside HTML and script; every invalid UTF-8 byte becomes \ufffd.

// The longest form of one byte: \u001f.
inline constexpr size_t kMaxEscapedBytes = 6;
// Longer strings are written in blocks of about this size, each with its own room.
inline constexpr size_t kStringBlockBytes = 1024;
// What a block may take: it ends with a whole character, so it may be three bytes longer.
inline constexpr size_t kStringBlockRoom = (kStringBlockBytes + 3) * kMaxEscapedBytes;

// Bytes that stand for themselves inside a string.
inline constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (int c = 0x20; c < 0x80; ++c) plain[c] = true;
  for (char c : std::string_view("\"\\<>&")) plain[static_cast<unsigned char>(c)] = false;
  return plain;
}();

// Copies a string none of whose bytes needs an escape; false if one does, then `out` holds nothing
// of use. Writes exactly `size` bytes.
inline bool CopyPlain(char* out, const char* text, size_t size) {
  if (size >= kScanBytes) {
    uint32_t stops = 0;
    for (size_t at = 0; at + kScanBytes < size; at += kScanBytes) {
      TextBlock block = LoadBlock(text + at);
      StoreBlock(out + at, block);
      stops |= EscapeStops(block);
    }
    // Overlaps the block before it.
    TextBlock last = LoadBlock(text + size - kScanBytes);
    StoreBlock(out + size - kScanBytes, last);
    return (stops | EscapeStops(last)) == 0;
  }
  if (size >= 8) {
    auto first = LoadWord<uint64_t>(text);
    auto last = LoadWord<uint64_t>(text + size - 8);
    StoreWord(out, first);
    StoreWord(out + size - 8, last);
    return EscapeStops(BlockOf(first, last)) == 0;
  }
  if (size >= 4) {
    auto first = LoadWord<uint32_t>(text);
    auto last = LoadWord<uint32_t>(text + size - 4);
    StoreWord(out, first);
    StoreWord(out + size - 4, last);
    uint64_t both = uint64_t{first} << 32 | last;
    return EscapeStops(BlockOf(both, both)) == 0;
  }
  bool plain = true;
  for (size_t i = 0; i < size; ++i) {
    out[i] = text[i];
    plain &= kPlain[static_cast<unsigned char>(text[i])];
  }
  return plain;
}

// Writes the characters of `text` from `at` to `stop` or a few bytes further, with escapes; returns
// the end of what it wrote, and `at` stands behind what it read. `out` has room for
// kMaxEscapedBytes for each byte read.
char* PutEscaped(char* out, std::string_view text, size_t& at, size_t stop);

// Writes `text` in quotes, followed by `after` unless that is zero. Out has Room(size), which
// returns where to write, and Advance(end).
template <typename Out>
inline void PutJsonString(Out& out, std::string_view text, char after = '\0') {
  // Two quotes and what follows.
  constexpr size_t kAround = 3;
  if (text.size() <= kStringBlockBytes) {
    char* start = out.Room(text.size() + kAround);
    if (CopyPlain(start + 1, text.data(), text.size())) [[likely]] {
      *start = '"';
      char* end = start + 1 + text.size();
      *end++ = '"';
      *end = after;
      out.Advance(end + (after != '\0'));
      return;
    }
  }
  char* end = out.Room(1);
  *end = '"';
  out.Advance(end + 1);
  for (size_t at = 0; at < text.size();) {
    end = out.Room(kStringBlockRoom);
    out.Advance(PutEscaped(end, text, at, std::min(at + kStringBlockBytes, text.size())));
  }
  end = out.Room(2);
  *end++ = '"';
  *end = after;
  out.Advance(end + (after != '\0'));
}

}  // namespace pintle::codec
