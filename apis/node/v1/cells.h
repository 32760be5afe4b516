#pragma once

#include "pintle/resource/strategy.h"

namespace pintle::apis::node::v1 {

write::Table RuntimeClassTable();

}  // namespace pintle::apis::node::v1
