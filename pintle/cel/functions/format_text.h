#pragma once

#include <string>
#include <string_view>

#include "pintle/cel/datum.h"

namespace pintle::cel {

// `format` with its clauses (%s %d %f %e %b %o %x %X, precision as in %.2f, %%) replaced by
// arguments. `error` is set if that cannot be.
std::string FormatText(Arena& arena, std::string_view format, const ListDatum& arguments,
                       std::string& error);

}  // namespace pintle::cel
