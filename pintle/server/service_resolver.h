#pragma once

#include "pintle/registry/registry.h"
#include "pintle/webhook/caller.h"

namespace pintle::server {

// Where webhooks behind a service are called: at its cluster address, or at the name it stands for.
// `services` is the served resource of services.
Result<webhook::Address> ResolveService(const api::ServedResource& services,
                                        const webhook::ServiceReference& service);

}  // namespace pintle::server
