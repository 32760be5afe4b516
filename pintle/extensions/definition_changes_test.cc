// What becomes of watches, caches and objects when a definition changes or goes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "pintle/api/watch/watch_for_test.h"
#include "pintle/extensions/custom_api_for_test.h"

namespace pintle::extensions {
namespace {

using api::TestReply;
using testing::HasSubstr;
using testing::Not;

class DefinitionChangesTest : public CustomApiTest {
 protected:
  using CustomApiTest::CustomApiTest;

  static std::string WatchOf(const std::string& path) {
    return path +
           "?watch=1&allowWatchBookmarks=1&sendInitialEvents=1&"
           "resourceVersionMatch=NotOlderThan";
  }
  std::shared_ptr<const api::ServedResource> Served(const std::string& version = "v1") {
    return api_.registry.Current()->Find("example.com", version, "things");
  }
};

TEST_F(DefinitionChangesTest, WatchesEndWithTheDefinition) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  api::RunningWatch watch(api_, std::string(kThings) + "?watch=1&allowWatchBookmarks=1");
  watch.WaitFor("initial-events-end");
  ASSERT_EQ(api_.Do("DELETE", std::string(kDefinitions) + "/things.example.com").status, 200);
  EXPECT_THAT(watch.WaitForEnd(), testing::Not(HasSubstr("ERROR")));
}

TEST_F(DefinitionChangesTest, WatchesEndWhenTheSpecChangesAndOnlyThen) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  const std::string path = std::string(kDefinitions) + "/things.example.com";
  api::RunningWatch watch(api_, std::string(kThings) + "?watch=1&allowWatchBookmarks=1");
  watch.WaitFor("initial-events-end");
  ASSERT_EQ(api_.Do("PATCH", path, R"({"metadata":{"labels":{"a":"b"}}})", kMergePatch).status,
            200);
  ASSERT_EQ(api_.Post(kThings, R"({"kind":"Thing","apiVersion":"example.com/v1",
                                   "metadata":{"name":"one"}})")
                .status,
            201);
  watch.WaitFor("\"name\":\"one\"");
  ASSERT_EQ(
      api_.Do("PATCH", path, R"({"spec":{"names":{"shortNames":["th"]}}})", kMergePatch).status,
      200);
  EXPECT_THAT(watch.WaitForEnd(), testing::Not(HasSubstr("ERROR")));
  api::RunningWatch again(api_, std::string(kThings) + "?watch=1");
  again.WaitFor("\"name\":\"one\"");
}

TEST_F(DefinitionChangesTest, WatchesOfAVersionThatIsNotServedAnyMoreEnd) {
  const std::string schema = R"("schema":{"openAPIV3Schema":{"type":"object"}})";
  ASSERT_EQ(
      Define("things", "Thing", R"([{"name":"v1","served":true,"storage":true,)" + schema + "}]")
          .status,
      201);
  ASSERT_EQ(MakeThing("a").status, 201);
  api::RunningWatch watch(api_, WatchOf(kThings));
  watch.WaitFor("initial-events-end");
  // Nothing is left under the version that was served.
  TestReply patched =
      Patch(PathOf("things"),
            R"({"spec":{"versions":[{"name":"v1","served":false,"storage":true,)" + schema +
                R"(},{"name":"v2","served":true,"storage":false,)" + schema + "}]}}");
  ASSERT_EQ(patched.status, 200) << patched.body;
  EXPECT_THAT(watch.WaitForEnd(), Not(HasSubstr("ERROR")));
  EXPECT_EQ(api_.Get(kThings).status, 404);
  TestReply moved = api_.Get("/apis/example.com/v2/namespaces/default/things/a");
  EXPECT_EQ(moved.status, 200) << moved.body;
}

// Which a cache has to be made anew for.
constexpr const char* kSelectable = R"({"spec":{"versions":[{"name":"v1","served":true,
  "storage":true,"selectableFields":[{"jsonPath":".spec.size"}],
  "schema":{"openAPIV3Schema":{"type":"object","properties":{
    "spec":{"type":"object","properties":{"size":{"type":"integer"}}}}}}}]}})";

