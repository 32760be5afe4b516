#include "apis/builtin.h"
#include "apis/flowcontrol/v1/cells.h"
#include "apis/flowcontrol/v1/lifecycle.h"
#include "apis/flowcontrol/v1/types.h"
#include "apis/resource_row.h"

namespace pintle::apis::flowcontrol::v1 {
namespace {

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "FlowSchema",
              .versions = {scheme::Version<FlowSchema, FlowSchemaList>({.version = "v1"})},
              .namespaced = false},
     .plural = "flowschemas",
     .table = FlowSchemaTable,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .subresources = {kStatusAlone}},
    {.kind = {.kind = "PriorityLevelConfiguration",
              .versions = {scheme::Version<PriorityLevelConfiguration,
                                           PriorityLevelConfigurationList>({.version = "v1"})},
              .namespaced = false},
     .plural = "prioritylevelconfigurations",
     .table = PriorityLevelConfigurationTable,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .generation_of = {"spec"},
     .subresources = {kStatusAlone}},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "flowcontrol.apiserver.k8s.io", kResources);
}

}  // namespace pintle::apis::flowcontrol::v1
