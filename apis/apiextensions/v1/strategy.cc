#include "apis/apiextensions/v1/finalizer.h"
#include "apis/apiextensions/v1/types.h"
#include "apis/apiextensions/v1beta1/conversion.h"
#include "apis/builtin.h"
#include "apis/resource_row.h"
#include "pintle/object/coerce.h"
#include "pintle/object/encode.h"
#include "pintle/schema/crd.h"
#include "pintle/typeinfo/value_bridge.h"
#include "pintle/write/metadata.h"

namespace pintle::apis::apiextensions::v1 {
namespace {

using write::Context;
using write::Object;

// Objects are stored in it: it is the shorter form.
constexpr std::string_view kV1beta1 = "v1beta1";
constexpr scheme::Lifecycle kV1beta1Lifecycle = {
    .introduced = {1, 7},
    .deprecated = {1, 16},
    .removed = {1, 22},
    .replacement = "apiextensions.k8s.io/v1 CustomResourceDefinition"};

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
  RecordStorageVersion(object.arena(), object.As<CustomResourceDefinition>());
}

void PrepareUpdate(const Context&, Object& object, const Object&) {
  RecordStorageVersion(object.arena(), object.As<CustomResourceDefinition>());
}

field::ErrorList Validate(const BuiltinOptions& options, const Context& context,
                          const Object& object, const Object* old) {
  Arena arena;
  const typeinfo::TypeInfo& type = typeinfo::TypeOf<CustomResourceDefinition>();
  Value document = typeinfo::ToValue(type, object.data(), arena);
  Value old_document = old != nullptr ? typeinfo::ToValue(type, old->data(), arena) : Value();
  schema::CrdOptions crd_options;
  crd_options.prune_mode = options.prune_mode;
  crd_options.metadata_coercer = object::CoerceMetadata;
  crd_options.v1beta1_request = context.version == kV1beta1;
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
    if (condition.type == kTerminating) return;
  }
  CustomResourceDefinitionCondition& condition = crd.status.conditions.Append(arena);
  condition.type = kTerminating;
  condition.status = kConditionTrue;
  condition.last_transition_time = typeinfo::Time::FromSeconds(clock.NowSeconds());
  condition.reason = "InstanceDeletionPending";
  condition.message =
      "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon";
}

field::ErrorList NoRules(const Context&, const Object&, const Object&) { return {}; }

constexpr ResourceRow kDefinitions = {
    .kind = {.kind = "CustomResourceDefinition",
             .versions = {scheme::Version<CustomResourceDefinition, CustomResourceDefinitionList>(
                              {.version = "v1"}),
                          scheme::ConvertedVersion<v1beta1::CustomResourceDefinition,
                                                   v1beta1::CustomResourceDefinitionList,
                                                   CustomResourceDefinition>(
                              {.version = kV1beta1, .lifecycle = kV1beta1Lifecycle})},
             .storage_version = kV1beta1,
             .stored_format = scheme::StoredFormat::kJson,
             .namespaced = false},
    .plural = "customresourcedefinitions",
    .short_names = {"crd", "crds"},
    .categories = {"api-extensions"},
    // The rules know a definition's name from its spec.
    .name_rule = write::PathSegmentName,
    .unconditional_update = false,
    .clear_on_create = {"status"},
    .keep_on_update = {"status"},
    .generation_of = {"spec"},
    .prepare_create = PrepareCreate,
    .prepare_update = PrepareUpdate,
    .warn = Warn,
    .mark_deleted = MarkDeleted,
    .subresources = {{.name = "status", .keep_on_update = {"spec"}, .validate_update = NoRules}}};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme,
                                                 const BuiltinOptions& options) {
  write::ResourceDefinition resource = Define(scheme, "apiextensions.k8s.io", kDefinitions);
  resource.strategy.validate = [options](const Context& context, const Object& object) {
    return Validate(options, context, object, nullptr);
  };
  resource.strategy.validate_update = [options](const Context& context, const Object& object,
                                                const Object& old) {
    return Validate(options, context, object, &old);
  };
  return {resource};
}

}  // namespace pintle::apis::apiextensions::v1
