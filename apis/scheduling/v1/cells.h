#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::scheduling::v1 {

write::Table PriorityClassTable();

}  // namespace pintle::apis::scheduling::v1
