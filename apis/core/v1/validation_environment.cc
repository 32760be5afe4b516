#include "apis/core/v1/validation_environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "pintle/base/strings.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/paths.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr std::string_view kEnvironmentFields[] = {"metadata.name",
                                                   "metadata.namespace",
                                                   "metadata.uid",
                                                   "spec.nodeName",
                                                   "spec.serviceAccountName",
                                                   "status.hostIP",
                                                   "status.hostIPs",
                                                   "status.podIP",
                                                   "status.podIPs"};
constexpr std::string_view kVolumeFields[] = {"metadata.annotations", "metadata.labels",
                                              "metadata.name", "metadata.namespace",
                                              "metadata.uid"};
// Everything a selector of fields knows at all.
constexpr std::string_view kKnownFields[] = {"metadata.annotations",
                                             "metadata.labels",
                                             "metadata.name",
                                             "metadata.namespace",
                                             "metadata.uid",
                                             "spec.nodeName",
                                             "spec.serviceAccountName",
                                             "status.hostIP",
                                             "status.hostIPs",
                                             "status.podIP",
                                             "status.podIPs",
                                             "spec.restartPolicy",
                                             "spec.host",
                                             "spec.schedulerName",
                                             "status.phase"};
constexpr std::string_view kResourceFields[] = {
    "limits.cpu",   "limits.ephemeral-storage",   "limits.memory",
    "requests.cpu", "requests.ephemeral-storage", "requests.memory"};
constexpr std::string_view kByteDivisors[] = {"1",   "1k",  "1M",  "1G",  "1T",  "1P", "1E",
                                              "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"};

