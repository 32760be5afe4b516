#pragma once

#include "pintle/write/strategy.h"

namespace pintle::apis::batch::v1 {

write::Table CronJobTable();
write::Table JobTable();

}  // namespace pintle::apis::batch::v1
