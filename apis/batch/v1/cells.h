#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::batch::v1 {

write::Table CronJobTable();
write::Table JobTable();

}  // namespace pintle::apis::batch::v1
