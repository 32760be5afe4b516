#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/api/openapi/openapi_for_test.h"

namespace pintle::api {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::StartsWith;

TEST_F(OpenApiTest, CustomKindsInFull) {
  Value schema = Schema(V3("apis/stable.example.com/v1"), kWidget);
  EXPECT_EQ(codec::ToJson(schema.Find("x-kubernetes-group-version-kind")),
            R"([{"group":"stable.example.com","kind":"Widget","version":"v1"}])");
  EXPECT_EQ(codec::ToJson(schema.Find("x-kubernetes-selectable-fields")),
            R"([{"fieldPath":"spec.color"}])");
  EXPECT_THAT(Keys(schema.Find("properties")),
              ElementsAre("apiVersion", "kind", "metadata", "spec", "status"));
  EXPECT_EQ(codec::ToJson(schema.FindPath({"properties", "metadata", "allOf"})),
            R"([{"$ref":"#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}])");
  EXPECT_EQ(codec::ToJson(schema.Find("required")), R"(["spec"])");

  Value spec = schema.FindPath({"properties", "spec"});
  EXPECT_TRUE(spec.Has("anyOf"));
  EXPECT_EQ(codec::ToJson(spec.Find("required")), R"(["size","maybe"])");
  Value properties = spec.Find("properties");
  EXPECT_EQ(codec::ToJson(properties.Find("size")),
            R"({"default":1,"example":7,"format":"int32","type":"integer"})");
  EXPECT_TRUE(properties.FindPath({"maybe", "nullable"}).as_bool());
  constexpr const char* kChoice = R"([{"type":"integer"},{"type":"string"}])";
  EXPECT_EQ(codec::ToJson(properties.FindPath({"port", "anyOf"})), kChoice);
  EXPECT_EQ(codec::ToJson(properties.FindPath({"stated", "anyOf"})), kChoice);
  EXPECT_FALSE(properties.Find("stated").Has("allOf"));
  EXPECT_EQ(codec::ToJson(properties.FindPath({"limited", "anyOf"})), R"([{"minimum":1}])");
  EXPECT_EQ(codec::ToJson(properties.FindPath({"limited", "allOf"})),
            std::string(R"([{"anyOf":)") + kChoice + "}]");
  EXPECT_TRUE(properties.FindPath({"free", "properties", "known"}).is_object());
  EXPECT_THAT(Keys(properties.FindPath({"template", "properties"})),
              ElementsAre("apiVersion", "kind", "metadata", "spec"));
  EXPECT_EQ(codec::ToJson(properties.FindPath({"template", "required"})),
            R"(["apiVersion","kind"])");
  EXPECT_EQ(codec::ToJson(properties.FindPath({"parts", "items", "properties", "port", "anyOf"})),
            kChoice);
}

TEST_F(OpenApiTest, WhatAllCustomKindsHaveIsDescribed) {
  for (const Value& schema : {Schema(V3("apis/stable.example.com/v1"), kWidget),
                              V2().FindPath({"definitions", kWidget})}) {
    for (const Value& object :
         {schema, schema.FindPath({"properties", "spec", "properties", "template"})}) {
      Value properties = object.Find("properties");
      auto description = [&](std::string_view name) {
        return std::string(properties.Find(name).FindString("description"));
      };
      EXPECT_THAT(description("apiVersion"), StartsWith("APIVersion defines "));
      EXPECT_THAT(description("kind"), StartsWith("Kind is "));
      EXPECT_THAT(description("metadata"), StartsWith("Standard object's metadata"));
    }
  }
}

TEST_F(OpenApiTest, DocumentationOfCustomKindsIsKept) {
  constexpr const char* kDocumented =
      R"({"description":"d","example":{"k":1},"externalDocs":{"description":"x","url":"http://y"},)"
      R"("title":"t","type":"object"})";
  resources_.widgets = CustomDefinition(
      "stable.example.com", {"v1"},
      std::string(R"({"type":"object","properties":{"spec":)") + kDocumented + "}}");
  registry_ = resources_.Build(registry_->generation() + 1);
  Value v3 = Schema(V3("apis/stable.example.com/v1"), kWidget);
  EXPECT_EQ(codec::ToJson(v3.FindPath({"properties", "spec"})), kDocumented);
  Value v2 = V2().FindPath({"definitions", kWidget});
  EXPECT_EQ(codec::ToJson(v2.FindPath({"properties", "spec"})), kDocumented);
}

TEST_F(OpenApiTest, CustomKindsInV2AreLoosened) {
  Value schema = V2().FindPath({"definitions", kWidget});
  Value spec = schema.FindPath({"properties", "spec"});
  EXPECT_FALSE(spec.Has("anyOf"));
  EXPECT_EQ(codec::ToJson(spec.Find("required")), R"(["size"])");
  Value properties = spec.Find("properties");
  EXPECT_EQ(codec::ToJson(properties.Find("size")),
            R"({"example":7,"format":"int32","type":"integer"})");
  EXPECT_EQ(codec::ToJson(properties.Find("maybe")), "{}");
  EXPECT_EQ(codec::ToJson(properties.Find("port")), R"({"x-kubernetes-int-or-string":true})");
  EXPECT_EQ(codec::ToJson(properties.Find("free")),
            R"({"x-kubernetes-preserve-unknown-fields":true})");
  EXPECT_FALSE(properties.Find("raw").Has("properties"));
  EXPECT_THAT(Keys(properties.FindPath({"template", "properties"})), Contains("metadata"));
}

TEST_F(OpenApiTest, CustomKindsWithoutUsableSchema) {
  const struct {
    const char* schema;
    bool bare_in_v3;
  } kCases[] = {
      {R"({"type":"object","properties":{"a":{"type":"strange"}}})", true},
      {R"({"type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{"a":{}}})",
       false},
      {"null", true},
  };
  for (const auto& [json, bare_in_v3] : kCases) {
    SCOPED_TRACE(json);
    resources_.widgets = CustomDefinition("stable.example.com", {"v1"}, json);
    registry_ = resources_.Build(registry_->generation() + 1);
    Value v3 = Schema(V3("apis/stable.example.com/v1"), kWidget);
    EXPECT_EQ(v3.FindString("type"), "object");
    EXPECT_EQ(v3.Has("properties"), !bare_in_v3);
    Value v2 = V2().FindPath({"definitions", kWidget});
    EXPECT_THAT(Keys(v2), ElementsAre("type", "x-kubernetes-group-version-kind"));
  }
}

TEST_F(OpenApiTest, V2HidesKindsThatPreserveUnknownFields) {
  resources_.widgets->kind.preserve_unknown_fields = true;
  Value v2 = V2().FindPath({"definitions", kWidget});
  EXPECT_FALSE(v2.Has("properties"));
  EXPECT_TRUE(Schema(V3("apis/stable.example.com/v1"), kWidget).Has("properties"));
}

TEST_F(OpenApiTest, DeepSchemasAreCut) {
  constexpr int kDepth = 4000;
  std::string json;
  for (int i = 0; i < kDepth; ++i) json += R"({"type":"object","properties":{"a":)";
  json += "{}";
  for (int i = 0; i < kDepth; ++i) json += "}}";
  resources_.widgets = CustomDefinition("stable.example.com", {"v1"}, json);
  registry_ = resources_.Build(2);
  EXPECT_TRUE(V3("apis/stable.example.com/v1").is_object());
}

}  // namespace
}  // namespace pintle::api
