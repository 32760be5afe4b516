#include "apis/apiextensions/v1/types.h"
#include "apis/set_if_unset.h"
#include "apis/type_function_lists.h"
#include "pintle/base/strings.h"

namespace pintle::apis::apiextensions::v1 {
namespace {

using scheme::FunctionContext;

constexpr int32_t kWebhookPort = 443;

void DefaultDefinition(FunctionContext& context, CustomResourceDefinition& definition) {
  Arena& arena = context.arena;
  CustomResourceDefinitionNames& names = definition.spec.names;
  if (names.singular.empty()) names.singular = arena.Copy(ToLower(names.kind));
  if (names.list_kind.empty() && !names.kind.empty()) {
    names.list_kind = arena.Copy(std::string(names.kind) + "List");
  }
  if (!definition.spec.conversion) {
    definition.spec.conversion.Ensure(arena).strategy = kNoneConverter;
  }
  if (!definition.status.stored_versions.empty()) return;
  for (const CustomResourceDefinitionVersion& version : definition.spec.versions) {
    if (!version.storage) continue;
    definition.status.stored_versions.Append(arena, version.name);
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

}  // namespace pintle::apis::apiextensions::v1
