#include "apis/core/v1/validation_volume.h"

#include <fmt/format.h>

#include <set>

#include "apis/core/v1/validation_claim.h"
#include "apis/core/v1/validation_container.h"
#include "apis/core/v1/validation_projection.h"
#include "apis/core/v1/validation_resources.h"
#include "apis/core/v1/validation_volume_sources.h"
#include "apis/meta/v1/validation_selector.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/paths.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;
using validate::NotEmpty;

void ValidateTemplateMetadata(const meta::v1::ObjectMeta& metadata, const Path& path,
                              ErrorList& errors) {
  meta::v1::ValidateAnnotations(metadata.annotations, path.Child("annotations"), errors);
  meta::v1::ValidateLabels(metadata.labels, path.Child("labels"), errors);
  auto forbid = [&](bool given, std::string_view name) {
    if (given) errors.push_back(field::Forbidden(path.Child(name), "cannot be set"));
  };
  forbid(!metadata.name.empty(), "name");
  forbid(!metadata.generate_name.empty(), "generateName");
  forbid(!metadata.namespace_.empty(), "namespace");
  forbid(!metadata.self_link.empty(), "selfLink");
  forbid(!metadata.uid.empty(), "uid");
  forbid(!metadata.resource_version.empty(), "resourceVersion");
  forbid(metadata.generation != 0, "generation");
  forbid(bool(metadata.creation_timestamp), "creationTimestamp");
  forbid(bool(metadata.deletion_timestamp), "deletionTimestamp");
  forbid(bool(metadata.deletion_grace_period_seconds), "deletionGracePeriodSeconds");
  forbid(!metadata.owner_references.empty(), "ownerReferences");
  forbid(!metadata.finalizers.empty(), "finalizers");
  forbid(!metadata.managed_fields.empty(), "managedFields");
}

class VolumeCheck {
 public:
  VolumeCheck(const Volume& volume, const VolumeContext& context, const Path& path,
              ErrorList& errors)
      : volume_(volume), context_(context), path_(path), errors_(errors), count_(path, errors) {}

  void Run() {
    const VolumeSource& source = volume_.volume_source;
    EmptyDir();
    count_.Source(source.host_path, "hostPath");
    GitRepo();
    count_.Source(source.gce_persistent_disk, "gcePersistentDisk", "persistentDisk");
    count_.Source(source.aws_elastic_block_store, "awsElasticBlockStore");
    Secret();
    count_.Source(source.nfs, "nfs");
    Iscsi();
    count_.Source(source.glusterfs, "glusterfs");
    count_.Source(source.flocker, "flocker");
    Claim();
    count_.Source(source.rbd, "rbd");
    count_.Source(source.cinder, "cinder");
    count_.Source(source.cephfs, "cephFS", "cephfs");
    count_.Source(source.quobyte, "quobyte");
    DownwardApi();
    count_.Source(source.fc, "fc");
    count_.Source(source.flex_volume, "flexVolume");
    ConfigMap();
    count_.Source(source.azure_file, "azureFile");
    count_.Source(source.vsphere_volume, "vsphereVolume");
    count_.Source(source.photon_persistent_disk, "photonPersistentDisk");
    count_.Source(source.portworx_volume, "portworxVolume");
    count_.Source(source.azure_disk, "azureDisk");
    count_.Source(source.storageos, "storageos");
    Projected();
    count_.Source(source.scale_io, "scaleIO");
    Csi();
    Ephemeral();
    Image();
    count_.RequireOne();
  }

 private:
  void EmptyDir() {
    count_.Source(
        volume_.volume_source.empty_dir, "emptyDir", "emptyDir",
        [this](const EmptyDirVolumeSource& source, const Path& path) {
          if (!source.size_limit || AmountOf(*source.size_limit).sign() >= 0) return;
          errors_.push_back(field::Forbidden(path.Child("sizeLimit"),
                                             "SizeLimit field must be a valid resource quantity"));
        });
  }

  void GitRepo() {
    count_.Source(volume_.volume_source.git_repo, "gitRepo", "gitRepo",
                  [this](const GitRepoVolumeSource& source, const Path& path) {
                    NotEmpty(path.Child("repository"), source.repository, errors_);
                    validate::RelativePath(path.Child("directory"), source.directory, errors_);
                  });
  }

  void Secret() {
    count_.Source(volume_.volume_source.secret, "secret", "secret",
                  [this](const SecretVolumeSource& source, const Path& path) {
                    NotEmpty(path.Child("secretName"), source.secret_name, errors_);
                    if (source.default_mode) {
                      validate::FileMode(path.Child("defaultMode"), *source.default_mode, errors_);
                    }
                    ValidateKeysToPaths(source.items, path.Child("items"), errors_);
                  });
  }

  void ConfigMap() {
    count_.Source(volume_.volume_source.config_map, "configMap", "configMap",
                  [this](const ConfigMapVolumeSource& source, const Path& path) {
                    NotEmpty(path.Child("name"), source.local_object_reference.name, errors_);
                    if (source.default_mode) {
                      validate::FileMode(path.Child("defaultMode"), *source.default_mode, errors_);
                    }
                    ValidateKeysToPaths(source.items, path.Child("items"), errors_);
                  });
  }

  void Iscsi() {
    count_.Source(
        volume_.volume_source.iscsi, "iscsi", "iscsi",
        [this](const ISCSIVolumeSource& source, const Path& path) {
          ValidateSource(source, path, errors_);
          if (!source.initiator_name ||
              volume_.name.size() + 1 + source.target_portal.size() <= kMaxIscsiNameBytes) {
            return;
          }
          errors_.push_back(field::Invalid(path_.Child("name"), volume_.name, kIscsiNameTooLong));
        });
  }

