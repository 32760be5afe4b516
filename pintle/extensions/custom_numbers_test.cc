// 1 and 1.0 in custom resources: kept as they came, shown alike in JSON, and no change for each
// other.
#include <gtest/gtest.h>

#include <string>

#include "pintle/codec/document.h"
#include "pintle/extensions/custom_api_for_test.h"

namespace pintle::extensions {
namespace {

using api::TestReply;

constexpr const char* kBase = "/apis/example.com/v1/namespaces/default/widgets/base";
constexpr const char* kVersions = R"([{"name":"v1","served":true,"storage":true,
  "subresources":{"status":{}},
  "schema":{"openAPIV3Schema":{"type":"object","properties":{
    "status":{"type":"object","x-kubernetes-preserve-unknown-fields":true},
    "spec":{"type":"object","properties":{
      "size":{"type":"integer"},"ratio":{"type":"number"},"color":{"type":"string"},
      "steps":{"type":"array","items":{"type":"number"}}}}}}}}])";

class CustomNumbersTest : public CustomApiTest {
 protected:
  CustomNumbersTest() {
    TestReply defined = Define("widgets", "Widget", kVersions);
    EXPECT_EQ(defined.status, 201) << defined.body;
    TestReply created = api_.Post("/apis/example.com/v1/namespaces/default/widgets",
                                  WithSpec(R"("size":1.0,"ratio":2,"steps":[3.0,0.5])"));
    EXPECT_EQ(created.status, 201) << created.body;
  }

  static std::string WithSpec(const std::string& spec, const std::string& metadata = "") {
    return R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"base")" +
           metadata + R"(},"spec":{)" + spec + "}}";
  }

  TestReply Put(const std::string& spec, const std::string& metadata = "") {
    std::string revision(Shown().FindPath({"metadata", "resourceVersion"}).as_string());
    return api_.Do("PUT", kBase,
                   WithSpec(spec, R"(,"resourceVersion":")" + revision + "\"" + metadata));
  }
  TestReply JsonPatch(const std::string& operations) {
    return api_.Do("PATCH", kBase, "[" + operations + "]",
                   {{"Content-Type", "application/json-patch+json"}});
  }

  Value Shown() {
    shown_ = api_.Get(kBase);
    return shown_.Json();
  }
  // What is stored, kinds of numbers too.
  std::string Cbor() { return api_.Get(kBase, {{"Accept", "application/cbor"}}).body; }
  Value Stored() { return codec::ParseCbor(Cbor(), arena_).value_or(Value()); }
  Value StoredAt(const char* name) { return Stored().FindPath({"spec", name}); }
  int64_t Generation() { return Stored().FindPath({"metadata", "generation"}).as_int(); }

  Arena arena_;
  TestReply shown_;
};

TEST_F(CustomNumbersTest, AreKeptAsTheyCame) {
  EXPECT_EQ(StoredAt("size"), Value(1.0));
  EXPECT_EQ(StoredAt("ratio"), Value(2));
  EXPECT_NE(api_.Get(kBase).body.find(R"("spec":{"ratio":2,"size":1,"steps":[3,0.5]})"),
            std::string::npos);
}

TEST_F(CustomNumbersTest, WritingBackWhatWasReadIsNoChange) {
  const std::string before = Cbor();
  Shown();
  TestReply reply = api_.Do("PUT", kBase, shown_.body);
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, shown_.body);
  EXPECT_EQ(Cbor(), before);
  // Other ways to say the same.
  for (const char* spec :
       {R"("size":1,"ratio":2.0,"steps":[3,0.5])", R"("size":1e0,"ratio":2,"steps":[3.0,5e-1])"}) {
    TestReply put = Put(spec);
    EXPECT_EQ(put.body, shown_.body) << spec;
    EXPECT_EQ(Cbor(), before) << spec;
  }
  EXPECT_EQ(Patch(kBase, R"({"spec":{"size":1,"steps":[3,0.5]}})").body, shown_.body);
  EXPECT_EQ(Cbor(), before);
}

TEST_F(CustomNumbersTest, TheAnswerOfAWriteThatChangesNothingShowsWhatIsStored) {
  Shown();
  TestReply reply = api_.Do("PUT", kBase, shown_.body,
                            {{"Content-Type", "application/json"}, {"Accept", "application/cbor"}});
  EXPECT_EQ(reply.body, Cbor());
}

