#pragma once

#include "apis/rbac/v1/types.h"
#include "apis/validation_options.h"
#include "pintle/field/errors.h"

// Hand-written rules, metadata apart.
namespace pintle::apis::rbac::v1 {

field::ErrorList ValidateRole(const Role& role);
field::ErrorList ValidateRoleUpdate(const Role& role, const Role& old);
field::ErrorList ValidateClusterRole(const ClusterRole& role, const ValidationOptions& options);
field::ErrorList ValidateClusterRoleUpdate(const ClusterRole& role, const ClusterRole& old,
                                           ValidationOptions options);
field::ErrorList ValidateRoleBinding(const RoleBinding& binding);
field::ErrorList ValidateRoleBindingUpdate(const RoleBinding& binding, const RoleBinding& old);
field::ErrorList ValidateClusterRoleBinding(const ClusterRoleBinding& binding);
field::ErrorList ValidateClusterRoleBindingUpdate(const ClusterRoleBinding& binding,
                                                  const ClusterRoleBinding& old);

}  // namespace pintle::apis::rbac::v1
