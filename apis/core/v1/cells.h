#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::core::v1 {

write::Table ComponentStatusTable();
write::Table ConfigMapTable();
write::Table EndpointsTable();
write::Table EventTable();
write::Table NamespaceTable();
write::Table NodeTable();
write::Table PersistentVolumeClaimTable();
write::Table PersistentVolumeTable();
write::Table PodTable();
write::Table PodTemplateTable();
write::Table ReplicationControllerTable();
write::Table ResourceQuotaTable();
write::Table SecretTable();
write::Table ServiceAccountTable();
write::Table ServiceTable();

}  // namespace pintle::apis::core::v1
