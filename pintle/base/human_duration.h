#pragma once

#include <cstdint>
#include <string>

namespace pintle {

// An age as tables show it: the two largest units that matter, `2m5s`, `3h1m`, `2d2h`, `179m`. A
// second of clock skew is `0s`, a time further in the future `<invalid>`.
std::string HumanDuration(int64_t seconds);

// The age of a time that may be absent: `<unknown>` for none.
inline constexpr const char* kUnknownAge = "<unknown>";
inline constexpr const char* kInvalidAge = "<invalid>";

}  // namespace pintle
