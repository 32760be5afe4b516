#include "apis/autoscaling/v1/conversion.h"
#include "apis/autoscaling/v1/lifecycle.h"
#include "apis/autoscaling/v2/cells.h"
#include "apis/autoscaling/v2/lifecycle.h"
#include "apis/autoscaling/v2/validation_autoscaler.h"
#include "apis/builtin.h"
#include "apis/resource_row.h"

namespace pintle::apis::autoscaling {
namespace {

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "HorizontalPodAutoscaler",
              .versions =
                  {scheme::Version<v2::HorizontalPodAutoscaler, v2::HorizontalPodAutoscalerList>(
                       {.version = "v2"}),
                   scheme::ConvertedVersion<v1::HorizontalPodAutoscaler,
                                            v1::HorizontalPodAutoscalerList,
                                            v2::HorizontalPodAutoscaler>({.version = "v1"})}},
     .plural = "horizontalpodautoscalers",
     .short_names = {"hpa"},
     .categories = {"all"},
     .table = v2::HorizontalPodAutoscalerTable,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .validate = ValidateBy<v2::ValidateHorizontalPodAutoscaler>,
     .validate_update = ValidateUpdateBy<v2::ValidateHorizontalPodAutoscalerUpdate>,
     .subresources = {{.name = "status",
                       .keep_on_update = {"spec"},
                       .validate_update =
                           ValidateUpdateBy<v2::ValidateHorizontalPodAutoscalerStatusUpdate>}}},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "autoscaling", kResources);
}

}  // namespace pintle::apis::autoscaling
