#include "pintle/resource/definition.h"

#include <algorithm>

namespace pintle::write {

ResourceDefinition::ResourceDefinition() = default;
ResourceDefinition::ResourceDefinition(const ResourceDefinition& other) = default;
ResourceDefinition::ResourceDefinition(ResourceDefinition&& other) noexcept = default;
ResourceDefinition& ResourceDefinition::operator=(const ResourceDefinition& other) = default;
ResourceDefinition& ResourceDefinition::operator=(ResourceDefinition&& other) noexcept = default;
ResourceDefinition::~ResourceDefinition() = default;

std::string ResourceDefinition::Prefix(std::string_view namespace_name) const {
  std::string prefix = storing.key_prefix;
  if (names.namespaced && !namespace_name.empty()) {
    prefix += namespace_name;
    prefix += '/';
  }
  return prefix;
}

std::string ResourceDefinition::Key(std::string_view namespace_name, std::string_view name) const {
  return Prefix(namespace_name) + std::string(name);
}

bool ResourceDefinition::InVersion(std::string_view subresource, std::string_view version) const {
  const std::vector<std::string>* some = nullptr;
  if (auto at = writing.subresources.find(subresource); at != writing.subresources.end()) {
    some = &at->second.versions;
  } else if (auto at = actions.endpoints.find(subresource); at != actions.endpoints.end()) {
    some = &at->second.versions;
  }
  return some == nullptr || some->empty() || std::ranges::find(*some, version) != some->end();
}

}  // namespace pintle::write
