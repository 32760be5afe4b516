#pragma once

#include <cstddef>
#include <string_view>

// Searching texts that come from outside: in time proportional to both texts however they repeat
// themselves, which the members of std::string_view do not promise.
namespace pintle::cel {

// Where `wanted` first begins, npos if nowhere.
size_t FindText(std::string_view text, std::string_view wanted);
// Where it last begins, not after `last`.
size_t FindLastText(std::string_view text, std::string_view wanted,
                    size_t last = std::string_view::npos);

}  // namespace pintle::cel
