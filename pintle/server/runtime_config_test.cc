#include "pintle/server/runtime_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/base/strings.h"

namespace pintle::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

TEST(RuntimeConfigTest, Parses) {
  EXPECT_THAT(*ParseRuntimeConfig(""), IsEmpty());
  EXPECT_THAT(*ParseRuntimeConfig("a/v1,b/v2=true, c/v3 =false,api/all=true,d/v1="),
              ElementsAre(Pair("a/v1", true), Pair("b/v2", true), Pair("c/v3", false),
                          Pair("api/all", true), Pair("d/v1", true)));
  for (const char* flag :
       {"=true", "a/v1=maybe", "api/all", "api/beta=", "api/ga=1", ",", "a/v1,,b/v1"}) {
    auto config = ParseRuntimeConfig(flag);
    EXPECT_FALSE(config) << flag;
  }
}

std::vector<write::ResourceDefinition> Definitions() {
  std::vector<write::ResourceDefinition> definitions(4);
  definitions[0].plural = "configmaps";
  definitions[0].versions = {"v1"};
  definitions[1].group = "apps";
  definitions[1].plural = "things";
  definitions[1].versions = {"v1", "v1beta1", "v1alpha1"};
  definitions[2].group = "frobber.example";
  definitions[2].plural = "frobbers";
  definitions[2].versions = {"v6", "v7beta1"};
  definitions[3].group = "apiextensions.k8s.io";
  definitions[3].plural = "customresourcedefinitions";
  definitions[3].versions = {"v1"};
  return definitions;
}

// `configmaps:v1 things:v1,v1beta1`
std::string Served(std::string_view flag) {
  auto config = ParseRuntimeConfig(flag);
  if (!config) return config.error().message();
  auto definitions = Definitions();
  if (Status applied = ApplyRuntimeConfig(*config, definitions); !applied) {
    return applied.error().message();
  }
  std::vector<std::string> out;
  for (const auto& definition : definitions) {
    if (definition.plural == "customresourcedefinitions") continue;
    out.push_back(definition.plural + ":" + Join(definition.versions, ","));
  }
  return Join(out, " ");
}

TEST(RuntimeConfigTest, Applies) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "configmaps:v1 things:v1,v1beta1,v1alpha1"},
      {"frobber.example/v6=true", "configmaps:v1 things:v1,v1beta1,v1alpha1 frobbers:v6"},
      {"frobber.example/v6,frobber.example/v7beta1",
       "configmaps:v1 things:v1,v1beta1,v1alpha1 frobbers:v6,v7beta1"},
      {"apps/v1beta1=false", "configmaps:v1 things:v1,v1alpha1"},
      {"api/beta=false", "configmaps:v1 things:v1,v1alpha1"},
      {"api/alpha=false,api/beta=false", "configmaps:v1 things:v1"},
      {"api/all=false,v1=true", "configmaps:v1"},
      {"api/all=false,api/v1=true", "configmaps:v1"},
      {"api/all=false,/v1=true,apps/v1=true", "configmaps:v1 things:v1"},
      {"apps/v1=true,api/all=false", "things:v1"},  // the particular beats the general
      {"api/all=false,api/ga=true", "configmaps:v1 things:v1"},
      {"apps/v1=false,apps/v1=true", "configmaps:v1 things:v1,v1beta1,v1alpha1"},
      {"api/all=true",
       "configmaps:v1 things:v1,v1beta1,v1alpha1"},  // the example group is asked for by name
      {"apiextensions.k8s.io/v1beta1=false", "configmaps:v1 things:v1,v1beta1,v1alpha1"},
  };
  for (const auto& [flag, served] : cases) EXPECT_EQ(Served(flag), served) << flag;
}

TEST(RuntimeConfigTest, UnknownVersionsNameTheNearest) {
  EXPECT_THAT(Served("frobber.exmaple/v6=true"), HasSubstr("did you mean frobber.example/v6?"));
  EXPECT_THAT(Served("nothing.like.this/v1=true"), HasSubstr("nothing.like.this/v1"));
  EXPECT_THAT(Served("apps/v9=true"), HasSubstr("apps/v9"));
}

}  // namespace
}  // namespace pintle::server
