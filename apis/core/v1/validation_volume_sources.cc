#include "apis/core/v1/validation_volume_sources.h"

#include <algorithm>

#include "pintle/base/strings.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/paths.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;
using validate::NotEmpty;

constexpr int32_t kMaxPartition = 255;
constexpr int32_t kMaxLun = 255;
constexpr size_t kMaxTenantBytes = 64;
constexpr int64_t kMaxCsiDriverNameBytes = 63;
constexpr size_t kEuiBytes = 16;
constexpr size_t kNaaBytes = 32;
constexpr std::string_view kBadQualifier = "must be valid format";

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsAlphanumeric(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void ValidatePartition(int32_t partition, const Path& path, ErrorList& errors) {
  if (partition < 0 || partition > kMaxPartition) {
    errors.push_back(field::Invalid(path, partition, "must be between 1 and 255, inclusive"));
  }
}

// `iqn.2024-01.com.example:storage`
bool IsIqn(std::string_view text) {
  constexpr std::string_view kShape = "iqn.dddd-dd.";
  if (text.size() <= kShape.size()) return false;
  for (size_t i = 0; i < kShape.size(); ++i) {
    if (kShape[i] == 'd' ? !IsDigit(text[i]) : text[i] != kShape[i]) return false;
  }
  text.remove_prefix(kShape.size());
  size_t colon = text.find(':');
  if (colon == 0 || colon == std::string_view::npos || colon + 1 == text.size()) return false;
  auto host = text.substr(0, colon);
  auto name = text.substr(colon + 1);
  return std::ranges::all_of(host,
                             [](char c) { return IsAlphanumeric(c) || c == '-' || c == '.'; }) &&
         name.find_first_of(",;*&$| \t\r\n\v\f") == std::string_view::npos;
}

bool IsPrefixed(std::string_view text, size_t bytes) {
  return text.size() == 4 + bytes && std::ranges::all_of(text.substr(4), IsAlphanumeric);
}

// `no_prefix` is what is said of a name of no known kind.
void ValidateQualifier(Str text, std::string_view no_prefix, const Path& path, ErrorList& errors) {
  bool good = text.starts_with("iqn")   ? IsIqn(text)
              : text.starts_with("eui") ? IsPrefixed(text, kEuiBytes)
                                        : IsPrefixed(text, kNaaBytes);
  if (!text.starts_with("iqn") && !text.starts_with("eui") && !text.starts_with("naa")) {
    errors.push_back(field::Invalid(path, text, no_prefix));
  } else if (!good) {
    errors.push_back(field::Invalid(path, text, kBadQualifier));
  }
}

template <typename T>
void ValidateIscsi(const T& source, std::string_view no_prefix, const Path& path,
                   ErrorList& errors) {
  NotEmpty(path.Child("targetPortal"), source.target_portal, errors);
  if (NotEmpty(path.Child("iqn"), source.iqn, errors)) {
    ValidateQualifier(source.iqn, no_prefix, path.Child("iqn"), errors);
  }
  validate::InRange(path.Child("lun"), source.lun, 0, kMaxLun, errors);
  if ((source.chap_auth_discovery || source.chap_auth_session) && !source.secret_ref) {
    errors.push_back(field::Required(path.Child("secretRef")));
  }
  if (source.initiator_name) {
    ValidateQualifier(*source.initiator_name, no_prefix, path.Child("initiatorname"), errors);
  }
}

template <typename T>
void ValidateGlusterfs(const T& source, const Path& path, ErrorList& errors) {
  NotEmpty(path.Child("endpoints"), source.endpoints, errors);
  NotEmpty(path.Child("path"), source.path, errors);
}

template <typename T>
void ValidateRbd(const T& source, const Path& path, ErrorList& errors) {
  if (source.monitors.empty()) errors.push_back(field::Required(path.Child("monitors")));
  NotEmpty(path.Child("image"), source.image, errors);
}

template <typename T>
void ValidateFlex(const T& source, const Path& path, ErrorList& errors) {
  NotEmpty(path.Child("driver"), source.driver, errors);
  Path options = path.Child("options");
  for (const auto& option : source.options) {
    std::string domain = "." + ToLower(option.key.substr(0, option.key.find('/')));
    if (domain.ends_with(".kubernetes.io") || domain.ends_with(".k8s.io")) {
      errors.push_back(field::Invalid(options.Key(option.key), option.key,
                                      "kubernetes.io and k8s.io namespaces are reserved"));
    }
  }
}

template <typename T>
void ValidateAzureFile(const T& source, const Path& path, ErrorList& errors) {
  NotEmpty(path.Child("secretName"), source.secret_name, errors);
  NotEmpty(path.Child("shareName"), source.share_name, errors);
}

template <typename T>
void ValidateScaleIo(const T& source, const Path& path, ErrorList& errors) {
  NotEmpty(path.Child("gateway"), source.gateway, errors);
  NotEmpty(path.Child("system"), source.system, errors);
  NotEmpty(path.Child("volumeName"), source.volume_name, errors);
}

template <typename T>
void ValidateStorageOs(const T& source, const Path& path, ErrorList& errors) {
  validate::RequiredForm(path.Child("volumeName"), source.volume_name, validate::IsDns1123Label,
                         errors);
  validate::FormIfGiven(path.Child("volumeNamespace"), source.volume_namespace,
                        validate::IsDns1123Label, errors);
  if (!source.secret_ref) return;
  Path secret = path.Child("secretRef");
  NotEmpty(secret.Child("name"), source.secret_ref->name, errors);
}

// `host:port`, where an IPv6 address stands in brackets.
bool IsHostAndPort(std::string_view text) {
  size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return false;
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[')) return host.ends_with(']');
  return host.find_first_of(":[]") == std::string_view::npos;
}

}  // namespace

