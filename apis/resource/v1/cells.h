#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::resource::v1 {

write::Table DeviceClassTable();
write::Table ResourceClaimTable();
write::Table ResourceClaimTemplateTable();
write::Table ResourceSliceTable();

}  // namespace pintle::apis::resource::v1
