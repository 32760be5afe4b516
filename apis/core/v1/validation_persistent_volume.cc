#include "apis/core/v1/validation_persistent_volume.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "apis/core/v1/memory_forms.h"
#include "apis/core/v1/validation_claim.h"
#include "apis/core/v1/validation_resources.h"
#include "apis/core/v1/validation_scheduling.h"
#include "apis/core/v1/validation_volume_sources.h"
#include "pintle/base/strings.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/paths.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;
using validate::NotEmpty;

constexpr std::string_view kMountOptions = "volume.beta.kubernetes.io/mount-options";

void ValidateCapacity(const PersistentVolumeSpec& spec, ErrorList& errors) {
  Path path("spec.capacity");
  if (spec.capacity.empty()) errors.push_back(field::Required(path));
  if (spec.capacity.Find(kResourceStorage) == nullptr || spec.capacity.size() > 1) {
    errors.push_back(
        field::NotSupported(path, validate::Shown(spec.capacity), {std::string(kResourceStorage)}));
  }
  for (const auto& entry : spec.capacity) {
    Path item = path.Key(entry.key);
    ValidateReportedQuantity(entry.value, item, errors);
    if (AmountOf(entry.value).sign() <= 0) {
      errors.push_back(field::Invalid(item, entry.value.view(), "must be greater than zero"));
    }
  }
}

void ValidateSecretRef(const typeinfo::Ptr<SecretReference>& secret, std::string_view name,
                       const Path& path, ErrorList& errors) {
  if (!secret) return;
  Path at = path.Child(name);
  validate::RequiredForm(at.Child("name"), secret->name, validate::IsDns1123Subdomain, errors);
  validate::RequiredForm(at.Child("namespace"), secret->namespace_, validate::IsDns1123Label,
                         errors);
}

void ValidateCsi(const CSIPersistentVolumeSource& source, const Path& path, ErrorList& errors) {
  ValidateCsiDriverName(source.driver, path.Child("driver"), errors);
  NotEmpty(path.Child("volumeHandle"), source.volume_handle, errors);
  ValidateSecretRef(source.controller_publish_secret_ref, "controllerPublishSecretRef", path,
                    errors);
  ValidateSecretRef(source.controller_expand_secret_ref, "controllerExpandSecretRef", path, errors);
  ValidateSecretRef(source.node_publish_secret_ref, "nodePublishSecretRef", path, errors);
  ValidateSecretRef(source.node_expand_secret_ref, "nodeExpandSecretRef", path, errors);
}

void ValidateIscsiNameLength(const ISCSIPersistentVolumeSource& source, Str volume,
                             const Path& path, ErrorList& errors) {
  if (!source.initiator_name ||
      volume.size() + 1 + source.target_portal.size() <= kMaxIscsiNameBytes) {
    return;
  }
  errors.push_back(
      field::Invalid(path.Child("targetportal"), source.target_portal, kIscsiNameTooLong));
}

void ValidateSources(const PersistentVolumeSpec& spec, Str name, const Path& path,
                     ErrorList& errors) {
  const PersistentVolumeSource& source = spec.persistent_volume_source;
  SourceCount count(path, errors);
  count.Source(source.host_path, "hostPath");
  count.Source(source.gce_persistent_disk, "gcePersistentDisk", "persistentDisk");
  count.Source(source.aws_elastic_block_store, "awsElasticBlockStore");
  count.Source(source.glusterfs, "glusterfs");
  count.Source(source.flocker, "flocker");
  count.Source(source.nfs, "nfs");
  count.Source(source.rbd, "rbd");
  count.Source(source.quobyte, "quobyte");
  count.Source(source.cephfs, "cephFS", "cephfs");
  count.Source(source.iscsi, "iscsi", "iscsi",
               [&](const ISCSIPersistentVolumeSource& iscsi, const Path& at) {
                 ValidateSource(iscsi, at, errors);
                 ValidateIscsiNameLength(iscsi, name, at, errors);
               });
  count.Source(source.cinder, "cinder");
  count.Source(source.fc, "fc");
  count.FurtherSource(source.flex_volume, "flexVolume");
  count.Source(source.azure_file, "azureFile");
  count.Source(source.vsphere_volume, "vsphereVolume");
  count.Source(source.photon_persistent_disk, "photonPersistentDisk");
  count.Source(source.portworx_volume, "portworxVolume");
  count.Source(source.azure_disk, "azureDisk");
  count.Source(source.scale_io, "scaleIO");
  count.Source(source.local, "local", "local", [&](const LocalVolumeSource& local, const Path& at) {
    if (NotEmpty(at.Child("path"), local.path, errors)) {
      validate::NoBacksteps(at.Child("path"), local.path, errors);
    }
    if (!spec.node_affinity) {
      errors.push_back(
          field::Required(path.Child("nodeAffinity"), "Local volume requires node affinity"));
    }
  });
  count.Source(source.storageos, "storageos");
  count.Source(source.csi, "csi", "csi", [&](const CSIPersistentVolumeSource& csi, const Path& at) {
    ValidateCsi(csi, at, errors);
  });
  count.RequireOne();
}

