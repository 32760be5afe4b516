#include "apis/core/v1/image_reference.h"
#include "apis/core/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"
#include "pintle/typeinfo/zero.h"

namespace pintle::apis::core::v1 {
namespace {

using scheme::FunctionContext;

constexpr int32_t kFileMode = 0644;
constexpr int64_t kTokenSeconds = 3600;

void DefaultVolume(FunctionContext& context, Volume& volume) {
  VolumeSource& source = volume.volume_source;
  if (typeinfo::IsZero(typeinfo::TypeOf<VolumeSource>(), &source)) {
    source.empty_dir.Ensure(context.arena);
  }
  if (source.image && source.image->pull_policy.empty()) {
    source.image->pull_policy =
        IsLatestImage(source.image->reference) ? kPullAlways : kPullIfNotPresent;
  }
}

// Secrets, config maps and others as files.
template <typename Source>
void DefaultFileMode(FunctionContext&, Source& source) {
  SetIfUnset(source.default_mode, kFileMode);
}

void DefaultTokenProjection(FunctionContext&, ServiceAccountTokenProjection& projection) {
  SetIfUnset(projection.expiration_seconds, kTokenSeconds);
}

void DefaultHostPath(FunctionContext&, HostPathVolumeSource& source) {
  SetIfUnset(source.type, kHostPathUnset);
}

void DefaultPersistentVolume(FunctionContext&, PersistentVolume& volume) {
  SetIfUnset(volume.status.phase, kVolumePending);
  SetIfUnset(volume.spec.persistent_volume_reclaim_policy, kPersistentVolumeReclaimRetain);
  SetIfUnset(volume.spec.volume_mode, kPersistentVolumeFilesystem);
}

void DefaultClaim(FunctionContext&, PersistentVolumeClaim& claim) {
  SetIfUnset(claim.status.phase, kClaimPending);
}

void DefaultClaimSpec(FunctionContext&, PersistentVolumeClaimSpec& spec) {
  SetIfUnset(spec.volume_mode, kPersistentVolumeFilesystem);
}

}  // namespace

void AddStorageDefaults(TypeFunctionList& list) {
  list.push_back(scheme::On<&DefaultVolume>());
  list.push_back(scheme::On<&DefaultFileMode<SecretVolumeSource>>());
  list.push_back(scheme::On<&DefaultFileMode<ConfigMapVolumeSource>>());
  list.push_back(scheme::On<&DefaultFileMode<DownwardAPIVolumeSource>>());
  list.push_back(scheme::On<&DefaultFileMode<ProjectedVolumeSource>>());
  list.push_back(scheme::On<&DefaultTokenProjection>());
  list.push_back(scheme::On<&DefaultHostPath>());
  list.push_back(scheme::On<&DefaultPersistentVolume>());
  list.push_back(scheme::On<&DefaultClaim>());
  list.push_back(scheme::On<&DefaultClaimSpec>());
}

}  // namespace pintle::apis::core::v1
