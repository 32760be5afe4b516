// Patches of custom resources, and what writes answer.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pintle/base/strings.h"
#include "pintle/extensions/custom_api_for_test.h"
#include "pintle/field/path.h"

namespace pintle::extensions {
namespace {

using api::TestReply;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kBase = "/apis/example.com/v1/namespaces/default/widgets/base";
constexpr const char* kJson = "application/json-patch+json";
constexpr const char* kMerge = "application/merge-patch+json";

// Of a patch; there is no apply yet.
constexpr const char* kWorking = "application/json-patch+json, application/merge-patch+json";

constexpr const char* kVersions = R"([{"name":"v1","served":true,"storage":true,
  "schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{
    "size":{"type":"integer"},"color":{"type":"string"},
    "ports":{"type":"array","items":{"type":"object","properties":{"num":{"type":"integer"}}}}
  }}}}}}])";

class CustomWritesTest : public CustomApiTest {
 protected:
  CustomWritesTest() {
    TestReply defined = Define("widgets", "Widget", kVersions);
    EXPECT_EQ(defined.status, 201) << defined.body;
    TestReply created =
        api_.Post("/apis/example.com/v1/namespaces/default/widgets",
                  R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"base"},)"
                  R"("spec":{"size":1,"color":"red","ports":[{"num":1}]}})");
    EXPECT_EQ(created.status, 201) << created.body;
  }

  TestReply Patch(const char* type, const std::string& body, const std::string& query = "") {
    return api_.Do("PATCH", kBase + query, body, {{"Content-Type", type}});
  }
  // Texts of paths that were written while requests were answered.
  size_t PathsWritten() {
    size_t written = 0;
    api_.OnThread([&]() -> Task<void> {
      written = field::Path::texts_written();
      co_return;
    });
    return written;
  }
  static std::vector<std::string> Warnings(const TestReply& reply) {
    std::vector<std::string> texts;
    for (const auto& [name, value] : reply.headers.fields()) {
      if (name == "Warning") texts.push_back(value);
    }
    return texts;
  }
};

TEST_F(CustomWritesTest, StrategicMergeIsNotForThem) {
  const std::string accepted =
      "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml, "
      "application/apply-patch+cbor";
  for (const char* type : {"application/strategic-merge-patch+json",
                           "application/strategic-merge-patch+cbor", "application/json", ""}) {
    TestReply reply = Patch(type, "{}");
    EXPECT_EQ(reply.status, 415);
    EXPECT_EQ(reply.Message(),
              "the body of the request was in an unknown format - accepted media "
              "types include: " +
                  accepted);
    EXPECT_FALSE(reply.Json().Has("details"));
    EXPECT_EQ(reply.headers.Get("Accept-Patch"), kWorking);
  }
}

// A client that sends again what a 415 names is not refused for it again.
TEST_F(CustomWritesTest, RefusedTypesAreAnsweredWithTypesThatWork) {
  const std::string all = "/apis/example.com/v1/namespaces/default/widgets";
  const std::string objects = "application/json, application/yaml, application/cbor";
  const std::string options =
      "application/json, application/yaml, application/vnd.kubernetes.protobuf, application/cbor";
  struct Case {
    const char* method;
    std::string path;
    std::string accepted;
  };
  const Case cases[] = {{"POST", all, objects},
                        {"PUT", kBase, objects},
                        {"PATCH", kBase, kWorking},
                        {"DELETE", kBase, options},
                        {"DELETE", all, options}};
  for (const Case& c : cases) {
    auto send = [&](std::string_view type) {
      return api_.Do(c.method, c.path, "x", {{"Content-Type", std::string(type)}});
    };
    for (const char* type : {"text/plain", "application/vnd.kubernetes.protobuf"}) {
      TestReply refused = send(type);
      if (refused.status == 400 && c.accepted == options) continue;  // read as Protobuf
      EXPECT_EQ(refused.status, 415) << c.method << " " << c.path;
      EXPECT_EQ(refused.headers.Get("Accept"), c.accepted) << c.method << " " << c.path;
      EXPECT_EQ(refused.headers.Has("Accept-Patch"), std::string_view(c.method) == "PATCH");
    }
    for (std::string_view type : Split(c.accepted, ',')) {
      EXPECT_EQ(send(TrimSpace(type)).status, 400) << c.method << " " << c.path << " " << type;
    }
  }
}