bool TakesMountOptions(const PersistentVolumeSource& source) {
  return source.gce_persistent_disk || source.aws_elastic_block_store || source.glusterfs ||
         source.nfs || source.rbd || source.quobyte || source.iscsi || source.cinder ||
         source.cephfs || source.azure_file || source.vsphere_volume || source.azure_disk ||
         source.storageos || source.csi || source.local;
}

// `/`, however it is written.
bool IsRoot(std::string_view path) {
  if (!path.starts_with('/')) return false;
  int depth = 0;
  for (std::string_view element : Split(path, '/')) {
    if (element.empty() || element == ".") continue;
    depth = element == ".." ? std::max(depth - 1, 0) : depth + 1;
  }
  return depth == 0;
}

void ValidateReclaimPolicy(const PersistentVolumeSpec& spec, ErrorList& errors) {
  Path path("spec.persistentVolumeReclaimPolicy");
  Str policy = spec.persistent_volume_reclaim_policy;
  if (!policy.empty()) {
    validate::OneOf(path, policy,
                    {kPersistentVolumeReclaimDelete, kPersistentVolumeReclaimRecycle,
                     kPersistentVolumeReclaimRetain},
                    errors);
  }
  const auto& host = spec.persistent_volume_source.host_path;
  if (policy != kPersistentVolumeReclaimRecycle || !host) return;
  if (IsRoot(host->path)) {
    errors.push_back(field::Forbidden(path, "may not be 'recycle' for a hostPath mount of '/'"));
  }
}

void ValidateAttributesClass(const PersistentVolumeSpec& spec, ErrorList& errors) {
  if (!spec.volume_attributes_class_name) return;
  Path path("spec.volumeAttributesClassName");
  if (spec.volume_attributes_class_name.value.empty()) {
    errors.push_back(field::Required(path, "an empty string is disallowed"));
  } else {
    validate::Form(path, *spec.volume_attributes_class_name, validate::IsDns1123Subdomain, errors);
  }
  if (!spec.persistent_volume_source.csi) {
    errors.push_back(field::Required(Path("spec.csi"),
                                     "has to be specified when using volumeAttributesClassName"));
  }
}

// Labels of nodes got new names; a volume may follow.
Str CurrentLabel(Str key) {
  static const std::map<Str, Str> kRenamed = {
      {"failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"},
      {"failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"},
      {"beta.kubernetes.io/os", "kubernetes.io/os"},
      {"beta.kubernetes.io/arch", "kubernetes.io/arch"},
      {"beta.kubernetes.io/instance-type", "node.kubernetes.io/instance-type"},
  };
  auto found = kRenamed.find(key);
  return found != kRenamed.end() ? found->second : key;
}

bool OnlyRenames(const NodeSelector& now, const NodeSelector& old) {
  if (now.node_selector_terms.size() != old.node_selector_terms.size()) return false;
  for (size_t i = 0; i < now.node_selector_terms.size(); ++i) {
    const NodeSelectorTerm& term = now.node_selector_terms[i];
    const NodeSelectorTerm& before = old.node_selector_terms[i];
    if (!validate::Equal(term.match_fields, before.match_fields)) return false;
    if (term.match_expressions.size() != before.match_expressions.size()) return false;
    for (size_t j = 0; j < term.match_expressions.size(); ++j) {
      NodeSelectorRequirement renamed = before.match_expressions[j];
      if (term.match_expressions[j].key != renamed.key) renamed.key = CurrentLabel(renamed.key);
      if (!typeinfo::SemanticEqual(term.match_expressions[j], renamed)) return false;
    }
  }
  return true;
}