  void Claim() {
    count_.Source(volume_.volume_source.persistent_volume_claim, "persistentVolumeClaim",
                  "persistentVolumeClaim",
                  [this](const PersistentVolumeClaimVolumeSource& source, const Path& path) {
                    NotEmpty(path.Child("claimName"), source.claim_name, errors_);
                  });
  }

  void DownwardApi() {
    count_.Source(volume_.volume_source.downward_api, "downwarAPI", "downwardAPI",
                  [this](const DownwardAPIVolumeSource& source, const Path& path) {
                    if (source.default_mode) {
                      validate::FileMode(path.Child("defaultMode"), *source.default_mode, errors_);
                    }
                    ValidateDownwardFiles(source.items, path, errors_);
                  });
  }

  void Projected() {
    count_.Source(volume_.volume_source.projected, "projected", "projected",
                  [this](const ProjectedVolumeSource& source, const Path& path) {
                    ValidateProjectedVolume(source, path, errors_);
                  });
  }

  void Csi() {
    count_.Source(volume_.volume_source.csi, "csi", "csi",
                  [this](const CSIVolumeSource& source, const Path& path) {
                    ValidateCsiDriverName(source.driver, path.Child("driver"), errors_);
                    if (!source.node_publish_secret_ref) return;
                    Path secret = path.Child("nodePublishSecretRef");
                    Str name = source.node_publish_secret_ref->name;
                    if (NotEmpty(secret.Child("name"), name, errors_)) {
                      validate::Form(path.Child("name"), name, validate::IsDns1123Subdomain,
                                     errors_);
                    }
                  });
  }

  void Ephemeral() {
    count_.Source(volume_.volume_source.ephemeral, "ephemeral", "ephemeral",
                  [this](const EphemeralVolumeSource& source, const Path& path) {
                    Path claim = path.Child("volumeClaimTemplate");
                    if (!source.volume_claim_template) {
                      errors_.push_back(field::Required(claim));
                    } else {
                      ValidateTemplateMetadata(source.volume_claim_template->metadata,
                                               claim.Child("metadata"), errors_);
                      ValidatePersistentVolumeClaimSpec(source.volume_claim_template->spec,
                                                        claim.Child("spec"), context_.options,
                                                        errors_);
                    }
                    EphemeralClaimName();
                  });
  }

  void EphemeralClaimName() {
    if (context_.pod_name.empty() || volume_.name.empty()) return;
    std::string name = fmt::format("{}-{}", context_.pod_name, volume_.name);
    for (const std::string& message : validate::IsDns1123Subdomain(name)) {
      errors_.push_back(field::Invalid(path_.Child("name"), volume_.name,
                                       fmt::format("PVC name \"{}\": {}", name, message)));
    }
  }

  void Image() {
    count_.Source(volume_.volume_source.image, "image", "image",
                  [this](const ImageVolumeSource& source, const Path& path) {
                    if (context_.is_pod) {
                      NotEmpty(path.Child("reference"), source.reference, errors_);
                    }
                    ValidatePullPolicy(source.pull_policy, path.Child("pullPolicy"), errors_);
                  });
  }

  const Volume& volume_;
  const VolumeContext& context_;
  const Path& path_;
  ErrorList& errors_;
  SourceCount count_;
};

}  // namespace

VolumeSources ValidateVolumes(const typeinfo::List<Volume>& volumes, const VolumeContext& context,
                              const Path& path, ErrorList& errors) {
  std::set<std::string> made_claims;
  for (const Volume& volume : volumes) {
    if (volume.volume_source.ephemeral && !context.pod_name.empty()) {
      made_claims.insert(fmt::format("{}-{}", context.pod_name, volume.name));
    }
  }
  VolumeSources good;
  for (size_t i = 0; i < volumes.size(); ++i) {
    const Volume& volume = volumes[i];
    Path item = path.Index(i);
    size_t before = errors.size();
    VolumeCheck(volume, context, item, errors).Run();
    validate::RequiredForm(item.Child("name"), volume.name, validate::IsDns1123Label, errors);
    if (good.contains(volume.name)) {
      errors.push_back(field::Duplicate(item.Child("name"), volume.name));
    }
    if (errors.size() == before) good.emplace(volume.name, &volume.volume_source);
    const auto& claim = volume.volume_source.persistent_volume_claim;
    if (claim && made_claims.contains(std::string(claim->claim_name))) {
      errors.push_back(
          field::Invalid(item.Child("persistentVolumeClaim").Child("claimName"), claim->claim_name,
                         "must not reference a PVC that gets created for an ephemeral volume"));
    }
  }
  return good;
}

void ForbidTokensWithoutAccount(const PodSpec& spec, const Path& path, ErrorList& errors) {
  if (!spec.service_account_name.empty()) return;
  Path volumes = path.Child("volumes");
  for (size_t i = 0; i < spec.volumes.size(); ++i) {
    const auto& projected = spec.volumes[i].volume_source.projected;
    if (!projected) continue;
    Path volume = volumes.Index(i);
    Path projection = volume.Child("projected");
    Path sources = projection.Child("sources");
    for (size_t j = 0; j < projected->sources.size(); ++j) {
      if (!projected->sources[j].service_account_token) continue;
      errors.push_back(
          field::Forbidden(sources.Index(j).Child("serviceAccountToken"),
                           "must not be specified when serviceAccountName is not set"));
    }
  }
}

}  // namespace pintle::apis::core::v1
