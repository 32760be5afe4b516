#include "apis/builtin.h"
#include "apis/resource_row.h"
#include "apis/scheduling/v1/cells.h"
#include "apis/scheduling/v1/lifecycle.h"
#include "apis/scheduling/v1/types.h"
#include "apis/scheduling/v1/validation_priority.h"

namespace pintle::apis::scheduling::v1 {
namespace {

// The first generation is the only one: what matters of a class cannot change.
void SetFirstGeneration(const write::Context&, write::Object& object) {
  object.meta().generation = 1;
}

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "PriorityClass",
              .versions = {scheme::Version<PriorityClass, PriorityClassList>({.version = "v1"})},
              .namespaced = false},
     .plural = "priorityclasses",
     .short_names = {"pc"},
     .table = PriorityClassTable,
     .prepare_create = SetFirstGeneration,
     .validate = ValidateBy<ValidatePriorityClass>,
     .validate_update = ValidateUpdateBy<ValidatePriorityClassUpdate>},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "scheduling.k8s.io", kResources);
}

}  // namespace pintle::apis::scheduling::v1
