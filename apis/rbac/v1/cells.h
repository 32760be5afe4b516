#pragma once

#include "pintle/resource/definition.h"

namespace pintle::apis::rbac::v1 {

write::Table ClusterRoleBindingTable();
write::Table RoleBindingTable();

}  // namespace pintle::apis::rbac::v1
