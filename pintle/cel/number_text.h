#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// What literals of numbers mean, as the lexer finds them; nothing if they are too large.
namespace pintle::cel {

// `12`, `0x1F`; with `minus` the negative of it.
std::optional<int64_t> ParseInt(std::string_view text, bool minus);
// `12u`, `0x1FU`.
std::optional<uint64_t> ParseUint(std::string_view text);
// `1.5`, `.5e-3`.
std::optional<double> ParseDouble(std::string_view text, bool minus);

}  // namespace pintle::cel
