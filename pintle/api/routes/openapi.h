#pragma once

#include "pintle/api/openapi/documents.h"
#include "pintle/api/routes/routes.h"
#include "pintle/registry/registry.h"

namespace pintle::api {

// `/openapi/v2`, `/openapi/v3` and the documents below that. Registry and documents outlive the
// routes.
void AddOpenApi(Routes& routes, const RegistryHolder& registry, OpenApiDocuments& documents);

}  // namespace pintle::api
