#include "pintle/api/request/patch_request.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <semaphore>
#include <string>
#include <vector>

#include "pintle/api/handler_for_test.h"
#include "pintle/base/deep_stack_for_test.h"
#include "pintle/base/strings.h"
#include "pintle/codec/document.h"

namespace pintle::api {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kMaps = "/api/v1/namespaces/default/configmaps";
constexpr const char* kLeases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
constexpr const char* kJson = "json-patch+json";
constexpr const char* kMerge = "merge-patch+json";
constexpr const char* kStrategic = "strategic-merge-patch+json";
constexpr const char* kApply = "apply-patch+yaml";
constexpr const char* kRefused = "the server rejected our request due to an error in our request";

// The texts of the answer's Warning headers.
std::vector<std::string> Warnings(const TestReply& reply) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : reply.headers.fields()) {
    if (name == "Warning") texts.push_back(value.substr(std::string_view("299 - ").size()));
  }
  return texts;
}

class PatchRequestTest : public testing::Test {
 protected:
  PatchRequestTest() {
    EXPECT_EQ(api_.Post(kMaps, R"({"metadata":{"name":"base"},"data":{"a":"1"}})").status, 201);
  }

  TestReply Patch(const std::string& type, const std::string& body, const std::string& query = "",
                  const std::string& name = "base") {
    return api_.Do("PATCH", fmt::format("{}/{}{}{}", kMaps, name, query.empty() ? "" : "?", query),
                   body, {{"Content-Type", "application/" + type}});
  }
  std::string Data() {
    return codec::ToJson(api_.Get(std::string(kMaps) + "/base").Json().Find("data"));
  }
  std::string Revision() {
    return std::string(api_.Get(std::string(kMaps) + "/base")
                           .Json()
                           .FindPath({"metadata", "resourceVersion"})
                           .as_string());
  }

  TestApi api_;
};

constexpr const char* kBoth = "any mode";
constexpr const char* kIgnore = "fieldValidation=Ignore";
constexpr const char* kStrict = "fieldValidation=Strict";

