#include "pintle/resource/definition.h"

#include <gtest/gtest.h>

#include "pintle/registry/registry_for_test.h"
#include "pintle/resource/capabilities.h"

namespace pintle::write {
namespace {

class DefinitionTest : public testing::Test {
 protected:
  api::TestResources resources_;
};

TEST_F(DefinitionTest, KeysAreBelowTheNamespaceIfThereIsOne) {
  ResourceDefinition& maps = *resources_.config_maps;
  maps.storing.key_prefix = "/registry/configmaps/";
  EXPECT_EQ(maps.Key("a", "b"), "/registry/configmaps/a/b");
  EXPECT_EQ(maps.Prefix("a"), "/registry/configmaps/a/");
  EXPECT_EQ(maps.Prefix(""), "/registry/configmaps/");
  ResourceDefinition& namespaces = *resources_.namespaces;
  namespaces.storing.key_prefix = "/registry/namespaces/";
  EXPECT_EQ(namespaces.Key("a", "a"), "/registry/namespaces/a");
}

TEST_F(DefinitionTest, VersionsMayLackSubresourcesAndEndpoints) {
  ResourceDefinition& widgets = *resources_.widgets;
  widgets.actions.endpoints["scale"] = {};
  EXPECT_TRUE(widgets.InVersion("status", "v1") && widgets.InVersion("scale", "v1"));
  widgets.writing.subresources["status"].versions = {"v2"};
  widgets.actions.endpoints["scale"].versions = {"v1"};
  EXPECT_FALSE(widgets.InVersion("status", "v1"));
  EXPECT_TRUE(widgets.InVersion("status", "v2"));
  EXPECT_TRUE(widgets.InVersion("scale", "v1"));
  EXPECT_FALSE(widgets.InVersion("scale", "v2"));
  EXPECT_TRUE(widgets.InVersion("", "v1")) << "the object itself";
}

TEST_F(DefinitionTest, Capabilities) {
  struct Row {
    const ResourceDefinition& resource;
    bool compiled_in, protobuf, strategic_merge, items_carry_kind, answers_as_stored,
        free_finalizers, routed_by_path, matches_exactly, always_continue;
  };
  const Row rows[] = {
      {*resources_.config_maps, true, true, true, false, false, false, true, true, false},
      {*resources_.definitions, true, true, true, false, false, true, true, true, false},
      {*resources_.widgets, false, false, false, true, true, true, false, false, true},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.resource.names.plural);
    EXPECT_EQ(IsCompiledIn(row.resource), row.compiled_in);
    EXPECT_EQ(HasProtobuf(row.resource, "v1"), row.protobuf);
    EXPECT_EQ(HasStrategicMerge(row.resource), row.strategic_merge);
    EXPECT_EQ(ItemsCarryKind(row.resource), row.items_carry_kind);
    EXPECT_EQ(AnswersAsStored(row.resource), row.answers_as_stored);
    EXPECT_EQ(HasFreeFinalizers(row.resource), row.free_finalizers);
    EXPECT_EQ(IsRoutedByPath(row.resource), row.routed_by_path);
    EXPECT_EQ(MatchesTypesExactly(row.resource), row.matches_exactly);
    EXPECT_EQ(ListsAlwaysContinue(row.resource), row.always_continue);
    EXPECT_TRUE(HasStorageVersion(row.resource));
  }
}

}  // namespace
}  // namespace pintle::write
