#include "apis/apiextensions/v1/ca_bundle.h"
#include "apis/apiextensions/v1/finalizer.h"
#include "apis/apiextensions/v1/lifecycle.h"
#include "apis/apiextensions/v1/types.h"
#include "apis/apiextensions/v1beta1/conversion.h"
#include "apis/apiextensions/v1beta1/form.h"
#include "apis/apiextensions/v1beta1/lifecycle.h"
#include "apis/builtin.h"
#include "apis/resource_row.h"
#include "pintle/base/strings.h"
#include "pintle/object/encode.h"
#include "pintle/object/read/metadata.h"
#include "pintle/schema/crd.h"
#include "pintle/typeinfo/value_bridge.h"
#include "pintle/write/stages/metadata.h"

namespace pintle::apis::apiextensions::v1 {
namespace {

using write::Context;
using write::Object;

// Objects are stored in it: it is the shorter form.
constexpr std::string_view kV1beta1 = "v1beta1";

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

bool IsEstablished(const CustomResourceDefinition& crd) {
  return std::ranges::any_of(crd.status.conditions, [](const auto& condition) {
    return condition.type == kEstablished && condition.status == kConditionTrue;
  });
}

// What is served keeps a webhook that can be trusted, if it had one.
void ValidateBundle(const Object& object, const Object& old, field::ErrorList& errors) {
  const auto& before = old.As<CustomResourceDefinition>();
  const auto& now = object.As<CustomResourceDefinition>();
  if (!IsEstablished(before) || HasBadCaBundle(before) || !HasBadCaBundle(now)) return;
  std::string bundle = Base64Encode(now.spec.conversion->webhook->client_config->ca_bundle.view());
  errors.push_back(field::Invalid(field::Path("spec.conversion.webhookClientConfig.caBundle"),
                                  bundle, "no certificates can be read from it"));
}

field::ErrorList Validate(const BuiltinOptions& options, const Context& context,
                          const Object& object, const Object* old) {
  Arena arena;
  const typeinfo::TypeInfo& type = typeinfo::TypeOf<CustomResourceDefinition>();
  Value document = typeinfo::ToValue(type, object.data(), arena);
  Value old_document = old != nullptr ? typeinfo::ToValue(type, old->data(), arena) : Value();
  schema::CrdOptions crd_options;
  crd_options.prune_mode = options.prune_mode;
  crd_options.metadata_tidier = object::TidyMetadata;
  crd_options.metadata_validator = write::ValidateEmbeddedMeta;
  crd_options.v1beta1_request = context.request.what.version == kV1beta1;
  const Value* before = old != nullptr ? &old_document : nullptr;
  field::ErrorList errors = schema::ValidateCrd(document, before, crd_options);
  if (old != nullptr) ValidateBundle(object, *old, errors);
  if (errors.empty()) {
    for (std::string& text : schema::CrdWarnings(document, before)) {
      context.warnings.Add(std::move(text));
    }
  }
  return errors;
}

// The cleanup finalizer holds the definition until its objects are gone.
void MarkDeleted(int64_t now_seconds, Object& object) {
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
  condition.last_transition_time = typeinfo::Time::FromSeconds(now_seconds);
  condition.reason = "InstanceDeletionPending";
  condition.message =
      "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon";
}

// Of the status only the names are looked at.
field::ErrorList ValidateStatus(const Context&, const Object& object, const Object&) {
  Arena arena;
  const auto& names = object.As<CustomResourceDefinition>().status.accepted_names;
  Value value = typeinfo::ToValue(typeinfo::TypeOf<CustomResourceDefinitionNames>(), &names, arena);
  return schema::ValidateCrdNames(value, field::Path("status.acceptedNames"));
}

constexpr ResourceRow kDefinitions = {
    .kind = {.kind = "CustomResourceDefinition",
             .versions = {scheme::Version<CustomResourceDefinition, CustomResourceDefinitionList>(
                              {.version = "v1"}),
                          scheme::ConvertedVersion<v1beta1::CustomResourceDefinition,
                                                   v1beta1::CustomResourceDefinitionList,
                                                   CustomResourceDefinition>(
                              {.version = kV1beta1,
                               .check_form = v1beta1::CheckForm,
                               .outlives_removal = true})},
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
    .mark_deleted = MarkDeleted,
    .subresources = {
        {.name = "status", .keep_on_update = {"spec"}, .validate_update = ValidateStatus}}};

}  // namespace

std::vector<write::ResourceDefinition> Resources(scheme::Scheme& scheme,
                                                 const BuiltinOptions& options) {
  write::ResourceDefinition resource = Define(scheme, "apiextensions.k8s.io", kDefinitions);
  resource.writing.strategy.validate = [options](const Context& context, const Object& object) {
    return Validate(options, context, object, nullptr);
  };
  resource.writing.strategy.validate_update = [options](const Context& context,
                                                        const Object& object, const Object& old) {
    return Validate(options, context, object, &old);
  };
  resource.storing.on_written = options.on_definition_written;
  return {resource};
}

}  // namespace pintle::apis::apiextensions::v1
