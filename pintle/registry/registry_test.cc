#include "pintle/registry/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "apis/builtin.h"
#include "apis/core/v1/types.h"

namespace pintle::api {
namespace {

using testing::ElementsAre;

std::shared_ptr<const ServedResource> Resource(std::string group, std::string plural,
                                               std::vector<std::string> versions) {
  auto definition = std::make_shared<write::ResourceDefinition>();
  definition->names.group = std::move(group);
  definition->names.plural = std::move(plural);
  definition->serving.versions = std::move(versions);
  definition->kind.schemas = {{"v1", nullptr}};
  return std::make_shared<ServedResource>(ServedResource{std::move(definition), nullptr});
}

ServedResources Builtins(scheme::Scheme& scheme) {
  ServedResources served;
  for (write::ResourceDefinition& definition : apis::BuiltinResources(scheme, {})) {
    served.push_back(std::make_shared<ServedResource>(ServedResource{
        std::make_shared<write::ResourceDefinition>(std::move(definition)), nullptr}));
  }
  return served;
}

std::vector<std::string> GroupNames(const Registry& registry) {
  std::vector<std::string> names;
  for (const ServedGroup& group : registry.groups()) names.push_back(group.name);
  return names;
}

std::vector<std::string> VersionNames(const ServedGroup& group) {
  std::vector<std::string> names;
  for (const ServedVersion& version : group.versions) names.push_back(version.version);
  return names;
}

TEST(RegistryTest, GroupsStandInTheOrderOfDiscovery) {
  auto registry = Registry::Build(
      {Resource("z.example.com", "zs", {"v1"}), Resource("coordination.k8s.io", "leases", {"v1"}),
       Resource("a.example.com", "as", {"v1"}), Resource("", "configmaps", {"v1"}),
       Resource("frobber.example", "frobbers", {"v6"}), Resource("apps", "deployments", {"v1"}),
       Resource("apiextensions.k8s.io", "customresourcedefinitions", {"v1"})},
      1);
  EXPECT_THAT(GroupNames(*registry),
              ElementsAre("", "apps", "apiextensions.k8s.io", "coordination.k8s.io",
                          "frobber.example", "a.example.com", "z.example.com"));
}

TEST(RegistryTest, VersionsAndResourcesAreSorted) {
  auto registry = Registry::Build({Resource("g", "bs", {"v1alpha1", "v1"}),
                                   Resource("g", "as", {"v2", "v1beta1", "v1", "foo"})},
                                  7);
  ASSERT_EQ(registry->groups().size(), 1u);
  EXPECT_EQ(registry->generation(), 7u);
  EXPECT_THAT(VersionNames(registry->groups()[0]),
              ElementsAre("v2", "v1", "v1beta1", "v1alpha1", "foo"));
  const ServedVersion* version = registry->FindVersion("g", "v1");
  ASSERT_NE(version, nullptr);
  ASSERT_EQ(version->resources.size(), 2u);
  EXPECT_EQ(version->resources[0]->definition->names.plural, "as");
  EXPECT_EQ(version->resources[1]->definition->names.plural, "bs");
}

// A compiled-in resource whose row has these versions, each with the release that brought it.
std::shared_ptr<const ServedResource> RowResource(scheme::Scheme& scheme, std::string plural,
                                                  std::vector<scheme::KindVersion> versions) {
  auto definition = std::make_shared<write::ResourceDefinition>();
  definition->names.group = "g";
  definition->names.plural = plural;
  for (const scheme::KindVersion& version : versions) {
    definition->serving.versions.push_back(version.version);
  }
  scheme::KindInfo info;
  info.group = "g";
  info.kind = std::move(plural);
  info.versions = std::move(versions);
  definition->kind.typed = &scheme.Register(std::move(info));
  return std::make_shared<ServedResource>(ServedResource{std::move(definition), nullptr});
}

constexpr scheme::Lifecycle kOld = {.introduced = scheme::kOldestCompatibleRelease};
constexpr scheme::Lifecycle kNew = {.introduced = scheme::kCurrentRelease};

TEST(RegistryTest, ANewVersionIsPreferredWhenTheRowSaysSo) {
  scheme::Scheme scheme;
  const scheme::KindVersion v1 = {.version = "v1", .lifecycle = kOld};
  const scheme::KindVersion v2 = {.version = "v2", .lifecycle = kOld};
  const scheme::KindVersion v1beta1 = {.version = "v1beta1", .lifecycle = kOld};
  auto behind = Registry::Build({RowResource(scheme, "as", {v1, v2})}, 1);
  EXPECT_THAT(VersionNames(behind->groups()[0]), ElementsAre("v1", "v2"));
  auto before = Registry::Build({RowResource(scheme, "as", {v2, v1})}, 1);
  EXPECT_THAT(VersionNames(before->groups()[0]), ElementsAre("v2", "v1"));
  // The order of a group is that of all its rows.
  auto several = Registry::Build(
      {RowResource(scheme, "as", {v1}), RowResource(scheme, "bs", {v2}),
       RowResource(scheme, "cs", {v1beta1, v1}), RowResource(scheme, "ds", {v1, v2})},
      1);
  EXPECT_THAT(VersionNames(several->groups()[0]), ElementsAre("v1beta1", "v1", "v2"));
  // A resource that is added, custom ones too, changes nothing of it.
  auto more = several->With({Resource("g", "es", {"v2"}), RowResource(scheme, "fs", {v1})});
  EXPECT_THAT(VersionNames(more->groups()[0]), ElementsAre("v1beta1", "v1", "v2"));
}

TEST(RegistryTest, AVersionThatOnlyNewKindsHaveIsNotPreferred) {
  scheme::Scheme scheme;
  auto registry =
      Registry::Build({RowResource(scheme, "as", {{.version = "v1", .lifecycle = kOld}}),
                       RowResource(scheme, "bs", {{.version = "v2", .lifecycle = kNew}})},
                      1);
  EXPECT_THAT(VersionNames(registry->groups()[0]), ElementsAre("v1", "v2"));
  auto known = Registry::Build({RowResource(scheme, "as", {{.version = "v1", .lifecycle = kOld}}),
                                RowResource(scheme, "bs", {{.version = "v2", .lifecycle = kOld}})},
                               1);
  EXPECT_THAT(VersionNames(known->groups()[0]), ElementsAre("v2", "v1"));
}

TEST(RegistryTest, RowsThatContradictEachOtherAreServed) {
  scheme::Scheme scheme;
  const scheme::KindVersion v1 = {.version = "v1", .lifecycle = kOld};
  const scheme::KindVersion v2 = {.version = "v2", .lifecycle = kOld};
  auto registry = Registry::Build(
      {RowResource(scheme, "as", {v1, v2}), RowResource(scheme, "bs", {v2, v1})}, 1);
  EXPECT_THAT(VersionNames(registry->groups()[0]), ElementsAre("v2", "v1"));
}

TEST(RegistryTest, BuiltInGroupsStandAsTheirRowsSay) {
  scheme::Scheme scheme;
  const ServedResources served = Builtins(scheme);
  auto registry = Registry::Build(served, 1);
  for (const auto& resource : served) {
    const write::ResourceDefinition& definition = *resource->definition;
    std::vector<std::string> of_group = VersionNames(*registry->FindGroup(definition.names.group));
    std::erase_if(of_group, [&](const std::string& version) {
      return std::ranges::find(definition.serving.versions, version) ==
             definition.serving.versions.end();
    });
    EXPECT_EQ(of_group, definition.serving.versions)
        << definition.names.plural << "." << definition.names.group;
  }
}

TEST(RegistryTest, FindsOnlyWhatIsServed) {
  auto registry = Registry::Build({Resource("g", "as", {"v1"}), Resource("none", "xs", {})}, 1);
  EXPECT_NE(registry->Find("g", "v1", "as"), nullptr);
  EXPECT_EQ(registry->Find("g", "v2", "as"), nullptr);
  EXPECT_EQ(registry->Find("g", "v1", "bs"), nullptr);
  EXPECT_EQ(registry->Find("h", "v1", "as"), nullptr);
  EXPECT_EQ(registry->FindGroup("none"), nullptr) << "a group without versions is not served";
  EXPECT_EQ(registry->FindVersion("none", "v1"), nullptr);
}

TEST(RegistryTest, FindsACompiledInResourceByItsType) {
  scheme::Scheme scheme;
  ServedResources served = Builtins(scheme);
  served.push_back(Resource("example.com", "namespaces", {"v1"}));
  auto registry = Registry::Build(served, 1);
  EXPECT_EQ(registry->FindOf<apis::core::v1::Namespace>(), registry->Find("", "v1", "namespaces"));
  EXPECT_EQ(registry->FindOf<apis::core::v1::ObjectReference>(), nullptr);
  EXPECT_EQ(registry->Without("", "namespaces")->FindOf<apis::core::v1::Namespace>(), nullptr);
}

TEST(RegistryHolderTest, ReplacesAndRemoves) {
  RegistryHolder holder;
  auto empty = holder.Current();
  EXPECT_TRUE(empty->groups().empty());
  holder.Put({Resource("g", "as", {"v1"}), Resource("g", "bs", {"v1"})});
  auto first = holder.Current();
  auto replacement = Resource("g", "as", {"v2"});
  holder.Put({replacement});
  auto second = holder.Current();
  EXPECT_EQ(second->Find("g", "v1", "as"), nullptr);
  EXPECT_EQ(second->Find("g", "v2", "as"), replacement);
  EXPECT_NE(first->Find("g", "v1", "as"), nullptr) << "readers keep the registry they took";
  EXPECT_LT(first->generation(), second->generation());
  holder.Remove("g", "as");
  EXPECT_EQ(holder.Current()->Find("g", "v2", "as"), nullptr);
  EXPECT_NE(holder.Current()->Find("g", "v1", "bs"), nullptr);
  holder.Remove("g", "bs");
  EXPECT_TRUE(holder.Current()->groups().empty());
  holder.Remove("g", "bs");
}

}  // namespace
}  // namespace pintle::api
