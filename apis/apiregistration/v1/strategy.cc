#include "apis/apiregistration/v1/cells.h"
#include "apis/apiregistration/v1/lifecycle.h"
#include "apis/apiregistration/v1/types.h"
#include "apis/builtin.h"
#include "apis/resource_row.h"

namespace pintle::apis::apiregistration::v1 {
namespace {

// A version that this server answers for itself is always there.
void PrepareCreate(const write::Context& context, write::Object& object) {
  auto& service = object.As<APIService>();
  if (service.spec.service) return;
  APIServiceCondition available = {.type = "Available",
                                   .status = "True",
                                   .reason = "Local",
                                   .message = "Local APIServices are always available"};
  available.last_transition_time = typeinfo::Time::FromSeconds(context.now_seconds);
  service.status.conditions.Append(object.arena(), available);
}

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "APIService",
              .versions = {scheme::Version<APIService, APIServiceList>({.version = "v1"})},
              .namespaced = false},
     .plural = "apiservices",
     .categories = {"api-extensions"},
     .table = APIServiceTable,
     .unconditional_update = false,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .prepare_create = PrepareCreate,
     .subresources = {kStatusAlone}},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "apiregistration.k8s.io", kResources);
}

}  // namespace pintle::apis::apiregistration::v1
