#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::policy::v1 {

write::Table PodDisruptionBudgetTable();

}  // namespace pintle::apis::policy::v1
