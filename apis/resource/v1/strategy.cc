#include "apis/builtin.h"
#include "apis/resource/v1/cells.h"
#include "apis/resource/v1/lifecycle.h"
#include "apis/resource/v1/types.h"
#include "apis/resource_row.h"

namespace pintle::apis::resource::v1 {
namespace {

constexpr scheme::FieldLabel kResourceSliceLabels[] = {{"spec.nodeName"}, {"spec.driver"}};

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "DeviceClass",
              .versions = {scheme::Version<DeviceClass, DeviceClassList>({.version = "v1"})},
              .namespaced = false},
     .plural = "deviceclasses",
     .table = DeviceClassTable,
     .delete_returns_object = true,
     .generation_of = {"spec"}},
    {.kind = {.kind = "ResourceClaim",
              .versions = {scheme::Version<ResourceClaim, ResourceClaimList>({.version = "v1"})}},
     .plural = "resourceclaims",
     .table = ResourceClaimTable,
     .delete_returns_object = true,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .subresources = {kStatusAlone}},
    {.kind = {.kind = "ResourceClaimTemplate",
              .versions = {scheme::Version<ResourceClaimTemplate, ResourceClaimTemplateList>(
                  {.version = "v1"})}},
     .plural = "resourceclaimtemplates",
     .table = ResourceClaimTemplateTable,
     .delete_returns_object = true},
    {.kind = {.kind = "ResourceSlice",
              .versions = {scheme::Version<ResourceSlice, ResourceSliceList>({.version = "v1"})},
              .field_labels = kResourceSliceLabels,
              .namespaced = false},
     .plural = "resourceslices",
     .table = ResourceSliceTable,
     .delete_returns_object = true,
     .generation_of = {"spec"}},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "resource.k8s.io", kResources);
}

}  // namespace pintle::apis::resource::v1
