#pragma once

#include "pintle/write/strategy.h"

namespace pintle::apis::discovery::v1 {

write::Table EndpointSliceTable();

}  // namespace pintle::apis::discovery::v1
