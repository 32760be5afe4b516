#pragma once

#include "pintle/write/strategy.h"

namespace pintle::apis::node::v1 {

write::Table RuntimeClassTable();

}  // namespace pintle::apis::node::v1