TEST_F(PatchRequestTest, Refusals) {
  struct Refusal {
    const char* type;
    const char* body;
    const char* query;
    int status;
    std::string message;
  };
  const std::string undeterminable =
      "the name of the object (base based on URL) was undeterminable: name must be provided";
  for (
      const Refusal& c : std::initializer_list<Refusal>{
          {kJson, R"({"op":"add"})", kStrict, 400,
           "error decoding patch: object is not a list of operations"},
          {kJson, R"({"op":"add"})", kIgnore, 400, "object is not a list of operations"},
          {kJson, "", kStrict, 400, "error decoding patch: unexpected end of JSON input"},
          {kJson, "", kIgnore, 400, "unexpected end of JSON input"},
          {kJson, R"([{"op":"frob","path":"/a"}])", kBoth, 422, kRefused},
          {kJson, R"([{"op":"remove","path":"/data/zz"}])", kBoth, 422, kRefused},
          {kJson, R"([{"op":"test","path":"/data/a","value":"2"}])", kBoth, 422, kRefused},
          {kJson, R"([{"op":"test","path":"/data/a","value":"\u0031"}])", kBoth, 422, kRefused},
          {kJson, R"([{"op":"add","path":"/zz/a","value":"2"}])", kBoth, 422, kRefused},
          {kJson, R"([{"op":5,"path":"/a"}])", kStrict, 400,
           "error decoding patch: [0].op is a number, not a string"},
          {kJson, R"([{"op":5,"path":"/a"}])", kIgnore, 422, kRefused},
          {kJson, R"([{"op":"replace","path":"","value":{}}])", kBoth, 400, undeterminable},
          {kMerge, "null", kBoth, 400, "Invalid JSON Patch"},
          {kMerge, "[]", kStrict, 400, "error decoding patch: array is not an object"},
          {kMerge, R"("x")", kIgnore, 400, "Invalid JSON Patch"},
          {kMerge, "", kIgnore, 400, "Invalid JSON Patch"},
          {kMerge, "", kStrict, 400, "error decoding patch: unexpected end of JSON input"},
          {kMerge, "[]", kIgnore, 422,
           R"( "" is invalid: patch: Invalid value: the document is not an object)"},
          {kStrategic, "", kBoth, 400, "unexpected end of JSON input"},
          {kStrategic, "[]", kBoth, 400, "array is not an object"},
          {kStrategic, R"({"$patch":"delete"})", kBoth, 400, undeterminable},
          {kStrategic, R"({"data":{"$patch":"frob"}})", kBoth, 422,
           R"(unknown patch type: $patch must be "replace" or "delete")"},
          {kStrategic, R"({"$setElementOrder":[]})", kBoth, 400,
           "invalid patch format of setElementOrder list"},
          {kStrategic, R"({"data":{"a":5}})", kBoth, 422,
           R"( "" is invalid: patch: Invalid value: )"
           R"(cannot decode number into field "data.a": expected a string)"},
          {kStrategic, R"({"kind":5})", kBoth, 422,
           R"( "" is invalid: patch: Invalid value: kind is not a string)"},
          // What a patch may not change, whatever its type.
          {kMerge, R"({"metadata":{"name":"zz","namespace":"zz"}})", kBoth, 400,
           "the namespace of the provided object does not match the namespace sent on the request"},
          {kMerge, R"({"metadata":{"name":"zz"}})", kBoth, 400,
           "the name of the object (zz) does not match the name on the URL (base)"},
          {kStrategic, R"({"metadata":{"name":"zz"}})", kBoth, 400,
           "the name of the object (zz) does not match the name on the URL (base)"},
          {kJson, R"([{"op":"remove","path":"/metadata/name"}])", kBoth, 400, undeterminable},
          {kMerge, R"({"metadata":{"namespace":"zz"}})", kBoth, 400,
           "the namespace of the provided object does not match the namespace sent on the request"},
          {kMerge, R"({"metadata":{"resourceVersion":"1"}})", kBoth, 409,
           "Operation cannot be fulfilled on configmaps \"base\": the object has been modified; "
           "please apply your changes to the latest version and try again"},
          {kMerge, R"({"metadata":{"uid":"x"}})", kBoth, 422,
           "ConfigMap \"base\" is invalid: metadata.uid: Invalid value: \"x\": field is immutable"},
          {kMerge, R"({"metadata":{"deletionTimestamp":"2020-01-01T00:00:00Z"}})", kBoth, 422,
           "ConfigMap \"base\" is invalid: metadata.deletionTimestamp: Invalid value: "
           "\"2020-01-01T00:00:00Z\": field is immutable"},
          {kMerge, "{}", "force=false", 422,
           "PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be specified for "
           "non-apply patch"},
      }) {
    std::vector<std::string> queries = {c.query};
    if (c.query == kBoth) queries = {"", kIgnore, kStrict};
    for (const std::string& query : queries) {
      TestReply reply = Patch(c.type, c.body, query);
      EXPECT_EQ(reply.status, c.status) << c.type << c.body << query << reply.body;
      EXPECT_EQ(reply.Message(), c.message) << c.type << c.body << query;
      EXPECT_THAT(Warnings(reply), IsEmpty()) << c.body;
    }
  }
  EXPECT_EQ(Data(), R"({"a":"1"})");
}

TEST_F(PatchRequestTest, WhatChangesNothingIsNotWritten) {
  std::string before = Revision();
  for (auto [type, body] : std::initializer_list<std::pair<const char*, const char*>>{
           {kJson, "[]"},
           {kJson, "null"},
           {kJson, R"([{"op":"test","path":"/data/a","value":"1"}])"},
           {kJson, R"([{"op":"add","path":"/data/a","value":"1"}])"},
           {kJson, R"([{"op":"remove","path":"/kind"}])"},
           {kMerge, "{}"},
           {kMerge, R"({"data":{"a":"1"}})"},
           {kMerge, R"({"data":{"zz":null}})"},
           {kMerge, R"({"zz":null})"},
           {kMerge, R"({"metadata":{"resourceVersion":null}})"},
           {kMerge, R"({"metadata":{"uid":null,"generation":7,"creationTimestamp":null}})"},
           {kStrategic, "null"},
           {kStrategic, "{}"},
           {kStrategic, R"({"data":{"a":"1"}})"},
           {kStrategic, R"({"zz":null})"},
           {kStrategic, R"({"kind":"Secret","apiVersion":"v2"})"},
           {kStrategic, R"({"metadata":{"annotations":{"$patch":"replace","a":"b"}}})"},
       }) {
    TestReply reply = Patch(type, body, kStrict);
    EXPECT_EQ(reply.status, 200) << body << reply.body;
    EXPECT_EQ(reply.Json().FindPath({"metadata", "resourceVersion"}).as_string(), before) << body;
    EXPECT_EQ(reply.body, api_.Get(std::string(kMaps) + "/base").body) << body;
  }
}

