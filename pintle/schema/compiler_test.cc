#include "pintle/schema/compiler.h"

#include <gtest/gtest.h>

#include "pintle/schema/rule_set.h"
#include "pintle/schema/test_schema.h"

namespace pintle::schema {
namespace {

const Structural* At(const Structural& schema, std::initializer_list<std::string_view> path) {
  const Structural* at = &schema;
  for (std::string_view name : path) at = at->FindProperty(name);
  return at;
}

TEST(CompilerTest, EqualPartsAreOneNode) {
  auto schema = SchemaFrom(R"({type: object, props: {
    a: {type: object, description: one, props: {x: {type: string, enum: [p, q]},
        l: {type: array, maxItems: 3, items: {type: integer, default: 1}}}},
    b: {type: object, description: two, props: {x: {type: string, enum: [p, q]},
        l: {type: array, maxItems: 3, items: {type: integer, default: 1}}}},
    c: {type: object, props: {x: {type: string, enum: [p]}}}}})");
  EXPECT_EQ(At(*schema, {"a"}), At(*schema, {"b"}));
  EXPECT_NE(At(*schema, {"a", "x"}), At(*schema, {"c", "x"}));
  EXPECT_TRUE(schema->subtree_has_defaults);
}

// One keyword of a node after the other, each against the plain node.
TEST(CompilerTest, EveryDifferenceCounts) {
  const std::string_view others[] = {"{type: integer}",
                                     "{type: string, nullable: true}",
                                     "{type: string, format: date}",
                                     "{type: string, maxLength: 0}",
                                     "{type: string, minLength: 0}",
                                     "{type: string, pattern: a}",
                                     "{type: string, enum: [a]}",
                                     "{type: string, default: a}",
                                     "{type: string, maximum: 0}",
                                     "{type: string, minimum: 0}",
                                     "{type: string, minimum: 0, exclusiveMinimum: true}",
                                     "{type: string, maximum: 0, exclusiveMaximum: true}",
                                     "{type: string, multipleOf: 2}",
                                     "{type: string, maxItems: 0}",
                                     "{type: string, minItems: 0}",
                                     "{type: string, maxProperties: 0}",
                                     "{type: string, minProperties: 0}",
                                     "{type: string, required: [a]}",
                                     "{type: string, allOf: [{minLength: 1}]}",
                                     "{type: string, anyOf: [{minLength: 1}]}",
                                     "{type: string, oneOf: [{minLength: 1}]}",
                                     "{type: string, not: {minLength: 1}}",
                                     "{PUF: true}",
                                     "{IOS: true}",
                                     "{type: object}",
                                     "{type: object, MT: atomic}",
                                     "{type: object, addl: true}",
                                     "{type: object, addl: false}",
                                     "{type: object, addl: {type: string}}",
                                     "{type: object, addl: {type: integer}}",
                                     "{type: object, EMB: true, PUF: true}",
                                     "{type: object, props: {x: {type: string}}}",
                                     "{type: object, props: {y: {type: string}}}",
                                     "{type: object, props: {x: {type: integer}}}",
                                     "{type: array, items: {type: string}}",
                                     "{type: array, items: {type: integer}}",
                                     "{type: array, LT: set, items: {type: string}}",
                                     "{type: string, x-kubernetes-validations: [{rule: 'true'}]}",
                                     "{type: string}"};
  for (size_t i = 0; i < std::size(others); ++i) {
    for (size_t j = 0; j < std::size(others); ++j) {
      SCOPED_TRACE(std::string(others[i]) + " " + std::string(others[j]));
      Arena arena;
      Value text = SchemaValue(arena, "{type: object, props: {a: " + std::string(others[i]) +
                                          ", b: " + std::string(others[j]) + "}}");
      auto schema = CompileUnchecked(text);
      EXPECT_EQ(At(*schema, {"a"}) == At(*schema, {"b"}), i == j);
    }
  }
}

TEST(CompilerTest, NumbersOfDifferentKindsAreNotTheSame) {
  Arena arena;
  Value text = ParseJson(arena, R"({"type":"object","properties":{
      "a":{"type":"number","default":1},"b":{"type":"number","default":1.0}}})");
  auto schema = CompileUnchecked(text);
  EXPECT_TRUE(At(*schema, {"a"})->default_value->is_int());
  EXPECT_TRUE(At(*schema, {"b"})->default_value->is_double());
}

// Where a default stands decides what pruning leaves of it.
TEST(CompilerTest, DefaultsWithMembersArePrunedWhereTheyStand) {
  Arena arena;
  Value text = SchemaValue(arena, R"({type: object, props: {
    loose: {type: object, PUF: true, props: {o: {type: object, default: {a: {b: 1}}}}},
    tight: {type: object, props: {o: {type: object, default: {a: {b: 1}}}}}}})");
  auto schema = CompileUnchecked(text, {.prune_defaults = PruneMode::kKep, .metadata_tidier = {}});
  EXPECT_EQ(codec::ToJson(*At(*schema, {"loose", "o"})->default_value), R"({"a":{"b":1}})");
  EXPECT_EQ(codec::ToJson(*At(*schema, {"tight", "o"})->default_value), "{}");
}

// To a rule, two objects are of the same type only if they stand at the same place.
TEST(CompilerTest, RulesTellObjectsApart) {
  auto schema = SchemaFrom(R"({type: object, x-kubernetes-validations: [{rule: 'true'}], props: {
    a: {type: object, props: {x: {type: string}}}, b: {type: object, props: {x: {type: string}}}}})");
  EXPECT_NE(At(*schema, {"a"}), At(*schema, {"b"}));
  EXPECT_EQ(At(*schema, {"a", "x"}), At(*schema, {"b", "x"}));
}

TEST(CompilerTest, RulesOfASharedNodeRunOnceForEachValue) {
  auto schema = SchemaFrom(R"({type: object, props: {
    a: {type: string, x-kubernetes-validations: [{rule: "self != 'bad'"}]},
    b: {type: string, x-kubernetes-validations: [{rule: "self != 'bad'"}]}}})");
  EXPECT_EQ(At(*schema, {"a"}), At(*schema, {"b"}));
  Arena arena;
  field::ErrorList errors;
  field::ErrorList forgiven;
  RuleSet::Make(schema)->Validate(Parse(arena, "{a: bad, b: bad}"), nullptr, errors, forgiven);
  EXPECT_EQ(Texts(errors),
            "a: Invalid value: \"bad\": failed rule: self != 'bad' ++ "
            "b: Invalid value: \"bad\": failed rule: self != 'bad'");
}

}  // namespace
}  // namespace pintle::schema
