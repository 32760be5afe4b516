#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>

namespace pintle {

// A list of at most `limit` things that holds them itself: for rows of constant tables, which
// cannot own memory. One too many does not compile.
template <typename T, size_t limit>
class Few {
 public:
  constexpr Few() = default;
  constexpr Few(std::initializer_list<T> items) {
    for (const T& item : items) items_.at(size_++) = item;
  }

  constexpr bool empty() const { return size_ == 0; }
  constexpr size_t size() const { return size_; }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }

 private:
  std::array<T, limit> items_ = {};
  size_t size_ = 0;
};

}  // namespace pintle