TEST_F(PatchRequestTest, Results) {
  for (
      auto [type, body, member, result] :
      std::initializer_list<std::tuple<const char*, const char*, const char*, const char*>>{
          {kJson, R"([{"op":"replace","path":"/data/zz","value":"9"}])", "data",
           R"({"a":"1","zz":"9"})"},
          {kJson, R"([{"op":"copy","from":"/data/none","path":"/data/yy"}])", "data",
           R"({"a":"1","yy":"","zz":"9"})"},
          {kStrategic, R"({"data":{"$patch":"replace","z":"1"}})", "data", R"({"z":"1"})"},
          {kStrategic, R"({"binaryData":{"b":"AAEC"}})", "binaryData", R"({"b":"AAEC"})"},
          {kMerge, R"({"metadata":{"annotations":{"x":null,"y":"1"}}})", "metadata.annotations",
           R"({"y":"1"})"},
          {kJson, R"([{"op":"add","path":"/metadata/annotations/x","value":null}])",
           "metadata.annotations", R"({"x":"","y":"1"})"},
          {kMerge, R"({"metadata":{"finalizers":["f.x/1","f.x/2","f.x/3"]}})",
           "metadata.finalizers", R"(["f.x/1","f.x/2","f.x/3"])"},
          {kStrategic, R"({"metadata":{"finalizers":["f.x/4","f.x/1"]}})", "metadata.finalizers",
           R"(["f.x/4","f.x/1","f.x/2","f.x/3"])"},
          {kStrategic,
           R"({"metadata":{"$deleteFromPrimitiveList/finalizers":["f.x/4"],"$setElementOrder/finalizers":["f.x/3","f.x/1"]}})",
           "metadata.finalizers", R"(["f.x/2","f.x/3","f.x/1"])"},
          {kJson, R"([{"op":"add","path":"x/immutable","value":true}])", "immutable", "true"},
      }) {
    TestReply reply = Patch(type, body, kStrict);
    EXPECT_EQ(reply.status, 200) << body << reply.body;
    Value value = reply.Json();
    for (std::string_view name : Split(member, '.')) value = value.Find(name);
    EXPECT_EQ(codec::ToJson(value), result) << body;
    EXPECT_EQ(reply.body, api_.Get(std::string(kMaps) + "/base").body) << body;
  }
}

