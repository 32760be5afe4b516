#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/cel/datum.h"

// Timestamps and durations as text, and their limits.
namespace pintle::cel {

// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
inline constexpr int64_t kFirstSecond = -62'135'596'800;
inline constexpr int64_t kLastSecond = 253'402'300'799;
inline constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;

// RFC 3339: `2023-01-02T03:04:05.5+01:00`. Nothing if it is none; the range is not checked.
std::optional<Datum> ParseTimestamp(std::string_view text);
// `2023-01-02T03:04:05.5Z`
std::string TimestampText(int64_t seconds, uint32_t nanoseconds);
// `3600s`, `1.5s`
std::string SecondsText(int64_t nanoseconds);

}  // namespace pintle::cel
