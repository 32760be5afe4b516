#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pintle/base/task.h"
#include "pintle/object/object.h"
#include "pintle/registry/registry.h"
#include "pintle/storage/store.h"

namespace pintle::server {

// Objects of built-in resources for the server's own use: from its caches, and from the store
// itself for what they do not have, as they may be behind what another server wrote. Thread-safe.
class CachedObjects {
 public:
  CachedObjects(const api::RegistryHolder& registry, storage::Store& store)
      : registry_(registry), store_(store) {}

  // Nothing if there is no such object, or the resource is not served.
  Task<Result<std::optional<object::Object>>> Find(std::string_view group, std::string_view plural,
                                                   std::string namespace_name,
                                                   std::string name) const;
  const api::RegistryHolder& registry() const { return registry_; }

 private:
  const api::RegistryHolder& registry_;
  storage::Store& store_;
};

}  // namespace pintle::server