TEST_F(PatchRequestTest, FindingsOfThePatchComeBeforeThoseOfTheResult) {
  const std::string json = R"([{"op":"add","path":"/data/b","value":"2","why":"x"},)"
                           R"({"op":"add","path":"/zeta","value":1},)"
                           R"({"op":"add","path":"/alpha","path":"/alpha2","value":{"x":1,"x":2}},)"
                           R"({"op":"add","path":"/metadata/labels","value":{"l":"1","l":"2"}}])";
  auto all = ElementsAre(
      R"("json patch unknown field \"[0].why\"")", R"("json patch duplicate field \"[2].path\"")",
      R"("json patch duplicate field \"[2].value.x\"")",
      R"("json patch duplicate field \"[3].value.l\"")", R"("unknown field \"alpha2\"")",
      R"("duplicate field \"metadata.labels.l\"")", R"("unknown field \"zeta\"")");
  EXPECT_THAT(Warnings(Patch(kJson, json, "dryRun=All")), all);
  TestReply strict = Patch(kJson, json, kStrict);
  EXPECT_EQ(strict.status, 422);
  EXPECT_THAT(
      strict.Message(),
      testing::StartsWith(" \"\" is invalid: patch: Invalid value: strict decoding error: json "
                          "patch unknown field \"[0].why\", json patch "
                          "duplicate field \"[2].path\", json patch duplicate field "
                          "\"[2].value.x\", json patch duplicate field \"[3].value.l\", unknown "
                          "field \"alpha2\", duplicate field \"metadata.labels.l\", unknown field "
                          "\"zeta\""));
  EXPECT_EQ(strict.Json().FindPath({"details", "causes"}).items()[0].FindString("field"), "patch");
  EXPECT_FALSE(strict.Json().Find("details").Has("kind"));
  EXPECT_THAT(Warnings(Patch(kJson, json, "dryRun=All&fieldValidation=Ignore")), IsEmpty());

  for (const char* type : {kMerge, kStrategic}) {
    const std::string body =
        R"({"zeta":1,"zeta":2,"data":{"b":"1","b":"2"},"alpha":1,"metadata":{"bogus":1}})";
    EXPECT_THAT(Warnings(Patch(type, body, "dryRun=All")),
                ElementsAre(R"("duplicate field \"zeta\"")", R"("duplicate field \"data.b\"")",
                            R"("unknown field \"alpha\"")", R"("unknown field \"metadata.bogus\"")",
                            R"("unknown field \"zeta\"")"))
        << type;
    EXPECT_EQ(Patch(type, body, kStrict).status, 422);
    EXPECT_THAT(Warnings(Patch(type, body, "dryRun=All&fieldValidation=Ignore")), IsEmpty());
    // Repeats of what changes nothing count as well.
    TestReply repeated = Patch(type, R"({"data":{"a":"2","a":"1"}})", kStrict);
    EXPECT_EQ(repeated.status, 422);
    EXPECT_THAT(repeated.Message(), HasSubstr("strict decoding error: duplicate field \"data.a\""));
    // A patch that fails has no findings.
    EXPECT_THAT(Warnings(Patch(type, R"({"zeta":1,"zeta":2,"data":{"a":5}})")), IsEmpty());
  }
  EXPECT_EQ(Data(), R"({"a":"1"})");
}

TEST_F(PatchRequestTest, RefusalsShowNeitherTheObjectNorThePatch) {
  const std::string secrets = "/api/v1/namespaces/default/secrets";
  // "stored-secret" and "sent-secret".
  ASSERT_EQ(
      api_.Post(secrets, R"({"metadata":{"name":"s"},"data":{"a":"c3RvcmVkLXNlY3JldA=="}})").status,
      201);
  for (auto [type, body, cause] :
       std::initializer_list<std::tuple<const char*, const char*, const char*>>{
           {kJson,
            R"([{"op":"add","path":"/data/b","value":"c2VudC1zZWNyZXQ="},)"
            R"({"op":"add","path":"/zeta","value":"sent-secret"}])",
            R"(strict decoding error: unknown field "zeta")"},
           {kMerge, R"({"stringData":{"b":"sent-secret"},"zeta":1})",
            R"(strict decoding error: unknown field "zeta")"},
           {kStrategic, R"({"stringData":{"b":"sent-secret","b":"sent-secret"},"zeta":1})",
            R"(strict decoding error: duplicate field "stringData.b", unknown field "zeta")"},
           {kMerge, R"({"data":{"b":"sent-secret"}})", "illegal base64 data at input byte 4"},
           {kStrategic, R"({"stringData":{"b":"sent-secret","c":5}})",
            R"(cannot decode number into field "stringData.c": expected a string)"},
       }) {
    TestReply reply = api_.Do("PATCH", secrets + "/s?" + kStrict, body,
                              {{"Content-Type", std::string("application/") + type}});
    EXPECT_EQ(reply.status, 422) << body;
    EXPECT_EQ(reply.Message(), fmt::format(" \"\" is invalid: patch: Invalid value: {}", cause));
    EXPECT_THAT(reply.body, testing::Not(testing::AnyOf(HasSubstr("c3RvcmVk"), HasSubstr("c2Vud"),
                                                        HasSubstr("sent-secret"))))
        << body;
    Value details = reply.Json().Find("details");
    EXPECT_FALSE(details.Has("kind"));
    const Value& first = details.Find("causes").items()[0];
    EXPECT_EQ(first.FindString("reason"), "FieldValueInvalid");
    EXPECT_EQ(first.FindString("field"), "patch");
    EXPECT_EQ(first.FindString("message"), fmt::format("Invalid value: {}", cause));
  }
}

