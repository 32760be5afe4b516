#include "apis/builtin.h"
#include "apis/rbac/v1/cells.h"
#include "apis/rbac/v1/lifecycle.h"
#include "apis/rbac/v1/types.h"
#include "apis/rbac/v1/validation_rbac.h"
#include "apis/resource_row.h"
#include "pintle/write/stages/metadata.h"

namespace pintle::apis::rbac::v1 {
namespace {

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "ClusterRoleBinding",
              .versions = {scheme::Version<ClusterRoleBinding, ClusterRoleBindingList>(
                  {.version = "v1"})},
              .namespaced = false},
     .plural = "clusterrolebindings",
     .table = ClusterRoleBindingTable,
     .name_rule = write::PathSegmentName,
     .create_on_update = true,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .validate = ValidateBy<ValidateClusterRoleBinding>,
     .validate_update = ValidateUpdateBy<ValidateClusterRoleBindingUpdate>},
    {.kind = {.kind = "ClusterRole",
              .versions = {scheme::Version<ClusterRole, ClusterRoleList>({.version = "v1"})},
              .namespaced = false},
     .plural = "clusterroles",
     .name_rule = write::PathSegmentName,
     .create_on_update = true,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .validate = ValidateBy<ValidateClusterRole>,
     .validate_update = ValidateUpdateBy<ValidateClusterRoleUpdate>},
    {.kind = {.kind = "RoleBinding",
              .versions = {scheme::Version<RoleBinding, RoleBindingList>({.version = "v1"})}},
     .plural = "rolebindings",
     .table = RoleBindingTable,
     .name_rule = write::PathSegmentName,
     .create_on_update = true,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .validate = ValidateBy<ValidateRoleBinding>,
     .validate_update = ValidateUpdateBy<ValidateRoleBindingUpdate>},
    {.kind = {.kind = "Role", .versions = {scheme::Version<Role, RoleList>({.version = "v1"})}},
     .plural = "roles",
     .name_rule = write::PathSegmentName,
     .create_on_update = true,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .validate = ValidateBy<ValidateRole>,
     .validate_update = ValidateUpdateBy<ValidateRoleUpdate>},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "rbac.authorization.k8s.io", kResources);
}

}  // namespace pintle::apis::rbac::v1