TEST_F(DefinitionChangesTest, SelectableFieldsNeedANewCache) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  ASSERT_EQ(MakeThing("a", R"(,"spec":{"size":5})").status, 201);
  std::weak_ptr<storage::WatchCache> cache = Served()->cache;
  {
    api::RunningWatch watch(api_, WatchOf(kThings));
    watch.WaitFor("initial-events-end");
    TestReply patched = Patch(PathOf("things"), kSelectable);
    ASSERT_EQ(patched.status, 200) << patched.body;
    EXPECT_THAT(watch.WaitForEnd(), Not(HasSubstr("ERROR")));
  }
  TestReply found = api_.Get(std::string(kThings) + "?fieldSelector=spec.size%3D5");
  EXPECT_EQ(found.Json().Find("items").size(), 1u) << found.body;
  EXPECT_TRUE(Eventually([&] { return cache.expired(); })) << "the old cache is freed";
}

TEST_F(DefinitionChangesTest, TheCacheOfARemovedDefinitionIsFreed) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  ASSERT_EQ(Define("others", "Other").status, 201);
  std::weak_ptr<storage::WatchCache> cache = Served()->cache;
  std::weak_ptr<const write::ResourceDefinition> definition = Served()->definition;
  // A watch of something else that has begun before must not hold it.
  api::RunningWatch other(api_, WatchOf("/apis/example.com/v1/others"));
  other.WaitFor("initial-events-end");
  {
    api::RunningWatch watch(api_, WatchOf(kThings));
    watch.WaitFor("initial-events-end");
    ASSERT_EQ(MakeThing("a").status, 201);
    watch.WaitFor("ADDED");
    ASSERT_EQ(api_.Do("DELETE", PathOf("things")).status, 200);
    EXPECT_THAT(watch.WaitForEnd(), HasSubstr("DELETED")) << "objects are deleted first";
  }
  ASSERT_TRUE(Gone("things"));
  EXPECT_TRUE(Eventually([&] { return cache.expired() && definition.expired(); }));

  ASSERT_EQ(Define("things", "Thing").status, 201);
  api::RunningWatch again(api_, WatchOf(kThings));
  again.WaitFor("initial-events-end");
  ASSERT_EQ(MakeThing("new").status, 201);
  EXPECT_THAT(again.WaitFor("ADDED"), HasSubstr("\"new\""));
}

TEST_F(DefinitionChangesTest, WhatChangesNothingOfTheResourceLeavesItAlone) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  auto before = Served();
  ASSERT_EQ(Patch(PathOf("things"), R"({"metadata":{"labels":{"a":"b"}}})").status, 200);
  ASSERT_EQ(Patch(PathOf("things") + "/status", R"({"status":{"storedVersions":["v1"]}})").status,
            200);
  EXPECT_EQ(Served(), before);
  ASSERT_EQ(Patch(PathOf("things"), R"({"spec":{"names":{"categories":["all"]}}})").status, 200);
  EXPECT_NE(Served(), before);
  EXPECT_EQ(Served()->cache, before->cache) << "the objects are the same";
}

TEST_F(DefinitionChangesTest, TheConditionTellsHowTheDeletionGoes) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  api_.Post(kThings, R"({"apiVersion":"example.com/v1","kind":"Thing",
                         "metadata":{"name":"a","finalizers":["example.com/hold"]}})");
  TestReply deleted = api_.Do("DELETE", PathOf("things"));
  EXPECT_EQ(Condition(deleted, "Terminating"), "True/InstanceDeletionPending");
  EXPECT_TRUE(Eventually([&] {
    return Condition(Definition("things"), "Terminating") == "True/InstanceDeletionInProgress";
  }));
  ASSERT_EQ(Patch(std::string(kThings) + "/a", R"({"metadata":{"finalizers":null}})").status, 200);
  EXPECT_TRUE(Gone("things"));
}

