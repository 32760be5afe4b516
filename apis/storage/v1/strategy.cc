#include "apis/builtin.h"
#include "apis/resource_row.h"
#include "apis/storage/v1/cells.h"
#include "apis/storage/v1/lifecycle.h"
#include "apis/storage/v1/types.h"
#include "apis/storage/v1/validation_storage.h"
#include "pintle/typeinfo/equal.h"

namespace pintle::apis::storage::v1 {
namespace {

// Counts changes only: a driver nobody has changed has no generation.
void CountDriverGeneration(const write::Context&, write::Object& object, const write::Object& old) {
  const auto& spec = object.As<CSIDriver>().spec;
  const auto& before = old.As<CSIDriver>().spec;
  if (!typeinfo::SemanticEqual(typeinfo::TypeOf<CSIDriverSpec>(), &spec, &before)) {
    ++object.meta().generation;
  }
}

constexpr ResourceRow kResources[] = {
    {.kind = {.kind = "CSIDriver",
              .versions = {scheme::Version<CSIDriver, CSIDriverList>({.version = "v1"})},
              .namespaced = false},
     .plural = "csidrivers",
     .table = CSIDriverTable,
     .unconditional_update = false,
     .delete_returns_object = true,
     .prepare_update = CountDriverGeneration},
    {.kind = {.kind = "CSINode",
              .versions = {scheme::Version<CSINode, CSINodeList>({.version = "v1"})},
              .namespaced = false},
     .plural = "csinodes",
     .table = CSINodeTable,
     .unconditional_update = false,
     .delete_returns_object = true},
    {.kind = {.kind = "CSIStorageCapacity",
              .versions = {scheme::Version<CSIStorageCapacity, CSIStorageCapacityList>(
                  {.version = "v1"})}},
     .plural = "csistoragecapacities",
     .table = CSIStorageCapacityTable,
     .unconditional_update = false},
    {.kind = {.kind = "StorageClass",
              .versions = {scheme::Version<StorageClass, StorageClassList>({.version = "v1"})},
              .namespaced = false},
     .plural = "storageclasses",
     .short_names = {"sc"},
     .table = StorageClassTable,
     .delete_returns_object = true,
     .meta_update_rules = write::MetaUpdateRules::kBoth,
     .validate = ValidateBy<ValidateStorageClass>,
     .validate_update = ValidateUpdateBy<ValidateStorageClassUpdate>},
    {.kind = {.kind = "VolumeAttachment",
              .versions = {scheme::Version<VolumeAttachment, VolumeAttachmentList>(
                  {.version = "v1"})},
              .namespaced = false},
     .plural = "volumeattachments",
     .table = VolumeAttachmentTable,
     .unconditional_update = false,
     .delete_returns_object = true,
     .clear_on_create = {"status"},
     .keep_on_update = {"status"},
     .subresources = {kStatusAlone}},
    {.kind = {.kind = "VolumeAttributesClass",
              .versions = {scheme::Version<VolumeAttributesClass, VolumeAttributesClassList>(
                  {.version = "v1"})},
              .namespaced = false},
     .plural = "volumeattributesclasses",
     .short_names = {"vac"},
     .table = VolumeAttributesClassTable,
     .delete_returns_object = true},
};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme) {
  return DefineAll(scheme, "storage.k8s.io", kResources);
}

}  // namespace pintle::apis::storage::v1
