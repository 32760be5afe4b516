#pragma once

#include <cstdint>

namespace pintle::field {

// A place in a text. Lines and columns start at 1; columns count characters, not bytes.
struct Position {
  uint32_t line = 1;
  uint32_t column = 1;

  friend auto operator<=>(const Position&, const Position&) = default;
};

}  // namespace pintle::field