TEST_F(PatchRequestTest, EachFindingIsACauseOfAStrictRefusal) {
  struct Case {
    const char* type;
    const char* body;
    std::vector<std::string> causes;  // behind that of the patch: reason, field, message
  };
  for (
      const Case& c : std::initializer_list<Case>{
          {kJson,
           "[{\"op\":\"move\",\n\"form\":\"/a\",\"from\":\"/data/a\",\"path\":\"/dta\",\"path\":\"/"
           "dta\"}]",
           {R"(FieldUnknown [0].form json patch unknown field "[0].form" at line 2, column 1; )"
            R"(did you mean "from"?)",
            R"(FieldDuplicate [0].path json patch duplicate field "[0].path" at line 2, column 44)",
            // The object has it where the patch puts it, the body does not.
            R"(FieldUnknown dta unknown field "dta"; did you mean "data"?)"}},
          {kMerge,
           "{\"dta\":1,\n\"data\":{\"b\":\"1\",\"b\":\"2\"},\"metadata\":{\"ownerReferences\":[{"
           "\"Name\":\"x\"}]}}",
           {R"(FieldDuplicate data.b duplicate field "data.b" at line 2, column 17)",
            R"(FieldUnknown dta unknown field "dta" at line 1, column 2; did you mean "data"?)",
            R"(FieldUnknown metadata.ownerReferences[0].Name unknown field )"
            R"("metadata.ownerReferences[0].Name" at line 2, column 58; did you mean "name"?)"}},
          {kStrategic,
           "{\"dta\":1,\n\"metadata\":{\"ownerReferences\":[{\"uid\":\"u\",\"Name\":\"x\"}]}}",
           {R"(FieldUnknown dta unknown field "dta" at line 1, column 2; did you mean "data"?)",
            // Elements of lists are not where the patch has them.
            R"(FieldUnknown metadata.ownerReferences[0].Name unknown field )"
            R"("metadata.ownerReferences[0].Name"; did you mean "name"?)"}},
      }) {
    TestReply reply = Patch(c.type, c.body, kStrict);
    EXPECT_EQ(reply.status, 422) << reply.body;
    Value causes = reply.Json().FindPath({"details", "causes"});
    ASSERT_EQ(causes.size(), c.causes.size() + 1) << reply.body;
    EXPECT_EQ(causes.items()[0].FindString("field"), "patch");
    for (size_t i = 0; i < c.causes.size(); ++i) {
      const Value& cause = causes.items()[i + 1];
      EXPECT_EQ(fmt::format("{} {} {}", cause.FindString("reason"), cause.FindString("field"),
                            cause.FindString("message")),
                c.causes[i]);
    }
  }
}

TEST_F(PatchRequestTest, FindingsAreCountedBeyondTheirLimit) {
  std::string body = "{";
  for (int i = 0; i < 150; ++i) body += fmt::format("{}\"u{:03}\":1", i > 0 ? "," : "", i);
  body += "}";
  for (const char* type : {kMerge, kStrategic}) {
    std::vector<std::string> warnings = Warnings(Patch(type, body, "dryRun=All"));
    EXPECT_EQ(warnings.size(), 64u) << type;
    EXPECT_EQ(warnings.back(), "\"and 87 more\"") << type;
  }
}

