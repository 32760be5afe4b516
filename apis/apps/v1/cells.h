#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::apps::v1 {

write::Table ControllerRevisionTable();
write::Table DaemonSetTable();
write::Table DeploymentTable();
write::Table ReplicaSetTable();
write::Table StatefulSetTable();

}  // namespace pintle::apis::apps::v1
