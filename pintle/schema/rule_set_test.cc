#include "pintle/schema/rule_set.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pintle/cel/evaluate.h"
#include "pintle/schema/crd_rules.h"
#include "pintle/schema/rule_compile.h"
#include "pintle/schema/rule_value.h"
#include "pintle/schema/structural.h"
#include "pintle/schema/test_schema.h"
#include "pintle/schema/validate.h"

namespace pintle::schema {
namespace {

// A root with `spec` of the given schema and rules.
std::string WithSpec(std::string_view spec, std::string_view rules) {
  return fmt::format(
      "{{type: object, props: {{spec: {{type: object, {}, x-kubernetes-validations: [{}]}}}}}}",
      spec, rules);
}

std::string Errors(std::string_view schema_text, std::string_view object, std::string_view old = {},
                   std::vector<std::string>* warnings = nullptr) {
  Arena arena;
  std::shared_ptr<const Structural> schema = SchemaFrom(schema_text);
  std::shared_ptr<const RuleSet> rules = RuleSet::Make(schema);
  if (rules == nullptr) return "no rules";
  // JSON tells 1.0 from 1.
  Value now = object.starts_with("{\"") ? ParseJson(arena, object) : Parse(arena, object);
  Value before = old.empty() ? Value() : Parse(arena, old);
  const Value* previous = old.empty() ? nullptr : &before;
  field::ErrorList errors;
  Validate(*schema, now, previous, field::Path(), errors);
  field::ErrorList forgiven;
  rules->Validate(now, previous, errors, forgiven);
  if (warnings != nullptr) {
    for (const field::Error& error : forgiven) warnings->push_back(error.Text());
  }
  return Texts(errors);
}

constexpr const char* kTwoNumbers = "props: {a: {type: integer}, b: {type: integer}}";

struct Case {
  std::string schema;
  std::string object;
  std::string old;
  std::string errors;
};

TEST(RuleSetTest, RulesOfOneNode) {
  auto two = [](std::string_view rest) {
    return WithSpec(kTwoNumbers, fmt::format("{{rule: 'self.a < self.b'{}}}", rest));
  };
  const std::string message = ", message: a must be less than b";
  const std::string bad = "{spec: {a: 2, b: 1}}";
  const std::string ios = WithSpec("props: {v: {IOS: true}}", "{rule: 'self.v > 5'}");
  const Case cases[] = {
      {two(""), bad, "", "spec: Invalid value: failed rule: self.a < self.b"},
      {two(message), bad, "", "spec: Invalid value: a must be less than b"},
      {two(message + ", fieldPath: .a"), bad, "", "spec.a: Invalid value: a must be less than b"},
      {two(message + ", reason: FieldValueForbidden"), bad, "",
       "spec: Forbidden: a must be less than b"},
      {two(message + ", reason: FieldValueRequired"), bad, "",
       "spec: Required value: a must be less than b"},
      {two(message + ", messageExpression: \"'max ' + string(self.b)\""), bad, "",
       "spec: Invalid value: max 1"},
      {two(message + ", messageExpression: \"'a\\\\nb'\""), bad, "",
       "spec: Invalid value: a must be less than b"},
      {two(message + ", messageExpression: \"string(1 / (self.b - 1))\""), bad, "",
       "spec: Invalid value: a must be less than b"},
      {two(""), "{spec: {a: 1, b: 2}}", "", ""},
      {two(""), "{}", "", ""},
      {two(""), "{spec: {b: 1}}", "",
       "spec: Invalid value: \"object\": no such key: a evaluating rule: self.a < self.b"},
      {two(""), "{spec: {a: '2', b: 1}}", "",
       "spec.a: Invalid value: \"string\": spec.a in body must be of type integer: \"string\" ++ "
       "<nil>: Invalid value: null: some validation rules were not checked because the object was "
       "invalid; correct the existing errors to complete validation"},
      {two(""), R"({"spec":{"a":1.0,"b":2}})", "",
       "spec: Invalid value: \"object\": invalid data, expected int, got float64 evaluating rule: "
       "self.a < self.b"},
      {ios, "{spec: {v: x}}", "",
       "spec: Invalid value: \"object\": 'no such overload': call arguments did not match a "
       "supported operator, function or macro signature for rule: self.v > 5"},
      {ios, "{spec: {v: 6}}", "", ""},
      {"{type: object, props: {spec: {type: object}}, x-kubernetes-validations: [{rule: "
       "has(self.spec), message: no spec}]}",
       "{}", "", "<nil>: Invalid value: no spec"},
      {WithSpec(kTwoNumbers, "{rule: type(self) == map && self == self}"), "{spec: {a: 1}}", "",
       ""},
      {WithSpec("props: {d: {type: string, format: duration}}",
                "{rule: \"self.d > duration('25h')\"}"),
       "{spec: {d: 1 day and 2 hours}}", "", ""},
      {WithSpec("props: {f: {type: integer, nullable: true}}", "{rule: '!has(self.f)'}"),
       "{spec: {f: null}}", "", ""},
      {WithSpec("props: {s: {type: array, LT: set, items: {type: integer}}}",
                "{rule: 'self.s == [2, 1] && self.s + [2, 3] == [1, 2, 3]'}"),
       "{spec: {s: [1, 2]}}", "", ""},
      {WithSpec("props: {x-prop: {type: integer}, namespace: {type: integer}, a__b: {type: "
                "integer}, in: {type: integer}}",
                "{rule: 'self.x__dash__prop == 1 && self.__namespace__ == 2 && self.namespace == 2 "
                "&& self.a__underscores__b == 3 && self.__in__ == 4'}"),
       "{spec: {x-prop: 1, namespace: 2, a__b: 3, in: 4}}", "", ""},
      {"{type: object, props: {t: {type: object, EMB: true, PUF: true, x-kubernetes-validations: "
       "[{rule: \"self.metadata.name == 'a' && self.kind == 'Pod'\"}]}}}",
       "{t: {apiVersion: v1, kind: Pod, metadata: {name: a}}}", "", ""},
      {WithSpec(kTwoNumbers,
                "{rule: \"quantity('50k').add(20).compareTo(quantity('50020')) == 0 && "
                "sign(quantity('-1')) == -1\"}"),
       "{spec: {}}", "", ""},
      {WithSpec(kTwoNumbers,
                "{rule: \"cidr('192.168.0.0/24').containsIP('192.168.0.9') && "
                "ip('::1').family() == 6 && !isIP('10.0.0.01')\"}"),
       "{spec: {}}", "", ""},
      {WithSpec(kTwoNumbers,
                "{rule: \"format.dns1123Label().validate('a b').hasValue() && "
                "format.named('nope') == optional.none()\"}"),
       "{spec: {}}", "", ""},
      {WithSpec(kTwoNumbers,
                "{rule: \"[3,1,2].sort() == [1,2,3] && {'a':1}.all(k, v, v == 1) && "
                "semver('1.2.3').major() == 1\"}"),
       "{spec: {}}", "", ""},
      // What rules make on their way is soon forgotten, what they look at is not.
      {WithSpec(kTwoNumbers,
                "{rule: lists.range(100000).size() > self.a}, {rule: 'self.a == 2'}, "
                "{rule: lists.range(100000).size() > self.b}, {rule: self.a < self.b}"),
       bad, "", "spec: Invalid value: failed rule: self.a < self.b"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Errors(c.schema, c.object, c.old), c.errors) << c.schema << "\n" << c.object;
  }
}

// Elements of sets that are no plain values.
TEST(RuleSetTest, SetsOfObjectsAndLists) {
  const std::string object = "{type: object, MT: atomic, props: {a: {type: integer}}}";
  const std::string list = fmt::format("{{type: array, items: {}}}", object);
  const std::string map = fmt::format("{{type: object, MT: atomic, addl: {}}}", object);
  auto schema = [](std::string_view items, int size) {
    return WithSpec(fmt::format("props: {{s: {{type: array, LT: set, items: {}}}}}", items),
                    fmt::format("{{rule: 'self.s {} oldSelf.s && (self.s + oldSelf.s).size() == "
                                "{}'}}",
                                size == 2 ? "==" : "!=", size));
  };
  const Case cases[] = {
      {schema(object, 2), "{spec: {s: [{a: 1}, {a: 2}]}}", "{spec: {s: [{a: 2}, {a: 1}]}}", ""},
      {schema(object, 3), "{spec: {s: [{a: 1}, {a: 2}]}}", "{spec: {s: [{a: 1}, {a: 3}]}}", ""},
      {schema(list, 2), "{spec: {s: [[{a: 1}], [{a: 2}]]}}", "{spec: {s: [[{a: 2}], [{a: 1}]]}}",
       ""},
      {schema(list, 3), "{spec: {s: [[{a: 1}], [{a: 2}]]}}", "{spec: {s: [[{a: 1}], [{a: 3}]]}}",
       ""},
      {schema(map, 2), "{spec: {s: [{k: {a: 1}}, {k: {a: 2}}]}}",
       "{spec: {s: [{k: {a: 2}}, {k: {a: 1}}]}}", ""},
      {schema(map, 3), "{spec: {s: [{k: {a: 1}}, {k: {a: 2}}]}}",
       "{spec: {s: [{k: {a: 1}}, {k: {a: 3}}]}}", ""},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Errors(c.schema, c.object, c.old), c.errors) << c.schema << "\n" << c.object;
  }
}

TEST(RuleSetTest, OldValues) {
  auto text = [](std::string_view rule) {
    return WithSpec(
        fmt::format("props: {{name: {{type: string, x-kubernetes-validations: [{}]}}}}", rule),
        "{rule: 'true'}");
  };
  const std::string same = text("{rule: self == oldSelf}");
  const std::string list =
      "{type: object, props: {spec: {type: object, props: {l: {type: array, LT: map, LK: [k], "
      "items: {type: object, required: [k], props: {k: {type: string}, v: {type: integer, "
      "x-kubernetes-validations: [{rule: self >= oldSelf}]}}}}}}}}";
  const Case cases[] = {
      {text("{rule: \"self.startsWith('k')\", reason: FieldValueDuplicate}"), "{spec: {name: x}}",
       "", "spec.name: Duplicate value: \"x\""},
      {same, "{spec: {name: a}}", "", ""},
      {same, "{spec: {name: a}}", "{spec: {}}", ""},
      {same, "{spec: {name: b}}", "{spec: {name: a}}",
       "spec.name: Invalid value: \"b\": failed rule: self == oldSelf"},
      {text("{rule: oldSelf.hasValue(), optionalOldSelf: true}"), "{spec: {name: a}}", "",
       "spec.name: Invalid value: \"a\": failed rule: oldSelf.hasValue()"},
      {text("{rule: oldSelf.hasValue(), optionalOldSelf: true}"), "{spec: {name: a}}",
       "{spec: {name: b}}", ""},
      {list, "{spec: {l: [{k: z, v: 0}, {k: a, v: 1}]}}", "{spec: {l: [{k: a, v: 2}]}}",
       "spec.l[1].v: Invalid value: 1: failed rule: self >= oldSelf"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Errors(c.schema, c.object, c.old), c.errors) << c.schema << "\n" << c.object;
  }
}

TEST(RuleSetTest, UnchangedValuesAreForgiven) {
  std::string schema = WithSpec(
      "props: {name: {type: integer, x-kubernetes-validations: [{rule: self > 5}]}, l: {type: "
      "array, "
      "items: {type: integer, x-kubernetes-validations: [{rule: self > 5}]}}, o: {type: integer}}",
      "{rule: 'true'}");
  std::vector<std::string> warnings;
  EXPECT_EQ(Errors(schema, "{spec: {name: 1, l: [1], o: 2}}", "{spec: {name: 1, l: [1], o: 1}}",
                   &warnings),
            "");
  EXPECT_EQ(warnings,
            (std::vector<std::string>{"spec.l[0]: Invalid value: 1: failed rule: self > 5",
                                      "spec.name: Invalid value: 1: failed rule: self > 5"}));
  EXPECT_EQ(Errors(schema, "{spec: {name: 2, l: [1, 2]}}", "{spec: {name: 1, l: [1]}}"),
            "spec.l[0]: Invalid value: 1: failed rule: self > 5 ++ "
            "spec.l[1]: Invalid value: 2: failed rule: self > 5 ++ "
            "spec.name: Invalid value: 2: failed rule: self > 5");
}

TEST(RuleSetTest, TransitionRulesAreNotForgiven) {
  auto schema = [](std::string_view rule) {
    return fmt::format(
        "{{type: object, props: {{s: {{type: string, x-kubernetes-validations: [{{rule: "
        "\"{}\"}}]}}, "
        "o: {{type: string}}}}}}",
        rule);
  };
  std::vector<std::string> warnings;
  EXPECT_EQ(Errors(schema("self == 'x'"), "{s: z, o: '1'}", "{s: z}", &warnings), "");
  EXPECT_EQ(warnings,
            std::vector<std::string>{"s: Invalid value: \"z\": failed rule: self == 'x'"});
  EXPECT_EQ(Errors(schema("oldSelf != 'z' || self == 'x'"), "{s: z, o: '1'}", "{s: z}"),
            "s: Invalid value: \"z\": failed rule: oldSelf != 'z' || self == 'x'");
}

TEST(RuleSetTest, CostIsBounded) {
  std::string schema =
      WithSpec("props: {l: {type: array, items: {type: integer}}, m: {type: integer}}",
               "{rule: 'self.l.all(x, self.l.all(y, x + y < 100))', message: too dear}");
  std::string object = "{spec: {l: [";
  for (int i = 0; i < 2000; ++i) object += "1,";
  object += "1]}}";
  EXPECT_EQ(
      Errors(schema, object),
      "spec: Invalid value: \"object\": 'operation cancelled: actual cost limit exceeded': no "
      "further validation rules will be run due to call cost exceeds limit for rule: too "
      "dear");
}

struct CostCase {
  const char* schema;
  const char* rule;
  uint64_t cost;
};

TEST(RuleCostTest, Estimates) {
  const CostCase cases[] = {
      {"{type: array, items: {type: number}}", "self.all(x, true)", 4718591},
      {"{type: array, maxItems: 10, items: {type: number}}", "self.all(x, true)", 32},
      {"{type: array, items: {type: string}}", "self.all(x, true)", 3145727},
      {"{type: object, addl: {type: number}}", "self.all(x, true)", 1348169},
      {"{type: array, items: {type: boolean}}", "self.all(x, true)", 1887437},
      {"{type: array, items: {type: string, format: date-time}}", "self.all(x, true)", 428963},
      {"{type: string}", "self.contains('test')", 314574},
      {"{type: string, maxLength: 10}", "self.contains('test')", 5},
      {"{type: string, maxLength: 50}", "self.matches(\"x\")", 22},
      // More than can be counted.
      {"{type: string, maxLength: 4611686018427387904}", "self.contains('test')",
       1844674407370955265},
      {"{type: string, enum: [A, B, C, LongValue]}", "self.contains('A')", 2},
      {"{type: array, maxItems: 10, items: {type: number}}", "self.all(x, self.all(y, true))", 352},
      {"{type: string, maxLength: 10}", "format.uri().validate(self).hasValue()", 131},
  };
  for (const CostCase& c : cases) {
    Arena arena;
    std::shared_ptr<const Structural> schema =
        SchemaFrom(fmt::format("{{type: object, props: {{f: {}}}}}", c.schema));
    RuleTypes types;
    const RuleType* self = types.Of(*schema->FindProperty("f"));
    ASSERT_NE(self, nullptr);
    Value rule = Value::Object(arena, {Member{"rule", Value(c.rule)}});
    CompiledRule compiled = CompileRule(rule, types, *self);
    EXPECT_EQ(compiled.rule.fault, "");
    EXPECT_EQ(compiled.rule.most_cost, c.cost) << c.schema << " " << c.rule;
  }
}

TEST(RuleCostTest, OfEvaluation) {
  Arena arena;
  std::shared_ptr<const Structural> schema = SchemaFrom(
      "{type: object, props: {v1: {type: integer}, v2: {type: integer}, i: {type: array, items: "
      "{type: integer}}, l: {type: array, items: {type: string}}, s: {type: string}}}");
  RuleTypes types;
  const RuleType* self = types.Of(*schema, true);
  ASSERT_NE(self, nullptr);
  Value object = Parse(arena, "{v1: 1, v2: 1, i: [1, 2, 3], l: [a, b, c], s: twelve chars}");
  const std::pair<const char*, uint64_t> cases[] = {
      {"self.v1 == self.v2", 5}, {"has(self.v1)", 1},
      {"1 in self.i", 5},        {"sets.equivalent(self.l, ['a', 'b', 'c'])", 21},
      {"size(self.s) == 12", 4}, {"[1, 2, 3, 4].isSorted()", 4},
  };
  for (const auto& [text, cost] : cases) {
    Value rule = Value::Object(arena, {Member{"rule", Value(text)}});
    CompiledRule compiled = CompileRule(rule, types, *self);
    ASSERT_TRUE(compiled.rule.checked) << compiled.rule.fault;
    cel::Executable executable = cel::Executable::Bind(*compiled.rule.checked->root);
    const cel::Datum variables[] = {RuleValue(arena, *self, object), cel::Datum()};
    cel::Outcome outcome = executable.Evaluate(variables, arena);
    EXPECT_TRUE(outcome.value.is_true()) << text << ": " << cel::DatumText(outcome.value);
    EXPECT_EQ(outcome.cost, cost) << text;
  }
}

TEST(RuleCheckTest, FaultsOfDefinitions) {
  const std::string shown =
      R"(","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: )";
  const std::string at = "SP.properties[spec].x-kubernetes-validations[0].";
  const std::string hint =
      " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, "
      "maps, and strings are declared)";
  const std::pair<std::string, std::string> cases[] = {
      {WithSpec(kTwoNumbers, "{rule: self.a < self.b}"), ""},
      {WithSpec(kTwoNumbers, "{rule: self.zz > 1}"),
       at + R"(rule: Invalid value: {"Rule":"self.zz \u003e 1)" + shown +
           "compilation failed: ERROR: <input>:1:5: undefined field 'zz'\n | self.zz > 1\n | "
           "....^"},
      {WithSpec(kTwoNumbers, "{rule: self.a + 1}"),
       at + R"(rule: Invalid value: {"Rule":"self.a + 1)" + shown +
           "cel expression must evaluate to a bool"},
      {WithSpec(kTwoNumbers, "{rule: \"self.a > int('x')\"}"),
       at + R"~(rule: Invalid value: {"Rule":"self.a \u003e int('x'))~" + shown +
           "program instantiation failed: type conversion error from 'string' to 'int'"},
      {WithSpec(kTwoNumbers, "{rule: self.a > 1, messageExpression: \"'a'.find('(')\"}"),
       at + R"~(messageExpression: Invalid value: {"Rule":"self.a \u003e 1","Message":"",)~" +
           R"~("MessageExpression":"'a'.find('(')","Reason":null,"FieldPath":"",)~" +
           R"~("OptionalOldSelf":null}: messageExpression instantiation failed: error parsing )~" +
           "regexp: missing closing ): `(`"},
      {WithSpec(kTwoNumbers, "{rule: self.a < self.b, optionalOldSelf: true}"),
       at + "optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule"},
      {"{type: object, props: {l: {type: array, items: {type: integer, x-kubernetes-validations: "
       "[{rule: self == oldSelf}]}}}}",
       "SP.properties[l].items.x-kubernetes-validations[0].rule: Invalid value: \"self == "
       "oldSelf\": oldSelf cannot be used on the uncorrelatable portion of the schema within "
       "SP.properties[l]"},
      {WithSpec("props: {l: {type: array, items: {type: number}}}",
                "{rule: 'self.l.all(x, self.l.all(y, true))'}"),
       at + "rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x" +
           hint + " ++ " + at +
           "rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for "
           "entire OpenAPIv3 schema ++ SP: Forbidden: x-kubernetes-validations estimated rule cost "
           "total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x" +
           hint},
  };
  for (const auto& [schema, errors] : cases) {
    std::shared_ptr<const Structural> compiled = SchemaFrom(schema);
    EXPECT_EQ(Texts(crd_detail::CheckRules(*compiled, field::Path("SP"), {})), errors) << schema;
  }
}

TEST(RuleTypeTest, EscapedNames) {
  const std::pair<std::string, std::string> cases[] = {
      {"a", "a"},
      {"a__b", "a__underscores__b"},
      {"a.b-c/d", "a__dot__b__dash__c__slash__d"},
      {"namespace", "__namespace__"},
      {"int", "int"},
      {"true", "__true__"},
      {"1a", ""},
      {"", ""},
      {"a b", ""},
      {"-a", "__dash__a"},
  };
  for (const auto& [property, name] : cases) EXPECT_EQ(EscapedName(property), name) << property;
}

}  // namespace
}  // namespace pintle::schema
