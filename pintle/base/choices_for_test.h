#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string_view>

// Where random tests take their decisions from: a seed, or the bytes of a fuzzer, so that what a
// fuzzer changes in its input changes decisions one by one.
namespace pintle {

class Choices {
 public:
  explicit Choices(uint64_t seed) : random_(seed), seeded_(true) {}
  // Once the bytes are used up every choice is the first one.
  explicit Choices(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  // Less than `count`, which is not 0.
  size_t Below(size_t count) {
    if (seeded_) return random_() % count;
    size_t number = 0;
    for (size_t range = 1; range < count; range <<= 8) {
      if (bytes_.empty()) break;
      number = number << 8 | bytes_[0];
      bytes_ = bytes_.subspan(1);
    }
    return number % count;
  }
  // Never once the bytes are used up, so that what is made of them ends.
  bool OneIn(size_t count) { return Below(count) == count - 1; }
  template <typename T, size_t kSize>
  const T& Of(const T (&options)[kSize]) {
    return options[Below(kSize)];
  }

 private:
  std::mt19937_64 random_;
  bool seeded_ = false;
  std::span<const uint8_t> bytes_;
};

}  // namespace pintle
