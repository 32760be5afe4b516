#include <fmt/format.h>

#include <algorithm>

#include "apis/cells.h"
#include "apis/core/v1/cells.h"

namespace pintle::apis::core::v1 {
namespace {

constexpr std::string_view kTerminating = "Terminating";
constexpr std::string_view kStorage = "storage";
constexpr std::string_view kClassAnnotation = "volume.beta.kubernetes.io/storage-class";

std::string AccessModesText(const typeinfo::List<typeinfo::Str>& modes) {
  struct ShortName {
    std::string_view mode;
    std::string_view text;
  };
  constexpr ShortName kShortNames[] = {{kReadWriteOnce, "RWO"},
                                       {kReadOnlyMany, "ROX"},
                                       {kReadWriteMany, "RWX"},
                                       {kReadWriteOncePod, "RWOP"}};
  std::vector<std::string_view> texts;
  for (const auto& [mode, text] : kShortNames) {
    if (std::ranges::find(modes, mode) != modes.end()) texts.push_back(text);
  }
  return fmt::format("{}", fmt::join(texts, ","));
}

std::string_view StorageText(const typeinfo::Map<typeinfo::Quantity>& amounts) {
  const typeinfo::Quantity* storage = amounts.Find(kStorage);
  return storage == nullptr ? "0" : storage->view();
}

std::string_view ClassText(const meta::v1::ObjectMeta& meta, std::string_view named) {
  const typeinfo::Str* annotated = meta.annotations.Find(kClassAnnotation);
  return annotated != nullptr ? *annotated : named;
}

CellList PersistentVolumeCells(const PersistentVolume& volume, const CellContext& context) {
  const auto& spec = volume.spec;
  std::string claim;
  if (spec.claim_ref) {
    claim = fmt::format("{}/{}", spec.claim_ref->namespace_, spec.claim_ref->name);
  }
  bool leaving = static_cast<bool>(volume.metadata.deletion_timestamp);
  return {context.Text(volume.metadata.name),
          context.Text(StorageText(spec.capacity)),
          context.Text(AccessModesText(spec.access_modes)),
          context.Text(spec.persistent_volume_reclaim_policy),
          context.Text(leaving ? kTerminating : volume.status.phase),
          context.Text(claim),
          context.Text(ClassText(volume.metadata, spec.storage_class_name)),
          context.Text(spec.volume_attributes_class_name.value_or(kUnset)),
          context.Text(volume.status.reason),
          context.Age(volume.metadata),
          context.Text(spec.volume_mode.value_or(kUnset))};
}

CellList PersistentVolumeClaimCells(const PersistentVolumeClaim& claim,
                                    const CellContext& context) {
  const auto& spec = claim.spec;
  bool leaving = static_cast<bool>(claim.metadata.deletion_timestamp);
  bool bound = !spec.volume_name.empty();
  return {context.Text(claim.metadata.name),
          context.Text(leaving ? kTerminating : claim.status.phase),
          context.Text(spec.volume_name),
          context.Text(bound ? StorageText(claim.status.capacity) : ""),
          context.Text(bound ? AccessModesText(claim.status.access_modes) : ""),
          context.Text(ClassText(claim.metadata, spec.storage_class_name.value_or(""))),
          context.Text(spec.volume_attributes_class_name.value_or(kUnset)),
          context.Age(claim.metadata),
          context.Text(spec.volume_mode.value_or(kUnset))};
}

}  // namespace

write::Table PersistentVolumeClaimTable() {
  return TableOf<PersistentVolumeClaim>(
      {NameColumn(), TextColumn("Status", "Whether it has a volume."),
       TextColumn("Volume", "The volume it is bound to."),
       TextColumn("Capacity", "The size of the volume."),
       TextColumn("Access Modes", "How nodes may mount the volume."),
       TextColumn("StorageClass", "The class it asks for."),
       TextColumn("VolumeAttributesClass", "The class of changeable attributes it asks for."),
       AgeColumn(), Wide(TextColumn("VolumeMode", "Filesystem or Block."))},
      PersistentVolumeClaimCells);
}

write::Table PersistentVolumeTable() {
  return TableOf<PersistentVolume>(
      {NameColumn(), TextColumn("Capacity", "Its size."),
       TextColumn("Access Modes", "How nodes may mount it."),
       TextColumn("Reclaim Policy", "What becomes of it once its claim is gone."),
       TextColumn("Status", "Whether a claim has it, had it or may have it."),
       TextColumn("Claim", "The claim it is bound to."),
       TextColumn("StorageClass", "The class it belongs to."),
       TextColumn("VolumeAttributesClass", "The class of changeable attributes it belongs to."),
       TextColumn("Reason", "Why it has failed, for programs."), AgeColumn(),
       Wide(TextColumn("VolumeMode", "Filesystem or Block."))},
      PersistentVolumeCells);
}

}  // namespace pintle::apis::core::v1
