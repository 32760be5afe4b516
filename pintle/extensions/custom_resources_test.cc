#include "pintle/extensions/custom_resources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "pintle/extensions/custom_api_for_test.h"

namespace pintle::extensions {
namespace {

using api::TestReply;
using testing::HasSubstr;

using CustomResourcesTest = CustomApiTest;

TEST_F(CustomResourcesTest, ServedWhenTheDefinitionIsAcknowledged) {
  EXPECT_EQ(api_.Get(kThings).status, 404);
  TestReply defined = Define("things", "Thing");
  ASSERT_EQ(defined.status, 201) << defined.body;
  TestReply made = api_.Post(
      kThings,
      R"({"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"},"spec":{"x":1}})");
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_EQ(made.headers.Get("Warning"), "299 - \"unknown field \\\"spec.x\\\"\"");
  EXPECT_EQ(made.Json().FindPath({"spec", "size"}).as_int(), 3) << "defaulted";
  EXPECT_FALSE(made.Json().Find("spec").Has("x")) << "pruned";
  TestReply list = api_.Get(kThings);
  EXPECT_EQ(list.Json().FindString("kind"), "ThingList");
  EXPECT_EQ(list.Json().Find("items").items()[0].FindString("kind"), "Thing");
  TestReply stored = Definition("things");
  EXPECT_EQ(Condition(stored, "Established"), "True/InitialNamesAccepted");
  EXPECT_EQ(Condition(stored, "NamesAccepted"), "True/NoConflicts");
}

TEST_F(CustomResourcesTest, InvalidDefinitionsServeNothing) {
  TestReply refused =
      api_.Post(kDefinitions, DefinitionJson("example.com", "things", "Thing", "[]"));
  EXPECT_EQ(refused.status, 422) << refused.body;
  EXPECT_EQ(api_.Get(kThings).status, 404);
}

TEST_F(CustomResourcesTest, AChangedSchemaCountsFromItsAcknowledgement) {
  Define("things", "Thing");
  TestReply patched = api_.Do(
      "PATCH", std::string(kDefinitions) + "/things.example.com",
      R"({"spec":{"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":
        {"type":"object","properties":{"spec":{"type":"object","properties":{
        "size":{"type":"integer","maximum":5}}}}}}}]}})",
      kMergePatch);
  ASSERT_EQ(patched.status, 200) << patched.body;
  TestReply made = api_.Post(
      kThings,
      R"({"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"},"spec":{"size":6}})");
  EXPECT_EQ(made.status, 422);
  EXPECT_THAT(made.Message(), HasSubstr("should be less than or equal to 5"));
}

TEST_F(CustomResourcesTest, ConflictingNamesWaitUntilTheyAreFree) {
  Define("things", "Thing");
  TestReply second = Define("others", "Thing");
  ASSERT_EQ(second.status, 201);
  EXPECT_EQ(Condition(Definition("others"), "NamesAccepted"), "False/ListKindConflict");
  EXPECT_EQ(Condition(Definition("others"), "Established"), "False/NotAccepted");
  EXPECT_EQ(api_.Get("/apis/example.com/v1/others").status, 404);

  api_.Do("DELETE", std::string(kDefinitions) + "/things.example.com");
  EXPECT_TRUE(Eventually([&] { return api_.Get("/apis/example.com/v1/others").status == 200; }));
  EXPECT_EQ(Condition(Definition("others"), "NamesAccepted"), "True/NoConflicts");
}

TEST_F(CustomResourcesTest, NamesOfOtherGroupsDoNotMatter) {
  Define("things", "Thing");
  TestReply other =
      api_.Post(kDefinitions, DefinitionJson("other.example.com", "things", "Thing", kOneVersion));
  ASSERT_EQ(other.status, 201);
  EXPECT_EQ(api_.Get("/apis/other.example.com/v1/things").status, 200);
}

TEST_F(CustomResourcesTest, DeletionTakesTheObjectsAlong) {
  Define("things", "Thing");
  for (const char* name : {"a", "b"}) {
    api_.Post(kThings,
              std::string(R"({"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":")") +
                  name + "\"}}");
  }
  TestReply deleted = api_.Do("DELETE", std::string(kDefinitions) + "/things.example.com");
  EXPECT_EQ(deleted.status, 200);
  EXPECT_TRUE(deleted.Json().Find("metadata").Has("deletionTimestamp"));
  EXPECT_EQ(Condition(deleted, "Terminating"), "True/InstanceDeletionPending");
  EXPECT_TRUE(Gone("things"));
  EXPECT_EQ(api_.Get(kThings).status, 404);
  auto left = BlockOn(api_.store->Count("/registry/example.com/"));
  ASSERT_TRUE(left);
  EXPECT_EQ(*left, 0u);
  // A new definition of the same name starts empty.
  ASSERT_EQ(Define("things", "Thing").status, 201);
  EXPECT_THAT(api_.Get(kThings).body, HasSubstr("\"items\":[]"));
}

