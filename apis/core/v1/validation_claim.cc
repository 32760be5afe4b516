#include "apis/core/v1/validation_claim.h"

#include <fmt/format.h>

#include <algorithm>

#include "apis/core/v1/memory_forms.h"
#include "apis/core/v1/validation_resources.h"
#include "apis/meta/v1/validation_selector.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr std::string_view kClassAnnotation = "volume.beta.kubernetes.io/storage-class";
constexpr std::string_view kResizeStatuses[] = {
    "ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress",
    "NodeResizeInfeasible", "NodeResizePending"};

// dataSource and dataSourceRef have these members.
template <typename T>
void ValidateDataSource(const T& source, const Path& path, const ValidationOptions& options,
                        ErrorList& errors) {
  validate::NotEmpty(path.Child("name"), source.name, errors);
  validate::NotEmpty(path.Child("kind"), source.kind, errors);
  Str group = source.api_group.value_or({});
  if (group.empty() && source.kind != "PersistentVolumeClaim") {
    errors.push_back(
        field::Invalid(path, source.kind,
                       "must be 'PersistentVolumeClaim' when referencing the default apiGroup"));
  }
  if (!group.empty() && !options.tolerate_bad_selector_values) {
    validate::Form(path.Child("apiGroup"), group, validate::IsDns1123Subdomain, errors);
  }
}

void ValidateDataSources(const PersistentVolumeClaimSpec& spec, const Path& path,
                         const ValidationOptions& options, ErrorList& errors) {
  if (spec.data_source) {
    ValidateDataSource(*spec.data_source, path.Child("dataSource"), options, errors);
  }
  if (!spec.data_source_ref) return;
  const TypedObjectReference& ref = *spec.data_source_ref;
  Path ref_path = path.Child("dataSourceRef");
  ValidateDataSource(ref, ref_path, options, errors);
  // The API means to show where the other source is, and shows an object without members.
  const field::BadValue shown = field::BadValue::Rendered("{}");
  Str name = ref.namespace_.value_or({});
  validate::FormIfGiven(ref_path.Child("namespace"), name, validate::IsDns1123Label, errors);
  if (!spec.data_source) return;
  if (!name.empty()) {
    errors.push_back(field::Invalid(
        path, shown, "may not be specified when dataSourceRef.namespace is specified"));
  } else if (spec.data_source->api_group.value_or({}) != ref.api_group.value_or({}) ||
             spec.data_source->kind != ref.kind || spec.data_source->name != ref.name) {
    errors.push_back(field::Invalid(path, shown, "must match dataSourceRef"));
  }
}

void ValidateStorageRequest(const PersistentVolumeClaimSpec& spec, const Path& path,
                            ErrorList& errors) {
  const typeinfo::Quantity* request = spec.resources.requests.Find(kResourceStorage);
  Path resources = path.Child("resources");
  Path at = resources.Key("storage");
  if (request == nullptr) {
    errors.push_back(field::Required(at));
    return;
  }
  if (AmountOf(*request).sign() <= 0) {
    errors.push_back(field::Invalid(at, request->view(), "must be greater than zero"));
  }
}

// Whether the class moved from the annotation to the field, or was given for the first time.
bool IsClassUpgrade(const PersistentVolumeClaim& claim, const PersistentVolumeClaim& old) {
  if (!old.spec.storage_class_name && claim.spec.storage_class_name) {
    const Str* annotated = old.metadata.annotations.Find(kClassAnnotation);
    return annotated == nullptr || *annotated == *claim.spec.storage_class_name;
  }
  return false;
}

// The annotation goes only when the field takes its place.
void ValidateClassAnnotationUpdate(const PersistentVolumeClaim& claim,
                                   const PersistentVolumeClaim& old, ErrorList& errors) {
  const Str* now = claim.metadata.annotations.Find(kClassAnnotation);
  const Str* before = old.metadata.annotations.Find(kClassAnnotation);
  Str text = now != nullptr ? *now : Str();
  if (text == (before != nullptr ? *before : Str())) return;
  if (now == nullptr && before != nullptr && IsClassUpgrade(claim, old)) return;
  Path annotations("metadata.annotations");
  errors.push_back(
      field::Invalid(annotations.Child(kClassAnnotation), text, validate::kImmutableText));
}

