#include "pintle/write/stages/metadata.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_set>

#include "pintle/base/strings.h"
#include "pintle/field/names.h"
#include "pintle/resource/capabilities.h"
#include "pintle/typeinfo/protobuf_encode.h"
#include "pintle/typeinfo/time_format.h"
#include "pintle/typeinfo/value_bridge.h"
#include "pintle/validate/shown.h"

namespace pintle::write {
namespace {

using apis::meta::v1::OwnerReference;
using field::ErrorList;
using field::Path;
using object::ObjectMeta;

// Keys and values of all annotations together.
constexpr size_t kMaxAnnotationBytes = 256 * 1024;
constexpr std::string_view kKubernetesFinalizer = "kubernetes";
constexpr std::string_view kImmutable = "field is immutable";

void AddMessages(ErrorList& errors, const Path& path, std::string_view value,
                 const std::vector<std::string>& messages) {
  if (!errors.WantsMore()) return errors.CountMore(messages.size());
  for (const std::string& message : messages) {
    errors.push_back(field::Invalid(path, value, message));
  }
}

void ValidateLabels(const ObjectMeta& meta, const Path& metadata, ErrorList& errors) {
  Path path = metadata.Child("labels");
  for (const auto& label : meta.labels) {
    AddMessages(errors, path, label.key, validate::IsQualifiedName(label.key));
    AddMessages(errors, path, label.value, validate::IsLabelValue(label.value));
  }
}

void ValidateAnnotations(const ObjectMeta& meta, const Path& metadata, ErrorList& errors) {
  Path path = metadata.Child("annotations");
  size_t bytes = 0;
  for (const auto& annotation : meta.annotations) {
    AddMessages(errors, path, annotation.key, validate::IsQualifiedName(ToLower(annotation.key)));
    bytes += annotation.key.size() + annotation.value.size();
  }
  if (bytes > kMaxAnnotationBytes) {
    errors.push_back(field::TooLong(path, static_cast<int64_t>(kMaxAnnotationBytes)));
  }
}

void ValidateOwnerReferences(const ObjectMeta& meta, const Path& metadata, ErrorList& errors) {
  Path path = metadata.Child("ownerReferences");
  const OwnerReference* controller = nullptr;
  std::optional<field::BadValue> all;
  for (const OwnerReference& owner : meta.owner_references) {
    size_t slash = owner.api_version.find('/');
    std::string_view version =
        slash == std::string_view::npos ? owner.api_version : owner.api_version.substr(slash + 1);
    std::string_view group =
        slash == std::string_view::npos ? std::string_view() : owner.api_version.substr(0, slash);
    // With two slashes it is of no version.
    if (version.empty() || version.find('/') != std::string_view::npos) {
      errors.push_back(
          field::Invalid(path.Child("apiVersion"), owner.api_version, "version must not be empty"));
    }
    if (owner.kind.empty()) {
      errors.push_back(field::Invalid(path.Child("kind"), owner.kind, "must not be empty"));
    }
    if (owner.name.empty()) {
      errors.push_back(field::Invalid(path.Child("name"), owner.name, "must not be empty"));
    }
    if (owner.uid.empty()) {
      errors.push_back(field::Invalid(path.Child("uid"), owner.uid, "must not be empty"));
    }
    if (group.empty() && version == "v1" && owner.kind == "Event") {
      errors.push_back(field::Invalid(path, validate::Shown(owner),
                                      "/v1, Kind=Event is disallowed from being an owner"));
    }
    if (!owner.controller.value_or(false)) continue;
    if (controller != nullptr) {
      if (!errors.WantsMore()) {
        errors.CountMore();
        continue;
      }
      if (!all) all = validate::Shown(meta.owner_references);
      errors.push_back(field::Invalid(
          path, *all,
          fmt::format("Only one reference can have Controller set to true. Found \"true\" in "
                      "references for {}/{} and {}/{}",
                      controller->kind, controller->name, owner.kind, owner.name)));
    } else {
      controller = &owner;
    }
  }
}

void ValidateFinalizers(const ObjectMeta& meta, const Path& metadata, ErrorList& errors) {
  Path path = metadata.Child("finalizers");
  bool orphan = false;
  bool foreground = false;
  for (std::string_view finalizer : meta.finalizers) {
    AddMessages(errors, path, finalizer, validate::IsQualifiedName(finalizer));
    orphan |= finalizer == kOrphanFinalizer;
    foreground |= finalizer == kForegroundFinalizer;
  }
  if (orphan && foreground) {
    errors.push_back(field::Invalid(path, validate::Shown(meta.finalizers),
                                    "finalizer orphan and foregroundDeletion cannot be both set"));
  }
}

void ValidateKnownFinalizers(const ObjectMeta& meta, const Path& metadata, ErrorList& errors) {
  Path path = metadata.Child("finalizers");
  for (size_t i = 0; i < meta.finalizers.size(); ++i) {
    std::string_view finalizer = meta.finalizers[i];
    bool standard = finalizer == kOrphanFinalizer || finalizer == kForegroundFinalizer ||
                    finalizer == kKubernetesFinalizer;
    if (standard || finalizer.find('/') != std::string_view::npos) continue;
    errors.push_back(
        field::Invalid(path.Index(i), finalizer,
                       "name is neither a standard finalizer name nor is it fully qualified"));
  }
}

void ValidateName(const ObjectMeta& meta, const Path& metadata, NameRule rule, ErrorList& errors) {
  if (!meta.generate_name.empty()) {
    AddMessages(errors, metadata.Child("generateName"), meta.generate_name,
                rule(meta.generate_name, true));
  }
  if (meta.name.empty()) {
    errors.push_back(field::Required(metadata.Child("name"), "name or generateName is required"));
  } else {
    AddMessages(errors, metadata.Child("name"), meta.name, rule(meta.name, false));
  }
}

void CheckUnchanged(std::string_view now, std::string_view before, const Path& path,
                    ErrorList& errors) {
  if (now != before) errors.push_back(field::Invalid(path, now, kImmutable));
}

field::BadValue TimeValue(const typeinfo::Time& time) {
  if (!time) return field::BadValue::Rendered("null");
  return field::BadValue(typeinfo::FormatTime(time));
}

struct MetaRules {
  bool namespaced = false;
  bool strict_finalizers = false;
  NameRule name_rule = nullptr;
};

void ValidateAt(const ObjectMeta& meta, const Path& metadata, const MetaRules& rules,
                ErrorList& errors) {
  ValidateName(meta, metadata, rules.name_rule, errors);
  Path namespace_path = metadata.Child("namespace");
  if (rules.namespaced) {
    if (meta.namespace_.empty()) {
      errors.push_back(field::Required(namespace_path));
    } else {
      AddMessages(errors, namespace_path, meta.namespace_,
                  validate::IsDns1123Label(meta.namespace_));
    }
  } else if (!meta.namespace_.empty()) {
    errors.push_back(field::Forbidden(namespace_path, "not allowed on this type"));
  }
  if (meta.generation < 0) {
    errors.push_back(field::Invalid(metadata.Child("generation"), meta.generation,
                                    "must be greater than or equal to 0"));
  }
  ValidateLabels(meta, metadata, errors);
  ValidateAnnotations(meta, metadata, errors);
  ValidateOwnerReferences(meta, metadata, errors);
  ValidateFinalizers(meta, metadata, errors);
  if (rules.strict_finalizers) ValidateKnownFinalizers(meta, metadata, errors);
}

}  // namespace

std::vector<std::string> PathSegmentName(std::string_view name, bool) {
  return validate::IsPathSegmentName(name);
}

std::vector<std::string> DnsSubdomainName(std::string_view name, bool prefix) {
  return validate::IsDns1123Subdomain(prefix ? validate::MaskTrailingDash(name)
                                             : std::string(name));
}

std::vector<std::string> DnsLabelName(std::string_view name, bool prefix) {
  return validate::IsDns1123Label(prefix ? validate::MaskTrailingDash(name) : std::string(name));
}

ErrorList ValidateMeta(const ObjectMeta& meta, const ResourceDefinition& resource,
                       NameRule name_rule) {
  ErrorList errors;
  ValidateAt(meta, Path("metadata"),
             {.namespaced = resource.names.namespaced,
              .strict_finalizers = !HasFreeFinalizers(resource),
              .name_rule = name_rule != nullptr ? name_rule : PathSegmentName},
             errors);
  return errors;
}

void ValidateEmbeddedMeta(const Value& metadata, const Path& path, ErrorList& errors) {
  Arena arena;
  auto* meta = arena.New<ObjectMeta>();
  Status read = typeinfo::FromValue(metadata, typeinfo::TypeOf<ObjectMeta>(), meta, arena, nullptr);
  if (!read) return;  // whoever decoded the object has refused it
  if (meta->name.empty()) meta->name = "name";
  ValidateAt(*meta, path,
             {.namespaced = !meta->namespace_.empty(),
              .strict_finalizers = false,
              .name_rule = PathSegmentName},
             errors);
}

ErrorList ValidateMetaUpdate(const ObjectMeta& meta, const ObjectMeta& old) {
  ErrorList errors;
  Path metadata("metadata");
  if (old.deletion_timestamp) {
    std::vector<std::string> added;
    const std::set<std::string_view> before(old.finalizers.begin(), old.finalizers.end());
    for (std::string_view finalizer : meta.finalizers) {
      if (!before.contains(finalizer)) added.push_back(Quoted(finalizer));
    }
    std::ranges::sort(added);
    added.erase(std::unique(added.begin(), added.end()), added.end());
    if (!added.empty()) {
      errors.push_back(field::Forbidden(
          metadata.Child("finalizers"),
          fmt::format("no new finalizers can be added if the object is being deleted, found new "
                      "finalizers []string{{{}}}",
                      Join(added, ", "))));
    }
  }
  if (meta.resource_version.empty()) {
    errors.push_back(field::Invalid(metadata.Child("resourceVersion"), meta.resource_version,
                                    "must be specified for an update"));
  }
  if (meta.generation < old.generation) {
    errors.push_back(
        field::Invalid(metadata.Child("generation"), meta.generation, "must not be decremented"));
  }
  CheckUnchanged(meta.name, old.name, metadata.Child("name"), errors);
  CheckUnchanged(meta.namespace_, old.namespace_, metadata.Child("namespace"), errors);
  CheckUnchanged(meta.uid, old.uid, metadata.Child("uid"), errors);
  if (!(meta.creation_timestamp == old.creation_timestamp)) {
    errors.push_back(field::Invalid(metadata.Child("creationTimestamp"),
                                    TimeValue(meta.creation_timestamp), kImmutable));
  }
  if (meta.deletion_timestamp.set != old.deletion_timestamp.set ||
      (meta.deletion_timestamp.set && !(*meta.deletion_timestamp == *old.deletion_timestamp))) {
    errors.push_back(field::Invalid(metadata.Child("deletionTimestamp"),
                                    TimeValue(meta.deletion_timestamp.value_or(typeinfo::Time{})),
                                    kImmutable));
  }
  if (meta.deletion_grace_period_seconds.set != old.deletion_grace_period_seconds.set ||
      meta.deletion_grace_period_seconds.value_or(0) !=
          old.deletion_grace_period_seconds.value_or(0)) {
    field::BadValue value = meta.deletion_grace_period_seconds.set
                                ? field::BadValue(*meta.deletion_grace_period_seconds)
                                : field::BadValue::Rendered("null");
    errors.push_back(
        field::Invalid(metadata.Child("deletionGracePeriodSeconds"), value, kImmutable));
  }
  ValidateLabels(meta, metadata, errors);
  ValidateAnnotations(meta, metadata, errors);
  ValidateOwnerReferences(meta, metadata, errors);
  return errors;
}

ErrorList ValidateUpdatedMeta(const ObjectMeta& meta, const ObjectMeta& old,
                              const ResourceDefinition& resource, const Strategy& strategy) {
  ErrorList errors;
  Path metadata("metadata");
  ValidateAt(meta, metadata,
             {.namespaced = resource.names.namespaced, .name_rule = PathSegmentName}, errors);
  field::Append(errors, ValidateMetaUpdate(meta, old));
  const MetaUpdateRules rules = strategy.meta_update_rules;
  if (rules == MetaUpdateRules::kChange || rules == MetaUpdateRules::kBoth) {
    field::Append(errors, ValidateMetaUpdate(meta, old));
    if (!HasFreeFinalizers(resource)) ValidateKnownFinalizers(meta, metadata, errors);
  }
  if (rules == MetaUpdateRules::kObject || rules == MetaUpdateRules::kBoth) {
    field::Append(errors, ValidateMeta(meta, resource, strategy.name_rule));
  }
  return errors;
}

void DedupOwnerReferences(Object& object, OwnersSeen seen, Warnings& warnings) {
  auto& owners = object.meta().owner_references;
  if (owners.size() < 2) return;
  const typeinfo::TypeInfo& type = typeinfo::TypeOf<OwnerReference>();
  // Their members are plain, so that equal ones, and no others, are written the same.
  std::unordered_set<std::string> seen_owners;
  typeinfo::List<OwnerReference> kept;
  std::vector<std::string> repeated;
  std::unordered_set<std::string_view> repeated_uids;
  for (const OwnerReference& owner : owners) {
    if (seen_owners.insert(typeinfo::EncodeProtobufMessage(type, &owner)).second) {
      kept.Append(object.arena(), owner);
    } else if (repeated_uids.insert(owner.uid).second) {
      repeated.emplace_back(owner.uid);
    }
  }
  if (repeated.empty()) return;
  owners = kept;
  warnings.Add(fmt::format(
      ".metadata.ownerReferences contains duplicate entries{}; API server dedups owner references "
      "in 1.20+, and may reject such requests as early as 1.24; please fix your requests; "
      "duplicate UID(s) observed: {}",
      seen == OwnersSeen::kAfterAdmission ? " after mutating admission happens" : "",
      Join(repeated, ", ")));
}

}  // namespace pintle::write
