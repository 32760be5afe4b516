#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "pintle/base/error.h"

namespace pintle {

// Reads a duration as the API writes them: numbers with a unit each, `1h15m30.5s`, `-1.5h`,
// `300ms`; units are ns, us (or µs), ms, s, m and h; a bare `0` needs none. Finer digits are cut
// off. Errors are kBadRequest: `time: invalid duration "x"` and the like.
Result<std::chrono::nanoseconds> ParseDuration(std::string_view text);

// The form with the largest units down to the last one that is not zero: `1h0m5s`, `1.5s`, `300ms`,
// `0s`. Reads back as the same duration.
std::string DurationText(std::chrono::nanoseconds duration);

}  // namespace pintle
