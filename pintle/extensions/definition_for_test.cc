#include "pintle/extensions/definition_for_test.h"

#include <gtest/gtest.h>

#include "pintle/codec/document.h"
#include "pintle/extensions/naming.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::extensions {

std::string DefinitionJson(const std::string& group, const std::string& plural,
                           const std::string& kind, const std::string& versions) {
  return R"({"metadata":{"name":")" + plural + "." + group + R"("},"spec":{"group":")" + group +
         R"(","scope":"Namespaced","names":{"plural":")" + plural + R"(","kind":")" + kind +
         R"("},"versions":)" + versions + "}}";
}

ParsedDefinition::ParsedDefinition(const std::string& json) {
  Value document = *codec::ParseJson(json, arena_);
  auto read = typeinfo::FromValue(document, typeinfo::TypeOf<CustomResourceDefinition>(), crd_,
                                  arena_, nullptr);
  EXPECT_TRUE(read) << read.error().message();
  AcceptNames(arena_, *crd_, {}, 1);
}

std::shared_ptr<write::ResourceDefinition> MakeCustomResource(const CustomResourceDefinition& crd,
                                                              const CustomKindOptions& options,
                                                              uint64_t epoch) {
  return MakeCustomResource(crd, options, epoch, CopiedSchemas(crd));
}

}  // namespace pintle::extensions
