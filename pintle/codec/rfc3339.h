#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "pintle/base/error.h"

namespace pintle::codec {

// Checks that `text` is an RFC 3339 time and gives it in its shortest form: fraction without
// trailing zeros, `Z` instead of a zero offset. The error names the part that does not parse.
Result<std::string> NormalizeRfc3339(std::string_view text);

// UTC time of a Unix time, fraction without trailing zeros; empty if the year is outside 0-9999.
std::string FormatRfc3339(int64_t seconds, int32_t nanoseconds);

}  // namespace pintle::codec