TEST_F(PatchRequestTest, AnObjectThatIsNotThereComesFirst) {
  for (const char* type : {kJson, kMerge, kStrategic}) {
    TestReply reply = Patch(type, "{", "", "nope");
    EXPECT_EQ(reply.status, 404);
    EXPECT_EQ(reply.Message(), "configmaps \"nope\" not found");
  }
  // Also where a PUT would create it.
  TestReply lease = api_.Do("PATCH", std::string(kLeases) + "/nope", "{}",
                            {{"Content-Type", "application/merge-patch+json"}});
  EXPECT_EQ(lease.Message(), "leases.coordination.k8s.io \"nope\" not found");
}

// Starts patches with these bodies at once; returns the statuses.
std::vector<int> AllAtOnce(TestApi& api, const char* type, const std::vector<std::string>& bodies) {
  std::vector<http::Request> requests;
  for (const std::string& body : bodies) {
    requests.push_back(
        TestApi::MakeRequest("PATCH", std::string(kMaps) + "/base", body,
                             {{"Content-Type", std::string("application/") + type}}));
  }
  std::vector<TestWriter> writers(bodies.size());
  std::counting_semaphore<> ended(0);
  api.thread->Post([&] {
    for (size_t i = 0; i < bodies.size(); ++i) {
      Start(api.handler->Handle(requests[i], writers[i]), [&] { ended.release(); });
    }
  });
  for (size_t i = 0; i < bodies.size(); ++i) ended.acquire();
  std::vector<int> statuses;
  for (const TestWriter& writer : writers) statuses.push_back(writer.response.status);
  return statuses;
}

TEST_F(PatchRequestTest, RacingPatchesAreAppliedToWhatIsThere) {
  constexpr int kPatches = 32;
  for (const char* type : {kMerge, kStrategic}) {
    std::vector<std::string> bodies;
    for (int i = 0; i < kPatches; ++i) {
      bodies.push_back(fmt::format(R"({{"data":{{"{}-{}":""}}}})", type[0], i));
    }
    EXPECT_THAT(AllAtOnce(api_, type, bodies), testing::Each(200));
  }
  std::vector<std::string> appends;
  for (int i = 0; i < kPatches; ++i) {
    appends.push_back(fmt::format(R"([{{"op":"add","path":"/data/j-{}","value":""}}])", i));
  }
  EXPECT_THAT(AllAtOnce(api_, kJson, appends), testing::Each(200));
  EXPECT_EQ(api_.Get(std::string(kMaps) + "/base").Json().Find("data").size(),
            size_t{1 + 3 * kPatches});
  // With the revision they started from one of them wins.
  std::vector<std::string> bodies;
  for (int i = 0; i < kPatches; ++i) {
    bodies.push_back(fmt::format(
        R"({{"metadata":{{"resourceVersion":"{}"}},"data":{{"a":"w{}"}}}})", Revision(), i));
  }
  std::vector<int> statuses = AllAtOnce(api_, kMerge, bodies);
  EXPECT_EQ(std::ranges::count(statuses, 200), 1);
  EXPECT_EQ(std::ranges::count(statuses, 409), kPatches - 1);
}

