#pragma once

#include "pintle/resource/strategy.h"

namespace pintle::apis::discovery::v1 {

write::Table EndpointSliceTable();

}  // namespace pintle::apis::discovery::v1
