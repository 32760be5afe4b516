#include "apis/core/v1/validation_service.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/validate/addresses.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/ports.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;

void ValidateAddress(const EndpointAddress& address, bool strict, const Path& path,
                     ErrorList& errors) {
  validate::Ip(path.Child("ip"), address.ip, strict, {}, errors);
  validate::FormIfGiven(path.Child("hostname"), address.hostname, validate::IsDns1123Label, errors);
  if (address.node_name) {
    validate::Form(path.Child("nodeName"), *address.node_name, validate::IsDns1123Subdomain,
                   errors);
  }
  validate::EndpointIp(path.Child("ip"), address.ip, errors);
}

void ValidatePort(const EndpointPort& port, bool require_name, const Path& path,
                  ErrorList& errors) {
  Path name = path.Child("name");
  if (port.name.empty()) {
    if (require_name) errors.push_back(field::Required(name));
  } else {
    validate::Form(name, port.name, validate::IsDns1123Label, errors);
  }
  validate::AddMessages(path.Child("port"), port.port, validate::IsPortNumber(port.port), errors);
  validate::RequiredOneOf(path.Child("protocol"), port.protocol,
                          {kProtocolSCTP, kProtocolTCP, kProtocolUDP}, errors);
  if (port.app_protocol) {
    validate::Form(path.Child("appProtocol"), *port.app_protocol, validate::IsQualifiedName,
                   errors);
  }
}

void ValidateSubset(const EndpointSubset& subset, bool strict, const Path& path,
                    ErrorList& errors) {
  if (subset.addresses.empty() && subset.not_ready_addresses.empty()) {
    errors.push_back(field::Required(path, "must specify `addresses` or `notReadyAddresses`"));
  }
  Path ready = path.Child("addresses");
  for (size_t i = 0; i < subset.addresses.size(); ++i) {
    ValidateAddress(subset.addresses[i], strict, ready.Index(i), errors);
  }
  Path not_ready = path.Child("notReadyAddresses");
  for (size_t i = 0; i < subset.not_ready_addresses.size(); ++i) {
    ValidateAddress(subset.not_ready_addresses[i], strict, not_ready.Index(i), errors);
  }
  Path ports = path.Child("ports");
  for (size_t i = 0; i < subset.ports.size(); ++i) {
    ValidatePort(subset.ports[i], subset.ports.size() > 1, ports.Index(i), errors);
  }
}

}  // namespace

ErrorList ValidateEndpoints(const Endpoints& endpoints, const ValidationOptions& options) {
  ErrorList errors;
  Path subsets("subsets");
  for (size_t i = 0; i < endpoints.subsets.size(); ++i) {
    ValidateSubset(endpoints.subsets[i], options.strict_addresses, subsets.Index(i), errors);
  }
  return errors;
}

ErrorList ValidateEndpointsUpdate(const Endpoints& endpoints, const Endpoints& old,
                                  const ValidationOptions& options) {
  // What was stored before a rule came may stay.
  if (validate::Equal(endpoints.subsets, old.subsets)) return {};
  return ValidateEndpoints(endpoints, options);
}

}  // namespace pintle::apis::core::v1