void ValidateSource(const HostPathVolumeSource& source, const Path& path, ErrorList& errors) {
  if (!NotEmpty(path.Child("path"), source.path, errors)) return;
  validate::NoBacksteps(path.Child("path"), source.path, errors);
  validate::OneOf(
      path.Child("type"), source.type,
      {kHostPathUnset, kHostPathBlockDev, kHostPathCharDev, kHostPathDirectory,
       kHostPathDirectoryOrCreate, kHostPathFile, kHostPathFileOrCreate, kHostPathSocket},
      errors);
}

void ValidateSource(const GCEPersistentDiskVolumeSource& source, const Path& path,
                    ErrorList& errors) {
  NotEmpty(path.Child("pdName"), source.pd_name, errors);
  ValidatePartition(source.partition, path.Child("partition"), errors);
}

void ValidateSource(const AWSElasticBlockStoreVolumeSource& source, const Path& path,
                    ErrorList& errors) {
  NotEmpty(path.Child("volumeID"), source.volume_id, errors);
  ValidatePartition(source.partition, path.Child("partition"), errors);
}

void ValidateSource(const NFSVolumeSource& source, const Path& path, ErrorList& errors) {
  NotEmpty(path.Child("server"), source.server, errors);
  NotEmpty(path.Child("path"), source.path, errors);
  if (!source.path.starts_with('/')) {
    errors.push_back(field::Invalid(path.Child("path"), source.path, "must be an absolute path"));
  }
}

void ValidateSource(const ISCSIVolumeSource& source, const Path& path, ErrorList& errors) {
  ValidateIscsi(source, "must be valid format starting with iqn, eui, or naa", path, errors);
}

void ValidateSource(const ISCSIPersistentVolumeSource& source, const Path& path,
                    ErrorList& errors) {
  ValidateIscsi(source, kBadQualifier, path, errors);
  if (!source.secret_ref) return;
  Path secret = path.Child("secretRef");
  NotEmpty(secret.Child("name"), source.secret_ref->name, errors);
}

void ValidateSource(const GlusterfsVolumeSource& source, const Path& path, ErrorList& errors) {
  ValidateGlusterfs(source, path, errors);
}