TEST_F(CustomWritesTest, AcceptPatchNamesNoApply) {
  TestReply refused =
      Patch("application/apply-patch+yaml",
            R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"base"}})",
            "?fieldManager=m");
  EXPECT_EQ(refused.status, 415) << refused.body;
  EXPECT_EQ(refused.headers.Get("Accept-Patch"), kWorking);
}

TEST_F(CustomWritesTest, KindAndVersionStay) {
  TestReply reply = Patch(kJson, R"([{"op":"replace","path":"/kind","value":"Zed"}])");
  EXPECT_EQ(reply.status, 422);
  EXPECT_EQ(reply.Message(),
            "Zed.example.com \"base\" is invalid: kind: Invalid value: \"Zed\": must be Widget");
  reply = Patch(kMerge, R"({"apiVersion":"example.com/v2"})");
  EXPECT_EQ(reply.status, 422);
  EXPECT_EQ(reply.Message(),
            "Widget.example.com \"base\" is invalid: apiVersion: Invalid value: "
            "\"example.com/v2\": must be example.com/v1");
  for (const char* mode : {"", "?fieldValidation=Ignore", "?fieldValidation=Strict"}) {
    reply = Patch(kMerge, R"({"kind":null})", mode);
    EXPECT_EQ(reply.status, 422);
    EXPECT_EQ(reply.Message(), " \"\" is invalid: patch: Invalid value: Object 'Kind' is missing");
  }
  reply = Patch(kMerge, R"({"metadata":{"resourceVersion":null}})");
  EXPECT_EQ(reply.status, 422);
  EXPECT_EQ(reply.Message(),
            "widgets.example.com \"base\" is invalid: metadata.resourceVersion: Invalid value: 0: "
            "must be specified for an update");
}

TEST_F(CustomWritesTest, Findings) {
  TestReply reply =
      Patch(kJson, R"([{"op":"add","path":"/spec/zz","value":1,"k":2},)"
                   R"({"op":"add","path":"/spec/ports/0/zz","value":{"a":1,"a":2}}])");
  EXPECT_EQ(reply.status, 200) << reply.body;
  EXPECT_THAT(Warnings(reply), ElementsAre(R"(299 - "json patch unknown field \"[0].k\"")",
                                           R"(299 - "json patch duplicate field \"[1].value.a\"")",
                                           R"(299 - "duplicate field \"spec.ports[0].zz.a\"")",
                                           R"(299 - "unknown field \"spec.ports[0].zz\"")",
                                           R"(299 - "unknown field \"spec.zz\"")"));
  reply = Patch(kMerge, R"({"spec":{"zz":1,"size":2,"size":3,"color":null},"metadata":{"q":1}})",
                "?fieldValidation=Strict");
  EXPECT_EQ(reply.status, 422);
  EXPECT_THAT(reply.Message(),
              HasSubstr("strict decoding error: duplicate field \"spec.size\", unknown field "
                        "\"metadata.q\", unknown field \"spec.zz\""));
  EXPECT_EQ(api_.Get(kBase).Json().FindPath({"spec", "size"}), Value(1));
}