bool IsAffinityKept(const PersistentVolume& now, const PersistentVolume& old) {
  if (!old.spec.node_affinity) return true;
  if (validate::Equal(now.spec.node_affinity, old.spec.node_affinity)) return true;
  return now.spec.node_affinity && now.spec.node_affinity->required &&
         old.spec.node_affinity->required &&
         OnlyRenames(*now.spec.node_affinity->required, *old.spec.node_affinity->required);
}

// The secret for expansion may be named once.
void ValidateSourceUpdate(const PersistentVolume& now, const PersistentVolume& old,
                          ErrorList& errors) {
  Arena arena;
  PersistentVolumeSource source = now.spec.persistent_volume_source;
  const auto& before = old.spec.persistent_volume_source.csi;
  if (source.csi && before && !before->controller_expand_secret_ref) {
    CSIPersistentVolumeSource csi = *source.csi;
    csi.controller_expand_secret_ref.reset();
    source.csi.reset();
    source.csi.Ensure(arena) = csi;
  }
  if (typeinfo::SemanticEqual(source, old.spec.persistent_volume_source)) return;
  errors.push_back(
      field::Forbidden(Path("spec.persistentvolumesource"),
                       fmt::format("spec.persistentvolumesource is immutable after creation\n{}",
                                   DiffInMemory(old.spec.persistent_volume_source, source))));
}

}  // namespace

ErrorList ValidatePersistentVolume(const PersistentVolume& volume,
                                   const ValidationOptions& options) {
  ErrorList errors;
  const PersistentVolumeSpec& spec = volume.spec;
  Path path("spec");
  Path modes = path.Child("accessModes");
  if (spec.access_modes.empty()) errors.push_back(field::Required(modes));
  ValidateAccessModes(spec.access_modes, modes, errors);
  ValidateCapacity(spec, errors);
  if (spec.node_affinity) {
    Path required("spec.nodeAffinity.required");
    if (!spec.node_affinity->required) {
      errors.push_back(field::Required(required, "must specify required node constraints"));
    } else {
      ValidateNodeSelector(*spec.node_affinity->required, required, options, errors);
    }
  }
  ValidateSources(spec, volume.metadata.name, path, errors);
  ValidateReclaimPolicy(spec, errors);
  validate::FormIfGiven(path.Child("storageClassName"), spec.storage_class_name,
                        validate::IsDns1123Subdomain, errors);
  validate::OneOf(path.Child("volumeMode"), spec.volume_mode,
                  {kPersistentVolumeBlock, kPersistentVolumeFilesystem}, errors);
  ValidateAttributesClass(spec, errors);
  if (volume.metadata.annotations.Find(kMountOptions) != nullptr &&
      !TakesMountOptions(spec.persistent_volume_source)) {
    Path annotations("metadata.annotations");
    errors.push_back(field::Forbidden(annotations.Child(kMountOptions),
                                      "may not specify mount options for this volume type"));
  }
  return errors;
}

ErrorList ValidatePersistentVolumeUpdate(const PersistentVolume& volume,
                                         const PersistentVolume& old, ValidationOptions options) {
  ErrorList errors = ValidatePersistentVolume(volume, options);
  ValidateSourceUpdate(volume, old, errors);
  validate::Unchanged(Path("volumeMode"), volume.spec.volume_mode, old.spec.volume_mode, errors);
  if (!options.mutable_volume_node_affinity && !IsAffinityKept(volume, old)) {
    errors.push_back(
        field::Invalid(Path("nodeAffinity"), validate::Shown(volume.spec.node_affinity),
                       "field is immutable, except for updating from beta label to GA"));
  }
  if (old.spec.volume_attributes_class_name && !volume.spec.volume_attributes_class_name) {
    errors.push_back(field::Forbidden(Path("spec.volumeAttributesClassName"),
                                      "update from non-nil value to nil is forbidden"));
  }
  return errors;
}

ErrorList ValidatePersistentVolumeStatusUpdate(const PersistentVolume& volume,
                                               const PersistentVolume& /*old*/) {
  ErrorList errors;
  if (volume.metadata.resource_version.empty()) {
    errors.push_back(field::Required(Path("resourceVersion")));
  }
  return errors;
}

}  // namespace pintle::apis::core::v1
