#include "apis/networking/v1/validation_addresses.h"

#include <fmt/format.h>

#include "pintle/base/strings.h"
#include "pintle/field/names.h"
#include "pintle/validate/addresses.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::networking::v1 {
namespace {

using typeinfo::Str;

constexpr std::string_view kParentPath = "spec.parentRef";
constexpr std::string_view kCidrsPath = "spec.cidrs";

void AddMessages(const field::Path& path, Str text, const validate::Messages& messages,
                 field::ErrorList& errors) {
  for (const std::string& message : messages) errors.push_back(field::Invalid(path, text, message));
}

void Segment(const field::Path& path, Str text, bool required, field::ErrorList& errors) {
  if (!text.empty()) {
    AddMessages(path, text, validate::IsPathSegmentName(text), errors);
  } else if (required) {
    errors.push_back(field::Required(path));
  }
}

field::BadValue Listed(const typeinfo::List<Str>& texts) {
  std::string out;
  for (Str text : texts) out += (out.empty() ? "[" : ",") + Quoted(text);
  return field::BadValue::Rendered(out.empty() ? "null" : out + "]");
}

void AddCidrFault(const ServiceCIDRSpec& spec, std::string_view detail, field::ErrorList& errors) {
  errors.push_back(field::Invalid(
      field::Path(kCidrsPath),
      field::BadValue::Rendered(fmt::format("{{\"CIDRs\":{}}}", Listed(spec.cidrs).text())),
      detail));
}

bool IsOneOfEachFamily(const typeinfo::List<Str>& cidrs) {
  auto first = validate::ParseCidr(cidrs[0]);
  auto second = validate::ParseCidr(cidrs[1]);
  return first && second && first->address.v4 != second->address.v4;
}

}  // namespace

std::vector<std::string> IpAddressName(std::string_view name, bool) {
  field::ErrorList errors;
  validate::CanonicalIp(field::Path("metadata.name"), name, errors);
  const std::string shown = fmt::format("Invalid value: {}: ", Quoted(name));
  std::vector<std::string> messages;
  for (const field::Error& error : errors) {
    messages.push_back(error.body.starts_with(shown) ? error.body.substr(shown.size())
                                                     : error.body);
  }
  return messages;
}

field::ErrorList ValidateIPAddress(const IPAddress& address) {
  field::ErrorList errors;
  if (!address.spec.parent_ref) {
    errors.push_back(field::Required(field::Path(kParentPath)));
    return errors;
  }
  const ParentReference& parent = *address.spec.parent_ref;
  if (!parent.group.empty()) {
    AddMessages(field::Path(kParentPath).Child("group"), parent.group,
                validate::IsDns1123Subdomain(parent.group), errors);
  }
  Segment(field::Path(kParentPath).Child("resource"), parent.resource, true, errors);
  Segment(field::Path(kParentPath).Child("name"), parent.name, true, errors);
  Segment(field::Path(kParentPath).Child("namespace"), parent.namespace_, false, errors);
  return errors;
}

field::ErrorList ValidateIPAddressUpdate(const IPAddress& address, const IPAddress& old) {
  field::ErrorList errors;
  validate::Unchanged(field::Path(kParentPath), address.spec.parent_ref, old.spec.parent_ref,
                      errors);
  return errors;
}

field::ErrorList ValidateServiceCIDR(const ServiceCIDR& network) {
  field::ErrorList errors;
  const auto& cidrs = network.spec.cidrs;
  if (cidrs.empty()) {
    errors.push_back(field::Required(field::Path(kCidrsPath), "at least one CIDR required"));
  } else if (cidrs.size() > 2) {
    AddCidrFault(network.spec, "may only hold up to 2 values", errors);
  } else if (cidrs.size() == 2 && !IsOneOfEachFamily(cidrs)) {
    AddCidrFault(network.spec,
                 "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and "
                 "2001:db8::/64",
                 errors);
  } else {
    for (size_t i = 0; i < cidrs.size(); ++i) {
      validate::Cidr(field::Path(kCidrsPath).Index(i), cidrs[i], true, {}, errors);
    }
  }
  return errors;
}

// A network stays what it is; only a second family may be added.
field::ErrorList ValidateServiceCIDRUpdate(const ServiceCIDR& network, const ServiceCIDR& old) {
  const auto& cidrs = network.spec.cidrs;
  const auto& before = old.spec.cidrs;
  const bool gains_family = before.size() == 1 && cidrs.size() == 2;
  field::ErrorList errors;
  if (gains_family) errors = ValidateServiceCIDR(network);
  if (!gains_family && cidrs.size() != before.size()) {
    errors.push_back(
        field::Invalid(field::Path(kCidrsPath), Listed(cidrs), validate::kImmutableText));
    return errors;
  }
  for (size_t i = 0; i < before.size(); ++i) {
    if (cidrs[i] == before[i]) continue;
    errors.push_back(
        field::Invalid(field::Path(kCidrsPath).Index(i), cidrs[i], validate::kImmutableText));
  }
  return errors;
}

}  // namespace pintle::apis::networking::v1
