#include "apis/core/v1/volume_warnings.h"

#include <fmt/format.h>

#include "apis/core/v1/pod_usage_warnings.h"
#include "apis/core/v1/validation_resources.h"
#include "pintle/base/strings.h"

namespace pintle::apis::core::v1 {
namespace {

void WarnOfAnnotation(const PersistentVolume& volume, std::string_view key, std::string_view text,
                      write::Warnings& warnings) {
  if (volume.metadata.annotations.Find(key)) {
    warnings.Add(fmt::format("metadata.annotations[{}]: {}", key, text));
  }
}

}  // namespace

void WarnOfVolume(const write::Context& context, const write::Object& object,
                  const write::Object*) {
  const auto& volume = object.As<PersistentVolume>();
  const PersistentVolumeSource& source = volume.spec.persistent_volume_source;
  write::Warnings& warnings = context.warnings;
  WarnOfAnnotation(volume, "volume.beta.kubernetes.io/storage-class",
                   "deprecated since v1.8; use \"storageClassName\" attribute instead", warnings);
  WarnOfAnnotation(volume, "volume.beta.kubernetes.io/mount-options",
                   "deprecated since v1.31; use \"mountOptions\" attribute instead", warnings);
  if (volume.spec.persistent_volume_reclaim_policy == kPersistentVolumeReclaimRecycle) {
    warnings.Add(
        "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, "
        "the recommended approach is to use dynamic provisioning.");
  }
  auto deprecated = [&](bool used, std::string_view name, std::string_view text) {
    if (used) warnings.Add(fmt::format("spec.{}: {}", name, text));
  };
  deprecated(bool(source.cephfs), "cephfs", "deprecated in v1.28, non-functional in v1.31+");
  deprecated(bool(source.photon_persistent_disk), "photonPersistentDisk",
             "deprecated in v1.11, non-functional in v1.16+");
  deprecated(bool(source.rbd), "rbd", "deprecated in v1.28, non-functional in v1.31+");
  deprecated(bool(source.scale_io), "scaleIO", "deprecated in v1.16, non-functional in v1.22+");
  deprecated(bool(source.storageos), "storageOS", "deprecated in v1.22, non-functional in v1.25+");
  deprecated(bool(source.glusterfs), "glusterfs", "deprecated in v1.25, non-functional in v1.26+");
  const typeinfo::Quantity* storage = volume.spec.capacity.Find(kResourceStorage);
  if (storage != nullptr && AmountOf(*storage) != AmountOf(*storage).RoundedUp(0)) {
    warnings.Add(
        fmt::format("spec.capacity[storage]: fractional byte value {} is invalid, must be an "
                    "integer",
                    Quoted(storage->view())));
  }
}

void WarnOfClaim(const write::Context& context, const write::Object& object, const write::Object*) {
  WarnOfClaimSpec(object.As<PersistentVolumeClaim>().spec, "spec", context.warnings);
}

}  // namespace pintle::apis::core::v1
