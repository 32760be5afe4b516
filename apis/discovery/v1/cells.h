#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::discovery::v1 {

write::Table EndpointSliceTable();

}  // namespace pintle::apis::discovery::v1
