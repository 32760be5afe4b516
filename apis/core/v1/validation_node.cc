#include "apis/core/v1/validation_node.h"

#include <fmt/format.h>

#include <set>

#include "apis/core/v1/validation_resources.h"
#include "pintle/base/strings.h"
#include "pintle/validate/addresses.h"
#include "pintle/validate/checks.h"

namespace pintle::apis::core::v1 {
namespace {

using field::ErrorList;
using field::Path;
using typeinfo::Str;

void ValidateTaints(const typeinfo::List<Taint>& taints, const Path& path, ErrorList& errors) {
  std::set<std::pair<Str, Str>> seen;
  for (size_t i = 0; i < taints.size(); ++i) {
    const Taint& taint = taints[i];
    Path item = path.Index(i);
    validate::Form(item.Child("key"), taint.key, validate::IsQualifiedName, errors);
    validate::Messages faults = validate::IsLabelValue(taint.value);
    if (!faults.empty()) {
      errors.push_back(field::Invalid(item.Child("value"), taint.value, Join(faults, ";")));
    }
    validate::RequiredOneOf(
        item.Child("effect"), taint.effect,
        {kTaintEffectNoSchedule, kTaintEffectPreferNoSchedule, kTaintEffectNoExecute}, errors);
    if (!seen.emplace(taint.key, taint.effect).second) {
      field::Error error = field::Duplicate(item, validate::Shown(taint));
      error.body += ": taints must be unique by key and effect pair";
      errors.push_back(std::move(error));
    }
  }
}

// `MyFeature/mySubFeature`
bool IsFeatureName(Str text) {
  auto alphanumeric = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  };
  if (text.empty() || text.front() < 'A' || text.front() > 'Z') return false;
  for (std::string_view part : Split(text, '/')) {
    if (part.empty()) return false;
    for (char c : part) {
      if (!alphanumeric(c)) return false;
    }
  }
  return true;
}

void ValidateFeatures(const typeinfo::List<Str>& features, ErrorList& errors) {
  Path path("status.declaredFeatures");
  for (size_t i = 0; i < features.size(); ++i) {
    if (!IsFeatureName(features[i])) {
      errors.push_back(field::Invalid(
          path.Index(i), features[i],
          fmt::format("invalid feature name \"{}\": must start with an UpperCamelCase segment, "
                      "with subsequent segments separated by '/' (e.g., MyFeature or "
                      "MyFeature/mySubFeature), and contain only alphanumeric characters and "
                      "slashes",
                      features[i])));
    }
    if (i == 0) continue;
    if (features[i] == features[i - 1]) {
      errors.push_back(field::Duplicate(path.Index(i), features[i]));
    } else if (features[i] < features[i - 1]) {
      errors.push_back(
          field::Invalid(path.Index(i), features[i], "list must be sorted alphabetically"));
    }
  }
}

void ValidatePodCidrs(const typeinfo::List<Str>& cidrs, bool strict, ErrorList& errors) {
  Path path("spec.podCIDRs");
  int v4 = 0;
  int v6 = 0;
  for (size_t i = 0; i < cidrs.size(); ++i) {
    validate::Cidr(path.Index(i), cidrs[i], strict, {}, errors);
    std::optional<validate::IpNetwork> network = validate::ParseCidr(cidrs[i]);
    if (network) ++(network->address.v4 ? v4 : v6);
  }
  if (cidrs.size() > 1 && (cidrs.size() > 2 || v4 > 1 || v6 > 1)) {
    errors.push_back(field::Invalid(path, validate::Shown(cidrs),
                                    "may specify no more than one CIDR for each IP family"));
  }
  std::set<Str> seen;
  for (size_t i = 0; i < cidrs.size(); ++i) {
    if (!seen.insert(cidrs[i]).second) errors.push_back(field::Duplicate(path.Index(i), cidrs[i]));
  }
}

void ValidateAmounts(const ResourceList& amounts, const Path& path, ErrorList& errors) {
  for (const auto& entry : amounts) {
    ValidateResourceQuantity(entry.key, entry.value, path.Child(entry.key), errors);
  }
}

void ValidateConfigSource(const NodeConfigSource& source, ErrorList& errors) {
  Path path("spec.configSource");
  if (!source.config_map) {
    errors.push_back(field::Invalid(path, validate::Shown(source),
                                    "exactly one reference subfield must be non-nil"));
    return;
  }
  Path map = path.Child("configMap");
  if (!source.config_map->uid.empty()) {
    errors.push_back(field::Forbidden(map.Child("uid"), "uid must not be set in spec"));
  }
  if (!source.config_map->resource_version.empty()) {
    errors.push_back(
        field::Forbidden(map.Child("resourceVersion"), "resourceVersion must not be set in spec"));
  }
  validate::NotEmpty(map.Child("namespace"), source.config_map->namespace_, errors);
  validate::NotEmpty(map.Child("name"), source.config_map->name, errors);
  validate::NotEmpty(map.Child("kubeletConfigKey"), source.config_map->kubelet_config_key, errors);
}

// What nodes tell of themselves.
void ValidateStatus(const Node& node, ErrorList& errors) {
  ValidateAmounts(node.status.capacity, Path("status.capacity"), errors);
  ValidateAmounts(node.status.allocatable, Path("status.allocatable"), errors);
  const auto& swap = node.status.node_info.swap;
  if (swap && swap->capacity) {
    validate::Positive(Path("metadata.nodeSwapStatus.capacity"), *swap->capacity, errors);
  }
  ValidateFeatures(node.status.declared_features, errors);
}

}  // namespace

ErrorList ValidateNode(const Node& node, const ValidationOptions& options) {
  ErrorList errors;
  ValidateTaints(node.spec.taints, Path("metadata.taints"), errors);
  ValidateStatus(node, errors);
  ValidatePodCidrs(node.spec.pod_cidrs, options.strict_addresses, errors);
  return errors;
}

ErrorList ValidateNodeStatusUpdate(const Node& node, const Node& old,
                                   const ValidationOptions& /*options*/) {
  ErrorList errors;
  ValidateStatus(node, errors);
  std::set<std::pair<Str, Str>> addresses;
  Path path("status.addresses");
  for (size_t i = 0; i < node.status.addresses.size(); ++i) {
    const NodeAddress& address = node.status.addresses[i];
    if (!addresses.emplace(address.type, address.address).second) {
      errors.push_back(field::Duplicate(path.Index(i), validate::Shown(address)));
    }
  }
  if (!old.spec.pod_cidrs.empty() && !validate::Equal(node.spec.pod_cidrs, old.spec.pod_cidrs)) {
    errors.push_back(field::Forbidden(
        Path("spec.podCIDRs"), "node updates may not change podCIDR except from \"\" to valid"));
  }
  if (!old.spec.provider_id.empty() && node.spec.provider_id != old.spec.provider_id) {
    errors.push_back(
        field::Forbidden(Path("spec.providerID"),
                         "node updates may not change providerID except from \"\" to valid"));
  }
  if (node.spec.config_source) ValidateConfigSource(*node.spec.config_source, errors);
  ValidateTaints(node.spec.taints, Path("metadata.taints"), errors);
  if (node.spec.external_id != old.spec.external_id) {
    errors.push_back(field::Forbidden(Path("spec.externalID"), "may not be updated"));
  }
  return errors;
}

ErrorList ValidateNodeUpdate(const Node& node, const Node& old, const ValidationOptions& options) {
  ErrorList errors = ValidateNode(node, options);
  field::Append(errors, ValidateNodeStatusUpdate(node, old, options));
  return errors;
}

}  // namespace pintle::apis::core::v1
