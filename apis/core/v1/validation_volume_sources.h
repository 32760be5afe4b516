#pragma once

#include "apis/core/v1/types.h"
#include "pintle/field/errors.h"

// The kinds of storage that volumes of pods and persistent volumes share. Where their structs
// differ, persistent volumes name the namespace of a secret too.
namespace pintle::apis::core::v1 {

void ValidateSource(const HostPathVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const GCEPersistentDiskVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const AWSElasticBlockStoreVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const NFSVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const ISCSIVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const ISCSIPersistentVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const GlusterfsVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const GlusterfsPersistentVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const FlockerVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const RBDVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const RBDPersistentVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const CinderVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const CinderPersistentVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const CephFSVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const CephFSPersistentVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const QuobyteVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const FCVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const FlexVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const FlexPersistentVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const AzureFileVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const AzureFilePersistentVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const AzureDiskVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const VsphereVirtualDiskVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const PhotonPersistentDiskVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const PortworxVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const ScaleIOVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const ScaleIOPersistentVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const StorageOSVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);
void ValidateSource(const StorageOSPersistentVolumeSource& source, const field::Path& path,
                    field::ErrorList& errors);

// `<volume>:<portal>` becomes a name on the node where the initiator is named.
inline constexpr size_t kMaxIscsiNameBytes = 64;
inline constexpr std::string_view kIscsiNameTooLong =
    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if "
    "iscsi.initiatorName is specified.";

void ValidateCsiDriverName(typeinfo::Str name, const field::Path& path, field::ErrorList& errors);

// Accepts one source and refuses every further one.
class SourceCount {
 public:
  SourceCount(const field::Path& path, field::ErrorList& errors) : path_(path), errors_(errors) {}

  // Calls `validate(source, path)` for the first that is set. `name` is what a second one is
  // reported as, `own_name` what the source's own faults are.
  template <typename T, typename Validate>
  void Source(const typeinfo::Ptr<T>& source, std::string_view name, std::string_view own_name,
              Validate validate) {
    if (!source) return;
    if (found_) {
      errors_.push_back(
          field::Forbidden(path_.Child(name), "may not specify more than 1 volume type"));
      return;
    }
    found_ = true;
    validate(*source, path_.Child(own_name));
  }
  template <typename T>
  void Source(const typeinfo::Ptr<T>& source, std::string_view name, std::string_view own_name) {
    Source(source, name, own_name, [this](const T& found, const field::Path& path) {
      ValidateSource(found, path, errors_);
    });
  }
  template <typename T>
  void Source(const typeinfo::Ptr<T>& source, std::string_view name) {
    Source(source, name, name);
  }
  // The same for one that is not refused after another.
  template <typename T>
  void FurtherSource(const typeinfo::Ptr<T>& source, std::string_view name) {
    if (!source) return;
    found_ = true;
    ValidateSource(*source, path_.Child(name), errors_);
  }
  void RequireOne() {
    if (!found_) errors_.push_back(field::Required(path_, "must specify a volume type"));
  }

 private:
  const field::Path& path_;
  field::ErrorList& errors_;
  bool found_ = false;
};

}  // namespace pintle::apis::core::v1
