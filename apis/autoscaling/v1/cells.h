#pragma once

#include "pintle/write/strategy.h"

namespace pintle::apis::autoscaling::v1 {

write::Table ScaleTable();

}  // namespace pintle::apis::autoscaling::v1