bool SameOtherRequests(const ResourceList& now, const ResourceList& old) {
  for (const auto& entry : now) {
    const typeinfo::Quantity* before = old.Find(entry.key);
    if (before == nullptr) return false;
    if (entry.key != kResourceStorage && AmountOf(*before) != AmountOf(entry.value)) return false;
  }
  return now.size() == old.size();
}

// What an update may change is taken from the other one, then nothing may differ.
void ValidateSpecUpdate(const PersistentVolumeClaim& claim, const PersistentVolumeClaim& old,
                        ErrorList& errors) {
  PersistentVolumeClaimSpec now = claim.spec;
  PersistentVolumeClaimSpec before = old.spec;
  if (before.volume_name.empty()) before.volume_name = now.volume_name;
  if (IsClassUpgrade(claim, old)) now.storage_class_name = before.storage_class_name;
  if (old.status.phase == kClaimBound) {
    now.volume_attributes_class_name = before.volume_attributes_class_name;
    if (SameOtherRequests(now.resources.requests, before.resources.requests)) {
      now.resources.requests = before.resources.requests;
    }
  }
  if (typeinfo::SemanticEqual(now, before)) return;
  errors.push_back(field::Forbidden(
      Path("spec"), fmt::format("spec is immutable after creation except resources.requests and "
                                "volumeAttributesClassName for bound claims\n{}",
                                DiffInMemory(before, now))));
}

void ValidateShrink(const PersistentVolumeClaim& claim, const PersistentVolumeClaim& old,
                    ErrorList& errors) {
  const typeinfo::Quantity* now = claim.spec.resources.requests.Find(kResourceStorage);
  const typeinfo::Quantity* before = old.spec.resources.requests.Find(kResourceStorage);
  if (now == nullptr || before == nullptr || AmountOf(*now) >= AmountOf(*before)) return;
  const typeinfo::Quantity* capacity = old.status.capacity.Find(kResourceStorage);
  pintle::Quantity has = capacity != nullptr ? AmountOf(*capacity) : pintle::Quantity();
  if (AmountOf(*now) <= has) {
    errors.push_back(field::Forbidden(Path("spec.resources.requests.storage"),
                                      "field can not be less than status.capacity"));
  }
}

void ValidateAttributesClassUpdate(const PersistentVolumeClaim& claim,
                                   const PersistentVolumeClaim& old, ErrorList& errors) {
  if (!old.status.current_volume_attributes_class_name) return;
  Path path("spec.volumeAttributesClassName");
  if (!claim.spec.volume_attributes_class_name) {
    if (old.spec.volume_attributes_class_name) {
      errors.push_back(field::Forbidden(path,
                                        "update to nil is forbidden when "
                                        "status.currentVolumeAttributesClassName is not nil"));
    }
  } else if (claim.spec.volume_attributes_class_name.value.empty() &&
             !old.spec.volume_attributes_class_name.value_or("").empty()) {
    errors.push_back(field::Forbidden(path,
                                      "update to empty string is forbidden when "
                                      "status.currentVolumeAttributesClassName is not nil"));
  }
}

void ValidateStorageOnly(Str name, const Path& path, ErrorList& errors) {
  size_t before = errors.size();
  validate::Form(path, name, validate::IsQualifiedName, errors);
  if (errors.size() != before) return;
  bool native = name.find('/') == Str::npos || name.find("kubernetes.io/") != Str::npos;
  if (native) validate::OneOf(path, name, {kResourceStorage}, errors);
}

}  // namespace

void ValidateAccessModes(const typeinfo::List<Str>& modes, const Path& path, ErrorList& errors) {
  bool exclusive = false;
  bool others = false;
  for (Str mode : modes) {
    size_t before = errors.size();
    validate::OneOf(path, mode, {kReadOnlyMany, kReadWriteMany, kReadWriteOnce, kReadWriteOncePod},
                    errors);
    if (errors.size() != before) continue;
    (mode == kReadWriteOncePod ? exclusive : others) = true;
  }
  if (exclusive && others) {
    errors.push_back(
        field::Forbidden(path, "may not use ReadWriteOncePod with other access modes"));
  }
}

