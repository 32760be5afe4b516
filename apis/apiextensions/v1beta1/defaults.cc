#include "apis/apiextensions/v1beta1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"
#include "pintle/base/strings.h"

namespace pintle::apis::apiextensions::v1beta1 {
namespace {

using scheme::FunctionContext;

constexpr int32_t kWebhookPort = 443;

void DefaultNames(Arena& arena, CustomResourceDefinitionNames& names) {
  if (names.singular.empty()) names.singular = arena.Copy(ToLower(names.kind));
  if (names.list_kind.empty() && !names.kind.empty()) {
    names.list_kind = arena.Copy(std::string(names.kind) + "List");
  }
}

// The one version of old and the list of versions say the same.
void DefaultVersions(Arena& arena, CustomResourceDefinitionSpec& spec) {
  if (spec.versions.empty() && !spec.version.empty()) {
    CustomResourceDefinitionVersion& version = spec.versions.Append(arena);
    version.name = spec.version;
    version.served = true;
    version.storage = true;
  }
  if (spec.version.empty() && !spec.versions.empty()) spec.version = spec.versions[0].name;
}

void DefaultConversion(Arena& arena, CustomResourceDefinitionSpec& spec) {
  if (!spec.conversion) spec.conversion.Ensure(arena).strategy = kNoneConverter;
  CustomResourceConversion& conversion = *spec.conversion;
  if (conversion.strategy == kWebhookConverter && conversion.conversion_review_versions.empty()) {
    conversion.conversion_review_versions.Append(arena, "v1beta1");
  }
}

void DefaultDefinition(FunctionContext& context, CustomResourceDefinition& definition) {
  CustomResourceDefinitionSpec& spec = definition.spec;
  SetIfUnset(spec.scope, kNamespaceScoped);
  DefaultNames(context.arena, spec.names);
  DefaultVersions(context.arena, spec);
  DefaultConversion(context.arena, spec);
  SetIfUnset(spec.preserve_unknown_fields, true);
  if (!definition.status.stored_versions.empty()) return;
  for (const CustomResourceDefinitionVersion& version : spec.versions) {
    if (!version.storage) continue;
    definition.status.stored_versions.Append(context.arena, version.name);
    break;
  }
}

void DefaultServiceReference(FunctionContext&, ServiceReference& service) {
  SetIfUnset(service.port, kWebhookPort);
}

}  // namespace

void AddDefaults(TypeFunctionList& list) {
  list.push_back(scheme::On<&DefaultDefinition>());
  list.push_back(scheme::On<&DefaultServiceReference>());
}

}  // namespace pintle::apis::apiextensions::v1beta1
