#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "pintle/extensions/definition_for_test.h"
#include "pintle/object/convert.h"
#include "pintle/write/write_for_test.h"

// What the schema of a custom kind refuses, and when who keeps it in step hears of it.
namespace pintle::write {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class CustomWriteRulesTest : public WriteTest {
 protected:
  static std::string FaultOf(const Result<Outcome>& outcome) {
    return outcome ? "" : outcome.error().message();
  }
  // A row's fault is a part of what is said, or nothing is.
  static void ExpectFault(const Result<Outcome>& outcome, const std::string& fault) {
    EXPECT_THAT(FaultOf(outcome), HasSubstr(fault));
    EXPECT_EQ(outcome ? 0 : outcome.error().code(), fault.empty() ? 0 : 422);
  }

  ResourceDefinition& widgets_ = Resource("widgets");
};

struct Case {
  const char* metadata;
  const char* members;
  const char* fault;  // empty: none
};

TEST_F(CustomWriteRulesTest, FaultsOfCreations) {
  for (const Case& c : std::initializer_list<Case>{
           {R"({"name":"good"})", R"(,"spec":{"size":1})", ""},
           {R"({"generateName":"good-"})", R"(,"spec":{"size":1,"set":["a","b"]})", ""},
           {R"({"name":"a"})", R"(,"spec":{})", "spec.size: Required value"},
           {R"({"name":"a"})", R"(,"spec":{"size":10})", "should be less than or equal to 9"},
           {R"({"name":"a"})", R"(,"spec":{"size":"x"})", "spec.size: Invalid value: \"string\""},
           {R"({"name":"a"})", R"(,"data":{"k":1})", "data.k: Invalid value: \"integer\""},
           {R"({"name":"a"})", R"(,"spec":{"size":1,"color":"green"})",
            "spec.color: Unsupported value: \"green\""},
           {R"({"name":"a"})", R"(,"spec":{"size":1,"set":["a","a"]})",
            "spec.set[1]: Duplicate value: \"a\""},
           {R"({"name":"B"})", R"(,"spec":{"size":10,"color":"green"})", "metadata.name"},
       }) {
    SCOPED_TRACE(std::string(c.metadata) + c.members);
    ExpectFault(TryCreate(widgets_, R"({"metadata":)" + std::string(c.metadata) + c.members + "}"),
                c.fault);
  }
}

TEST_F(CustomWriteRulesTest, FaultsOfChanges) {
  Object made = MustCreate(widgets_, R"({"metadata":{"name":"a"},"spec":{"size":5}})");
  const std::string revision(made.meta().resource_version);
  for (const Case& c : std::initializer_list<Case>{
           {"", R"(,"spec":{"size":5})", ""},
           {"", R"(,"spec":{"size":4})", "spec.size: Invalid value: 4: must not shrink"},
           {"", R"(,"spec":{"size":10})", "should be less than or equal to 9"},
           {R"(,"annotations":{"b c":"d"})", R"(,"spec":{"size":5})", "metadata.annotations"},
           {"", "", ""},
           {"", R"(,"spec":{"size":5},"status":{"count":"x"})", ""},
       }) {
    SCOPED_TRACE(std::string(c.metadata) + c.members);
    TestRequest request = RequestFor(widgets_, "a");
    request.dry_run = true;
    const std::string body = R"({"metadata":{"name":"a","resourceVersion":")" + revision + '"' +
                             c.metadata + "}" + c.members + "}";
    ExpectFault(TryReplace(widgets_, request, widgets_.writing.strategy, body), c.fault);
  }
}

TEST_F(CustomWriteRulesTest, FaultsOfStatus) {
  MustCreate(widgets_, R"({"metadata":{"name":"a"},"spec":{"size":5}})");
  const Strategy& status = widgets_.writing.subresources.at("status").strategy;
  const std::string revision(Stored(widgets_, "a")->meta().resource_version);
  for (const Case& c : std::initializer_list<Case>{
           {"", R"(,"status":{"count":1})", ""},
           {"", R"(,"status":{"count":"x"})", "status.count: Invalid value: \"string\""},
           {"", R"(,"spec":{"size":1},"status":{"count":1})", ""},
       }) {
    SCOPED_TRACE(c.members);
    TestRequest request = RequestFor(widgets_, "a");
    request.what.subresource = "status";
    request.dry_run = true;
    const std::string body =
        R"({"metadata":{"name":"a","resourceVersion":")" + revision + "\"}" + c.members + "}";
    ExpectFault(TryReplace(widgets_, request, status, body), c.fault);
  }
}

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

// What was stored was stored: who keeps what is served in step hears of it whatever follows.
TEST_F(CustomWriteRulesTest, TheHookRunsThoughTheObjectCannotBeReadBack) {
  const extensions::ParsedDefinition definition(
      extensions::DefinitionJson("example.com", "things", "Thing", R"([
        {"name":"v2","served":true,"storage":false,
         "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}},
        {"name":"v1","served":true,"storage":true,
         "schema":{"openAPIV3Schema":{"type":"object"}}}])"));
  const auto made = extensions::MakeCustomResource(*definition, {}, 1);
  ResourceDefinition& things = *made;
  ASSERT_EQ(things.serving.versions.front(), "v2");
  auto converter = std::make_shared<CountedConverter>();
  things.kind.converter = converter;
  std::vector<std::string> written;
  things.storing.on_written = [&](const Object& object, bool removed) -> Task<void> {
    written.push_back(std::string(object.meta().name) + (removed ? " removed" : ""));
    co_return;
  };
  auto create = [&](const std::string& name, int conversions) {
    converter->left = conversions;
    return TryCreate(things, R"({"metadata":{"name":")" + name + "\"}}");
  };
  EXPECT_THAT(FaultOf(create("never", 0)), HasSubstr("the webhook is away"));
  EXPECT_THAT(written, IsEmpty());
  EXPECT_THAT(FaultOf(create("stored", 1)), HasSubstr("the webhook is away"));
  EXPECT_THAT(written, ElementsAre("stored"));
  EXPECT_TRUE(create("read", 2));
  EXPECT_THAT(written, ElementsAre("stored", "read"));
}

}  // namespace
}  // namespace pintle::write
