#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::networking::v1 {

write::Table IngressTable();
write::Table IngressClassTable();
write::Table IPAddressTable();
write::Table NetworkPolicyTable();
write::Table ServiceCIDRTable();

}  // namespace pintle::apis::networking::v1
