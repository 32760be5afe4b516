// Custom kinds through the write path: the stages alone, and all of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/api/handler_for_test.h"
#include "pintle/extensions/definition_for_test.h"
#include "pintle/object/convert.h"
#include "pintle/object/read/decode.h"
#include "pintle/value/builder.h"
#include "pintle/write/commit.h"
#include "pintle/write/judge.h"
#include "pintle/write/stages/identity.h"
#include "pintle/write/stages/revision.h"
#include "pintle/write/stages/validation.h"

namespace pintle::extensions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using write::Object;

constexpr const char* kVersions = R"([
  {"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
   "schema":{"openAPIV3Schema":{"type":"object","properties":{
     "spec":{"type":"object","required":["size"],"properties":{
       "size":{"type":"integer","maximum":9,"x-kubernetes-validations":[
         {"rule":"self >= oldSelf","message":"must not shrink"}]},
       "color":{"type":"string","enum":["red","blue"]},
       "set":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}}}},
     "status":{"type":"object","properties":{"count":{"type":"integer"}}}}}}},
  {"name":"v2","served":true,"storage":false,
   "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}])";

// Between v1 and v2 nothing but the name differs. Works as often as it is told.
class CountedConverter final : public object::Converter {
 public:
  Task<Result<std::vector<Value>>> Convert(std::vector<Value> documents, std::string version,
                                           Arena& arena) const override {
    if (left-- == 0) co_return InternalError("the webhook is away");
    for (Value& document : documents) {
      document = document.With(arena, "apiVersion", Value(arena.Copy("example.com/" + version)));
    }
    co_return documents;
  }
  mutable int left = 0;
};

class CustomJudgeTest : public testing::Test {
 protected:
  Object Parse(const std::string& version, const std::string& metadata,
               const std::string& members) {
    std::string json = R"({"apiVersion":"example.com/)" + version +
                       R"(","kind":"Thing","metadata":)" + metadata + members + "}";
    auto decoded =
        object::DecodeBody(resource_->kind, version, object::MediaType::kJson, json, false);
    EXPECT_TRUE(decoded) << decoded.error().message();
    return std::move(decoded->object);
  }
  write::Request RequestTo(const std::string& version, const std::string& name) {
    write::Request request = write::OwnRequest(*resource_, write::Verb::kUpdate, version);
    request.what.namespace_name = "ns";
    request.what.name = name;
    return request;
  }
  Result<write::Outcome> Commit(const write::Request& request, write::Change change) {
    const write::Rules rules = write::RulesOf(world_, *resource_);
    return BlockOn(write::Commit(world_, request, rules, std::move(change), warnings_));
  }
  // What the stages say by themselves; empty if nothing.
  std::string JudgedAlone(const write::Request& request, Object object, const Object* old) {
    const write::Rules rules = write::RulesOf(world_, *resource_);
    write::Warnings warnings;
    write::Draft draft{.object = std::move(object), .old = old, .warnings = warnings};
    EXPECT_TRUE(write::CheckIdentity(request, rules, draft));
    if (old != nullptr) {
      EXPECT_TRUE(write::CheckRevision(rules, draft));
    }
    const write::Drawn drawn{.uid = "u", .suffix = "xxxxx", .now_seconds = 1};
    write::Verdict verdict = write::Judge(request, rules, drawn, draft);
    if (verdict.faults.empty()) return "";
    return write::InvalidObject(*resource_, draft.object, verdict.faults).error().message();
  }
  static std::string FaultOf(const Result<write::Outcome>& outcome) {
    return outcome ? "" : outcome.error().message();
  }

  ParsedDefinition crd_{DefinitionJson("example.com", "things", "Thing", kVersions)};
  std::shared_ptr<write::ResourceDefinition> resource_ = MakeCustomResource(*crd_, {}, 1);
  std::unique_ptr<storage::Store> store_ = storage::NewMemoryStore();
  api::Metrics metrics_{features::FeatureGates()};
  api::TestWorld world_{*store_, metrics_};
  write::Warnings warnings_;
};

