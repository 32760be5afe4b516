#include "pintle/extensions/kind/custom_strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/extensions/definition_for_test.h"
#include "pintle/extensions/kind/custom_definition.h"
#include "pintle/object/read/decode.h"
#include "pintle/resource/context_for_test.h"

namespace pintle::extensions {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kVersions = R"([
  {"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
   "schema":{"openAPIV3Schema":{"type":"object","properties":{
     "spec":{"type":"object","properties":{"size":{"type":"integer","maximum":9}}},
     "status":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}}},
  {"name":"v2","served":true,"storage":false,
   "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}])";

class CustomStrategyTest : public testing::Test {
 protected:
  write::Object Parse(const std::string& version, const std::string& members,
                      const std::string& metadata = R"({"name":"a"})") {
    std::string json = R"({"apiVersion":"example.com/)" + version +
                       R"(","kind":"Thing","metadata":)" + metadata + "," + members + "}";
    auto decoded =
        object::DecodeBody(resource_->kind, version, object::MediaType::kJson, json, false);
    EXPECT_TRUE(decoded) << decoded.error().message();
    return std::move(decoded->object);
  }
  static write::TestContext In(const std::string& version) {
    write::TestContext context;
    context.request.what.version = version;
    return context;
  }
  static std::vector<std::string> Texts(const field::ErrorList& errors) {
    std::vector<std::string> texts;
    for (const auto& error : errors) texts.push_back(error.Text());
    return texts;
  }
  const write::Strategy& main() const { return resource_->writing.strategy; }
  const write::Strategy& status() const {
    return resource_->writing.subresources.at("status").strategy;
  }

  ParsedDefinition crd_{DefinitionJson("example.com", "things", "Thing", kVersions)};
  std::shared_ptr<write::ResourceDefinition> resource_ = MakeCustomResource(*crd_, {}, 1);
};

TEST_F(CustomStrategyTest, CreationDropsTheStatusWhereItIsASubresource) {
  write::Object with = Parse("v1", R"("spec":{"size":1},"status":{"a":1})");
  main().prepare_create(In("v1"), with);
  EXPECT_FALSE(with.content().Has("status"));
  EXPECT_TRUE(with.content().Has("spec"));
  EXPECT_EQ(with.meta().generation, 1);
  write::Object without = Parse("v2", R"("status":{"a":1})");
  main().prepare_create(In("v2"), without);
  EXPECT_TRUE(without.content().Has("status"));
}

TEST_F(CustomStrategyTest, FinalizersWithoutADomainAreWarnedOfOnce) {
  auto warnings = [&](const char* now, const char* before) {
    write::TestContext context = In("v1");
    auto parse = [&](const char* finalizers) {
      return Parse("v1", R"("spec":{})",
                   std::string(R"({"name":"a","finalizers":)") + finalizers + "}");
    };
    write::Object object = parse(now);
    if (before == nullptr) {
      main().warn(context, object, nullptr);
    } else {
      write::Object old = parse(before);
      main().warn(context, object, &old);
    }
    return context.warnings.texts();
  };
  constexpr const char* kPlain =
      R"(metadata.finalizers: "foo": prefer a domain-qualified finalizer name to avoid accidental )"
      "conflicts with other finalizer writers";
  constexpr const char* kDomain =
      R"(metadata.finalizers: "foo.io": prefer a domain-qualified finalizer name including a path )"
      "(/) to avoid accidental conflicts with other finalizer writers";
  EXPECT_THAT(warnings(R"(["foo.io","a.b/c","orphan","kubernetes","foo"])", nullptr),
              ElementsAre(kPlain, kDomain));
  EXPECT_THAT(warnings(R"(["foo","foo.io"])", R"(["foo"])"), ElementsAre(kDomain));
  EXPECT_THAT(warnings(R"(["foo"])", R"(["foo","foo.io"])"), IsEmpty());
}

struct GenerationCase {
  const char* version;
  const char* before;
  const char* after;
  int64_t generation;
  bool status_changes;
};

TEST_F(CustomStrategyTest, GenerationGrowsWithWhatIsNotMetadataOrStatus) {
  const GenerationCase cases[] = {
      {"v1", R"("spec":{"size":1},"status":{"a":1})", R"("spec":{"size":1},"status":{"a":2})", 4,
       false},
      {"v1", R"("spec":{"size":1},"status":{"a":1})", R"("spec":{"size":1})", 4, false},
      {"v1", R"("spec":{"size":1})", R"("spec":{"size":1},"status":{"a":2})", 4, false},
      {"v1", R"("spec":{"size":1})", R"("spec":{"size":2})", 5, false},
      {"v2", R"("spec":{"size":1},"status":{"a":1})", R"("spec":{"size":1},"status":{"a":2})", 5,
       true},
      {"v2", R"("spec":{"size":1})", R"("spec":{"size":1})", 4, false},
      {"v1", R"("spec":{"size":1.0})", R"("spec":{"size":1})", 4, false},
      {"v1", R"("spec":{"size":1})", R"("spec":{"size":1.5})", 5, false},
  };
  for (const GenerationCase& c : cases) {
    SCOPED_TRACE(c.after);
    write::Object old = Parse(c.version, c.before, R"({"name":"a","generation":4})");
    write::Object object =
        Parse(c.version, c.after, R"({"name":"a","generation":4,"labels":{"new":"one"}})");
    Value old_status = old.content().Find("status");
    main().prepare_update(In(c.version), object, old);
    EXPECT_EQ(object.meta().generation, c.generation);
    EXPECT_EQ(object.content().Find("status") != old_status, c.status_changes);
  }
}

