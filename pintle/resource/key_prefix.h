#pragma once

#include <string>
#include <string_view>

namespace pintle::write {

// What the storage keys of a compiled-in resource begin with: `/registry/configmaps/`, and for some
// the name they had when they were first stored: `/registry/minions/` for nodes.
std::string KeyPrefix(std::string_view group, std::string_view plural);

}  // namespace pintle::write
