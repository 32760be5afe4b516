#pragma once

#include <memory>

#include "pintle/admission/admission.h"
#include "pintle/admission/plugins/plugin_names.h"
#include "pintle/admission/plugins/pod_priority.h"
#include "pintle/registry/cached_objects.h"
#include "pintle/write/world.h"

namespace pintle::server {

// The PriorityClasses of the server.
class CachedPriorityClasses final : public admission::PriorityClasses {
 public:
  explicit CachedPriorityClasses(const CachedObjects& objects) : objects_(objects) {}
  Task<Result<std::optional<admission::PriorityClassInfo>>> Find(std::string name) override;
  Result<std::optional<admission::PriorityClassInfo>> Default() override;

 private:
  const CachedObjects& objects_;
};

// Adds the plugins that are built in and on, in their order. What it is given outlives the chain.
void AddAdmissionPlugins(const admission::PluginChoice& choice, const CachedObjects& objects,
                         admission::PriorityClasses& classes, write::World& world,
                         admission::Chain& chain);

}  // namespace pintle::server