TEST_F(CustomNumbersTest, OtherAmountsAreChanges) {
  for (const char* spec :
       {R"("size":1,"ratio":2.5,"steps":[3,0.5])", R"("size":2,"ratio":2.5,"steps":[3,0.5])",
        R"("size":2,"ratio":2.5,"steps":[3])"}) {
    int64_t before = Generation();
    EXPECT_EQ(Put(spec).status, 200);
    EXPECT_EQ(Generation(), before + 1) << spec;
  }
}

TEST_F(CustomNumbersTest, AChangeElsewhereStoresThemAsTheyCameAndIsNoNewGeneration) {
  EXPECT_EQ(Put(R"("size":1,"ratio":2.0,"steps":[3.0,0.5])", R"(,"labels":{"a":"b"})").status, 200);
  EXPECT_EQ(Generation(), 1);
  EXPECT_EQ(Stored().FindPath({"metadata", "labels", "a"}), Value("b"));
  EXPECT_EQ(StoredAt("size"), Value(1));
  EXPECT_EQ(StoredAt("ratio"), Value(2.0));
}

TEST_F(CustomNumbersTest, PatchesLeaveThoseTheyDoNotNameAlone) {
  EXPECT_EQ(Patch(kBase, R"({"spec":{"color":"red"}})").status, 200);
  EXPECT_EQ(StoredAt("size"), Value(1.0));
  EXPECT_EQ(JsonPatch(R"({"op":"test","path":"/spec/size","value":1},)"
                      R"({"op":"test","path":"/spec/steps","value":[3,0.5]},)"
                      R"({"op":"add","path":"/spec/color","value":"blue"})")
                .status,
            200);
  EXPECT_EQ(StoredAt("size"), Value(1.0));
  // Repeated members, which make the result be read from its text.
  EXPECT_EQ(JsonPatch(R"({"op":"add","path":"/metadata/labels","value":{"a":"1","a":"2"}})").status,
            200);
  EXPECT_EQ(StoredAt("size"), Value(1.0));
  EXPECT_EQ(StoredAt("ratio"), Value(2));
  EXPECT_EQ(StoredAt("steps").items()[0], Value(3.0));
  EXPECT_EQ(Generation(), 3);
}

TEST_F(CustomNumbersTest, OfTheStatus) {
  const std::string status = std::string(kBase) + "/status";
  ASSERT_EQ(Patch(status, R"({"status":{"n":4.0}})").status, 200);
  const std::string before = Cbor();
  Shown();
  EXPECT_EQ(api_.Do("PUT", status, shown_.body).body, shown_.body);
  EXPECT_EQ(Cbor(), before);
  EXPECT_EQ(Stored().FindPath({"status", "n"}), Value(4.0));
}

TEST_F(CustomNumbersTest, MetadataTakesWholeDoubles) {
  const std::string before = Cbor();
  Shown();
  std::string body = shown_.body;
  body.replace(body.find(R"("generation":1)"), 14, R"("generation":1.0)");
  TestReply reply = api_.Do("PUT", kBase, body);
  EXPECT_EQ(reply.status, 200) << reply.body;
  EXPECT_EQ(Cbor(), before);
  body.replace(body.find(R"("generation":1.0)"), 16, R"("generation":1.5)");
  EXPECT_EQ(api_.Do("PUT", kBase, body).status, 400);
}

TEST_F(CustomNumbersTest, ADefinitionWithThemIsWrittenAgainWithoutAChange) {
  const std::string versions = R"([{"name":"v1","served":true,"storage":true,
    "schema":{"openAPIV3Schema":{"type":"object","properties":{
      "ratio":{"type":"number","default":1.0,"enum":[1.0,2.0]}}}}}])";
  ASSERT_EQ(Define("gadgets", "Gadget", versions).status, 201);
  TestReply before = Definition("gadgets");
  std::string body = before.body;
  // What a client sends that keeps the manifest it has made the definition of.
  size_t at = body.find(R"("default":1,"enum":[1,2])");
  ASSERT_NE(at, std::string::npos) << body;
  body.replace(at, 24, R"("default":1.0,"enum":[1.0,2.0])");
  EXPECT_EQ(api_.Do("PUT", PathOf("gadgets"), body).body, before.body);
  EXPECT_EQ(Definition("gadgets").body, before.body);
}

}  // namespace
}  // namespace pintle::extensions