void ValidateSource(const GlusterfsPersistentVolumeSource& source, const Path& path,
                    ErrorList& errors) {
  ValidateGlusterfs(source, path, errors);
  if (!source.endpoints_namespace) return;
  Path at = path.Child("endpointsNamespace");
  if (source.endpoints_namespace.value.empty()) {
    errors.push_back(field::Invalid(
        at, "", "if the endpointnamespace is set, it must be a valid namespace name"));
  } else {
    validate::Form(at, *source.endpoints_namespace, validate::IsDns1123Label, errors);
  }
}

void ValidateSource(const FlockerVolumeSource& source, const Path& path, ErrorList& errors) {
  if (source.dataset_name.empty() && source.dataset_uuid.empty()) {
    errors.push_back(field::Required(path, "one of datasetName and datasetUUID is required"));
  }
  if (!source.dataset_name.empty() && !source.dataset_uuid.empty()) {
    errors.push_back(field::Invalid(
        path, "resource", "datasetName and datasetUUID can not be specified simultaneously"));
  }
  if (source.dataset_name.find('/') != Str::npos) {
    errors.push_back(
        field::Invalid(path.Child("datasetName"), source.dataset_name, "must not contain '/'"));
  }
}

void ValidateSource(const RBDVolumeSource& source, const Path& path, ErrorList& errors) {
  ValidateRbd(source, path, errors);
}

void ValidateSource(const RBDPersistentVolumeSource& source, const Path& path, ErrorList& errors) {
  ValidateRbd(source, path, errors);
}

void ValidateSource(const CinderVolumeSource& source, const Path& path, ErrorList& errors) {
  NotEmpty(path.Child("volumeID"), source.volume_id, errors);
  if (!source.secret_ref) return;
  Path secret = path.Child("secretRef");
  NotEmpty(secret.Child("name"), source.secret_ref->name, errors);
}

void ValidateSource(const CinderPersistentVolumeSource& source, const Path& path,
                    ErrorList& errors) {
  NotEmpty(path.Child("volumeID"), source.volume_id, errors);
  if (!source.secret_ref) return;
  Path secret = path.Child("secretRef");
  NotEmpty(secret.Child("name"), source.secret_ref->name, errors);
  NotEmpty(secret.Child("namespace"), source.secret_ref->namespace_, errors);
}

void ValidateSource(const CephFSVolumeSource& source, const Path& path, ErrorList& errors) {
  if (source.monitors.empty()) errors.push_back(field::Required(path.Child("monitors")));
}

void ValidateSource(const CephFSPersistentVolumeSource& source, const Path& path,
                    ErrorList& errors) {
  if (source.monitors.empty()) errors.push_back(field::Required(path.Child("monitors")));
}

void ValidateSource(const QuobyteVolumeSource& source, const Path& path, ErrorList& errors) {
  constexpr std::string_view kPairs =
      "must be a host:port pair or multiple pairs separated by commas";
  Path registry = path.Child("registry");
  if (source.registry.empty()) {
    errors.push_back(field::Required(registry, kPairs));
  } else if (source.tenant.size() > kMaxTenantBytes) {
    errors.push_back(field::Required(
        path.Child("tenant"), "must be a UUID and may not exceed a length of 64 characters"));
  } else {
    // However many are at fault: each would show the whole list.
    if (!std::ranges::all_of(Split(source.registry, ','), IsHostAndPort)) {
      errors.push_back(field::Invalid(registry, source.registry, kPairs));
    }
  }
  NotEmpty(path.Child("volume"), source.volume, errors);
}

void ValidateSource(const FCVolumeSource& source, const Path& path, ErrorList& errors) {
  Path names = path.Child("targetWWNs");
  if (source.target_wwns.empty() && source.wwids.empty()) {
    errors.push_back(
        field::Required(names, "must specify either targetWWNs or wwids, but not both"));
  }
  if (!source.target_wwns.empty() && !source.wwids.empty()) {
    errors.push_back(field::Invalid(names, validate::Shown(source.target_wwns),
                                    "targetWWNs and wwids can not be specified simultaneously"));
  }
  if (source.target_wwns.empty()) return;
  if (!source.lun) {
    errors.push_back(
        field::Required(path.Child("lun"), "lun is required if targetWWNs is specified"));
  } else {
    validate::InRange(path.Child("lun"), *source.lun, 0, kMaxLun, errors);
  }
}

