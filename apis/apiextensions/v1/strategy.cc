#include "apis/apiextensions/v1/defaults.h"
#include "apis/apiextensions/v1/finalizer.h"
#include "apis/apiextensions/v1/types.h"
#include "apis/builtin.h"
#include "pintle/object/coerce.h"
#include "pintle/object/encode.h"
#include "pintle/schema/crd.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/value_bridge.h"
#include "pintle/write/key_prefix.h"
#include "pintle/write/metadata.h"

namespace pintle::apis {
namespace {

using apiextensions::v1::CustomResourceDefinition;
using apiextensions::v1::CustomResourceDefinitionCondition;
using apiextensions::v1::CustomResourceDefinitionSpec;
using apiextensions::v1::CustomResourceDefinitionVersion;
using write::Context;
using write::Object;

using apiextensions::v1::kCleanupFinalizer;

const scheme::KindInfo& RegisterDefinition(scheme::Scheme& scheme) {
  scheme::KindInfo info;
  info.group = "apiextensions.k8s.io";
  info.kind = "CustomResourceDefinition";
  info.hub = &typeinfo::TypeOf<CustomResourceDefinition>();
  info.storage_version = "v1";
  scheme::KindVersion version;
  version.version = "v1";
  version.type = info.hub;
  version.set_defaults = apiextensions::v1::DefaultCustomResourceDefinition;
  info.versions.push_back(version);
  return scheme.Register(std::move(info));
}

// The storage version joins the versions that may be in the store, and never leaves them by itself.
void RecordStorageVersion(Arena& arena, CustomResourceDefinition& crd) {
  for (const CustomResourceDefinitionVersion& version : crd.spec.versions) {
    if (!version.storage) continue;
    auto& stored = crd.status.stored_versions;
    if (std::ranges::find(stored, version.name) == stored.end()) stored.Append(arena, version.name);
    return;
  }
}

void PrepareCreate(const Context&, Object& object) {
  auto& crd = object.As<CustomResourceDefinition>();
  crd.status = {};
  crd.metadata.generation = 1;
  RecordStorageVersion(object.arena(), crd);
}

void PrepareUpdate(const Context&, Object& object, const Object& old) {
  auto& crd = object.As<CustomResourceDefinition>();
  const auto& before = old.As<CustomResourceDefinition>();
  crd.status = before.status;
  // Appending must not write into the old object's list.
  crd.status.stored_versions.capacity = crd.status.stored_versions.count;
  RecordStorageVersion(object.arena(), crd);
  if (!typeinfo::SemanticEqual(typeinfo::TypeOf<CustomResourceDefinitionSpec>(), &crd.spec,
                               &before.spec)) {
    ++crd.metadata.generation;
  }
}

field::ErrorList Validate(const BuiltinOptions& options, const Object& object, const Object* old) {
  Arena arena;
  const typeinfo::TypeInfo& type = typeinfo::TypeOf<CustomResourceDefinition>();
  Value document = typeinfo::ToValue(type, object.data(), arena);
  Value old_document = old != nullptr ? typeinfo::ToValue(type, old->data(), arena) : Value();
  schema::CrdOptions crd_options;
  crd_options.prune_mode = options.prune_mode;
  crd_options.metadata_coercer = object::CoerceMetadata;
  return schema::ValidateCrd(document, old != nullptr ? &old_document : nullptr, crd_options);
}

void Warn(Context& context, const Object& object, const Object* old) {
  Arena arena;
  const typeinfo::TypeInfo& type = typeinfo::TypeOf<CustomResourceDefinition>();
  Value document = typeinfo::ToValue(type, object.data(), arena);
  Value old_document = old != nullptr ? typeinfo::ToValue(type, old->data(), arena) : Value();
  for (std::string& text :
       schema::CrdWarnings(document, old != nullptr ? &old_document : nullptr)) {
    context.warnings.Add(std::move(text));
  }
}

// The cleanup finalizer holds the definition until its objects are gone.
void MarkDeleted(const Clock& clock, Object& object) {
  Arena& arena = object.arena();
  auto& crd = object.As<CustomResourceDefinition>();
  auto& finalizers = crd.metadata.finalizers;
  if (std::ranges::find(finalizers, kCleanupFinalizer) == finalizers.end()) {
    finalizers.Append(arena, kCleanupFinalizer);
  }
  for (CustomResourceDefinitionCondition& condition : crd.status.conditions) {
    if (condition.type == apiextensions::v1::kTerminating) return;
  }
  CustomResourceDefinitionCondition& condition = crd.status.conditions.Append(arena);
  condition.type = apiextensions::v1::kTerminating;
  condition.status = apiextensions::v1::kConditionTrue;
  condition.last_transition_time = typeinfo::Time::FromSeconds(clock.NowSeconds());
  condition.reason = "InstanceDeletionPending";
  condition.message =
      "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon";
}

}  // namespace

std::vector<write::ResourceDefinition> ApiExtensionsV1Resources(scheme::Scheme& scheme,
                                                                const BuiltinOptions& options) {
  const scheme::KindInfo& kind = RegisterDefinition(scheme);
  write::ResourceDefinition resource;
  resource.group = kind.group;
  resource.plural = "customresourcedefinitions";
  resource.singular = "customresourcedefinition";
  resource.short_names = {"crd", "crds"};
  resource.categories = {"api-extensions"};
  resource.namespaced = false;
  resource.versions = {"v1"};
  resource.verbs = AllVerbs();
  resource.key_prefix = write::KeyPrefix(resource.group, resource.plural);
  resource.kind.group = kind.group;
  resource.kind.kind = kind.kind;
  resource.kind.list_kind = "CustomResourceDefinitionList";
  resource.kind.storage_version = kind.storage_version;
  resource.kind.typed = &kind;
  write::Strategy& strategy = resource.strategy;
  strategy.allow_unconditional_update = false;
  strategy.prepare_create = PrepareCreate;
  strategy.prepare_update = PrepareUpdate;
  strategy.validate = [options](const Context&, const Object& object) {
    return Validate(options, object, nullptr);
  };
  strategy.validate_update = [options](const Context&, const Object& object, const Object& old) {
    return Validate(options, object, &old);
  };
  strategy.warn = Warn;
  strategy.mark_deleted = MarkDeleted;

  write::Strategy status = strategy;
  status.prepare_update = [](const Context&, Object& object, const Object& old) {
    object.As<CustomResourceDefinition>().spec = old.As<CustomResourceDefinition>().spec;
  };
  status.validate_update = nullptr;
  resource.subresources["status"] = status;
  return {resource};
}

}  // namespace pintle::apis
