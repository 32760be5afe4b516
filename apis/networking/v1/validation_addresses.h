#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apis/networking/v1/types.h"
#include "pintle/field/errors.h"

// Hand-written rules of IPAddresses and ServiceCIDRs, metadata apart.
namespace pintle::apis::networking::v1 {

// The name of an IPAddress is the address, in canonical form.
std::vector<std::string> IpAddressName(std::string_view name, bool prefix);

field::ErrorList ValidateIPAddress(const IPAddress& address);
field::ErrorList ValidateIPAddressUpdate(const IPAddress& address, const IPAddress& old);

field::ErrorList ValidateServiceCIDR(const ServiceCIDR& network);
field::ErrorList ValidateServiceCIDRUpdate(const ServiceCIDR& network, const ServiceCIDR& old);

}  // namespace pintle::apis::networking::v1
