#include "apis/apiextensions/v1beta1/conversion.h"

#include <gtest/gtest.h>

#include <random>

#include "pintle/codec/document.h"
#include "pintle/typeinfo/equal.h"
#include "pintle/typeinfo/random_fill.h"
#include "pintle/typeinfo/value_bridge.h"

namespace pintle::apis::apiextensions::v1beta1 {
namespace {

constexpr int kRounds = 1000;
constexpr int kDepth = 5;

Value Parsed(Arena& arena, std::string_view text) {
  auto value = codec::ParseJson(text, arena);
  EXPECT_TRUE(value.has_value()) << text;
  return value.value_or(Value());
}

template <typename T>
T FromJson(Arena& arena, std::string_view text) {
  T object;
  Status read =
      typeinfo::FromValue(Parsed(arena, text), typeinfo::TypeOf<T>(), &object, arena, nullptr);
  EXPECT_TRUE(read.has_value()) << text;
  return object;
}

struct Case {
  std::string name;
  std::string v1beta1;  // of spec
  std::string v1;
};
const Case kCases[] = {
    {"one version: everything at the top",
     R"({"group":"g.io","version":"v1","names":{"plural":"foos","kind":"Foo"},"scope":"Cluster",
         "versions":[{"name":"v1","served":true,"storage":true}],
         "validation":{"openAPIV3Schema":{"type":"object"}},"subresources":{"status":{}},
         "additionalPrinterColumns":[{"name":"a","type":"string","JSONPath":".a"}],
         "selectableFields":[{"jsonPath":".spec.a"}],"preserveUnknownFields":false})",
     R"({"group":"g.io","names":{"plural":"foos","kind":"Foo"},"scope":"Cluster",
         "versions":[{"name":"v1","served":true,"storage":true,
           "schema":{"openAPIV3Schema":{"type":"object"}},"subresources":{"status":{}},
           "additionalPrinterColumns":[{"name":"a","type":"string","jsonPath":".a"}],
           "selectableFields":[{"jsonPath":".spec.a"}]}]})"},
    {"two versions that differ in their columns alone",
     R"({"group":"g.io","version":"v2","names":{"plural":"foos","kind":"Foo"},"scope":"Cluster",
         "versions":[{"name":"v2","served":true,"storage":true,
             "additionalPrinterColumns":[{"name":"a","type":"string","JSONPath":".a"}]},
           {"name":"v1","served":true,"storage":false}],
         "validation":{"openAPIV3Schema":{"type":"object"}},"preserveUnknownFields":true})",
     R"({"group":"g.io","names":{"plural":"foos","kind":"Foo"},"scope":"Cluster",
         "versions":[{"name":"v2","served":true,"storage":true,
             "schema":{"openAPIV3Schema":{"type":"object"}},
             "additionalPrinterColumns":[{"name":"a","type":"string","jsonPath":".a"}]},
           {"name":"v1","served":true,"storage":false,
             "schema":{"openAPIV3Schema":{"type":"object"}}}],
         "preserveUnknownFields":true})"},
    {"webhook",
     R"({"group":"g.io","version":"v1","names":{"plural":"foos","kind":"Foo"},"scope":"Cluster",
         "versions":[{"name":"v1","served":true,"storage":true}],
         "conversion":{"strategy":"Webhook","webhookClientConfig":{"url":"https://x"},
           "conversionReviewVersions":["v1"]},"preserveUnknownFields":false})",
     R"({"group":"g.io","names":{"plural":"foos","kind":"Foo"},"scope":"Cluster",
         "versions":[{"name":"v1","served":true,"storage":true}],
         "conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"url":"https://x"},
           "conversionReviewVersions":["v1"]}}})"},
};

TEST(DefinitionConversionTest, BothWays) {
  for (const Case& c : kCases) {
    Arena arena;
    auto spoke = FromJson<CustomResourceDefinitionSpec>(arena, c.v1beta1);
    v1::CustomResourceDefinitionSpec hub;
    ToHub(arena, spoke, hub);
    Value shown = typeinfo::ToValue(hub, arena);
    EXPECT_EQ(shown, Parsed(arena, c.v1)) << c.name << ": " << codec::ToJson(shown);
    CustomResourceDefinitionSpec back;
    FromHub(arena, hub, back);
    shown = typeinfo::ToValue(back, arena);
    EXPECT_EQ(shown, Parsed(arena, c.v1beta1)) << c.name << ": " << codec::ToJson(shown);
  }
}

// Old definitions have one version and no list of them.
TEST(DefinitionConversionTest, VersionAlone) {
  Arena arena;
  auto spoke = FromJson<CustomResourceDefinitionSpec>(
      arena, R"({"group":"g.io","version":"v1","names":{"plural":"foos","kind":"Foo"}})");
  v1::CustomResourceDefinitionSpec hub;
  ToHub(arena, spoke, hub);
  ASSERT_EQ(hub.versions.size(), 1u);
  EXPECT_EQ(hub.versions[0].name, "v1");
  EXPECT_TRUE(hub.versions[0].served && hub.versions[0].storage);
  EXPECT_TRUE(hub.preserve_unknown_fields);
}

TEST(DefinitionConversionTest, SourceIsNotChanged) {
  Arena arena;
  auto hub = FromJson<v1::CustomResourceDefinitionSpec>(arena, kCases[0].v1);
  CustomResourceDefinitionSpec spoke;
  FromHub(arena, hub, spoke);
  EXPECT_FALSE(spoke.versions[0].schema);
  EXPECT_TRUE(hub.versions[0].schema);
}

TEST(DefinitionConversionTest, HubThereAndBackIsTheSame) {
  std::mt19937_64 random(1);
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    v1::CustomResourceDefinition hub;
    typeinfo::RandomFill(typeinfo::TypeOf<v1::CustomResourceDefinition>(), &hub, arena, random,
                         kDepth);
    hub.type_meta = {};
    // A webhook without content is none.
    if (auto& conversion = hub.spec.conversion; conversion && conversion->webhook) {
      v1::WebhookConversion& webhook = *conversion->webhook;
      if (!webhook.client_config && webhook.conversion_review_versions.empty()) {
        conversion->webhook.reset();
      }
    }
    CustomResourceDefinition spoke;
    FromHub(arena, hub, spoke);
    v1::CustomResourceDefinition back;
    ToHub(arena, spoke, back);
    ASSERT_TRUE(typeinfo::SemanticEqual(hub, back));
  }
}

TEST(DefinitionConversionTest, WhatTheHubKeepsOfV1beta1ComesBack) {
  std::mt19937_64 random(2);
  for (int i = 0; i < kRounds; ++i) {
    Arena arena;
    CustomResourceDefinition spoke;
    typeinfo::RandomFill(typeinfo::TypeOf<CustomResourceDefinition>(), &spoke, arena, random,
                         kDepth);
    v1::CustomResourceDefinition hub;
    ToHub(arena, spoke, hub);
    CustomResourceDefinition once;
    FromHub(arena, hub, once);
    v1::CustomResourceDefinition hub2;
    ToHub(arena, once, hub2);
    ASSERT_TRUE(typeinfo::SemanticEqual(hub, hub2));
    CustomResourceDefinition twice;
    FromHub(arena, hub2, twice);
    ASSERT_TRUE(typeinfo::SemanticEqual(once, twice));
  }
}

}  // namespace
}  // namespace pintle::apis::apiextensions::v1beta1
