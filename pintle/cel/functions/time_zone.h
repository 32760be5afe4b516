#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pintle::cel {

// How many seconds a zone (`UTC`, `+01:30`, `Europe/Berlin`) is ahead of UTC at a time, by the
// system's time zone files. Nothing if there is no such zone.
std::optional<int64_t> ZoneOffset(std::string_view zone, int64_t seconds);

}  // namespace pintle::cel
