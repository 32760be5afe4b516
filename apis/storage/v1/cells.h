#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::storage::v1 {

write::Table CSIDriverTable();
write::Table CSINodeTable();
write::Table CSIStorageCapacityTable();
write::Table StorageClassTable();
write::Table VolumeAttachmentTable();
write::Table VolumeAttributesClassTable();

}  // namespace pintle::apis::storage::v1
