#include "apis/builtin.h"
#include "apis/node/v1/cells.h"
#include "apis/node/v1/lifecycle.h"
#include "apis/node/v1/types.h"
#include "apis/resource_row.h"

namespace pintle::apis::node::v1 {
namespace {

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "RuntimeClass",
              .versions = {scheme::Version<RuntimeClass, RuntimeClassList>({.version = "v1"})},
              .namespaced = false},
     .plural = "runtimeclasses",
     .table = RuntimeClassTable,
     .create_on_update = true,
     .unconditional_update = false},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "node.k8s.io", kResources);
}

}  // namespace pintle::apis::node::v1