TEST_F(CustomJudgeTest, CreationsHaveTheSameFaultsAloneAndCommitted) {
  struct Case {
    const char* metadata;
    const char* members;
    const char* fault;  // empty: none
  };
  for (const Case& c : std::initializer_list<Case>{
           {R"({"name":"good"})", R"(,"spec":{"size":1})", ""},
           {R"({"generateName":"good-"})", R"(,"spec":{"size":1,"set":["a","b"]})", ""},
           {R"({"name":"Bad"})", R"(,"spec":{"size":1})", "metadata.name: Invalid value: \"Bad\""},
           {R"({})", R"(,"spec":{"size":1})", "name or generateName is required"},
           {R"({"name":"a","labels":{"b c":"d"}})", R"(,"spec":{"size":1})", "metadata.labels"},
           {R"({"name":"a"})", R"(,"spec":{})", "spec.size: Required value"},
           {R"({"name":"a"})", R"(,"spec":{"size":10})", "should be less than or equal to 9"},
           {R"({"name":"a"})", R"(,"spec":{"size":"x"})", "spec.size: Invalid value: \"string\""},
           {R"({"name":"a"})", R"(,"spec":{"size":1,"color":"green"})",
            "spec.color: Unsupported value: \"green\""},
           {R"({"name":"a"})", R"(,"spec":{"size":1,"set":["a","a"]})",
            "spec.set[1]: Duplicate value: \"a\""},
           {R"({"name":"B"})", R"(,"spec":{"size":10,"color":"green"})", "metadata.name"},
       }) {
    SCOPED_TRACE(std::string(c.metadata) + c.members);
    const write::Request request = RequestTo("v1", "");
    std::string alone = JudgedAlone(request, Parse("v1", c.metadata, c.members), nullptr);
    EXPECT_THAT(alone, HasSubstr(c.fault));
    EXPECT_EQ(alone.empty(), std::string_view(c.fault).empty());
    auto outcome = Commit(request, write::CreateOf(Parse("v1", c.metadata, c.members)));
    EXPECT_EQ(FaultOf(outcome), alone);
  }
}

TEST_F(CustomJudgeTest, ChangesHaveTheSameFaultsAloneAndCommitted) {
  auto made = Commit(RequestTo("v1", ""),
                     write::CreateOf(Parse("v1", R"({"name":"a"})", R"(,"spec":{"size":5})")));
  ASSERT_TRUE(made) << made.error().message();
  const std::string revision(made->object.meta().resource_version);
  struct Case {
    const char* metadata;
    const char* members;
    const char* fault;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"", R"(,"spec":{"size":5})", ""},
           {"", R"(,"spec":{"size":4})", "spec.size: Invalid value: 4: must not shrink"},
           {"", R"(,"spec":{"size":10})", "should be less than or equal to 9"},
           {R"(,"uid":"other")", R"(,"spec":{"size":5})", "metadata.uid"},
           {R"(,"annotations":{"b c":"d"})", R"(,"spec":{"size":5})", "metadata.annotations"},
           {"", "", ""},
           {"", R"(,"spec":{"size":5},"status":{"count":"x"})", ""},
       }) {
    SCOPED_TRACE(std::string(c.metadata) + c.members);
    write::Request request = RequestTo("v1", "a");
    request.dry_run = true;
    const std::string metadata =
        R"({"name":"a","resourceVersion":")" + revision + "\"" + c.metadata + "}";
    const Object old = made->object.Copy();
    std::string alone = JudgedAlone(request, Parse("v1", metadata, c.members), &old);
    EXPECT_THAT(alone, HasSubstr(c.fault));
    EXPECT_EQ(alone.empty(), std::string_view(c.fault).empty());
    auto edit = [&](const Object&, const write::Drawn&, write::Warnings&) -> Result<Object> {
      return Parse("v1", metadata, c.members);
    };
    EXPECT_EQ(FaultOf(Commit(request, write::EditBy(edit))), alone);
  }
}

// What was stored was stored: who keeps what is served in step hears of it whatever follows.
TEST_F(CustomJudgeTest, TheHookRunsThoughTheObjectCannotBeReadBack) {
  auto converter = std::make_shared<CountedConverter>();
  resource_->kind.converter = converter;
  std::vector<std::string> written;
  resource_->storing.on_written = [&](const Object& object, bool removed) -> Task<void> {
    written.push_back(std::string(object.meta().name) + (removed ? " removed" : ""));
    co_return;
  };
  auto create = [&](const std::string& name, int conversions) {
    converter->left = conversions;
    return Commit(RequestTo("v2", ""), write::CreateOf(Parse("v2", R"({"name":")" + name + "\"}",
                                                             R"(,"spec":{"size":1})")));
  };
  EXPECT_THAT(FaultOf(create("never", 0)), HasSubstr("the webhook is away"));
  EXPECT_THAT(written, IsEmpty());
  EXPECT_THAT(FaultOf(create("stored", 1)), HasSubstr("the webhook is away"));
  EXPECT_THAT(written, ElementsAre("stored"));
  EXPECT_TRUE(create("read", 2));
  EXPECT_THAT(written, ElementsAre("stored", "read"));
}

}  // namespace
}  // namespace pintle::extensions
