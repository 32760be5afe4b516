#include "apis/storage/v1/cells.h"

#include <fmt/format.h>

#include "apis/cells.h"
#include "apis/storage/v1/types.h"
#include "apis/table_cells.h"

namespace pintle::apis::storage::v1 {
namespace {

constexpr std::string_view kDefaultClass = "storageclass.kubernetes.io/is-default-class";
constexpr std::string_view kBetaDefaultClass = "storageclass.beta.kubernetes.io/is-default-class";
constexpr std::string_view kDefaultAttributes =
    "volumeattributesclass.beta.kubernetes.io/is-default-class";

bool Says(const meta::v1::ObjectMeta& meta, std::string_view annotation) {
  const typeinfo::Str* value = meta.annotations.Find(annotation);
  return value != nullptr && *value == "true";
}

CellList StorageClassCells(const StorageClass& klass, const CellContext& context) {
  bool chosen = Says(klass.metadata, kDefaultClass) || Says(klass.metadata, kBetaDefaultClass);
  return {context.Text(fmt::format("{}{}", klass.metadata.name, chosen ? " (default)" : "")),
          context.Text(klass.provisioner),
          context.Text(klass.reclaim_policy.value_or(core::v1::kPersistentVolumeReclaimDelete)),
          context.Text(klass.volume_binding_mode.value_or(kVolumeBindingImmediate)),
          Value(klass.allow_volume_expansion.value_or(false)),
          context.Age(klass.metadata)};
}

CellList VolumeAttributesClassCells(const VolumeAttributesClass& klass,
                                    const CellContext& context) {
  bool chosen = Says(klass.metadata, kDefaultAttributes);
  return {context.Text(fmt::format("{}{}", klass.metadata.name, chosen ? " (default)" : "")),
          context.Text(klass.driver_name), context.Age(klass.metadata)};
}

CellList VolumeAttachmentCells(const VolumeAttachment& attachment, const CellContext& context) {
  return {context.Text(attachment.metadata.name),
          context.Text(attachment.spec.attacher),
          context.Text(attachment.spec.source.persistent_volume_name.value_or("")),
          context.Text(attachment.spec.node_name),
          Value(attachment.status.attached),
          context.Age(attachment.metadata)};
}

CellList CSINodeCells(const CSINode& node, const CellContext& context) {
  return {context.Text(node.metadata.name), Number(static_cast<int64_t>(node.spec.drivers.size())),
          context.Age(node.metadata)};
}

CellList CSIDriverCells(const CSIDriver& driver, const CellContext& context) {
  const auto& spec = driver.spec;
  std::vector<std::string_view> audiences;
  for (const auto& request : spec.token_requests) audiences.push_back(request.audience);
  std::string tokens(kUnset);
  if (!audiences.empty()) tokens = fmt::format("{}", fmt::join(audiences, ","));
  std::string modes = fmt::format("{}", fmt::join(spec.volume_lifecycle_modes, ","));
  return {context.Text(driver.metadata.name),
          Value(spec.attach_required.value_or(true)),
          Value(spec.pod_info_on_mount.value_or(false)),
          Value(spec.storage_capacity.value_or(false)),
          context.Text(tokens),
          Value(spec.requires_republish.value_or(false)),
          context.Text(TextOr(modes, kNone)),
          context.Age(driver.metadata)};
}

CellList CSIStorageCapacityCells(const CSIStorageCapacity& capacity, const CellContext& context) {
  return {context.Text(capacity.metadata.name), context.Text(capacity.storage_class_name),
          context.Text(capacity.capacity ? (*capacity.capacity).view() : kUnset)};
}

}  // namespace

write::Table CSIDriverTable() {
  return TableOf<CSIDriver>(
      {NameColumn(), FlagColumn("AttachRequired"), FlagColumn("PodInfoOnMount"),
       FlagColumn("StorageCapacity"), TextColumn("TokenRequests"), FlagColumn("RequiresRepublish"),
       TextColumn("Modes"), AgeColumn()},
      CSIDriverCells);
}

write::Table CSINodeTable() {
  return TableOf<CSINode>({NameColumn(), NumberColumn("Drivers"), AgeColumn()}, CSINodeCells);
}

write::Table CSIStorageCapacityTable() {
  return TableOf<CSIStorageCapacity>(
      {NameColumn(), TextColumn("StorageClassName"), TextColumn("Capacity")},
      CSIStorageCapacityCells);
}

write::Table StorageClassTable() {
  return TableOf<StorageClass>(
      {NameColumn(), TextColumn("Provisioner"), TextColumn("ReclaimPolicy"),
       TextColumn("VolumeBindingMode"), TextColumn("AllowVolumeExpansion"), AgeColumn()},
      StorageClassCells);
}

write::Table VolumeAttachmentTable() {
  write::Column attacher = TextColumn("Attacher");
  attacher.format = "name";
  return TableOf<VolumeAttachment>({NameColumn(), attacher, TextColumn("PV"), TextColumn("Node"),
                                    FlagColumn("Attached"), AgeColumn()},
                                   VolumeAttachmentCells);
}

write::Table VolumeAttributesClassTable() {
  return TableOf<VolumeAttributesClass>({NameColumn(), TextColumn("DriverName"), AgeColumn()},
                                        VolumeAttributesClassCells);
}

}  // namespace pintle::apis::storage::v1
