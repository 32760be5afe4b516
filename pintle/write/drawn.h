#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace pintle::write {

// Characters behind the prefix of a generated name.
inline constexpr size_t kSuffixBytes = 5;

// What chance and the clock give to one attempt to write; the next attempt gets others.
struct Drawn {
  // Of an object that is made; empty where one is changed.
  std::string uid = {};
  std::string suffix = {};  // of a generated name
  int64_t now_seconds = 0;
};

}  // namespace pintle::write
