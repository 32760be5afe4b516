#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::flowcontrol::v1 {

write::Table FlowSchemaTable();
write::Table PriorityLevelConfigurationTable();

}  // namespace pintle::apis::flowcontrol::v1