TEST_F(CustomStrategyTest, StatusUpdatesChangeOnlyTheStatus) {
  write::Object old = Parse("v1", R"("spec":{"size":1},"status":{"a":1})",
                            R"({"name":"a","generation":4,"resourceVersion":"7"})");
  write::Object object = Parse("v1", R"("spec":{"size":5},"status":{"a":2})",
                               R"({"name":"a","labels":{"x":"y"},"resourceVersion":"8"})");
  status().prepare_update(In("v1"), object, old);
  EXPECT_EQ(object.content().FindPath({"spec", "size"}).as_int(), 1);
  EXPECT_EQ(object.content().FindPath({"status", "a"}).as_int(), 2);
  EXPECT_TRUE(object.meta().labels.empty());
  EXPECT_EQ(object.meta().generation, 4);
  EXPECT_EQ(object.meta().resource_version, "8") << "it is the client's precondition";

  write::Object bare = Parse("v1", R"("spec":{"size":5})");
  status().prepare_update(In("v1"), bare, old);
  EXPECT_FALSE(bare.content().Has("status")) << "a status left out is removed";
}

TEST_F(CustomStrategyTest, ValidatesByTheSchemaOfTheVersion) {
  write::Object large = Parse("v1", R"("spec":{"size":10})");
  EXPECT_THAT(
      Texts(main().validate(In("v1"), large)),
      ElementsAre(
          "spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9"));
  write::Object other = Parse("v2", R"("spec":{"size":10})");
  EXPECT_THAT(main().validate(In("v2"), other), IsEmpty());
  EXPECT_THAT(main().validate(In("v1"), Parse("v1", R"("spec":{"size":9})")), IsEmpty());
}

TEST_F(CustomStrategyTest, StatusUpdatesLookAtTheStatusOnly) {
  ParsedDefinition definition{DefinitionJson("example.com", "things", "Thing", R"([
    {"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
     "schema":{"openAPIV3Schema":{"type":"object","properties":{
       "spec":{"type":"object","properties":{"size":{"type":"integer","maximum":9}}},
       "status":{"type":"object","properties":{"count":{"type":"integer","maximum":5},
         "free":{"type":"integer","anyOf":[{"minimum":1}]}}}}}}}])")};
  resource_ = MakeCustomResource(*definition, {}, 1);
  write::Object old = Parse("v1", R"("spec":{"size":1})");
  write::Object object = Parse("v1", R"("spec":{"size":10},"status":{"count":6,"free":0})");
  write::TestContext context = In("v1");
  context.request.what.subresource = "status";
  EXPECT_THAT(
      Texts(status().validate_update(context, object, old)),
      ElementsAre("status.count: Invalid value: 6: count in body should be less than or equal to 5",
                  "status: Invalid value: \"\": \"free\" must validate at least one schema (anyOf)",
                  "status.free: Invalid value: 0: free in body should be greater than or equal to "
                  "1"));
  EXPECT_THAT(status().validate_update(context, Parse("v1", R"("spec":{"size":10})"), old),
              IsEmpty());
}

TEST_F(CustomStrategyTest, UpdatesMayKeepAFault) {
  write::Object old = Parse("v1", R"("spec":{"size":10})");
  write::Object same = Parse("v1", R"("spec":{"size":10})", R"({"name":"a","labels":{"x":"y"}})");
  EXPECT_THAT(main().validate_update(In("v1"), same, old), IsEmpty());
  write::Object worse = Parse("v1", R"("spec":{"size":11})");
  EXPECT_EQ(main().validate_update(In("v1"), worse, old).size(), 1u);
}

TEST_F(CustomStrategyTest, TheKindMustBeTheEndpoints) {
  write::Object object = Parse("v1", R"("spec":{})");
  object.set_api_version("example.com/v9");
  EXPECT_THAT(Texts(main().validate(In("v1"), object)),
              ElementsAre("apiVersion: Invalid value: \"example.com/v9\": must be example.com/v1"));
}

class CustomRulesTest : public CustomStrategyTest {
 protected:
  static constexpr const char* kWithRules = R"([
    {"name":"v1","served":true,"storage":true,"subresources":{"status":{}},
     "schema":{"openAPIV3Schema":{"type":"object","properties":{
       "spec":{"type":"object","properties":{
         "size":{"type":"integer","x-kubernetes-validations":[{"rule":"self < 9"}]},
         "other":{"type":"integer"}}},
       "status":{"type":"object","default":{"phase":"New"},
         "properties":{"phase":{"type":"string"}}}}}}}])";

  void SetUp() override {
    ParsedDefinition definition{DefinitionJson("example.com", "things", "Thing", kWithRules)};
    resource_ = MakeCustomResource(*definition, {}, 1);
  }
};

TEST_F(CustomRulesTest, BrokenRulesAreErrors) {
  EXPECT_THAT(Texts(main().validate(In("v1"), Parse("v1", R"("spec":{"size":10})"))),
              ElementsAre("spec.size: Invalid value: 10: failed rule: self < 9"));
  EXPECT_THAT(main().validate(In("v1"), Parse("v1", R"("spec":{"size":8})")), IsEmpty());
}

TEST_F(CustomRulesTest, WhatDidNotChangeIsWarnedOf) {
  write::Object old = Parse("v1", R"("spec":{"size":10})");
  write::Object object = Parse("v1", R"("spec":{"size":10,"other":1})");
  write::TestContext context = In("v1");
  EXPECT_THAT(main().validate_update(context, object, old), IsEmpty());
  EXPECT_THAT(context.warnings.texts(),
              ElementsAre("spec.size: Invalid value: 10: failed rule: self < 9"));
}

}  // namespace
}  // namespace pintle::extensions
