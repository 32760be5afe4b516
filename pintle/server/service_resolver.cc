#include "pintle/server/service_resolver.h"

#include <fmt/format.h>

#include <algorithm>

#include "apis/core/v1/types.h"
#include "pintle/object/read/decode.h"

namespace pintle::server {
namespace {

namespace core = apis::core::v1;

constexpr std::string_view kNoAddress = "None";

}  // namespace

Result<webhook::Address> ResolveService(const api::ServedResource& services,
                                        const webhook::ServiceReference& service) {
  const write::ResourceDefinition& definition = *services.definition;
  auto found =
      services.cache->Current()->Find(definition.Key(service.namespace_name, service.name));
  if (found == nullptr) {
    return Fail(Reason::kNotFound, fmt::format("service \"{}\" not found", service.name));
  }
  PINTLE_TRY(write::Object object,
             object::DecodeStored(definition.kind, found->stored(), found->mod_revision()));
  const core::ServiceSpec& spec = object.As<core::Service>().spec;
  if (spec.type == core::kServiceTypeExternalName) {
    return webhook::Address{.host = std::string(spec.external_name), .port = service.port};
  }
  if (spec.cluster_ip.empty() || spec.cluster_ip == kNoAddress) {
    return Fail(Reason::kServiceUnavailable,
                fmt::format("cannot route to service with ClusterIP \"{}\"", spec.cluster_ip));
  }
  auto has_port = [&](const core::ServicePort& port) { return port.port == service.port; };
  if (std::ranges::none_of(spec.ports, has_port)) {
    return Fail(
        Reason::kServiceUnavailable,
        fmt::format("no service port {} found for service \"{}\"", service.port, service.name));
  }
  return webhook::Address{.host = std::string(spec.cluster_ip), .port = service.port};
}

}  // namespace pintle::server