// Unknown and repeated members, wherever a write can have some: in mode Ignore nobody writes down
// where they stand.
TEST_F(CustomWritesTest, NoPathIsWrittenInModeIgnore) {
  constexpr const char* kNamespace = "/api/v1/namespaces/default/";
  const std::string widgets = "/apis/example.com/v1/namespaces/default/widgets";
  const std::string members = R"("unknown":{"a":1},"twice":1,"twice":2,)";
  const std::string widget = R"({"apiVersion":"example.com/v1","kind":"Widget",)" + members;
  const std::string config_map = R"({"apiVersion":"v1","kind":"ConfigMap",)" + members;
  const std::string merge = "{" + members + R"("metadata":{"labels":{"a":"b"}}})";
  const std::string patch = R"([{"op":"add","path":"/unknown","value":{"a":1,"a":2}}])";
  const std::string options =
      R"({"kind":"DeleteOptions","apiVersion":"v1",)" + members + R"("dryRun":["All"]})";
  const std::string named = R"("metadata":{"name":"base"}})";
  constexpr const char* kStrategic = "application/strategic-merge-patch+json";
  constexpr const char* kBody = "application/json";
  struct Case {
    const char* method;
    std::string path;
    const char* type;
    std::string body;
    size_t told;  // in mode Warn
  };
  auto revised = [&] {
    return R"("metadata":{"name":"base","resourceVersion":")" +
           std::string(api_.Get(kBase).Json().Find("metadata").FindString("resourceVersion")) +
           "\"}}";
  };
  for (const Case& c : std::vector<Case>{
           {"POST", widgets, kBody, widget + R"("metadata":{"generateName":"a-"}})", 3},
           {"PUT", kBase, kBody, widget + revised(), 3},
           {"PATCH", kBase, kMerge, merge, 3},
           {"PATCH", kBase, kJson, patch, 3},
           {"POST", std::string(kNamespace) + "configmaps", kBody,
            config_map + R"("metadata":{"generateName":"a-"}})", 2},
           {"POST", std::string(kNamespace) + "configmaps", kBody, config_map + named, 2},
           {"PUT", std::string(kNamespace) + "configmaps/base", kBody, config_map + named, 2},
           {"PATCH", std::string(kNamespace) + "configmaps/base", kMerge, merge, 3},
           {"PATCH", std::string(kNamespace) + "configmaps/base", kStrategic, merge, 3},
           {"PATCH", std::string(kNamespace) + "configmaps/base", kJson, patch, 2},
           {"DELETE", std::string(kNamespace) + "configmaps/base", kBody, options, 3},
           {"DELETE", widgets + "?labelSelector=no=one", kBody, options, 3},
       }) {
    SCOPED_TRACE(std::string(c.method) + " " + c.path + " " + c.body);
    const std::string query = c.path.contains('?') ? "&" : "?";
    auto send = [&](const char* mode, const char* more) {
      return api_.Do(c.method, c.path + query + "fieldValidation=" + mode + more, c.body,
                     {{"Content-Type", c.type}});
    };
    EXPECT_THAT(Warnings(send("Warn", "&dryRun=All")), testing::SizeIs(c.told));
    const size_t before = PathsWritten();
    TestReply ignored = send("Ignore", "");
    EXPECT_EQ(ignored.status / 100, 2) << ignored.body;
    EXPECT_EQ(PathsWritten(), before);
  }
}

TEST_F(CustomWritesTest, WhatChangesNothingIsNotWritten) {
  const std::string before = api_.Get(kBase).body;
  for (const char* body : {"{}", R"({"spec":{"size":1}})", R"({"spec":{"zz":null}})",
                           R"({"spec":{"ports":[{"num":1}]}})"}) {
    EXPECT_EQ(Patch(kMerge, body).body, before) << body;
  }
  EXPECT_EQ(Patch(kJson, R"([{"op":"test","path":"/spec/size","value":1}])").body, before);
}

