#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "apis/apiextensions/v1/types.h"
#include "pintle/codec/document.h"
#include "pintle/extensions/naming.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::extensions {

// A namespaced definition of `<plural>.<group>` with one version for each of `versions` (a JSON
// list).
inline std::string DefinitionJson(const std::string& group, const std::string& plural,
                                  const std::string& kind, const std::string& versions) {
  return R"({"metadata":{"name":")" + plural + "." + group + R"("},"spec":{"group":")" + group +
         R"(","scope":"Namespaced","names":{"plural":")" + plural + R"(","kind":")" + kind +
         R"("},"versions":)" + versions + "}}";
}

// Parsed, with names accepted as they are asked for.
class ParsedDefinition {
 public:
  explicit ParsedDefinition(const std::string& json) {
    Value document = *codec::ParseJson(json, arena_);
    auto read = typeinfo::FromValue(document, typeinfo::TypeOf<CustomResourceDefinition>(), crd_,
                                    arena_, nullptr);
    EXPECT_TRUE(read) << read.error().message();
    AcceptNames(arena_, *crd_, {}, 1);
  }
  const CustomResourceDefinition& operator*() const { return *crd_; }

 private:
  Arena arena_;
  CustomResourceDefinition* crd_ = arena_.New<CustomResourceDefinition>();
};

}  // namespace pintle::extensions
