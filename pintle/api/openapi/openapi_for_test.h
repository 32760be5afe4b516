// OpenAPI documents of a registry with built-in and custom kinds.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apis/core/v1/types.h"
#include "pintle/api/discovery/discovery.h"
#include "pintle/api/openapi/documents.h"
#include "pintle/api/openapi/schemas.h"
#include "pintle/api/openapi/v2.h"
#include "pintle/api/openapi/v3.h"
#include "pintle/api/openapi/v3_protobuf.h"
#include "pintle/registry/registry_for_test.h"

namespace pintle::api {

inline constexpr std::string_view kConfigMap = "io.k8s.api.core.v1.ConfigMap";
inline constexpr std::string_view kMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.";
inline constexpr std::string_view kWidget = "com.example.stable.v1.Widget";

class OpenApiTest : public testing::Test {
 protected:
  Value Parse(std::string_view json) {
    auto parsed = codec::ParseJson(json, arena_);
    EXPECT_TRUE(parsed) << parsed.error().message();
    return parsed ? *parsed : Value();
  }
  Value V3(std::string_view path) {
    std::optional<OpenApiDocument> document = documents_.V3(*registry_, path);
    return document ? Parse(document->json.view()) : Value();
  }
  Value V2() { return Parse(documents_.V2(*registry_).json.view()); }

  static Value Schema(const Value& document, std::string_view name) {
    return document.FindPath({"components", "schemas", name});
  }
  static std::vector<std::string> ParameterNames(const Value& operation) {
    std::vector<std::string> names;
    for (const Value& parameter : operation.Find("parameters").items()) {
      names.emplace_back(parameter.FindString("name"));
    }
    return names;
  }
  static std::vector<std::string> Keys(const Value& object) {
    std::vector<std::string> keys;
    for (const Member& member : object.members()) keys.emplace_back(member.key());
    return keys;
  }
  // Calls `visit` for every object of the document.
  static void Walk(const Value& root, const std::function<void(const Value&)>& visit) {
    std::vector<Value> stack = {root};
    while (!stack.empty()) {
      Value value = stack.back();
      stack.pop_back();
      if (value.is_object()) {
        visit(value);
        for (const Member& member : value.members()) stack.push_back(member.value);
      } else if (value.is_list()) {
        stack.insert(stack.end(), value.items().begin(), value.items().end());
      }
    }
  }
  // Every reference of the document has its model.
  static void ExpectReferencesResolve(const Value& document, std::string_view prefix,
                                      const Value& models) {
    int count = 0;
    Walk(document, [&](const Value& object) {
      Value reference = object.Find("$ref");
      if (!reference.is_string()) return;  // a property may be called $ref
      ++count;
      ASSERT_TRUE(reference.as_string().starts_with(prefix)) << reference.as_string();
      EXPECT_TRUE(models.Has(reference.as_string().substr(prefix.size()))) << reference.as_string();
    });
    EXPECT_GT(count, 0);
  }

  Arena arena_;
  TestResources resources_;
  std::shared_ptr<const Registry> registry_ = resources_.Build();
  OpenApiOptions options_{.server_version = "v1.36.4"};
  OpenApiDocuments documents_{options_};
};

}  // namespace pintle::api
