#include "pintle/extensions/kind/custom_scale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apis/autoscaling/scale.h"
#include "pintle/codec/document.h"
#include "pintle/extensions/custom_api_for_test.h"

namespace pintle::extensions {
namespace {

using api::TestReply;
using testing::ElementsAre;
using testing::HasSubstr;

struct PathCase {
  const char* object;
  std::vector<std::string> errors;
};

TEST(ScaleRulesTest, WhatIsAtThePaths) {
  const ScalePaths paths{".spec.replicas", ".status.count", ".status.selector"};
  const PathCase cases[] = {
      {R"({})", {}},
      {R"({"spec":null,"status":{"selector":"a=b"}})", {}},
      {R"({"spec":{"replicas":2147483647},"status":{"count":0}})", {}},
      {R"({"spec":{"replicas":-1}})",
       {".spec.replicas: Invalid value: -1: should be a non-negative integer"}},
      {R"({"spec":{"replicas":2147483648}})",
       {".spec.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647"}},
      {R"({"spec":{"replicas":"x"}})",
       {".spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type "
        "string, expected int64"}},
      {R"({"spec":{"replicas":true}})",
       {".spec.replicas: Invalid value: 0: .spec.replicas accessor error: true is of the type "
        "bool, expected int64"}},
      {R"({"spec":"x","status":{"count":1.5,"selector":3}})",
       {".spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type "
        "string, expected object",
        ".status.count: Invalid value: 0: .status.count accessor error: 1.5 is of the type "
        "float64, expected int64",
        ".status.selector: Invalid value: \"\": .status.selector accessor error: 3 is of the type "
        "int64, expected string"}},
  };
  for (const PathCase& c : cases) {
    Arena arena;
    Value object = *codec::ParseJson(c.object, arena);
    field::ErrorList errors;
    ValidateScaleSpec(paths, object, errors);
    ValidateScaleStatus(paths, object, errors);
    std::vector<std::string> texts;
    for (const field::Error& error : errors) texts.push_back(error.Text());
    EXPECT_EQ(texts, c.errors) << c.object;
  }
}

// v1 and v2 call the numbers differently, v3 has no scale.
constexpr const char* kVersions = R"([
 {"name":"v1","served":true,"storage":true,
  "subresources":{"status":{},"scale":{"specReplicasPath":".spec.replicas",
    "statusReplicasPath":".status.replicas","labelSelectorPath":".status.selector"}},
  "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}},
 {"name":"v2","served":true,"storage":false,
  "subresources":{"scale":{"specReplicasPath":".spec.deep.count",
    "statusReplicasPath":".status.count"}},
  "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}},
 {"name":"v3","served":true,"storage":false,
  "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}])";

class CustomScaleTest : public CustomApiTest {
 protected:
  CustomScaleTest() {
    options_.kinds.scale = api_.registry.Current()
                               ->Find("apps", "v1", "deployments")
                               ->definition->actions.endpoints.at("scale")
                               .spoken;
    Load();
    TestReply defined = Define("things", "Thing", kVersions);
    EXPECT_EQ(defined.status, 201) << defined.body;
  }

  void Create(const std::string& name, const std::string& members) {
    TestReply created = MakeThing(name, "," + members);
    ASSERT_EQ(created.status, 201) << created.body;
  }
  static std::string Path(const std::string& version, const std::string& name = "a") {
    return "/apis/example.com/" + version + "/namespaces/default/things/" + name;
  }
  TestReply Scale(const std::string& method, const std::string& version, std::string body = "",
                  const char* type = "application/json") {
    return api_.Do(method, Path(version) + "/scale", std::move(body), {{"Content-Type", type}});
  }
  static std::string Replacement(int64_t replicas, const std::string& metadata = "") {
    return R"({"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"a")" + metadata +
           R"(},"spec":{"replicas":)" + std::to_string(replicas) + "}}";
  }
  Value Object(const std::string& version = "v1") {
    TestReply reply = api_.Do("GET", Path(version));
    arenas_.push_back(reply.arena);
    return reply.Json();
  }

  std::vector<std::shared_ptr<Arena>> arenas_;
};

TEST_F(CustomScaleTest, Shows) {
  Create("a", R"("spec":{"replicas":2,"deep":{"count":5}})");
  TestReply patched =
      api_.Do("PATCH", Path("v1") + "/status", R"({"status":{"replicas":1,"selector":"a=b"}})",
              {{"Content-Type", "application/merge-patch+json"}});
  ASSERT_EQ(patched.status, 200) << patched.body;
  TestReply reply = Scale("GET", "v1");
  ASSERT_EQ(reply.status, 200) << reply.body;
  Value scale = reply.Json();
  EXPECT_EQ(scale.FindString("apiVersion"), "autoscaling/v1");
  EXPECT_EQ(scale.FindString("kind"), "Scale");
  EXPECT_EQ(codec::ToJson(scale.Find("spec")), R"({"replicas":2})");
  EXPECT_EQ(codec::ToJson(scale.Find("status")), R"({"replicas":1,"selector":"a=b"})");
  EXPECT_EQ(scale.Find("metadata").FindString("resourceVersion"),
            Object().Find("metadata").FindString("resourceVersion"));
  TestReply other = Scale("GET", "v2");
  EXPECT_EQ(codec::ToJson(other.Json().Find("spec")), R"({"replicas":5})");
  EXPECT_EQ(codec::ToJson(other.Json().Find("status")), R"({"replicas":0})");
  EXPECT_EQ(Scale("GET", "v3").status, 404) << "the version has none";
  EXPECT_EQ(api_.Do("GET", Path("v2") + "/status").status, 404);
  EXPECT_EQ(Scale("DELETE", "v1").status, 405);
}

// They are written in what the resource itself can be written in.
TEST_F(CustomScaleTest, Formats) {
  Create("a", R"("spec":{"replicas":2})");
  auto get = [&](const char* accept) {
    return api_.Do("GET", Path("v1") + "/scale", "", {{"Accept", accept}});
  };
  EXPECT_EQ(get("application/vnd.kubernetes.protobuf").status, 406);
  EXPECT_EQ(get("application/vnd.kubernetes.protobuf,application/json").status, 200);
  EXPECT_EQ(get("application/*").status, 200);
}

TEST_F(CustomScaleTest, Replaces) {
  Create("a", R"("spec":{"replicas":3,"other":1})");
  TestReply reply = Scale("PUT", "v1", Replacement(5));
  ASSERT_EQ(reply.status, 200) << reply.body;
  EXPECT_EQ(codec::ToJson(reply.Json().Find("spec")), R"({"replicas":5})");
  EXPECT_EQ(codec::ToJson(Object().Find("spec")), R"({"other":1,"replicas":5})");
  EXPECT_EQ(Object().Find("metadata").Find("generation").as_int(), 2);

  TestReply stale = Scale("PUT", "v1", Replacement(6, R"(,"resourceVersion":"1")"));
  EXPECT_EQ(stale.status, 409);
  EXPECT_EQ(stale.Reason(), "Conflict");
  std::string current(Object().Find("metadata").FindString("resourceVersion"));
  EXPECT_EQ(Scale("PUT", "v1", Replacement(6, R"(,"resourceVersion":")" + current + "\"")).status,
            200);

  TestReply negative = Scale("PUT", "v1", Replacement(-1));
  EXPECT_EQ(negative.status, 422);
  EXPECT_EQ(negative.Message(),
            "Thing.example.com \"a\" is invalid: .spec.replicas: Invalid value: -1: should be a "
            "non-negative integer");
  EXPECT_EQ(Scale("PUT", "v1",
                  R"({"apiVersion":"autoscaling/v1","kind":"Scale","metadata":)"
                  R"({"name":"b"},"spec":{"replicas":1}})")
                .status,
            400);
  EXPECT_EQ(codec::ToJson(Object().Find("spec")), R"({"other":1,"replicas":6})");
}

TEST_F(CustomScaleTest, Patches) {
  Create("a", R"("spec":{"replicas":3})");
  EXPECT_EQ(
      Scale("PATCH", "v1", R"({"spec":{"replicas":4}})", "application/merge-patch+json").status,
      200);
  EXPECT_EQ(Scale("PATCH", "v1",
                  R"([{"op":"test","path":"/spec/replicas","value":4},)"
                  R"({"op":"replace","path":"/spec/replicas","value":5}])",
                  "application/json-patch+json")
                .status,
            200);
  EXPECT_EQ(codec::ToJson(Object().Find("spec")), R"({"replicas":5})");
  EXPECT_EQ(Scale("PATCH", "v1", "{}", "application/strategic-merge-patch+json").status, 415);
  EXPECT_EQ(Scale("PATCH", "v1", R"({"metadata":{"resourceVersion":"1"},"spec":{"replicas":9}})",
                  "application/merge-patch+json")
                .status,
            409);
}

TEST_F(CustomScaleTest, ObjectsWithoutTheNumber) {
  Create("a", R"("spec":{})");
  TestReply read = Scale("GET", "v1");
  EXPECT_EQ(read.status, 500);
  EXPECT_EQ(read.Message(),
            "Internal error occurred: the spec replicas field \".spec.replicas\" does not exist");
  TestReply nothing =
      Scale("PATCH", "v1", R"({"metadata":{"labels":{"a":"b"}}})", "application/merge-patch+json");
  EXPECT_EQ(nothing.status, 400);
  EXPECT_EQ(nothing.Message(), "the spec replicas field \".spec.replicas\" cannot be empty");
  EXPECT_EQ(
      Scale("PATCH", "v2", R"({"spec":{"replicas":4}})", "application/merge-patch+json").status,
      200);
  EXPECT_EQ(codec::ToJson(Object().Find("spec")), R"({"deep":{"count":4}})");
  EXPECT_EQ(Scale("PUT", "v1", Replacement(2)).status, 200);
}

TEST_F(CustomScaleTest, EveryWriteIsChecked) {
  TestReply refused =
      api_.Post("/apis/example.com/v1/namespaces/default/things",
                R"({"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"b"},)"
                R"("spec":{"replicas":"x"}})");
  EXPECT_EQ(refused.status, 422);
  EXPECT_THAT(refused.Message(),
              HasSubstr(".spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of "
                        "the type string, expected int64"));
  Create("a", R"("spec":{"replicas":1})");
  refused = api_.Do("PATCH", Path("v1") + "/status", R"({"status":{"replicas":-2}})",
                    {{"Content-Type", "application/merge-patch+json"}});
  EXPECT_EQ(refused.status, 422);
  EXPECT_THAT(refused.Message(), HasSubstr(".status.replicas: Invalid value: -2"));
}

TEST_F(CustomScaleTest, Discovery) {
  auto names = [&](const std::string& version) {
    std::vector<std::string> found;
    TestReply reply = api_.Do("GET", "/apis/example.com/" + version);
    Value resources = reply.Json().Find("resources");
    for (const Value& resource : resources.items()) {
      found.emplace_back(resource.FindString("name"));
      if (found.back() != "things/scale") continue;
      EXPECT_EQ(resource.FindString("group"), "autoscaling");
      EXPECT_EQ(resource.FindString("version"), "v1");
      EXPECT_EQ(resource.FindString("kind"), "Scale");
      EXPECT_EQ(codec::ToJson(resource.Find("verbs")), R"(["get","patch","update"])");
    }
    return found;
  };
  EXPECT_THAT(names("v1"), ElementsAre("things", "things/scale", "things/status"));
  EXPECT_THAT(names("v2"), ElementsAre("things", "things/scale"));
  EXPECT_THAT(names("v3"), ElementsAre("things"));
}

}  // namespace
}  // namespace pintle::extensions
