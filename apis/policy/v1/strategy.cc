#include "apis/builtin.h"
#include "apis/policy/v1/cells.h"
#include "apis/policy/v1/lifecycle.h"
#include "apis/policy/v1/types.h"
#include "apis/policy/v1/validation_budget.h"
#include "apis/resource_row.h"
#include "pintle/write/stages/metadata.h"

namespace pintle::apis::policy::v1 {
namespace {

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "PodDisruptionBudget",
              .versions = {scheme::Version<PodDisruptionBudget, PodDisruptionBudgetList>(
                  {.version = "v1"})}},
     .plural = "poddisruptionbudgets",
     .short_names = {"pdb"},
     .table = PodDisruptionBudgetTable,
     .name_rule = write::PathSegmentName,
     .unconditional_update = false,
     .meta_update_rules = write::MetaUpdateRules::kNone,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .validate = ValidateBy<ValidatePodDisruptionBudget>,
     .validate_update = ValidateUpdateBy<ValidatePodDisruptionBudgetUpdate>,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update = ValidateUpdateBy<ValidatePodDisruptionBudgetStatusUpdate>,
                       .meta_update_rules = write::MetaUpdateRules::kNone}}},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "policy", kResources);
}

}  // namespace pintle::apis::policy::v1
