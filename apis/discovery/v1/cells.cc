#include "apis/discovery/v1/cells.h"

#include <fmt/format.h>

#include "apis/cells.h"
#include "apis/discovery/v1/types.h"

namespace pintle::apis::discovery::v1 {
namespace {

constexpr size_t kShown = 3;

std::string PortsText(const EndpointSlice& slice) {
  std::vector<std::string> ports;
  for (const auto& port : slice.ports) {
    ports.push_back(port.port ? fmt::to_string(*port.port) : std::string(port.name.value_or("*")));
  }
  return ports.empty() ? std::string(kUnset) : FirstFew(ports, kShown, ",");
}

std::string EndpointsText(const EndpointSlice& slice) {
  std::vector<std::string> addresses;
  for (const auto& endpoint : slice.endpoints) {
    addresses.insert(addresses.end(), endpoint.addresses.begin(), endpoint.addresses.end());
  }
  return addresses.empty() ? std::string(kUnset) : FirstFew(addresses, kShown, ",");
}

CellList EndpointSliceCells(const EndpointSlice& slice, const CellContext& context) {
  return {context.Text(slice.metadata.name), context.Text(slice.address_type),
          context.Text(PortsText(slice)), context.Text(EndpointsText(slice)),
          context.Age(slice.metadata)};
}

}  // namespace

write::Table EndpointSliceTable() {
  return TableOf<EndpointSlice>({NameColumn(), TextColumn("AddressType", "IPv4, IPv6 or FQDN."),
                                 TextColumn("Ports", "The first ports."),
                                 TextColumn("Endpoints", "The first addresses."), AgeColumn()},
                                EndpointSliceCells);
}

}  // namespace pintle::apis::discovery::v1
