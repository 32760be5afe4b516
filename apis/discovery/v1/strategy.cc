#include "apis/builtin.h"
#include "apis/discovery/v1/cells.h"
#include "apis/discovery/v1/lifecycle.h"
#include "apis/discovery/v1/types.h"
#include "apis/discovery/v1/validation_slice.h"
#include "apis/resource_row.h"

namespace pintle::apis::discovery::v1 {
namespace {

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "EndpointSlice",
              .versions = {scheme::Version<EndpointSlice, EndpointSliceList>({.version = "v1"})}},
     .plural = "endpointslices",
     .table = EndpointSliceTable,
     .meta_update_rules = write::MetaUpdateRules::kObject,
     .generation_of = {"metadata.labels", "addressType", "endpoints", "ports"},
     .validate = ValidateBy<ValidateEndpointSlice>,
     .validate_update = ValidateUpdateBy<ValidateEndpointSliceUpdate>},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "discovery.k8s.io", kResources);
}

}  // namespace pintle::apis::discovery::v1
