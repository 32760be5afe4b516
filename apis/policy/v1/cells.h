#pragma once

#include "pintle/write/strategy.h"

namespace pintle::apis::policy::v1 {

write::Table PodDisruptionBudgetTable();

}  // namespace pintle::apis::policy::v1