TEST_F(CustomResourcesTest, FinalizersOfObjectsHoldTheDefinition) {
  Define("things", "Thing");
  api_.Post(kThings, R"({"apiVersion":"example.com/v1","kind":"Thing",
                         "metadata":{"name":"a","finalizers":["example.com/hold"]}})");
  api_.Do("DELETE", std::string(kDefinitions) + "/things.example.com");
  EXPECT_TRUE(Eventually([&] {
    return api_.Get(std::string(kThings) + "/a").Json().Find("metadata").Has("deletionTimestamp");
  }));
  TestReply refused = api_.Post(
      kThings, R"({"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"b"}})");
  EXPECT_EQ(refused.status, 403) << refused.body;
  EXPECT_EQ(
      refused.Message(),
      "things.example.com is forbidden: create not allowed while custom resource definition is "
      "terminating");
  TestReply released = api_.Do("PATCH", std::string(kThings) + "/a",
                               R"({"metadata":{"finalizers":null}})", kMergePatch);
  EXPECT_EQ(released.status, 200) << released.body;
  EXPECT_TRUE(Gone("things"));
}

TEST_F(CustomResourcesTest, ANewDefinitionOfTheSameNameKeepsItsObjects) {
  Define("things", "Thing");
  const std::string held = R"({"apiVersion":"example.com/v1","kind":"Thing",
                               "metadata":{"name":"a","finalizers":["example.com/hold"]}})";
  api_.Post(kThings, held);
  const std::string path = std::string(kDefinitions) + "/things.example.com";
  api_.Do("DELETE", path);
  std::weak_ptr<const api::ServedResource> ending =
      api_.registry.Current()->Find("example.com", "v1", "things");
  // Somebody lets the definition go by force, and makes it anew.
  EXPECT_EQ(api_.Do("PATCH", path, R"({"metadata":{"finalizers":null}})", kMergePatch).status, 200);
  ASSERT_TRUE(Gone("things"));
  ASSERT_EQ(Define("things", "Thing").status, 201);
  ASSERT_EQ(api_.Post(kThings, R"({"apiVersion":"example.com/v1","kind":"Thing",
                                   "metadata":{"name":"kept"}})")
                .status,
            201);
  EXPECT_TRUE(Eventually([&] { return ending.expired(); })) << "the old one's cleanup has ended";
  EXPECT_EQ(api_.Get(std::string(kThings) + "/kept").status, 200);
  EXPECT_EQ(Condition(Definition("things"), "Terminating"), "");
}

TEST_F(CustomResourcesTest, LoadServesWhatIsStored) {
  Define("things", "Thing");
  api_.registry.Remove("example.com", "things");
  EXPECT_EQ(api_.Get(kThings).status, 404);
  Load();
  EXPECT_EQ(api_.Get(kThings).status, 200);
}

TEST_F(CustomResourcesTest, DeletionsGoOnAfterARestart) {
  Define("things", "Thing");
  auto running = std::move(custom_);
  // Nobody hears of this deletion: as if the process had ended right after it.
  custom_ = std::make_unique<CustomResources>(api_.world, api_.registry, options_,
                                              std::make_shared<storage::EncodingBudget>(1 << 20));
  auto definitions = DefinitionsResource();
  write::ResourceDefinition silent = *definitions->definition;
  silent.storing.on_written = {};
  write::Request request = write::OwnRequest(silent, write::Verb::kDelete, "v1");
  request.what.name = "things.example.com";
  const write::Rules rules = write::RulesOf(api_.world, silent);
  write::Warnings warnings;
  ASSERT_TRUE(BlockOn(write::Commit(api_.world, request, rules, write::EndBy({}), warnings)));
  ASSERT_TRUE(BlockOn(custom_->Load(definitions)));
  EXPECT_EQ(Definition("things").status, 200);
  api_.thread->Post([&] { custom_->ResumeDeletions(); });
  EXPECT_TRUE(Gone("things"));
}

TEST_F(CustomResourcesTest, SelectableFields) {
  Define("things", "Thing", R"([{"name":"v1","served":true,"storage":true,
    "selectableFields":[{"jsonPath":".spec.color"}],
    "schema":{"openAPIV3Schema":{"type":"object","properties":{
      "spec":{"type":"object","properties":{"color":{"type":"string"}}}}}}}])");
  for (const char* color : {"red", "blue"}) {
    std::string body =
        std::string(R"({"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":")") +
        color + R"("},"spec":{"color":")" + color + "\"}}";
    ASSERT_EQ(api_.Post(kThings, body).status, 201);
  }
  TestReply red = api_.Get(std::string(kThings) + "?fieldSelector=spec.color%3Dred");
  ASSERT_EQ(red.status, 200) << red.body;
  EXPECT_EQ(red.Json().Find("items").size(), 1u);
  TestReply refused = api_.Get(std::string(kThings) + "?fieldSelector=spec.size%3DM");
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(refused.Message(), "field label not supported: spec.size");
}

}  // namespace
}  // namespace pintle::extensions
