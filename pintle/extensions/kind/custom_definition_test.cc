#include "pintle/extensions/kind/custom_definition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/extensions/definition_for_test.h"
#include "pintle/resource/capabilities.h"

namespace pintle::extensions {
namespace {

using testing::ElementsAre;

constexpr const char* kVersions = R"([
  {"name":"v1beta1","served":true,"storage":false,
   "schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object"}}}},
   "selectableFields":[{"jsonPath":".spec.color"}]},
  {"name":"v1","served":true,"storage":true,
   "schema":{"openAPIV3Schema":{"type":"object","description":"mine",
     "properties":{"spec":{"type":"object","properties":{"size":{"type":"integer","default":3}}}}}},
   "subresources":{"status":{}},
   "selectableFields":[{"jsonPath":".spec.color"},{"jsonPath":".spec.size"}],
   "additionalPrinterColumns":[{"name":"Size","type":"integer","jsonPath":".spec.size"}]},
  {"name":"v2","served":false,"storage":false,
   "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}])";

TEST(CustomDefinitionTest, ServesWhatTheDefinitionSays) {
  ParsedDefinition crd(DefinitionJson("example.com", "things", "Thing", kVersions));
  auto resource = MakeCustomResource(*crd, {}, 5);
  EXPECT_FALSE(write::IsCompiledIn(*resource));
  EXPECT_EQ(resource->names.group, "example.com");
  EXPECT_EQ(resource->names.plural, "things");
  EXPECT_TRUE(resource->names.namespaced);
  EXPECT_EQ(resource->storing.key_prefix, "/registry/example.com/things/");
  EXPECT_THAT(resource->serving.versions, ElementsAre("v1", "v1beta1")) << "v2 is not served";
  EXPECT_EQ(resource->kind.kind, "Thing");
  EXPECT_EQ(resource->kind.storage_version, "v1");
  EXPECT_EQ(resource->kind.epoch, 5u);
  EXPECT_TRUE(resource->writing.subresources.contains("status"));
  EXPECT_FALSE(resource->writing.subresources.contains("scale"));
  EXPECT_THAT(resource->kind.selectable_fields, ElementsAre("spec.color", "spec.size"));
  EXPECT_NE(resource->kind.SchemaOf("v1"), nullptr);
  EXPECT_NE(resource->kind.SchemaOf("v2"), nullptr) << "old objects of it can still be read";
  EXPECT_EQ(resource->serving.published_schema("v1").root().FindString("description"), "mine");
}

TEST(CustomDefinitionTest, TablesAreOfTheVersion) {
  ParsedDefinition crd(DefinitionJson("example.com", "things", "Thing", kVersions));
  auto resource = MakeCustomResource(*crd, {}, 1);
  const write::Table& v1 = resource->tables.by_version.at("v1");
  ASSERT_EQ(v1.columns.size(), 2u);
  EXPECT_EQ(v1.columns[0].name, "Name");
  EXPECT_EQ(v1.columns[1].name, "Size");
  const write::Table& beta = resource->tables.by_version.at("v1beta1");
  ASSERT_EQ(beta.columns.size(), 2u);
  EXPECT_EQ(beta.columns[1].name, "Age");
}

TEST(CustomDefinitionTest, OptionsReachTheKind) {
  ParsedDefinition crd(DefinitionJson("example.com", "things", "Thing", kVersions));
  auto resource = MakeCustomResource(
      *crd, {.prune_mode = schema::PruneMode::kKubernetes, .store_cbor = false}, 1);
  EXPECT_EQ(resource->kind.prune_mode, schema::PruneMode::kKubernetes);
  EXPECT_FALSE(resource->kind.store_cbor);
}

TEST(CustomDefinitionTest, DeprecatedVersionsWarn) {
  ParsedDefinition crd(DefinitionJson("example.com", "things", "Thing", R"([
    {"name":"v1alpha1","served":true,"storage":false,"deprecated":true},
    {"name":"v1beta1","served":true,"storage":false,"deprecated":true,"deprecationWarning":"go on"},
    {"name":"v1","served":true,"storage":true},
    {"name":"v2","served":true,"storage":false,"deprecated":true}])"));
  auto resource = MakeCustomResource(*crd, {}, 1);
  EXPECT_EQ(resource->serving.deprecations.at("v1alpha1"),
            "example.com/v1alpha1 Thing is deprecated; use example.com/v1 Thing");
  EXPECT_EQ(resource->serving.deprecations.at("v1beta1"), "go on");
  EXPECT_FALSE(resource->serving.deprecations.contains("v1"));
  EXPECT_EQ(resource->serving.deprecations.at("v2"), "example.com/v2 Thing is deprecated");
}

TEST(CustomDefinitionTest, VersionsWithoutSchema) {
  ParsedDefinition crd(DefinitionJson("example.com", "things", "Thing",
                                      R"([{"name":"v1","served":true,"storage":true}])"));
  auto resource = MakeCustomResource(*crd, {}, 1);
  EXPECT_EQ(resource->kind.SchemaOf("v1"), nullptr);
  EXPECT_TRUE(resource->writing.subresources.empty());
}

}  // namespace
}  // namespace pintle::extensions
