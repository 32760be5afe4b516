#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/typeinfo/types.h"

// The text forms of Time and MicroTime.
namespace pintle::typeinfo {

// Seconds of 0001-01-01T00:00:00Z, the zero time.
inline constexpr int64_t kZeroTimeSeconds = -62135596800;
// The years 0000 to 9999 in UTC: other instants have no text, so whatever reads a time refuses
// them.
inline constexpr int64_t kMinTimeSeconds = -62167219200;
inline constexpr int64_t kMaxTimeSeconds = 253402300799;

// RFC 3339 with any number of fraction digits (those past nanoseconds are cut) and any offset. The
// text of the zero time, `0001-01-01T00:00:00Z`, gives an unset Time. The error says what could not
// be parsed.
Result<Time> ParseTime(std::string_view text);
// The same with exactly six fraction digits.
Result<MicroTime> ParseMicroTime(std::string_view text);
// ParseTime without the reason of a failure.
std::optional<Time> ParseRfc3339(std::string_view text);

// `2006-01-02T15:04:05Z`; the fraction is cut. An unset time is formatted as the zero time.
std::string FormatTime(const Time& time);
// `2006-01-02T15:04:05.000000Z`
std::string FormatMicroTime(const Time& time);

}  // namespace pintle::typeinfo
