#pragma once

#include "pintle/field/names.h"
#include "pintle/typeinfo/types.h"

namespace pintle::validate {

inline constexpr size_t kPortNameMaxBytes = 15;

Messages IsPortNumber(int64_t port);
// `http-alt`: the service names of RFC 6335.
Messages IsPortName(std::string_view text);
Messages IsPortNumberOrName(const typeinfo::IntOrString& port);

// `25%`
Messages IsPercent(std::string_view text);
// The number before the `%`; 0 for what is no percentage. Capped at INT32_MAX.
int64_t PercentOf(std::string_view text);

}  // namespace pintle::validate
