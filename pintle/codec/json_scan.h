#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pintle::codec {

// How JSON text is looked at sixteen bytes at a time.
inline constexpr size_t kScanBytes = 16;

#if defined(__SSE2__)

using TextBlock = __m128i;

inline TextBlock LoadBlock(const char* at) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}
inline TextBlock BlockOf(uint64_t first, uint64_t second) {
  return _mm_set_epi64x(static_cast<int64_t>(second), static_cast<int64_t>(first));
}
inline void StoreBlock(char* at, TextBlock block) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(at), block);
}

// One bit a byte: set for a quote, a backslash, a control byte and everything past ASCII, which is
// all that needs attention when a string is read.
inline uint32_t StringStops(TextBlock block) {
  // Signed, so that bytes past ASCII are less than a space too.
  __m128i stops = _mm_cmplt_epi8(block, _mm_set1_epi8(' '));
  stops = _mm_or_si128(stops, _mm_cmpeq_epi8(block, _mm_set1_epi8('"')));
  stops = _mm_or_si128(stops, _mm_cmpeq_epi8(block, _mm_set1_epi8('\\')));
  return static_cast<uint32_t>(_mm_movemask_epi8(stops));
}

// The same and <, > and &: what needs attention when a string is written.
inline uint32_t EscapeStops(TextBlock block) {
  __m128i stops = _mm_cmplt_epi8(block, _mm_set1_epi8(' '));
  stops = _mm_or_si128(stops, _mm_cmpeq_epi8(block, _mm_set1_epi8('\\')));
  // " and & differ in one bit, and so do < and >.
  __m128i quote = _mm_or_si128(block, _mm_set1_epi8('"' ^ '&'));
  stops = _mm_or_si128(stops, _mm_cmpeq_epi8(quote, _mm_set1_epi8('&')));
  __m128i angle = _mm_or_si128(block, _mm_set1_epi8('<' ^ '>'));
  stops = _mm_or_si128(stops, _mm_cmpeq_epi8(angle, _mm_set1_epi8('>')));
  return static_cast<uint32_t>(_mm_movemask_epi8(stops));
}

// Bits of the bytes that are no spaces, tabs or line ends.
inline uint32_t NonSpaces(TextBlock block) {
  __m128i spaces = _mm_cmpeq_epi8(block, _mm_set1_epi8(' '));
  spaces = _mm_or_si128(spaces, _mm_cmpeq_epi8(block, _mm_set1_epi8('\n')));
  spaces = _mm_or_si128(spaces, _mm_cmpeq_epi8(block, _mm_set1_epi8('\r')));
  spaces = _mm_or_si128(spaces, _mm_cmpeq_epi8(block, _mm_set1_epi8('\t')));
  return static_cast<uint32_t>(_mm_movemask_epi8(spaces)) ^ 0xffff;
}

// How many bytes of `text` are commas or brackets that open. It is a number of whole blocks, fewer
// than 128.
inline size_t CountOpeners(std::string_view text) {
  __m128i counts = _mm_setzero_si128();
  for (size_t at = 0; at < text.size(); at += kScanBytes) {
    TextBlock block = LoadBlock(text.data() + at);
    // [ and { differ in one bit.
    __m128i bracket = _mm_or_si128(block, _mm_set1_epi8('[' ^ '{'));
    counts = _mm_sub_epi8(counts, _mm_cmpeq_epi8(bracket, _mm_set1_epi8('{')));
    counts = _mm_sub_epi8(counts, _mm_cmpeq_epi8(block, _mm_set1_epi8(',')));
  }
  __m128i sums = _mm_sad_epu8(counts, _mm_setzero_si128());
  return static_cast<size_t>(_mm_cvtsi128_si32(sums)) +
         static_cast<size_t>(_mm_extract_epi16(sums, 4));
}

#else

struct TextBlock {
  unsigned char bytes[kScanBytes];
};

inline TextBlock LoadBlock(const char* at) {
  TextBlock block;
  std::memcpy(block.bytes, at, kScanBytes);
  return block;
}
inline TextBlock BlockOf(uint64_t first, uint64_t second) {
  TextBlock block;
  std::memcpy(block.bytes, &first, 8);
  std::memcpy(block.bytes + 8, &second, 8);
  return block;
}
inline void StoreBlock(char* at, const TextBlock& block) {
  std::memcpy(at, block.bytes, kScanBytes);
}

template <typename Test>
uint32_t BitsOf(const TextBlock& block, Test test) {
  uint32_t bits = 0;
  for (size_t i = 0; i < kScanBytes; ++i) bits |= uint32_t{test(block.bytes[i])} << i;
  return bits;
}
inline bool IsStringStop(unsigned char c) { return c < ' ' || c >= 0x80 || c == '"' || c == '\\'; }

inline uint32_t StringStops(const TextBlock& block) { return BitsOf(block, IsStringStop); }
inline uint32_t EscapeStops(const TextBlock& block) {
  return BitsOf(
      block, [](unsigned char c) { return IsStringStop(c) || c == '<' || c == '>' || c == '&'; });
}
inline uint32_t NonSpaces(const TextBlock& block) {
  return BitsOf(block,
                [](unsigned char c) { return c != ' ' && c != '\n' && c != '\r' && c != '\t'; });
}

inline size_t CountOpeners(std::string_view text) {
  size_t found = 0;
  for (char c : text) found += c == ',' || c == '[' || c == '{';
  return found;
}

#endif

template <typename Word>
Word LoadWord(const char* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  return word;
}
template <typename Word>
void StoreWord(char* at, Word word) {
  std::memcpy(at, &word, sizeof word);
}

// The first byte from `at` on for which StringStops has a bit. There must be one, and kScanBytes
// behind it must be readable.
inline const char* FindStringStop(const char* at) {
  for (;; at += kScanBytes) {
    if (uint32_t stops = StringStops(LoadBlock(at)); stops != 0)
      return at + std::countr_zero(stops);
  }
}

}  // namespace pintle::codec
