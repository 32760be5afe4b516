#include "apis/storage/v1/cells.h"

#include <fmt/format.h>

#include "apis/cells.h"
#include "apis/storage/v1/types.h"

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
      {NameColumn(),
       FlagColumn("AttachRequired",
                  "Whether volumes are attached to a node before they are mounted."),
       FlagColumn("PodInfoOnMount", "Whether the driver is told for which pod it mounts."),
       FlagColumn("StorageCapacity",
                  "Whether pods are scheduled by the capacity the driver reports."),
       TextColumn("TokenRequests", "Audiences of the service account tokens the driver is given."),
       FlagColumn("RequiresRepublish",
                  "Whether the driver is asked to mount again from time to time."),
       TextColumn("Modes", "Persistent, Ephemeral, or both."), AgeColumn()},
      CSIDriverCells);
}

write::Table CSINodeTable() {
  return TableOf<CSINode>(
      {NameColumn(), NumberColumn("Drivers", "How many drivers the node has."), AgeColumn()},
      CSINodeCells);
}

write::Table CSIStorageCapacityTable() {
  return TableOf<CSIStorageCapacity>(
      {NameColumn(), TextColumn("StorageClassName", "The class it is about."),
       TextColumn("Capacity", "How much can be provisioned.")},
      CSIStorageCapacityCells);
}

write::Table StorageClassTable() {
  return TableOf<StorageClass>(
      {NameColumn(), TextColumn("Provisioner", "Who makes volumes of this class."),
       TextColumn("ReclaimPolicy", "What becomes of a volume once its claim is gone."),
       TextColumn("VolumeBindingMode",
                  "Whether a claim gets its volume at once or with its first pod."),
       TextColumn("AllowVolumeExpansion", "Whether volumes can be made larger."), AgeColumn()},
      StorageClassCells);
}

write::Table VolumeAttachmentTable() {
  write::Column attacher = TextColumn("Attacher", "The driver that attaches the volume.");
  attacher.format = "name";
  return TableOf<VolumeAttachment>({NameColumn(), attacher, TextColumn("PV", "The volume."),
                                    TextColumn("Node", "The node the volume is attached to."),
                                    FlagColumn("Attached", "Whether it is attached."), AgeColumn()},
                                   VolumeAttachmentCells);
}

write::Table VolumeAttributesClassTable() {
  return TableOf<VolumeAttributesClass>(
      {NameColumn(), TextColumn("DriverName", "The driver that knows these attributes."),
       AgeColumn()},
      VolumeAttributesClassCells);
}

}  // namespace pintle::apis::storage::v1
