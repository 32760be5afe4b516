#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "apis/apiextensions/v1/types.h"
#include "pintle/extensions/kind/custom_definition.h"
#include "pintle/extensions/naming.h"

namespace pintle::extensions {

// A namespaced definition of `<plural>.<group>` with one version for each of `versions` (a JSON
// list).
std::string DefinitionJson(const std::string& group, const std::string& plural,
                           const std::string& kind, const std::string& versions);

// Parsed, with names accepted as they are asked for.
class ParsedDefinition {
 public:
  explicit ParsedDefinition(const std::string& json);
  const CustomResourceDefinition& operator*() const { return *crd_; }

 private:
  Arena arena_;
  CustomResourceDefinition* crd_ = arena_.New<CustomResourceDefinition>();
};

// With its schemas copied.
std::shared_ptr<write::ResourceDefinition> MakeCustomResource(const CustomResourceDefinition& crd,
                                                              const CustomKindOptions& options,
                                                              uint64_t epoch);

}  // namespace pintle::extensions
