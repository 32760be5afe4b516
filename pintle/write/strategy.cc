#include "pintle/write/strategy.h"

namespace pintle::write {

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

}  // namespace pintle::write
