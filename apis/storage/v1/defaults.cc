#include "apis/core/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/storage/v1/types.h"
#include "apis/type_function_lists.h"

namespace pintle::apis::storage::v1 {
namespace {

using scheme::FunctionContext;

constexpr std::string_view kSELinuxMountReadWriteOncePod = "SELinuxMountReadWriteOncePod";
constexpr std::string_view kVolumeLimitScaling = "VolumeLimitScaling";

void DefaultStorageClass(FunctionContext&, StorageClass& storage_class) {
  SetIfUnset(storage_class.reclaim_policy, core::v1::kPersistentVolumeReclaimDelete);
  SetIfUnset(storage_class.volume_binding_mode, kVolumeBindingImmediate);
}

void DefaultCSIDriver(FunctionContext& context, CSIDriver& driver) {
  CSIDriverSpec& spec = driver.spec;
  SetIfUnset(spec.attach_required, true);
  SetIfUnset(spec.pod_info_on_mount, false);
  SetIfUnset(spec.storage_capacity, false);
  SetIfUnset(spec.fs_group_policy, kReadWriteOnceWithFSTypeFSGroupPolicy);
  if (spec.volume_lifecycle_modes.empty()) {
    spec.volume_lifecycle_modes.Append(context.arena, kVolumeLifecyclePersistent);
  }
  SetIfUnset(spec.requires_republish, false);
  if (context.Enabled(kSELinuxMountReadWriteOncePod)) SetIfUnset(spec.se_linux_mount, false);
  if (context.Enabled(kVolumeLimitScaling)) {
    SetIfUnset(spec.prevent_pod_scheduling_if_missing, false);
  }
}

}  // namespace

void AddDefaults(TypeFunctionList& list) {
  list.push_back(scheme::On<&DefaultStorageClass>());
  list.push_back(scheme::On<&DefaultCSIDriver>());
}

}  // namespace pintle::apis::storage::v1