// Defaults of what the server took away, and nothing that the storage version does not have.
TEST_F(CustomWritesTest, AnswersSayWhatReadingGives) {
  const char* versions = R"([
    {"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
     "schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"string"},
       "status":{"type":"object","default":{"phase":"New"},
                 "properties":{"phase":{"type":"string"}}}}}}},
    {"name":"v2","served":true,"storage":false,
     "schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"string"},
       "c":{"type":"string","default":"sea"}}}}}])";
  ASSERT_EQ(
      api_.Post(kDefinitions, DefinitionJson("example.org", "things", "Thing", versions)).status,
      201);
  auto create = [&](const std::string& version, const std::string& name, const char* query) {
    return api_.Post("/apis/example.org/" + version + "/namespaces/default/things" + query,
                     R"({"apiVersion":"example.org/)" + version +
                         R"(","kind":"Thing","metadata":{"name":")" + name +
                         R"("},"a":"x","status":{"phase":"Mine"}})");
  };
  for (const char* query : {"?dryRun=All", ""}) {
    EXPECT_THAT(create("v1", "one", query).body, HasSubstr(R"("status":{"phase":"New"})"));
    EXPECT_THAT(create("v2", "two", query).body, Not(HasSubstr("sea")));
  }
}

TEST_F(CustomWritesTest, WhatTheStorageVersionLacksIsTold) {
  const char* versions = R"([
    {"name":"v1","served":true,"storage":true,
     "schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"string"},
       "list":{"type":"array","items":{"type":"object","properties":{"n":{"type":"string"}}}}}}}},
    {"name":"v2","served":true,"storage":false,
     "schema":{"openAPIV3Schema":{"type":"object","properties":{"a":{"type":"string"},
       "b":{"type":"string"},"c":{"type":"object","default":{"x":"sea"},"properties":{
         "x":{"type":"string"},"y":{"type":"string","default":"why"}}},
       "list":{"type":"array","items":{"type":"object","properties":{"n":{"type":"string"},
         "m":{"type":"string","default":"em"}}}}}}}}])";
  ASSERT_EQ(
      api_.Post(kDefinitions, DefinitionJson("example.org", "things", "Thing", versions)).status,
      201);
  auto losses = [&](const std::string& version, const std::string& content, const char* query) {
    TestReply reply =
        api_.Post("/apis/example.org/" + version + "/namespaces/default/things?dryRun=All&" + query,
                  R"({"apiVersion":"example.org/)" + version +
                      R"(","kind":"Thing","metadata":{"generateName":"t-"})" + content + "}");
    EXPECT_EQ(reply.status, 201) << reply.body;
    return Warnings(reply);
  };
  auto lost = [](std::string_view path) {
    return fmt::format(R"(299 - "pintle: field \"{}\" of v2 is not stored: v1, in which objects )"
                       R"(are stored, does not have it")",
                       path);
  };
  for (const char* query : {"", "fieldValidation=Warn", "fieldValidation=Strict"}) {
    EXPECT_THAT(losses("v2", R"(,"a":"1","b":"2")", query), ElementsAre(lost("b")));
    // Defaults are nothing that the client wrote.
    EXPECT_THAT(losses("v2", R"(,"a":"1","list":[{"n":"1"}])", query), IsEmpty());
    EXPECT_THAT(losses("v2", R"(,"c":{"x":"lake"},"list":[{"n":"1"},{"m":"2"}])", query),
                ElementsAre(lost("c"), lost("list[1].m")));
    EXPECT_THAT(losses("v1", R"(,"a":"1")", query), IsEmpty());
  }
  EXPECT_THAT(losses("v2", R"(,"b":"2")", "fieldValidation=Ignore"), IsEmpty());
  std::string many = R"(,"list":[{"m":"0"})";
  for (int i = 1; i < 70; ++i) many += R"(,{"m":"2"})";
  std::vector<std::string> told = losses("v2", many + "]", "");
  ASSERT_EQ(told.size(), 21U);
  EXPECT_EQ(told[0], lost("list[0].m"));
  EXPECT_EQ(told[20], R"(299 - "pintle: 50 more fields of v2 are not stored")");
}

}  // namespace
}  // namespace pintle::extensions