void ValidatePersistentVolumeClaimSpec(const PersistentVolumeClaimSpec& spec, const Path& path,
                                       const ValidationOptions& options, ErrorList& errors) {
  Path modes = path.Child("accessModes");
  if (spec.access_modes.empty()) {
    errors.push_back(field::Required(modes, "at least 1 access mode is required"));
  }
  ValidateLabelSelector(spec.selector, path.Child("selector"),
                        {.tolerate_bad_values = options.tolerate_bad_selector_values}, errors);
  ValidateAccessModes(spec.access_modes, modes, errors);
  ValidateStorageRequest(spec, path, errors);
  validate::FormIfGiven(path.Child("storageClassName"), spec.storage_class_name.value_or({}),
                        validate::IsDns1123Subdomain, errors);
  validate::OneOf(path.Child("volumeMode"), spec.volume_mode,
                  {kPersistentVolumeBlock, kPersistentVolumeFilesystem}, errors);
  ValidateDataSources(spec, path, options, errors);
  validate::FormIfGiven(path.Child("volumeAttributesClassName"),
                        spec.volume_attributes_class_name.value_or({}),
                        validate::IsDns1123Subdomain, errors);
}

ErrorList ValidatePersistentVolumeClaim(const PersistentVolumeClaim& claim,
                                        const ValidationOptions& options) {
  ErrorList errors;
  ValidatePersistentVolumeClaimSpec(claim.spec, Path("spec"), options, errors);
  return errors;
}

ErrorList ValidatePersistentVolumeClaimUpdate(const PersistentVolumeClaim& claim,
                                              const PersistentVolumeClaim& old,
                                              ValidationOptions options) {
  if (old.spec.selector && HasBadSelectorValue(*old.spec.selector)) {
    options.tolerate_bad_selector_values = true;
  }
  ErrorList errors = ValidatePersistentVolumeClaim(claim, options);
  ValidateClassAnnotationUpdate(claim, old, errors);
  ValidateSpecUpdate(claim, old, errors);
  ValidateShrink(claim, old, errors);
  validate::Unchanged(Path("volumeMode"), claim.spec.volume_mode, old.spec.volume_mode, errors);
  ValidateAttributesClassUpdate(claim, old, errors);
  return errors;
}

ErrorList ValidatePersistentVolumeClaimStatusUpdate(const PersistentVolumeClaim& claim,
                                                    const PersistentVolumeClaim& /*old*/) {
  ErrorList errors;
  if (claim.metadata.resource_version.empty()) {
    errors.push_back(field::Required(Path("resourceVersion")));
  }
  if (claim.spec.access_modes.empty()) {
    errors.push_back(field::Required(Path("Spec.accessModes")));
  }
  Path capacity("status.capacity");
  for (const auto& entry : claim.status.capacity) {
    ValidateReportedQuantity(entry.value, capacity.Key(entry.key), errors);
  }
  Path statuses("status.allocatedResourceStatuses");
  for (const auto& entry : claim.status.allocated_resource_statuses) {
    ValidateStorageOnly(entry.key, statuses, errors);
    if (std::ranges::find(kResizeStatuses, entry.value) != std::end(kResizeStatuses)) continue;
    errors.push_back(field::NotSupported(statuses, entry.key,
                                         {std::begin(kResizeStatuses), std::end(kResizeStatuses)}));
  }
  Path allocated("status.allocatedResources");
  for (const auto& entry : claim.status.allocated_resources) {
    size_t before = errors.size();
    ValidateStorageOnly(entry.key, allocated, errors);
    if (errors.size() == before) {
      ValidateReportedQuantity(entry.value, allocated.Key(entry.key), errors);
    }
  }
  return errors;
}

}  // namespace pintle::apis::core::v1
