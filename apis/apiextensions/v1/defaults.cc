#include "apis/apiextensions/v1/defaults.h"

#include "apis/apiextensions/v1/types.h"
#include "pintle/base/strings.h"

namespace pintle::apis::apiextensions::v1 {
namespace {

constexpr int32_t kWebhookPort = 443;

}  // namespace

void DefaultCustomResourceDefinition(Arena& arena, void* object) {
  auto& crd = *static_cast<CustomResourceDefinition*>(object);
  CustomResourceDefinitionNames& names = crd.spec.names;
  if (names.singular.empty()) names.singular = arena.Copy(ToLower(names.kind));
  if (names.list_kind.empty() && !names.kind.empty()) {
    names.list_kind = arena.Copy(std::string(names.kind) + "List");
  }
  if (!crd.spec.conversion) crd.spec.conversion.Ensure(arena).strategy = kNoneConverter;
  CustomResourceConversion& conversion = *crd.spec.conversion;
  if (conversion.webhook && conversion.webhook->client_config &&
      conversion.webhook->client_config->service &&
      !conversion.webhook->client_config->service->port) {
    conversion.webhook->client_config->service->port = kWebhookPort;
  }
  if (crd.status.stored_versions.empty()) {
    for (const CustomResourceDefinitionVersion& version : crd.spec.versions) {
      if (!version.storage) continue;
      crd.status.stored_versions.Append(arena, version.name);
      break;
    }
  }
}

}  // namespace pintle::apis::apiextensions::v1
