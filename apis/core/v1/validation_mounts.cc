#include "apis/core/v1/validation_mounts.h"

#include <algorithm>
#include <set>

#include "pintle/base/strings.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/paths.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

void ValidatePropagation(const VolumeMount& mount, bool privileged, const Path& path,
                         ErrorList& errors) {
  if (!mount.mount_propagation) return;
  validate::OneOf(
      path, *mount.mount_propagation,
      {kMountPropagationBidirectional, kMountPropagationHostToContainer, kMountPropagationNone},
      errors);
  if (*mount.mount_propagation == kMountPropagationBidirectional && !privileged) {
    errors.push_back(field::Forbidden(
        path, "Bidirectional mount propagation is available only to privileged containers"));
  }
}

void ValidateRecursiveReadOnly(const VolumeMount& mount, const Path& path, ErrorList& errors) {
  if (!mount.recursive_read_only) return;
  Str mode = *mount.recursive_read_only;
  if (mode == kRecursiveReadOnlyEnabled || mode == kRecursiveReadOnlyIfPossible) {
    if (!mount.read_only) {
      errors.push_back(field::Forbidden(path, "may only be specified when readOnly is true"));
    }
    if (mount.mount_propagation.value_or(kMountPropagationNone) != kMountPropagationNone) {
      errors.push_back(field::Forbidden(
          path, "may only be specified when mountPropagation is None or not specified"));
    }
    return;
  }
  validate::OneOf(
      path, mode,
      {kRecursiveReadOnlyDisabled, kRecursiveReadOnlyEnabled, kRecursiveReadOnlyIfPossible},
      errors);
}

void ValidateSubPaths(const VolumeMount& mount, const Path& list, const Path& item,
                      ErrorList& errors) {
  if (!mount.sub_path.empty()) {
    validate::RelativePath(list.Child("subPath"), mount.sub_path, errors);
  }
  if (mount.sub_path_expr.empty()) return;
  if (!mount.sub_path.empty()) {
    errors.push_back(field::Invalid(item.Child("subPathExpr"), mount.sub_path_expr,
                                    "subPathExpr and subPath are mutually exclusive"));
  }
  validate::RelativePath(list.Child("subPathExpr"), mount.sub_path_expr, errors);
}

bool HasBackstep(std::string_view path) {
  std::vector<std::string_view> parts = Split(path, '/');
  return std::find(parts.begin(), parts.end(), "..") != parts.end();
}

}  // namespace

void ValidateVolumeMounts(const ContainerVolumes& container, const VolumeSources& volumes,
                          const Path& path, ErrorList& errors) {
  std::set<Str> device_names;
  std::set<Str> device_paths;
  for (const VolumeDevice& device : container.devices) {
    device_names.insert(device.name);
    device_paths.insert(device.device_path);
  }
  std::set<Str> mount_paths;
  for (size_t i = 0; i < container.mounts.size(); ++i) {
    const VolumeMount& mount = container.mounts[i];
    Path item = path.Index(i);
    Path name = item.Child("name");
    Path mount_path = item.Child("mountPath");
    validate::NotEmpty(name, mount.name, errors);
    if (!volumes.contains(mount.name)) errors.push_back(field::NotFound(name, mount.name));
    validate::NotEmpty(mount_path, mount.mount_path, errors);
    if (!mount_paths.insert(mount.mount_path).second) {
      errors.push_back(field::Invalid(mount_path, mount.mount_path, "must be unique"));
    }
    if (device_names.contains(mount.name)) {
      errors.push_back(field::Invalid(name, mount.name, "must not already exist in volumeDevices"));
    }
    if (device_paths.contains(mount.mount_path)) {
      errors.push_back(field::Invalid(mount_path, mount.mount_path,
                                      "must not already exist as a path in volumeDevices"));
    }
    ValidateSubPaths(mount, path, item, errors);
    ValidatePropagation(mount, container.privileged, path.Child("mountPropagation"), errors);
    ValidateRecursiveReadOnly(mount, path.Child("recursiveReadOnly"), errors);
  }
}

void ValidateVolumeDevices(const ContainerVolumes& container, const VolumeSources& volumes,
                           const Path& path, ErrorList& errors) {
  std::set<Str> mount_names;
  std::set<Str> mount_paths;
  for (const VolumeMount& mount : container.mounts) {
    mount_names.insert(mount.name);
    mount_paths.insert(mount.mount_path);
  }
  std::set<Str> names;
  std::set<Str> device_paths;
  for (size_t i = 0; i < container.devices.size(); ++i) {
    const VolumeDevice& device = container.devices[i];
    Path item = path.Index(i);
    Path name = item.Child("name");
    Path device_path = item.Child("devicePath");
    validate::NotEmpty(name, device.name, errors);
    if (!device.name.empty() && !names.insert(device.name).second) {
      errors.push_back(field::Invalid(name, device.name, "must be unique"));
    }
    auto volume = volumes.find(device.name);
    if (volume == volumes.end()) {
      errors.push_back(field::NotFound(name, device.name));
    } else if (!volume->second->persistent_volume_claim && !volume->second->ephemeral) {
      errors.push_back(field::Invalid(name, device.name,
                                      "can only use volume source type of PersistentVolumeClaim or "
                                      "Ephemeral for block mode"));
    }
    validate::NotEmpty(device_path, device.device_path, errors);
    if (device_paths.contains(device.device_path)) {
      errors.push_back(field::Invalid(device_path, device.device_path, "must be unique"));
    }
    if (HasBackstep(device.device_path)) {
      errors.push_back(
          field::Invalid(device_path, device.device_path, "can not contain backsteps ('..')"));
    } else {
      device_paths.insert(device.device_path);
    }
    if (mount_names.contains(device.name)) {
      errors.push_back(field::Invalid(name, device.name, "must not already exist in volumeMounts"));
    }
    if (mount_paths.contains(device.device_path)) {
      errors.push_back(field::Invalid(device_path, device.device_path,
                                      "must not already exist as a path in volumeMounts"));
    }
  }
}

}  // namespace pintle::apis::core::v1
