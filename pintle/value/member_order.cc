#include "pintle/value/member_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

namespace pintle {
namespace {

// Up to this many members are sorted by insertion.
constexpr size_t kMaxInserted = 32;

// A member to be sorted: where it stands and how its key begins.
struct Place {
  uint64_t prefix;
  uint32_t index;
};

template <typename T>
T LoadBigEndian(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  if constexpr (std::endian::native == std::endian::big) return value;
  return sizeof value == 8 ? __builtin_bswap64(value) : __builtin_bswap32(value);
}

// The first eight bytes of a key as a number that orders as they do; a shorter key is filled up
// with zeros. Equal prefixes say nothing about keys longer than that, or that contain zeros.
inline uint64_t KeyPrefix(std::string_view key) {
  const char* at = key.data();
  size_t size = key.size();
  if (size >= 8) return LoadBigEndian<uint64_t>(at);
  if (size >= 4) {
    // The two halves overlap; what they share is the same.
    uint64_t first = LoadBigEndian<uint32_t>(at);
    uint64_t last = LoadBigEndian<uint32_t>(at + size - 4);
    return first << 32 | last << (8 * (8 - size));
  }
  uint64_t prefix = 0;
  for (size_t i = 0; i < size; ++i) prefix |= uint64_t{static_cast<uint8_t>(at[i])} << (56 - 8 * i);
  return prefix;
}

// Negative, zero or positive as the key of `a` stands before, with or behind that of `b`.
int ComparePlaces(std::span<const Member> members, const Place& a, const Place& b) {
  if (a.prefix != b.prefix) return a.prefix < b.prefix ? -1 : 1;
  return members[a.index].key().compare(members[b.index].key());
}

// Whether every key is greater than the one before it.
bool InOrder(std::span<const Member> members) {
  Place before{0, 0};
  for (size_t i = 0; i < members.size(); ++i) {
    Place place{KeyPrefix(members[i].key()), static_cast<uint32_t>(i)};
    if (i > 0 && ComparePlaces(members, before, place) >= 0) return false;
    before = place;
  }
  return true;
}

size_t InsertionSort(std::span<const Member> members, Member* out) {
  // How the keys sorted so far begin, and which members they belong to. Two arrays of words, as a
  // struct would be written in parts and moved as a whole, for which the processor has to wait.
  std::array<uint64_t, kMaxInserted> prefixes;
  std::array<uint32_t, kMaxInserted> indexes;
  size_t count = 0;
  for (uint32_t i = 0; i < members.size(); ++i) {
    const uint64_t prefix = KeyPrefix(members[i].key());
    size_t at = count;
    while (at > 0 && prefixes[at - 1] > prefix) --at;
    // Rare: keys that begin alike.
    int order = -1;
    while (at > 0 && prefixes[at - 1] == prefix) {
      order = members[indexes[at - 1]].key().compare(members[i].key());
      if (order <= 0) break;
      --at;
    }
    if (order == 0) {
      indexes[at - 1] = i;
      continue;
    }
    for (size_t j = count; j > at; --j) {
      prefixes[j] = prefixes[j - 1];
      indexes[j] = indexes[j - 1];
    }
    prefixes[at] = prefix;
    indexes[at] = i;
    ++count;
  }
  for (size_t i = 0; i < count; ++i) out[i] = members[indexes[i]];
  return count;
}

size_t LargeSort(std::span<const Member> members, Member* out) {
  std::vector<Place> places(members.size());
  for (uint32_t i = 0; i < members.size(); ++i) places[i] = {KeyPrefix(members[i].key()), i};
  std::sort(places.begin(), places.end(), [&](const Place& a, const Place& b) {
    int order = ComparePlaces(members, a, b);
    return order != 0 ? order < 0 : a.index < b.index;
  });
  size_t count = 0;
  for (size_t i = 0; i < places.size(); ++i) {
    const Member& member = members[places[i].index];
    if (count > 0 && out[count - 1].key() == member.key()) --count;
    out[count++] = member;
  }
  return count;
}

}  // namespace

size_t SortMembers(std::span<const Member> members, Member* out) {
  if (members.size() <= kMaxInserted) return InsertionSort(members, out);
  if (!InOrder(members)) return LargeSort(members, out);
  std::copy(members.begin(), members.end(), out);
  return members.size();
}

}  // namespace pintle