TEST_F(PatchRequestTest, LimitsOfJsonPatches) {
  std::string many = "[";
  for (int i = 0; i < 10'001; ++i) many += (i > 0 ? "," : "") + std::string("{}");
  TestReply reply = Patch(kJson, many + "]");
  EXPECT_EQ(reply.status, 413);
  EXPECT_EQ(reply.Message(),
            "Request entity too large: The allowed maximum operations in a JSON patch is 10000, "
            "got 10001");
}

TEST_F(PatchRequestTest, PatchesMayBeAsDeepAsDocuments) {
  std::string deep;
  for (int i = 0; i < 9'000; ++i) deep += R"({"a":)";
  deep += "1" + std::string(9'000, '}');
  OnDeepStack([&] {
    for (const char* type : {kMerge, kStrategic}) EXPECT_EQ(Patch(type, deep).status, 200) << type;
    std::string add = R"([{"op":"add","path":"/a","value":)" + deep + "}]";
    EXPECT_EQ(Patch(kJson, add).status, 200);
  });
}

TEST_F(PatchRequestTest, LeasesNeedTheirRevision) {
  ASSERT_EQ(api_.Post(kLeases, R"({"metadata":{"name":"l"},"spec":{}})").status, 201);
  TestReply reply =
      api_.Do("PATCH", std::string(kLeases) + "/l", R"({"metadata":{"resourceVersion":null}})",
              {{"Content-Type", "application/merge-patch+json"}});
  EXPECT_EQ(reply.status, 422);
  EXPECT_EQ(reply.Message(),
            "leases.coordination.k8s.io \"l\" is invalid: metadata.resourceVersion: Invalid "
            "value: 0: must be specified for an update");
}

TEST_F(PatchRequestTest, IntegersMayBeWrittenAsDoublesInStrategicPatchesOnly) {
  ASSERT_EQ(api_.Post(kLeases, R"({"metadata":{"name":"l"},"spec":{}})").status, 201);
  auto patch = [&](const char* type, const char* seconds) {
    return api_.Do("PATCH", std::string(kLeases) + "/l",
                   fmt::format(R"({{"spec":{{"leaseDurationSeconds":{}}}}})", seconds),
                   {{"Content-Type", std::string("application/") + type}});
  };
  TestReply whole = patch(kStrategic, "2.0");
  EXPECT_EQ(whole.status, 200) << whole.body;
  EXPECT_EQ(whole.Json().FindPath({"spec", "leaseDurationSeconds"}), Value(2));
  EXPECT_EQ(patch(kStrategic, "1.5").status, 422);
  EXPECT_EQ(patch(kStrategic, "1e30").status, 422);
  EXPECT_EQ(patch(kStrategic, "\"abc\"").status, 422);
  EXPECT_EQ(patch(kMerge, "3.0").status, 422);
}

TEST_F(PatchRequestTest, Subresources) {
  const std::string path = "/api/v1/namespaces/n";
  ASSERT_EQ(api_.Post("/api/v1/namespaces", R"({"metadata":{"name":"n"}})").status, 201);
  for (const char* type : {kMerge, kStrategic}) {
    TestReply reply = api_.Do(
        "PATCH", path + "/status",
        R"({"metadata":{"labels":{"x":"y"}},"status":{"conditions":[{"type":"A","status":"True"}]}})",
        {{"Content-Type", std::string("application/") + type}});
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.Json().FindPath({"status", "conditions"}).size(), 1u) << type;
  }
}

TEST_F(PatchRequestTest, ViewsNameTheObjectTheyAreOf) {
  const std::string sets = "/apis/apps/v1/namespaces/default/replicasets";
  TestReply set = api_.Post(
      sets, R"({"metadata":{"name":"s"},"spec":{"replicas":1,"selector":{"matchLabels":{"a":"b"}},)"
            R"("template":{"metadata":{"labels":{"a":"b"}},)"
            R"("spec":{"containers":[{"name":"c","image":"i"}]}}}})");
  ASSERT_EQ(set.status, 201) << set.body;
  auto patch = [&](const char* metadata) {
    return api_.Do("PATCH", sets + "/s/scale",
                   fmt::format(R"({{"metadata":{},"spec":{{"replicas":2}}}})", metadata),
                   {{"Content-Type", std::string("application/") + kMerge}});
  };
  TestReply other = patch(R"({"uid":"x"})");
  EXPECT_EQ(other.status, 409);
  EXPECT_EQ(
      other.Message(),
      fmt::format("Operation cannot be fulfilled on replicasets/scale.apps \"s\": Precondition "
                  "failed: UID in precondition: x, UID in object meta: {}",
                  set.Json().Find("metadata").FindString("uid")));
  EXPECT_EQ(patch(R"({"name":"t","uid":"x"})").status, 400);
  EXPECT_EQ(patch(R"({"uid":null})").status, 200);
}

TEST_F(PatchRequestTest, ContentTypes) {
  const std::string accepted =
      "application/json-patch+json, application/merge-patch+json, "
      "application/strategic-merge-patch+json, application/apply-patch+yaml, "
      "application/apply-patch+cbor, application/strategic-merge-patch+cbor";
  // There is no apply yet.
  const std::string working =
      "application/json-patch+json, application/merge-patch+json, "
      "application/strategic-merge-patch+json, application/strategic-merge-patch+cbor";
  auto patch = [&](const std::string& type) {
    TestHeaders headers;
    if (!type.empty()) headers.emplace_back("Content-Type", type);
    return api_.Do("PATCH", std::string(kMaps) + "/base", "{}", headers);
  };
  for (const char* type : {"application/merge-patch+json", "application/merge-patch+json;q=1",
                           "application/merge-patch+json; charset"}) {
    EXPECT_EQ(patch(type).status, 200) << type;
  }
  for (const char* type : {"", "application/json", "application/apply-patch+json",
                           "application/vnd.kubernetes.protobuf", "Application/merge-patch+json"}) {
    TestReply reply = patch(type);
    EXPECT_EQ(reply.status, 415) << type;
    EXPECT_EQ(reply.Message(), "415: Unsupported Media Type");
    EXPECT_EQ(reply.Reason(), "UnsupportedMediaType");
    EXPECT_EQ(codec::ToJson(reply.Json().Find("details")), "{}");
    EXPECT_EQ(reply.headers.Get("Accept"), working);
    EXPECT_EQ(reply.headers.Get("Accept-Patch"), working);
  }
  for (const char* type : {"text/plain, application/merge-patch+json",
                           " application/merge-patch+json", "application/merge-patch+json ;q=1"}) {
    TestReply reply = patch(type);
    EXPECT_EQ(reply.status, 415) << type;
    EXPECT_EQ(reply.Message(),
              "the body of the request was in an unknown format - accepted media "
              "types include: " +
                  accepted);
    EXPECT_FALSE(reply.Json().Has("details"));
  }
  // What is sent comes before what is asked for.
  TestReply both = api_.Do("PATCH", std::string(kMaps) + "/base", "{}",
                           {{"Content-Type", "text/plain"}, {"Accept", "text/plain"}});
  EXPECT_EQ(both.status, 415);
}

TEST_F(PatchRequestTest, StrategicPatchesMayBeCbor) {
  Arena arena;
  std::string body = codec::ToCbor(*codec::ParseJson(R"({"data":{"b":"2"},"zz":1})", arena));
  TestReply reply = Patch("strategic-merge-patch+cbor", body);
  EXPECT_EQ(reply.status, 200) << reply.body;
  EXPECT_EQ(Data(), R"({"a":"1","b":"2"})");
  EXPECT_THAT(Warnings(reply), ElementsAre(R"("unknown field \"zz\"")"));
  EXPECT_EQ(Patch("strategic-merge-patch+cbor", "\xa2\x41x\x01\x41x\x02").status, 400);
  EXPECT_EQ(Patch("merge-patch+cbor", body).status, 415);
}

TEST_F(PatchRequestTest, ApplyIsCheckedAndNotServed) {
  const std::string good = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: base}\n";
  EXPECT_EQ(Patch(kApply, good).Message(),
            "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required "
            "for apply patch");
  for (auto [body, message] : std::initializer_list<std::pair<std::string, const char*>>{
           {"a: b: c", "error decoding YAML: yaml: mapping values are not allowed in this context"},
           {"[]", "error decoding YAML: array is not an object"},
           {"apiVersion: v1\nkind: Secret\n", "invalid object type: /v1, Kind=Secret"},
           {"apiVersion: apps/v1\nkind: ConfigMap\n",
            "invalid object type: apps/v1, Kind=ConfigMap"},
           {"", "invalid object type: /, Kind="},
           {"apiVersion: v1\nkind: ConfigMap\nmetadata: {managedFields: []}\n",
            "metadata.managedFields must be nil"},
       }) {
    TestReply reply = Patch(kApply, body, "fieldManager=m&force=true");
    EXPECT_EQ(reply.status, 400) << body;
    EXPECT_EQ(reply.Message(), message) << body;
  }
  EXPECT_EQ(Patch(kApply, good, "fieldManager=m&force=true").status, 415);
  EXPECT_EQ(Patch("apply-patch+cbor", "\xff", "fieldManager=m").status, 400);
}

}  // namespace
}  // namespace pintle::api
