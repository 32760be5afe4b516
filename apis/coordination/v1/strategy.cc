#include "apis/builtin.h"
#include "apis/coordination/v1/cells.h"
#include "apis/coordination/v1/lifecycle.h"
#include "apis/coordination/v1/types.h"
#include "apis/coordination/v1/validation.h"
#include "apis/coordination/v1/validation_rules.h"
#include "apis/resource_row.h"

namespace pintle::apis::coordination::v1 {
namespace {

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "Lease",
              .versions = {scheme::Version<Lease, LeaseList>(
                  {.version = "v1", .validations = Validations})}},
     .plural = "leases",
     .table = LeaseTable,
     .create_on_update = true,
     .unconditional_update = false,
     .validate = ValidateBy<ValidateLease>},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "coordination.k8s.io", kResources);
}

}  // namespace pintle::apis::coordination::v1
