#include "apis/discovery/v1/validation_slice.h"

#include <set>

#include "apis/meta/v1/validation_selector.h"
#include "pintle/validate/addresses.h"
#include "pintle/validate/checks.h"
#include "pintle/validate/domains.h"

namespace pintle::apis::discovery::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

constexpr int64_t kMaxPorts = 20000;
constexpr int64_t kMaxEndpoints = 1000;
constexpr int64_t kMaxAddresses = 100;
constexpr int64_t kMaxTopologyLabels = 16;
constexpr int64_t kMaxHints = 8;

// Whether there are no more than `most`; an error if there are.
bool AtMost(size_t count, int64_t most, const Path& path, ErrorList& errors) {
  if (count <= static_cast<size_t>(most)) return true;
  errors.push_back(field::TooMany(path, static_cast<int64_t>(count), most));
  return false;
}

void ValidatePorts(const typeinfo::List<EndpointPort>& ports, ErrorList& errors) {
  Path path("ports");
  if (!AtMost(ports.size(), kMaxPorts, path, errors)) return;
  std::set<Str> names;
  for (size_t i = 0; i < ports.size(); ++i) {
    const EndpointPort& port = ports[i];
    Path item = path.Index(i);
    Path name = item.Child("name");
    Str text = port.name.value_or({});
    validate::FormIfGiven(name, text, validate::IsDns1123Label, errors);
    if (!names.insert(text).second) errors.push_back(field::Duplicate(name, text));
    if (!port.protocol) {
      errors.push_back(field::Required(item.Child("protocol")));
    } else {
      validate::OneOf(item.Child("protocol"), *port.protocol, {"SCTP", "TCP", "UDP"}, errors);
    }
    if (port.app_protocol) {
      validate::Form(item.Child("appProtocol"), *port.app_protocol, validate::IsQualifiedName,
                     errors);
    }
  }
}

void ValidateAddress(Str address, Str type, bool strict, const Path& list, const Path& path,
                     ErrorList& errors) {
  size_t before = errors.size();
  if (type == kAddressTypeFQDN) return validate::FullyQualifiedDomainName(path, address, errors);
  if (type == kAddressTypeIPv4) {
    validate::Ip(path, address, strict, {}, errors);
    if (errors.size() != before) return;
    if (!validate::IsIpv4(address)) {
      errors.push_back(field::Invalid(list, address, "must be an IPv4 address"));
    }
    validate::EndpointIp(path, address, errors);
  } else if (type == kAddressTypeIPv6) {
    validate::CanonicalIp(path, address, errors);
    if (errors.size() != before) return;
    if (!validate::IsIpv6(address)) {
      errors.push_back(field::Invalid(list, address, "must be an IPv6 address"));
    }
    validate::EndpointIp(path, address, errors);
  }
}

// Hints for zones and for nodes differ in the rule of a name.
template <typename T, typename Rule>
void ValidateHints(const typeinfo::List<T>& hints, Rule rule, const Path& path, ErrorList& errors) {
  if (!AtMost(hints.size(), kMaxHints, path, errors)) return;
  std::set<Str> names;
  for (size_t i = 0; i < hints.size(); ++i) {
    Path item = path.Index(i);
    Path name = item.Child("name");
    if (!names.insert(hints[i].name).second) {
      errors.push_back(field::Duplicate(name, hints[i].name));
    }
    validate::Form(name, hints[i].name, rule, errors);
  }
}

void ValidateEndpoint(const Endpoint& endpoint, Str type, bool strict, const Path& path,
                      ErrorList& errors) {
  Path addresses = path.Child("addresses");
  if (endpoint.addresses.empty()) {
    errors.push_back(field::Required(addresses, "must contain at least 1 address"));
  }
  AtMost(endpoint.addresses.size(), kMaxAddresses, addresses, errors);
  for (size_t i = 0; i < endpoint.addresses.size(); ++i) {
    ValidateAddress(endpoint.addresses[i], type, strict, addresses, addresses.Index(i), errors);
  }
  if (endpoint.node_name) {
    validate::Form(path.Child("nodeName"), *endpoint.node_name, validate::IsDns1123Subdomain,
                   errors);
  }
  Path topology = path.Child("deprecatedTopology");
  AtMost(endpoint.deprecated_topology.size(), kMaxTopologyLabels, topology, errors);
  meta::v1::ValidateLabels(endpoint.deprecated_topology, topology, errors);
  if (endpoint.hostname) {
    validate::Form(path.Child("hostname"), *endpoint.hostname, validate::IsDns1123Label, errors);
  }
  if (!endpoint.hints) return;
  Path hints = path.Child("hints");
  ValidateHints(endpoint.hints->for_zones, validate::IsLabelValue, hints.Child("forZones"), errors);
  ValidateHints(endpoint.hints->for_nodes, validate::IsDns1123Subdomain, hints.Child("forNodes"),
                errors);
}

void ValidateEndpointList(const EndpointSlice& slice, bool strict, ErrorList& errors) {
  Path path("endpoints");
  if (!AtMost(slice.endpoints.size(), kMaxEndpoints, path, errors)) return;
  for (size_t i = 0; i < slice.endpoints.size(); ++i) {
    ValidateEndpoint(slice.endpoints[i], slice.address_type, strict, path.Index(i), errors);
  }
}

ErrorList ValidateRules(const EndpointSlice& slice, bool check_endpoints,
                        const ValidationOptions& options) {
  ErrorList errors;
  validate::RequiredOneOf(Path("addressType"), slice.address_type,
                          {kAddressTypeFQDN, kAddressTypeIPv4, kAddressTypeIPv6}, errors);
  if (check_endpoints) ValidateEndpointList(slice, options.strict_addresses, errors);
  ValidatePorts(slice.ports, errors);
  return errors;
}

}  // namespace

ErrorList ValidateEndpointSlice(const EndpointSlice& slice, const ValidationOptions& options) {
  return ValidateRules(slice, true, options);
}

ErrorList ValidateEndpointSliceUpdate(const EndpointSlice& slice, const EndpointSlice& old,
                                      const ValidationOptions& options) {
  // What was stored before a rule came may stay.
  bool changed = !validate::Equal(slice.endpoints, old.endpoints);
  ErrorList errors = ValidateRules(slice, changed, options);
  validate::Unchanged(Path("addressType"), slice.address_type, old.address_type, errors);
  return errors;
}

}  // namespace pintle::apis::discovery::v1