TEST_F(DefinitionChangesTest, HowItEndedShowsWhereOthersHoldTheDefinition) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  ASSERT_EQ(Define("rivals", "Thing").status, 201);  // never gets its names
  for (const char* plural : {"things", "rivals"}) {
    ASSERT_EQ(Patch(PathOf(plural), R"({"metadata":{"finalizers":["example.com/hold"]}})").status,
              200);
  }
  ASSERT_EQ(api_.Do("DELETE", PathOf("rivals")).status, 200);
  EXPECT_TRUE(Eventually(
      [&] { return Condition(Definition("rivals"), "Terminating") == "False/NeverEstablished"; }));
  ASSERT_EQ(api_.Do("DELETE", PathOf("things")).status, 200);
  EXPECT_TRUE(Eventually([&] {
    return Condition(Definition("things"), "Terminating") == "False/InstanceDeletionCompleted";
  }));
  const api::TestReply definition = Definition("things");
  Value finalizers = definition.Json().FindPath({"metadata", "finalizers"});
  EXPECT_EQ(finalizers.size(), 1u);
}

TEST_F(DefinitionChangesTest, WhatCannotBeDeletedIsTold) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  const std::string key = "/registry/example.com/things/default/broken";
  auto broken = BlockOn(api_.store->Create(key, Bytes(std::string("no object")), 0));
  ASSERT_TRUE(broken);
  ASSERT_EQ(api_.Do("DELETE", PathOf("things")).status, 200);
  EXPECT_TRUE(Eventually([&] {
    return Condition(Definition("things"), "Terminating") == "True/InstanceDeletionFailed";
  }));
  EXPECT_THAT(Definition("things").body, HasSubstr("could not issue all deletes: "));
  ASSERT_TRUE(BlockOn(api_.store->Delete(key, broken->revision)));
  EXPECT_TRUE(Gone("things"));
}

TEST_F(DefinitionChangesTest, ADefinitionThatIsDeletedMayChangeItsCache) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  ASSERT_EQ(api_.Post(kThings, R"({"apiVersion":"example.com/v1","kind":"Thing",
                                   "metadata":{"name":"a","finalizers":["example.com/hold"]}})")
                .status,
            201);
  ASSERT_EQ(api_.Do("DELETE", PathOf("things")).status, 200);
  auto before = Served();
  TestReply patched = Patch(PathOf("things"), kSelectable);
  ASSERT_EQ(patched.status, 200) << patched.body;
  EXPECT_NE(Served()->cache, before->cache);
  ASSERT_EQ(Patch(std::string(kThings) + "/a", R"({"metadata":{"finalizers":null}})").status, 200);
  EXPECT_TRUE(Gone("things"));
}

// As on a server that hears of it when both have happened elsewhere.
TEST_F(DefinitionChangesTest, WatchesEndWhenTheDefinitionIsMadeAnew) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  ASSERT_EQ(Patch(PathOf("things"), R"({"metadata":{"finalizers":["example.com/hold"]}})").status,
            200);
  ASSERT_EQ(api_.Do("DELETE", PathOf("things")).status, 200);
  api::RunningWatch watch(api_, WatchOf(kThings));
  watch.WaitFor("initial-events-end");
  auto silent = std::make_shared<write::ResourceDefinition>(*DefinitionsResource()->definition);
  silent->storing.on_written = {};
  auto resource = std::make_shared<api::ServedResource>();
  resource->definition = silent;
  resource->cache = DefinitionsResource()->cache;
  DefinitionStore definitions(api_.world, resource);
  DefinitionStore::Edit release = [](Arena&, CustomResourceDefinition& crd) {
    crd.metadata.finalizers = {};
  };
  ASSERT_TRUE(BlockOn(definitions.Change("things.example.com", release)));
  ASSERT_EQ(Define("things", "Thing").status, 201);
  EXPECT_THAT(watch.WaitForEnd(), Not(HasSubstr("ERROR")));
  EXPECT_EQ(MakeThing("new").status, 201);
}

