#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "pintle/object/kind.h"
#include "pintle/schema/rule_set.h"
#include "pintle/write/strategy.h"

namespace pintle::extensions {

struct CustomStrategyOptions {
  // Lives in the definition that holds the strategies.
  const object::Kind* kind = nullptr;
  // Versions with a status subresource.
  std::set<std::string, std::less<>> status_versions;
  // The validation rules of versions that have any.
  std::map<std::string, std::shared_ptr<const schema::RuleSet>, std::less<>> rules;
};

// How objects of a custom resource are written: status apart from the rest where it is a
// subresource, generation, and validation by the schema of the request's version.
write::Strategy CustomStrategy(const CustomStrategyOptions& options);
write::Strategy CustomStatusStrategy(const CustomStrategyOptions& options);

}  // namespace pintle::extensions