bool Has(std::span<const std::string_view> texts, std::string_view text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

struct Subscripted {
  std::string_view path;
  std::string_view key;
};

// `metadata.labels['key']`
std::optional<Subscripted> SplitSubscript(std::string_view text) {
  if (!text.ends_with("']")) return std::nullopt;
  size_t open = text.find("['");
  if (open == std::string_view::npos || open == 0) return std::nullopt;
  return Subscripted{text.substr(0, open), text.substr(open + 2, text.size() - open - 4)};
}

void ValidateFieldRef(const ObjectFieldSelector& ref, std::span<const std::string_view> supported,
                      const Path& path, ErrorList& errors) {
  Path at = path.Child("fieldPath");
  if (!validate::NotEmpty(path.Child("apiVersion"), ref.api_version, errors)) return;
  if (!validate::NotEmpty(at, ref.field_path, errors)) return;
  if (ref.api_version != "v1") {
    errors.push_back(field::Invalid(
        at, ref.field_path,
        fmt::format("error converting fieldPath: unsupported pod version: {}", ref.api_version)));
    return;
  }
  std::optional<Subscripted> subscripted = SplitSubscript(ref.field_path);
  bool maps = subscripted && (subscripted->path == "metadata.annotations" ||
                              subscripted->path == "metadata.labels");
  if (subscripted && !maps) {
    errors.push_back(
        field::Invalid(at, ref.field_path,
                       fmt::format("error converting fieldPath: field label does not support "
                                   "subscript: {}",
                                   ref.field_path)));
  } else if (!maps && !Has(kKnownFields, ref.field_path)) {
    errors.push_back(field::Invalid(
        at, ref.field_path,
        fmt::format("error converting fieldPath: field label not supported: {}", ref.field_path)));
  } else if (maps) {
    bool labels = subscripted->path == "metadata.labels";
    std::string key = labels ? std::string(subscripted->key) : ToLower(subscripted->key);
    validate::Form(path, key, validate::IsQualifiedName, errors);
  } else {
    // An old name of the same field.
    std::string_view name = ref.field_path == "spec.host" ? "spec.nodeName" : ref.field_path;
    if (!Has(supported, name)) {
      errors.push_back(field::NotSupported(at, name, {supported.begin(), supported.end()}));
    }
  }
}

void ValidateDivisor(const ResourceFieldSelector& ref, const Path& path, ErrorList& errors) {
  std::string_view divisor = ref.divisor.view();
  if (divisor == "0") return;
  Path at = path.Child("divisor");
  size_t dot = ref.resource.find('.');
  Str resource = dot == Str::npos ? Str() : ref.resource.substr(dot + 1);
  if (resource == kResourceCPU) {
    if (divisor != "1m" && divisor != "1") {
      errors.push_back(field::Invalid(
          at, ref.resource, "only divisor's values 1m and 1 are supported with the cpu resource"));
    }
    return;
  }
  std::string_view what = resource == kResourceMemory             ? "memory"
                          : resource == kResourceEphemeralStorage ? "local ephemeral storage"
                          : resource.starts_with("hugepages-")    ? "hugepages"
                                                                  : "";
  if (what.empty() || Has(kByteDivisors, divisor)) return;
  errors.push_back(field::Invalid(
      at, ref.resource,
      fmt::format("only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei "
                  "are supported with the {} resource",
                  what)));
}

void ValidateResourceFieldRef(const ResourceFieldSelector& ref, bool in_volume, const Path& path,
                              ErrorList& errors) {
  Path resource = path.Child("resource");
  if (in_volume && ref.container_name.empty()) {
    errors.push_back(field::Required(path.Child("containerName")));
  } else if (validate::NotEmpty(resource, ref.resource, errors) &&
             !Has(kResourceFields, ref.resource) &&
             !ref.resource.starts_with("limits.hugepages-") &&
             !ref.resource.starts_with("requests.hugepages-")) {
    errors.push_back(field::NotSupported(resource, ref.resource,
                                         {std::begin(kResourceFields), std::end(kResourceFields)}));
  }
  ValidateDivisor(ref, path, errors);
}

// Of a ConfigMap or a Secret.
template <typename T>
void ValidateKeyRef(const T& ref, const Path& path, ErrorList& errors) {
  validate::Form(path.Child("name"), ref.local_object_reference.name, validate::IsDns1123Subdomain,
                 errors);
  validate::RequiredForm(path.Child("key"), ref.key, validate::IsConfigMapKey, errors);
}

void ValidateFileKeyRef(const FileKeySelector& ref, const VolumeSources& volumes, const Path& path,
                        ErrorList& errors) {
  validate::RequiredForm(path.Child("key"), ref.key, validate::IsEnvironmentName, errors);
  Path volume = path.Child("volumeName");
  validate::RequiredForm(volume, ref.volume_name, validate::IsDns1123Label, errors);
  if (validate::NotEmpty(path.Child("path"), ref.path, errors)) {
    validate::NoBacksteps(path.Child("path"), ref.path, errors);
  }
  auto found = volumes.find(ref.volume_name);
  if (found == volumes.end()) {
    errors.push_back(field::NotFound(volume, ref.volume_name));
  } else if (!found->second->empty_dir) {
    errors.push_back(
        field::Invalid(volume, ref.volume_name, "referenced volume must be of type emptyDir"));
  }
}

void ValidateValueFrom(const EnvVar& variable, const VolumeSources& volumes, const Path& path,
                       ErrorList& errors) {
  const EnvVarSource& source = *variable.value_from;
  int count = 0;
  if (source.field_ref) {
    ++count;
    ValidateFieldRef(*source.field_ref, kEnvironmentFields, path.Child("fieldRef"), errors);
  }
  if (source.resource_field_ref) {
    ++count;
    ValidateResourceFieldRef(*source.resource_field_ref, false, path.Child("resourceFieldRef"),
                             errors);
  }
  if (source.config_map_key_ref) {
    ++count;
    ValidateKeyRef(*source.config_map_key_ref, path.Child("configMapKeyRef"), errors);
  }
  if (source.secret_key_ref) {
    ++count;
    ValidateKeyRef(*source.secret_key_ref, path.Child("secretKeyRef"), errors);
  }
  if (source.file_key_ref) {
    ++count;
    ValidateFileKeyRef(*source.file_key_ref, volumes, path.Child("fileKeyRef"), errors);
  }
  if (count == 0) {
    errors.push_back(field::Invalid(path, "",
                                    "must specify one of: `fieldRef`, `resourceFieldRef`, "
                                    "`configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"));
  } else if (!variable.value.empty()) {
    errors.push_back(field::Invalid(path, "", "may not be specified when `value` is not empty"));
  } else if (count > 1) {
    errors.push_back(
        field::Invalid(path, "", "may not have more than one field specified at a time"));
  }
}

void ValidateDownwardFile(const DownwardAPIVolumeFile& file, const Path& path, ErrorList& errors) {
  if (validate::NotEmpty(path.Child("path"), file.path, errors)) {
    validate::LocalPath(path.Child("path"), file.path, errors);
  }
  if (file.field_ref) {
    ValidateFieldRef(*file.field_ref, kVolumeFields, path.Child("fieldRef"), errors);
    if (file.resource_field_ref) {
      errors.push_back(field::Invalid(
          path, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously"));
    }
  } else if (file.resource_field_ref) {
    ValidateResourceFieldRef(*file.resource_field_ref, true, path.Child("resourceFieldRef"),
                             errors);
  } else {
    errors.push_back(field::Required(path, "one of fieldRef and resourceFieldRef is required"));
  }
  if (file.mode) validate::FileMode(path.Child("mode"), *file.mode, errors);
}

}  // namespace

void ValidateEnvironment(const typeinfo::List<EnvVar>& variables, const VolumeSources& volumes,
                         const Path& path, ErrorList& errors) {
  for (size_t i = 0; i < variables.size(); ++i) {
    Path item = path.Index(i);
    validate::RequiredForm(item.Child("name"), variables[i].name, validate::IsEnvironmentName,
                           errors);
    if (variables[i].value_from) {
      ValidateValueFrom(variables[i], volumes, item.Child("valueFrom"), errors);
    }
  }
}

void ValidateEnvironmentFrom(const typeinfo::List<EnvFromSource>& sources, const Path& path,
                             ErrorList& errors) {
  for (size_t i = 0; i < sources.size(); ++i) {
    const EnvFromSource& source = sources[i];
    Path item = path.Index(i);
    validate::FormIfGiven(item.Child("prefix"), source.prefix, validate::IsEnvironmentName, errors);
    // A trailing dash passes, as in a generateName.
    auto is_name = [](std::string_view text) {
      return validate::IsDns1123Subdomain(validate::MaskTrailingDash(text));
    };
    auto name = [&](const auto& ref, std::string_view field) {
      if (!ref) return;
      validate::RequiredForm(item.Child(field).Child("name"), ref->local_object_reference.name,
                             is_name, errors);
    };
    name(source.config_map_ref, "configMapRef");
    name(source.secret_ref, "secretRef");
    if (!source.config_map_ref && !source.secret_ref) {
      errors.push_back(
          field::Invalid(path, "", "must specify one of: `configMapRef` or `secretRef`"));
    } else if (source.config_map_ref && source.secret_ref) {
      errors.push_back(
          field::Invalid(path, "", "may not have more than one field specified at a time"));
    }
  }
}

void ValidateDownwardFiles(const typeinfo::List<DownwardAPIVolumeFile>& files, const Path& path,
                           ErrorList& errors) {
  for (const DownwardAPIVolumeFile& file : files) ValidateDownwardFile(file, path, errors);
}

}  // namespace pintle::apis::core::v1
