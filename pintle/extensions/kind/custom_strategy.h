#pragma once

#include <memory>
#include <set>
#include <string>

#include "pintle/extensions/kind/custom_scale.h"
#include "pintle/object/kind.h"
#include "pintle/resource/strategy.h"

namespace pintle::extensions {

struct CustomStrategyOptions {
  // Lives in the definition that holds the strategies.
  const object::Kind* kind = nullptr;
  // Versions with a status subresource.
  std::set<std::string, std::less<>> status_versions;
  ScaleVersions scale_versions;
};

// How objects of a custom resource are written: status apart from the rest where it is a
// subresource, generation, and validation by the schema of the request's version.
write::Strategy CustomStrategy(const std::shared_ptr<const CustomStrategyOptions>& options);
write::Strategy CustomStatusStrategy(const std::shared_ptr<const CustomStrategyOptions>& options);

}  // namespace pintle::extensions
