#include "pintle/server/runtime_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/base/strings.h"

namespace pintle::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(RuntimeConfigTest, Parses) {
  EXPECT_THAT(*ParseRuntimeConfig(""), IsEmpty());
  EXPECT_THAT(*ParseRuntimeConfig("a/v1,b/v2=true, c/v3 =false,api/all=true,d/v1=,a/v1/things"),
              ElementsAre(Pair("a/v1", true), Pair("b/v2", true), Pair("c/v3", false),
                          Pair("api/all", true), Pair("d/v1", true), Pair("a/v1/things", true)));
}

TEST(RuntimeConfigTest, RefusesWhatIsNotASetting) {
  const std::pair<const char*, const char*> cases[] = {
      {"=true", "runtime-config invalid key "},
      {",", "runtime-config invalid key "},
      {"a/v1,,b/v1", "runtime-config invalid key "},
      {"apps", "runtime-config invalid key apps"},
      {"a/b/c/d=true", "runtime-config invalid key a/b/c/d"},
      {"apps/=true", "runtime-config invalid key apps/"},
      {"a/v1=maybe", "invalid value a/v1=maybe"},
      {"a/v1=1", "invalid value a/v1=1"},
      {"api/all", "invalid value api/all="},
      {"api/beta=", "invalid value api/beta="},
      {"api/ga=1", "invalid value api/ga=1"},
      {"api/all=false", "invalid runtime-config with only api/all=false"},
      {"apps/v1/Deployments",
       "invalid key apps/v1/Deployments: group/version/resource and resource is always lowercase "
       "plural, not \"Deployments\""},
  };
  for (const auto& [flag, message] : cases) {
    auto config = ParseRuntimeConfig(flag);
    ASSERT_FALSE(config) << flag;
    EXPECT_EQ(config.error().message(), message) << flag;
  }
}

std::vector<write::ResourceDefinition> Definitions() {
  std::vector<write::ResourceDefinition> definitions(4);
  definitions[0].names.plural = "configmaps";
  definitions[0].serving.versions = {"v1"};
  definitions[1].names.group = "apps";
  definitions[1].names.plural = "things";
  definitions[1].serving.versions = {"v1", "v1beta1", "v1alpha1"};
  definitions[2].names.group = "frobber.example";
  definitions[2].names.plural = "frobbers";
  definitions[2].serving.versions = {"v6", "v7beta1"};
  definitions[3].names.group = "apiextensions.k8s.io";
  definitions[3].names.plural = "customresourcedefinitions";
  definitions[3].serving.versions = {"v1"};
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
    if (definition.names.plural == "customresourcedefinitions") continue;
    out.push_back(definition.names.plural + ":" + Join(definition.serving.versions, ","));
  }
  return Join(out, " ");
}

TEST(RuntimeConfigTest, Applies) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "configmaps:v1 things:v1"},  // stable versions
      {"frobber.example/v6=true", "configmaps:v1 things:v1 frobbers:v6"},
      {"frobber.example/v7beta1=true", "configmaps:v1 things:v1 frobbers:v7beta1"},
      {"frobber.example/v6,frobber.example/v7beta1", "configmaps:v1 things:v1 frobbers:v6,v7beta1"},
      {"apps/v1beta1=true", "configmaps:v1 things:v1,v1beta1"},
      {"api/beta=true", "configmaps:v1 things:v1,v1beta1"},
      {"api/alpha=true,api/beta=true", "configmaps:v1 things:v1,v1beta1,v1alpha1"},
      {"api/all=true,api/beta=false", "configmaps:v1 things:v1,v1alpha1"},
      {"api/beta=false,api/all=true", "configmaps:v1 things:v1,v1alpha1"},
      {"api/all=false,v1=true", "configmaps:v1"},
      {"api/all=false,api/v1=true", "configmaps:v1"},
      {"api/all=false,/v1=true,apps/v1=true", "configmaps:v1 things:v1"},
      {"apps/v1=true,api/all=false", "things:v1"},  // the particular beats the general
      {"api/all=false,api/ga=true", "configmaps:v1 things:v1"},
      {"apps/v1=false,apps/v1=true", "configmaps:v1 things:v1"},  // the later the earlier
      {"apps/v1/things=false", "configmaps:v1"},
      {"apps/v1/things=false,apps/v1=true", "configmaps:v1"},
      {"apps/v1beta1/things", "configmaps:v1 things:v1,v1beta1"},
      {"v1/configmaps=false", "things:v1"},
      {"api/v1/configmaps=false", "things:v1"},
      {"api/all=false,/v1/configmaps=true", "configmaps:v1"},
      {"frobber.example/v6/frobbers", "configmaps:v1 things:v1 frobbers:v6"},
      {"api/all=true",
       "configmaps:v1 things:v1,v1beta1,v1alpha1"},  // the example group is asked for by name
      {"apiextensions.k8s.io/v1beta1=false", "configmaps:v1 things:v1"},
  };
  for (const auto& [flag, served] : cases) EXPECT_EQ(Served(flag), served) << flag;
}

TEST(RuntimeConfigTest, UnknownNamesComeWithTheNearest) {
  const std::pair<const char*, const char*> cases[] = {
      {"frobber.exmaple/v6=true",
       "--runtime-config: unknown api groups frobber.exmaple (did you mean frobber.example?)"},
      {"zzz/v1,nothing.like.this/v1", "--runtime-config: unknown api groups nothing.like.this,zzz"},
      {"apps/v9=true",
       "--runtime-config: group version apps/v9 that has not been registered (did you mean "
       "apps/v1?)"},
      {"apps/v1/thinks=true",
       "--runtime-config: resource apps/v1/thinks that has not been registered (did you mean "
       "apps/v1/things?)"},
  };
  for (const auto& [flag, message] : cases) EXPECT_EQ(Served(flag), message) << flag;
}

}  // namespace
}  // namespace pintle::server
