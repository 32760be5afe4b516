#include "pintle/resource/strategy.h"

#include <algorithm>

namespace pintle::write {

ResourceDefinition::ResourceDefinition() = default;
ResourceDefinition::ResourceDefinition(const ResourceDefinition& other) = default;
ResourceDefinition::ResourceDefinition(ResourceDefinition&& other) noexcept = default;
ResourceDefinition& ResourceDefinition::operator=(const ResourceDefinition& other) = default;
ResourceDefinition& ResourceDefinition::operator=(ResourceDefinition&& other) noexcept = default;
ResourceDefinition::~ResourceDefinition() = default;

std::string ResourceDefinition::Prefix(std::string_view namespace_name) const {
  std::string prefix = key_prefix;
  if (namespaced && !namespace_name.empty()) {
    prefix += namespace_name;
    prefix += '/';
  }
  return prefix;
}

std::string ResourceDefinition::Key(std::string_view namespace_name, std::string_view name) const {
  return Prefix(namespace_name) + std::string(name);
}

bool ResourceDefinition::InVersion(std::string_view subresource, std::string_view version) const {
  auto some = subresource_versions.find(subresource);
  return some == subresource_versions.end() ||
         std::ranges::find(some->second, version) != some->second.end();
}

}  // namespace pintle::write