class ImpatientTest : public DefinitionChangesTest {
 protected:
  ImpatientTest() : DefinitionChangesTest(Impatient()) {}

  static CustomResourceOptions Impatient() {
    CustomResourceOptions options = QuickOptions();
    options.cleanup.patience = std::chrono::milliseconds(1);
    return options;
  }
};

TEST_F(ImpatientTest, ObjectsThatStayAreTold) {
  ASSERT_EQ(Define("things", "Thing").status, 201);
  api_.Post(kThings, R"({"apiVersion":"example.com/v1","kind":"Thing",
                         "metadata":{"name":"a","finalizers":["example.com/hold"]}})");
  ASSERT_EQ(api_.Do("DELETE", PathOf("things")).status, 200);
  EXPECT_TRUE(Eventually([&] {
    return Condition(Definition("things"), "Terminating") == "True/InstanceDeletionCheck";
  }));
  ASSERT_EQ(Patch(std::string(kThings) + "/a", R"({"metadata":{"finalizers":null}})").status, 200);
  EXPECT_TRUE(Gone("things"));
}

TEST_F(DefinitionChangesTest, CompiledInResourcesCannotBeReplaced) {
  for (const char* name :
       {"leases.coordination.k8s.io", "customresourcedefinitions.apiextensions.k8s.io"}) {
    SCOPED_TRACE(name);
    std::string plural(name, std::string_view(name).find('.'));
    std::string group(name + plural.size() + 1);
    const std::string list = "/apis/" + group + "/v1/" + plural;
    std::string body = DefinitionJson(group, plural, "Mine", kOneVersion);
    body.insert(body.find("\"name\""),
                R"("annotations":{"api-approved.kubernetes.io":"https://example.com/1"},)");
    ASSERT_EQ(api_.Post(kDefinitions, body).status, 201);
    EXPECT_NE(api_.Get(list).Json().FindString("kind"), "MineList");
    ASSERT_EQ(api_.Do("DELETE", std::string(kDefinitions) + "/" + name).status, 200);
    EXPECT_TRUE(
        Eventually([&] { return api_.Get(std::string(kDefinitions) + "/" + name).status == 404; }));
    EXPECT_EQ(api_.Get(list).status, 200);
  }
}

TEST_F(DefinitionChangesTest, ConditionsOfTheDefinition) {
  std::string body = DefinitionJson("x.k8s.io", "things", "Thing", kOneVersion);
  body.insert(body.find("\"name\""),
              R"("annotations":{"api-approved.kubernetes.io":"unapproved, a test"},)");
  ASSERT_EQ(api_.Post(kDefinitions, body).status, 201);
  const std::string path = std::string(kDefinitions) + "/things.x.k8s.io";
  constexpr std::string_view kConformant = "KubernetesAPIApprovalPolicyConformant";
  EXPECT_EQ(Condition(api_.Get(path), kConformant), "False/UnapprovedAnnotation");
  ASSERT_EQ(
      Patch(path, R"({"metadata":{"annotations":{"api-approved.kubernetes.io":"https://a.b/1"}}})")
          .status,
      200);
  EXPECT_EQ(Condition(api_.Get(path), kConformant), "True/ApprovedAnnotation");

  TestReply loose = api_.Post(
      "/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions",
      R"({"metadata":{"name":"loose.example.com"},"spec":{"group":"example.com","version":"v1",
          "names":{"plural":"loose","kind":"Loose"}}})");
  ASSERT_EQ(loose.status, 201) << loose.body;
  EXPECT_EQ(Condition(Definition("loose"), "NonStructuralSchema"), "True/Violations");
  ASSERT_EQ(Patch(PathOf("loose"),
                  R"({"spec":{"preserveUnknownFields":false,"versions":[{"name":"v1",
                      "served":true,"storage":true,
                      "schema":{"openAPIV3Schema":{"type":"object"}}}]}})")
                .status,
            200);
  EXPECT_EQ(Condition(Definition("loose"), "NonStructuralSchema"), "");
}

}  // namespace
}  // namespace pintle::extensions