void ValidateSource(const FlexVolumeSource& source, const Path& path, ErrorList& errors) {
  ValidateFlex(source, path, errors);
}

void ValidateSource(const FlexPersistentVolumeSource& source, const Path& path, ErrorList& errors) {
  ValidateFlex(source, path, errors);
}

void ValidateSource(const AzureFileVolumeSource& source, const Path& path, ErrorList& errors) {
  ValidateAzureFile(source, path, errors);
}

void ValidateSource(const AzureFilePersistentVolumeSource& source, const Path& path,
                    ErrorList& errors) {
  ValidateAzureFile(source, path, errors);
  if (source.secret_namespace) {
    NotEmpty(path.Child("secretNamespace"), *source.secret_namespace, errors);
  }
}

void ValidateSource(const AzureDiskVolumeSource& source, const Path& path, ErrorList& errors) {
  Path uri = path.Child("diskURI");
  NotEmpty(path.Child("diskName"), source.disk_name, errors);
  NotEmpty(uri, source.disk_uri, errors);
  validate::OneOf(
      path.Child("cachingMode"), source.caching_mode,
      {kAzureDataDiskCachingNone, kAzureDataDiskCachingReadOnly, kAzureDataDiskCachingReadWrite},
      errors);
  validate::OneOf(path.Child("kind"), source.kind,
                  {kAzureDedicatedBlobDisk, kAzureManagedDisk, kAzureSharedBlobDisk}, errors);
  if (!source.kind) return;
  if (*source.kind == kAzureManagedDisk && !source.disk_uri.starts_with("/subscriptions/")) {
    errors.push_back(field::NotSupported(
        uri, source.disk_uri,
        {"/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/"
         "{disk-id}"}));
  }
  if (*source.kind != kAzureManagedDisk && !source.disk_uri.starts_with("https://")) {
    errors.push_back(field::NotSupported(
        uri, source.disk_uri,
        {"https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"}));
  }
}

void ValidateSource(const VsphereVirtualDiskVolumeSource& source, const Path& path,
                    ErrorList& errors) {
  NotEmpty(path.Child("volumePath"), source.volume_path, errors);
}

void ValidateSource(const PhotonPersistentDiskVolumeSource& source, const Path& path,
                    ErrorList& errors) {
  NotEmpty(path.Child("pdID"), source.pd_id, errors);
}

void ValidateSource(const PortworxVolumeSource& source, const Path& path, ErrorList& errors) {
  NotEmpty(path.Child("volumeID"), source.volume_id, errors);
}

void ValidateSource(const ScaleIOVolumeSource& source, const Path& path, ErrorList& errors) {
  ValidateScaleIo(source, path, errors);
}

void ValidateSource(const ScaleIOPersistentVolumeSource& source, const Path& path,
                    ErrorList& errors) {
  ValidateScaleIo(source, path, errors);
}

void ValidateSource(const StorageOSVolumeSource& source, const Path& path, ErrorList& errors) {
  ValidateStorageOs(source, path, errors);
}

void ValidateSource(const StorageOSPersistentVolumeSource& source, const Path& path,
                    ErrorList& errors) {
  ValidateStorageOs(source, path, errors);
  if (!source.secret_ref) return;
  Path secret = path.Child("secretRef");
  NotEmpty(secret.Child("namespace"), source.secret_ref->namespace_, errors);
}

void ValidateCsiDriverName(Str name, const Path& path, ErrorList& errors) {
  NotEmpty(path, name, errors);
  if (name.size() > kMaxCsiDriverNameBytes) {
    errors.push_back(field::TooLong(path, kMaxCsiDriverNameBytes));
  }
  validate::AddMessages(path, name, validate::IsDns1123Subdomain(ToLower(name)), errors);
}

}  // namespace pintle::apis::core::v1
