#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::node::v1 {

write::Table RuntimeClassTable();

}  // namespace pintle::apis::node::v1
