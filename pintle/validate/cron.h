#pragma once

#include <string>
#include <string_view>

namespace pintle::validate {

// What is wrong with a schedule of five fields (`*/5 0-6 1,15 jan mon-fri`), a descriptor
// (`@daily`) or an interval (`@every 1h30m`); empty if nothing is. A time zone in front (`TZ=UTC`)
// must be one.
std::string CronScheduleFault(std::string_view schedule);

// Whether `name` is a time zone of this machine's database, `UTC` or `Local`. Without a database
// every name is one.
bool IsTimeZone(std::string_view name);

}  // namespace pintle::validate
