#pragma once

#include "pintle/write/strategy.h"

namespace pintle::apis::scheduling::v1 {

write::Table PriorityClassTable();

}  // namespace pintle::apis::scheduling::v1
