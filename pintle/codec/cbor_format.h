#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pintle::codec {

// The head of tag 55799 ("this is CBOR"), which stands before every object on the wire and in
// storage.
inline constexpr std::string_view kCborPrefix = "\xd9\xd9\xf7";

// What becomes of byte strings that are to be text and are no UTF-8. JSON cannot say them: two such
// keys would be shown as one.
enum class CborText : uint8_t {
  kAsItIs,    // what is stored is read as it is
  kRepaired,  // requests: an error in a key, in a value every bad byte is replaced as in JSON
};

namespace cbor {

// The upper three bits of an item's first byte.
enum class Major : uint8_t {
  kPositive = 0,
  kNegative = 1,
  kBytes = 2,
  kText = 3,
  kArray = 4,
  kMap = 5,
  kTag = 6,
  kPrimitive = 7,
};

// Values of the lower five bits: below kOneByte the argument itself, then its width.
inline constexpr uint8_t kOneByte = 24;
inline constexpr uint8_t kTwoBytes = 25;
inline constexpr uint8_t kFourBytes = 26;
inline constexpr uint8_t kEightBytes = 27;
inline constexpr uint8_t kIndefinite = 31;

inline constexpr uint8_t kFalse = 0xf4;
inline constexpr uint8_t kTrue = 0xf5;
inline constexpr uint8_t kNull = 0xf6;
inline constexpr uint8_t kHalfFloat = 0xf9;
inline constexpr uint8_t kSingleFloat = 0xfa;
inline constexpr uint8_t kDoubleFloat = 0xfb;
inline constexpr uint8_t kBreak = 0xff;

inline constexpr uint64_t kTagTimeText = 0;
inline constexpr uint64_t kTagTimeNumber = 1;
inline constexpr uint64_t kTagPositiveBignum = 2;
inline constexpr uint64_t kTagNegativeBignum = 3;
inline constexpr uint64_t kTagBase64Url = 21;
inline constexpr uint64_t kTagBase64 = 22;
inline constexpr uint64_t kTagHex = 23;

// Limits of one array and one map, as Kubernetes has them; nesting is kMaxDepth.
inline constexpr uint64_t kMaxArrayElements = 2147483647;
inline constexpr uint64_t kMaxMapPairs = 2097152;

}  // namespace cbor
}  // namespace pintle::codec
