#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "pintle/base/arena.h"
#include "pintle/value/value.h"

// What strategic merge knows of lists: which elements are the same, and in what order they stand.
namespace pintle::patch {

// What tells an element from the others: its merge key, or the whole of it where `key` is empty.
// Null for an element without the key.
Value Identity(const Value& element, std::string_view key);

// Where the elements of a list stand, by identity; of equal ones the first counts.
class Positions {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  explicit Positions(std::string_view key) : key_(key) {}
  Positions(std::span<const Value> elements, std::string_view key) : key_(key) {
    for (const Value& element : elements) Add(element);
  }

  // The next element of the list. False if one like it is there already.
  bool Add(const Value& element) {
    return first_.emplace(Identity(element, key_), count_++).second;
  }
  size_t Of(const Value& identity) const {
    auto at = first_.find(identity);
    return at == first_.end() ? kNone : at->second;
  }

 private:
  struct Before {
    bool operator()(const Value& a, const Value& b) const { return Compare(a, b) < 0; }
  };

  std::string_view key_;
  std::map<Value, size_t, Before> first_;
  size_t count_ = 0;
};

// Puts `merged` in order: elements that `wanted` has stand as they do there, the others as they do
// in `live`, last those that are in neither. Both rows are then laced by the positions of their
// heads in `live`, so that a wanted element that is new there comes as early as it can.
Value Order(Arena& arena, std::span<const Value> merged, std::span<const Value> wanted,
            std::span<const Value> live, std::string_view key);

// Whether `elements`, but for those with a $patch directive, occur in `wanted` one after the other.
// An empty list fits any other.
bool FollowsOrder(const Value& elements, const Value& wanted, std::string_view key);

// `live` and then what is new in `added`, each scalar once.
std::vector<Value> Union(std::span<const Value> live, std::span<const Value> added);

}  // namespace pintle::patch
